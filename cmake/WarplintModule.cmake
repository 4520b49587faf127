# A switch over our own enumerations names every value: a new one is an error
# where it is not thought of.
set(WARPLINT_WARNINGS -Wall -Wextra -Wno-unused-parameter -Werror=switch)

# warplint_module(<name> SOURCES <files> DEPENDS <modules>)
# A module is one object-free static library warplint<Name> whose headers are
# included as "<Name>/<Header>.h". It links only the modules it may know.
function(warplint_module name)
  cmake_parse_arguments(MODULE "" "" "SOURCES;DEPENDS" ${ARGN})
  if(MODULE_SOURCES)
    add_library(warplint${name} STATIC ${MODULE_SOURCES})
    set(scope PUBLIC)
    target_compile_options(warplint${name} PRIVATE ${WARPLINT_WARNINGS})
    set_target_properties(warplint${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  else()
    add_library(warplint${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(warplint${name} ${scope} "${PROJECT_SOURCE_DIR}/lib")
  target_link_libraries(warplint${name} ${scope} warplint-llvm)
  foreach(module IN LISTS MODULE_DEPENDS)
    target_link_libraries(warplint${name} ${scope} warplint${module})
  endforeach()
endfunction()
