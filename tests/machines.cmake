# The bits on other machines, which QEMU runs, and by other compilers than this stage's own. Included by tests/CMakeLists.txt; once,
# on the host with g++. tools/limb test installs what is missing; what still is missing is said, and skipped.
if(CMAKE_CROSSCOMPILING OR LIMB_SANITIZE OR NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  return()
endif()
set(others aarch64 riscv64 armhf i686 g++-12 g++-14 clang++-14 clang++-19)
foreach(compiler ${CMAKE_CXX_COMPILER} clang++) # stages host and host-clang
  execute_process(COMMAND ${compiler} -dumpversion OUTPUT_VARIABLE version ERROR_QUIET)
  string(REGEX MATCH "^[0-9]+" version "${version}")
  get_filename_component(name ${compiler} NAME)
  string(REGEX MATCH "clang|g" name ${name})
  list(REMOVE_ITEM others ${name}++-${version})
endforeach()
foreach(other IN LISTS others)
  add_test(NAME same_bits_${other} COMMAND ${python} ${here}/checks/machine.py ${other} ${PROJECT_SOURCE_DIR} -DLIMB_ETL_DIR=${etl_headers}
                                           -DLIMB_UNITY_DIR=${unity_dir})
  set_tests_properties(same_bits_${other} PROPERTIES TIMEOUT 600 SKIP_RETURN_CODE 77)
endforeach()
