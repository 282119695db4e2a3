#pragma once
// Which limb this is: project(VERSION) of CMakeLists.txt, as a test sees to. What a release may change: lib/docs/releases.md.
#define LIMB_VERSION      100       // 10000 major + 100 minor + patch, for #if
#define LIMB_VERSION_TEXT "0.1.0"   // for logs
