#pragma once

// How far numbers are from what they should be, and how tests print it without printf (newlib's is large and cannot
// print a float in its small form).

#include <cstddef>
#include <string_view>

#include "port/port.hpp"

namespace measure {

// Largest |got - expected| over the elements seen, relative to the largest |expected|: the max-norm error of a vector.
class Error {
  public:
    void see(double got, double expected) {
        grow(difference_, got - expected);
        grow(size_, expected);
    }
    template <class Got, class Expected> void see_all(const Got& got, const Expected& expected) {
        for (std::size_t i = 0; i < expected.size(); ++i)
            see(static_cast<double>(got[i]), static_cast<double>(expected[i]));
    }
    // For results that should vanish, or cancel: the size of what they are made of.
    void at_least(double size) { grow(size_, size); }

    double relative() const { return difference_ == 0 ? 0 : difference_ / size_; }

  private:
    static constexpr double huge = 1e300;

    static void grow(double& largest, double x) {
        const double size = x < 0 ? -x : x;
        if (!(size < huge)) largest = huge;  // NaN and infinity count as far away and must not be forgotten
        if (size > largest) largest = size;
    }

    double difference_ = 0;
    double size_ = 0;
};

// The worst of many errors under one name.
struct Worst {
    const char* name;
    double error = 0;
    void see(const Error& e) {
        if (e.relative() > error) error = e.relative();
    }
};

class Line {
  public:
    Line& operator<<(std::string_view text) {
        for (const char c : text)
            if (used_ < sizeof text_) text_[used_++] = c;
        return *this;
    }
    // Two significant digits, as in 3.1e-07.
    Line& operator<<(double x) {
        if (x < 0) return *this << "-" << -x;
        if (x == 0) return *this << "0";
        int exponent = 0;
        for (; x >= 9.95 && exponent < 300; ++exponent) x /= 10;
        for (; x < 0.995 && exponent > -300; --exponent) x *= 10;
        const int tenths = static_cast<int>(x * 10 + 0.5);
        const int size = exponent < 0 ? -exponent : exponent;
        const char digits[] = {digit(tenths / 10), '.',        digit(tenths), 'e', exponent < 0 ? '-' : '+',
                               digit(size / 10),   digit(size)};
        return *this << std::string_view(digits, sizeof digits);
    }
    Line& operator<<(const Worst& worst) { return *this << "  " << worst.name << " " << worst.error; }

    ~Line() {
        *this << "\n";
        port::write({text_, used_});
    }

  private:
    static char digit(int x) { return static_cast<char>('0' + x % 10); }

    char text_[400];
    std::size_t used_ = 0;
};

}  // namespace measure
