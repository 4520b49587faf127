# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# find_package(warplint) defines the program as the target warplint::warplint,
# and
#
#   warplint_target(<target> [ON_BUILD [FATAL]] [OPTIONS <option>...])
#
# adds the target <target>-warplint, which lints the .cu files of <target>, and
# the target warplint, which does so for all of them. They fail if there are
# findings. With ON_BUILD each file is also linted when it is compiled, as
# <LANG>_CLANG_TIDY would do if CMake had it for CUDA; findings are printed, and
# with FATAL they fail the build. OPTIONS are warplint's.

if(NOT TARGET warplint::warplint)
  get_filename_component(_warplint_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
  set(WARPLINT_LAUNCHER
    "${_warplint_prefix}/lib/warplint/warplint-launcher")
  add_executable(warplint::warplint IMPORTED GLOBAL)
  set_target_properties(warplint::warplint PROPERTIES
    IMPORTED_LOCATION "${_warplint_prefix}/bin/warplint")
endif()

function(warplint_target target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "ON_BUILD;FATAL" "" "OPTIONS")
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "warplint_target: unknown argument ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT TARGET ${target})
    message(FATAL_ERROR "warplint_target: ${target} is not a target")
  endif()

  # Sources may still be added to the target, hence the generator expressions.
  set_target_properties(${target} PROPERTIES EXPORT_COMPILE_COMMANDS ON)
  set(sources "$<FILTER:$<TARGET_PROPERTY:${target},SOURCES>,INCLUDE,[.]cu$>")
  set(lint "$<TARGET_FILE:warplint::warplint>;-p;${CMAKE_BINARY_DIR};${ARG_OPTIONS};${sources}")
  set(nothing "${CMAKE_COMMAND};-E;echo;${target} has no .cu file")
  add_custom_target(${target}-warplint
    COMMAND "$<IF:$<BOOL:${sources}>,${lint},${nothing}>"
    WORKING_DIRECTORY "$<TARGET_PROPERTY:${target},SOURCE_DIR>"
    COMMENT "Linting ${target}" COMMAND_EXPAND_LISTS VERBATIM)
  if(NOT TARGET warplint)
    add_custom_target(warplint)
  endif()
  add_dependencies(warplint ${target}-warplint)

  if(ARG_ON_BUILD)
    get_target_property(launchers ${target} CUDA_COMPILER_LAUNCHER)
    if(NOT launchers)
      set(launchers)
    endif()
    if(ARG_FATAL)
      list(APPEND ARG_OPTIONS --fatal)
    endif()
    list(PREPEND launchers ${WARPLINT_LAUNCHER} ${ARG_OPTIONS})
    set_target_properties(${target} PROPERTIES CUDA_COMPILER_LAUNCHER "${launchers}")
  endif()
endfunction()
