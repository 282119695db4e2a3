#pragma once
// A 32-bit hardware register. Register blocks are structs of these, laid out as the manual's register map.
#include <cstdint>

namespace port {

class Register {
  public:
    operator std::uint32_t() const { return word_; }
    void operator=(std::uint32_t word) { word_ = word; }
    bool has(std::uint32_t bits) const { return (word_ & bits) == bits; }
    void set(std::uint32_t bits) { word_ = word_ | bits; }
    void clear(std::uint32_t bits) { word_ = word_ & ~bits; }

  private:
    volatile std::uint32_t word_;
};

// The block at an address: `auto& rcc = block<Rcc>(0x4002'3800);`
template <class Block> Block& block(std::uintptr_t address) { return *reinterpret_cast<Block*>(address); }

}  // namespace port
