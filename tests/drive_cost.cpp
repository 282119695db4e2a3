// What one control period of a drive costs, against its budget: decode, supervise, control, encode. Instructions,
// counted where the port's clock counts them (an emulated STM32F405); elsewhere only the torques are looked at.
#include "drive_host.hpp"
#include "measure.hpp"
#include "port/port.hpp"
#include "robots/arm6.hpp"
#include "robots/gimbal3.hpp"

namespace {

using drive::Bytes;

#ifdef __arm__
bool counts_instructions() { return port::ticks_per_second() == 1'000'000'000; }
#else
bool counts_instructions() { return false; }
#endif

void demand(const char* what, unsigned long ticks, unsigned long budget) {
    if (!counts_instructions()) return;
    measure::Line() << "  " << what << ": " << ticks << " instructions of " << budget;
    TEST_ASSERT_TRUE_MESSAGE(ticks <= budget, what);
}

template <class Work> std::uint32_t ticks_of(Work work) {
    const std::uint32_t start = port::ticks();
    work();
    return port::ticks() - start;
}

// The reference at rest is a frame full of zeros, which is the longest one to decode.
template <const auto& robot> void check(drive::Controller controller, bool at_rest, unsigned long budget) {
    static constexpr drive::DriveConfig<robot> config{};
    drive_host::Host<robot> host(config);
    auto& tick = host.tick;
    for (std::size_t i = 0; i < tick.sample.q.size(); ++i) {
        const auto k = static_cast<float>(i + 1);
        tick.sample.q[i] = 0.1234f * k, tick.sample.qd[i] = 0.0321f * k;
        tick.reference.q[i] = 0.1254f * k, tick.reference.qd[i] = 0.0327f * k, tick.reference.qdd[i] = 0.531f * k;
    }
    if (at_rest) tick.reference = {};
    tick.sample.base = {{0.11f, 0.21f, 0.31f}, {1.1f, 2.2f, 3.3f}, {0.12f, 0.13f, 9.8f}};
    tick.controller = controller;
    host.go_to(drive::State::active);

    std::uint32_t most = 0;
    for (int n = 0; n < 100; ++n) {
        for (float& q : tick.sample.q) q += 1e-4f;
        const Bytes frame = host.frame(tick);
        most = std::max(most, ticks_of([&] { (void)host.loop.tick(frame); }));
        TEST_ASSERT_EQUAL(drive::State::active, host.loop.state());
        TEST_ASSERT_TRUE(host.loop.torque()[0] != 0);
    }
    demand("one period", most, budget);

    drive::Decoder<drive::payload_size<drive::Tick<robot>>> decoder;
    Bytes received = host.frame(tick);
    demand("  of it decode", ticks_of([&] { TEST_ASSERT_TRUE(decoder.next(received).has_value()); }), 2500);
    std::uint8_t out[drive::frame_size(drive::payload_size<drive::TickReply<robot>>)];
    const drive::TickReply<robot> reply{1, drive::State::active, drive::Fault::none, 0, host.loop.torque(), 5000};
    demand("  of it encode", ticks_of([&] { TEST_ASSERT_TRUE(drive::encode(reply, 12345, out).size() != 0); }), 1000);
}

template <const auto& robot> void check(drive::Controller controller, unsigned long budget) {
    for (const bool at_rest : {false, true}) check<robot>(controller, at_rest, budget);
}
void test_arm6_with_computed_torque() { check<robots::arm6>(drive::Controller::computed_torque, 8000); }
void test_gimbal3_with_its_stabiliser() { check<robots::gimbal3>(drive::Controller::gimbal_stabiliser, 5000); }

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(test_arm6_with_computed_torque);
    RUN_TEST(test_gimbal3_with_its_stabiliser);
    return UNITY_END();
}
