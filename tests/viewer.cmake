# The viewer's page (tools/viewer), made once and looked at in headless Chromium. Included by tests/CMakeLists.txt; once is
# enough, with g++ on the host. What this machine has not got is said, and skipped.
if(CMAKE_CROSSCOMPILING OR LIMB_SANITIZE OR NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  return()
endif()
foreach(what make bits server page)
  set(arguments)
  if(what STREQUAL "page")
    set(arguments $<TARGET_FILE:hil>)
  endif()
  add_test(NAME viewer_${what} COMMAND ${python} ${here}/viewer/check.py ${what} ${arguments})
  set_tests_properties(viewer_${what} PROPERTIES TIMEOUT 300 SKIP_RETURN_CODE 77 FIXTURES_REQUIRED viewer_made)
endforeach()
set_tests_properties(viewer_make PROPERTIES FIXTURES_REQUIRED "" FIXTURES_SETUP viewer_made)
set_tests_properties(viewer_page PROPERTIES PROCESSORS 2) # times are measured
