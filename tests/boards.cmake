# Ports and boards: the link, the control tick, faults and resets, the size of every firmware, flashing.
# Included by tests/CMakeLists.txt.
if(LIMB_SANITIZE)
  return()
endif()
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(python ${Python3_EXECUTABLE} -B)

if(LIMB_BOARDS)
  add_library(faults_objects OBJECT boards/faults.cpp)
  target_link_libraries(faults_objects PRIVATE limb_own)
  limb_firmware(faults faults_objects)
endif()

foreach(board IN LISTS emulated_boards)
  get_target_property(machine board_${board} QEMU_MACHINE)
  foreach(link semihosting uart)
    foreach(firmware echo faults)
      add_test(NAME ${firmware}_${board}_${link} COMMAND ${python} ${CMAKE_CURRENT_SOURCE_DIR}/boards/${firmware}.py ${machine}
                                                         $<TARGET_FILE:${firmware}_${board}_${link}> ${link})
      set_tests_properties(${firmware}_${board}_${link} PROPERTIES TIMEOUT 60)
    endforeach()
  endforeach()
endforeach()
