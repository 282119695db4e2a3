# Toolchain file: Cortex-M4F with the ARM GNU toolchain and newlib-nano or picolibc, no operating system.
# -Os is never right here: it emits VMLA (slower than VMUL + VADD on this core, and rounds differently).
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR cortex-m4)
set(CMAKE_C_COMPILER arm-none-eabi-gcc)
set(CMAKE_CXX_COMPILER arm-none-eabi-g++)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_EXECUTABLE_SUFFIX_CXX .elf)

set(cpu "-mcpu=cortex-m4 -mthumb -mfpu=fpv4-sp-d16 -mfloat-abi=hard")

# The C library is whichever the compiler finds, newlib-nano first; LIMB_C_LIBRARY, of CMake or the environment, says otherwise.
# Its startup files and linker script are never used. Firmware takes memchr, memcpy, memmove and memset from it, nothing else
# (tests/no_c_library). No C++ library is linked: of that limb uses headers only.
if(NOT LIMB_C_LIBRARY)
  set(LIMB_C_LIBRARY "$ENV{LIMB_C_LIBRARY}")
endif()
if(NOT LIMB_C_LIBRARY)
  separate_arguments(cpu_flags UNIX_COMMAND "${cpu}")
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} ${cpu_flags} -print-file-name=libc_nano.a OUTPUT_VARIABLE nano)
  set(LIMB_C_LIBRARY picolibc)
  if(nano MATCHES "/") # what is not found is printed as it was given
    set(LIMB_C_LIBRARY newlib-nano)
  endif()
endif()
if(LIMB_C_LIBRARY STREQUAL "newlib-nano")
  set(headers)
  set(libraries "-lc_nano -lgcc")
elseif(LIMB_C_LIBRARY STREQUAL "picolibc")
  set(headers "--specs=picolibc.specs")
  set(libraries "-lc -lgcc")
else()
  message(FATAL_ERROR "LIMB_C_LIBRARY is '${LIMB_C_LIBRARY}'; say newlib-nano or picolibc, or leave it out")
endif()

set(flags "${cpu} ${headers} -ffunction-sections -fdata-sections")
set(CMAKE_C_FLAGS_INIT "${flags}")
set(CMAKE_CXX_FLAGS_INIT "${flags} -frename-registers -fno-exceptions -fno-rtti -fno-threadsafe-statics")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-nostdlib -Wl,--gc-sections -Wl,--fatal-warnings")
set(CMAKE_C_STANDARD_LIBRARIES_INIT "${libraries}")
set(CMAKE_CXX_STANDARD_LIBRARIES_INIT "${libraries}")
