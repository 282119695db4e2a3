# Toolchain file: Cortex-M4F with the ARM GNU toolchain and newlib-nano, no operating system.
# -Os is never right here: it emits VMLA (slower than VMUL + VADD on this core, and rounds differently).
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR cortex-m4)
set(CMAKE_C_COMPILER arm-none-eabi-gcc)
set(CMAKE_CXX_COMPILER arm-none-eabi-g++)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_EXECUTABLE_SUFFIX_CXX .elf)

set(cpu "-mcpu=cortex-m4 -mthumb -mfpu=fpv4-sp-d16 -mfloat-abi=hard")
set(CMAKE_C_FLAGS_INIT "${cpu} -ffunction-sections -fdata-sections")
set(CMAKE_CXX_FLAGS_INIT
    "${cpu} -ffunction-sections -fdata-sections -frename-registers -fno-exceptions -fno-rtti -fno-threadsafe-statics")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-nostartfiles --specs=nano.specs -Wl,--gc-sections -Wl,--fatal-warnings")
