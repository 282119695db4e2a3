# The loop closed around the drive's firmware (tools/hil). Included by tests/CMakeLists.txt.
if(LIMB_SANITIZE)
  return()
endif()
set(script ${CMAKE_CURRENT_SOURCE_DIR}/boards/hil.py)

if(NOT LIMB_BOARDS)
  add_test(NAME hil_host COMMAND ${python} ${script} $<TARGET_FILE:hil> - host)
  set_tests_properties(hil_host PROPERTIES TIMEOUT 120 SKIP_RETURN_CODE 77)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    return()
  endif()
  # what their logs tell of the machines
  add_test(NAME identify
           COMMAND ${python} ${CMAKE_CURRENT_SOURCE_DIR}/boards/identify.py $<TARGET_FILE:hil> ${CMAKE_CXX_COMPILER} -std=c++20
                   -I${PROJECT_SOURCE_DIR}/lib -isystem ${etl_headers})
  set_tests_properties(identify PROPERTIES TIMEOUT 600 SKIP_RETURN_CODE 77 ENVIRONMENT LIMB_ETL_DIR=${etl_headers})
  return()
endif()
if(NOT "stm32f405;mps2_an386" STREQUAL "${emulated_boards}")
  return()
endif()

# The runner is a program of the host, so another preset's.
add_test(NAME hil_runner COMMAND sh -c "cmake --preset host && cmake --build --preset host --target hil"
         WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
set_tests_properties(hil_runner PROPERTIES FIXTURES_SETUP hil_runner TIMEOUT 600)
set(runner ${PROJECT_SOURCE_DIR}/build/host/tools/hil/hil)
set(firmware ${PROJECT_BINARY_DIR}/boards)
foreach(what "same_bits arm6" "same_bits gimbal3" arm gimbal links)
  string(REPLACE " " "_" name ${what})
  separate_arguments(what)
  add_test(NAME hil_${name} COMMAND ${python} ${script} ${runner} ${firmware} ${what})
  set_tests_properties(hil_${name} PROPERTIES FIXTURES_REQUIRED hil_runner TIMEOUT 300 SKIP_RETURN_CODE 77)
endforeach()
