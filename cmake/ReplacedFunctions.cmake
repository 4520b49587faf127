# Functions of Clang that our programs replace at link time (--wrap). The linker
# does it without a word for a name that nobody calls, and it reaches only calls
# from other object files: a change of Clang would undo a replacement silently. So
# each is looked up in Clang's archives when the build is configured.
#
# warplint_replace(<target> <scope> <archive> <object> <symbol> CALLERS <object>...)
# <target> gets the replacement of <symbol>, which <object> of lib<archive>.a
# defines. The CALLERS, objects of any archive that is linked, call it. <scope> is
# that of target_link_options.

find_program(WARPLINT_NM NAMES llvm-nm HINTS "${WARPLINT_LLVM_ROOT}/bin" NO_DEFAULT_PATH)
if(NOT WARPLINT_NM)
  message(FATAL_ERROR "no llvm-nm in ${WARPLINT_LLVM_ROOT}/bin (Debian: llvm-${WARPLINT_LLVM_MAJOR})")
endif()

# Sets <out> to rows "<object> <T, W or U>" of the archives that mention <symbol>.
function(warplint_mentions out symbol)
  set(rows)
  foreach(archive IN LISTS ARGN)
    execute_process(
      COMMAND "${WARPLINT_NM}" --print-file-name "${WARPLINT_LLVM_ROOT}/lib/lib${archive}.a"
      COMMAND grep -wF -e "${symbol}"
      OUTPUT_VARIABLE found ERROR_QUIET)
    string(REGEX MATCHALL "[^\n]+" lines "${found}")
    foreach(line IN LISTS lines)
      if(line MATCHES "([A-Za-z0-9_]+)\\.cpp\\.o:.* ([TWU]) ")
        list(APPEND rows "${CMAKE_MATCH_1} ${CMAKE_MATCH_2}")
      endif()
    endforeach()
  endforeach()
  set(${out} "${rows}" PARENT_SCOPE)
endfunction()

function(warplint_replace target scope archive object symbol)
  cmake_parse_arguments(REPLACED "" "" "CALLERS;CALLING" ${ARGN})
  target_link_options(${target} ${scope} "LINKER:--wrap=${symbol}")
  set(looked_up "WARPLINT_REPLACED_${symbol}")
  set(state "${LLVM_PACKAGE_VERSION} ${archive} ${object} ${REPLACED_CALLERS}")
  if("${${looked_up}}" STREQUAL "${state}")
    return()
  endif()
  warplint_mentions(rows ${symbol} ${archive} ${REPLACED_CALLING})
  set(lost)
  if(NOT "${object} T" IN_LIST rows AND NOT "${object} W" IN_LIST rows)
    list(APPEND lost "${object} of lib${archive}.a does not define it")
  endif()
  foreach(caller IN LISTS REPLACED_CALLERS)
    if(NOT "${caller} U" IN_LIST rows)
      list(APPEND lost "${caller} does not call it")
    endif()
  endforeach()
  if(lost)
    list(JOIN lost ", " lost)
    message(FATAL_ERROR "${symbol}, which ${target} replaces, is not the function that was known: ${lost} (LLVM ${LLVM_PACKAGE_VERSION}). docs/llvm.md says what each replacement is for.")
  endif()
  set(${looked_up} "${state}" CACHE INTERNAL "looked up in Clang's archives")
endfunction()
