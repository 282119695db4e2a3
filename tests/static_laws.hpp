#pragma once

// The main of a test whose laws are all static_asserts: that it was compiled is that it passed.

#include "unity.h"

namespace {

void the_laws_held_when_this_was_compiled() { TEST_PASS(); }

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(the_laws_held_when_this_was_compiled);
    return UNITY_END();
}
