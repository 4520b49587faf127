# LLVM and Clang 22, no other version: our programs replace some of Sema's
# functions at link time (lib/CompileCommands) and read private members, and what they
# find of them is known for this version only. They link Clang's static
# libraries, never libclang-cpp.so, which would duplicate Clang's globals.
set(WARPLINT_LLVM_MAJOR 22)

if(NOT LLVM_DIR AND NOT LLVM_ROOT)
  find_program(WARPLINT_LLVM_CONFIG NAMES llvm-config-${WARPLINT_LLVM_MAJOR})
  if(WARPLINT_LLVM_CONFIG)
    execute_process(COMMAND ${WARPLINT_LLVM_CONFIG} --cmakedir
                    OUTPUT_VARIABLE LLVM_DIR OUTPUT_STRIP_TRAILING_WHITESPACE)
  endif()
endif()
find_package(LLVM CONFIG)
if(NOT LLVM_FOUND)
  message(FATAL_ERROR "warplint needs LLVM ${WARPLINT_LLVM_MAJOR}, and none was found (Debian: libclang-${WARPLINT_LLVM_MAJOR}-dev llvm-${WARPLINT_LLVM_MAJOR}-dev; LLVM_DIR names another place)")
endif()
if(NOT LLVM_VERSION_MAJOR EQUAL WARPLINT_LLVM_MAJOR)
  message(FATAL_ERROR "warplint needs LLVM ${WARPLINT_LLVM_MAJOR}, found ${LLVM_PACKAGE_VERSION} in ${LLVM_DIR} (LLVM_DIR names another place)")
endif()

set(WARPLINT_LLVM_ROOT "${LLVM_TOOLS_BINARY_DIR}/..")
get_filename_component(WARPLINT_LLVM_ROOT "${WARPLINT_LLVM_ROOT}" ABSOLUTE)
set(WARPLINT_CLANG_RESOURCE_DIR "${WARPLINT_LLVM_ROOT}/lib/clang/${LLVM_VERSION_MAJOR}"
    CACHE PATH "Clang's resource directory (its own headers)")
if(NOT EXISTS "${WARPLINT_LLVM_ROOT}/lib/libclangTidy.a")
  message(FATAL_ERROR "no static Clang libraries under ${WARPLINT_LLVM_ROOT}/lib (Debian: libclang-${LLVM_VERSION_MAJOR}-dev)")
endif()

# Clang's exported CMake targets name files that only other Debian packages
# carry, so the archives are named here.
function(warplint_clang_archives out)
  set(archives)
  foreach(name IN LISTS ARGN)
    list(APPEND archives "${WARPLINT_LLVM_ROOT}/lib/lib${name}.a")
  endforeach()
  set(${out} "-Wl,--start-group" ${archives} "-Wl,--end-group" PARENT_SCOPE)
endfunction()

set(WARPLINT_CLANG_ARCHIVES
  clangTidy clangTidyUtils
  clangTooling clangToolingCore clangToolingInclusions clangFormat clangRewrite
  clangRewriteFrontend clangFrontend clangDriver clangOptions clangSerialization clangParse
  clangSema clangAPINotes clangEdit clangAnalysis clangAnalysisFlowSensitive clangAnalysisLifetimeSafety
  clangStaticAnalyzerFrontend clangStaticAnalyzerCheckers clangStaticAnalyzerCore
  clangCrossTU clangIndex clangASTMatchers clangDynamicASTMatchers clangTransformer
  clangAST clangLex clangBasic clangSupport)
warplint_clang_archives(WARPLINT_CLANG_LIBRARIES ${WARPLINT_CLANG_ARCHIVES})

# WARPLINT_LLVM_LIBRARIES is what programs that are installed link; tests take
# the shared library. A static LLVM makes a program smaller than libLLVM.so alone
# and lets it run where no LLVM is installed. One that is static throughout runs
# on any Linux of its processor.
option(WARPLINT_STATIC_LLVM "Link LLVM statically into the programs" ON)
option(WARPLINT_STATIC "Link all there is statically into the programs, the C library too" OFF)
if(WARPLINT_STATIC OR WARPLINT_STATIC_LLVM)
  file(GLOB llvm_archives "${WARPLINT_LLVM_ROOT}/lib/libLLVM*.a")
  set(WARPLINT_LLVM_LIBRARIES "-Wl,--start-group" ${llvm_archives} "-Wl,--end-group")
else()
  set(WARPLINT_LLVM_LIBRARIES LLVM)
endif()
# How many steps a question takes differs between versions of Z3, and limits are
# counted in steps: programs and tests take one pinned build. A toolchain for another
# processor brings its own.
if(NOT CMAKE_CROSSCOMPILING)
  file(GLOB WARPLINT_Z3_FETCHED "${PROJECT_SOURCE_DIR}/.z3/lib/libz3.so.*")
  if(NOT WARPLINT_Z3_FETCHED)
    message(FATAL_ERROR "no Z3 in ${PROJECT_SOURCE_DIR}/.z3: scripts/fetch_z3.py .z3 brings it")
  endif()
  get_filename_component(WARPLINT_Z3_NAME "${WARPLINT_Z3_FETCHED}" NAME)
  # The layout of an installation: programs find it relative to themselves.
  set(WARPLINT_Z3_LIBRARY "${CMAKE_BINARY_DIR}/lib/warplint/lib/${WARPLINT_Z3_NAME}")
  configure_file("${WARPLINT_Z3_FETCHED}" "${WARPLINT_Z3_LIBRARY}" COPYONLY)
endif()
if(WARPLINT_STATIC)
  foreach(name IN ITEMS z zstd z3)
    find_library(WARPLINT_ARCHIVE_${name} NAMES lib${name}.a PATHS "${PROJECT_SOURCE_DIR}/.z3")
    if(NOT WARPLINT_ARCHIVE_${name})
      message(FATAL_ERROR "no lib${name}.a, which WARPLINT_STATIC needs: scripts/setup_static.sh brings it")
    endif()
    list(APPEND WARPLINT_LLVM_LIBRARIES "${WARPLINT_ARCHIVE_${name}}")
  endforeach()
  add_library(warplintStaticLibc OBJECT cmake/StaticLibc.cpp)
  set_target_properties(warplintStaticLibc PROPERTIES POSITION_INDEPENDENT_CODE ON)
  list(APPEND WARPLINT_LLVM_LIBRARIES warplintStaticLibc -static-pie)
elseif(WARPLINT_STATIC_LLVM)
  # Z3 has the C++ library of the machine: it must not find parts of ours before it.
  list(APPEND WARPLINT_LLVM_LIBRARIES -static-libstdc++ -static-libgcc
    "-Wl,--exclude-libs,ALL" "-Wl,--as-needed")
  # Their development packages need not be there.
  set(libraries z:1 zstd:1 tinfo:6 xml2:2)
  if(WARPLINT_Z3_LIBRARY)
    list(APPEND WARPLINT_LLVM_LIBRARIES "${WARPLINT_Z3_LIBRARY}")
  else()
    list(APPEND libraries z3:4)
  endif()
  foreach(library IN LISTS libraries)
    string(REGEX REPLACE "(.*):(.*)" "\\1;lib\\1.so.\\2" names "${library}")
    list(GET names 0 name)
    find_library(WARPLINT_LIBRARY_${name} NAMES ${names} REQUIRED)
    list(APPEND WARPLINT_LLVM_LIBRARIES "${WARPLINT_LIBRARY_${name}}")
  endforeach()
endif()

add_library(warplint-llvm INTERFACE)
# Only the plugin keeps its containers apart from those of its host, which run
# forwards; a program that links LLVM statically would mix both.
if(WARPLINT_REVERSED)
  target_include_directories(warplint-llvm SYSTEM INTERFACE "${PROJECT_SOURCE_DIR}/cmake/reversed")
endif()
target_include_directories(warplint-llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
target_compile_definitions(warplint-llvm INTERFACE
  _GNU_SOURCE __STDC_CONSTANT_MACROS __STDC_FORMAT_MACROS __STDC_LIMIT_MACROS)
target_compile_options(warplint-llvm INTERFACE -fno-exceptions -fvisibility-inlines-hidden)
if(NOT LLVM_ENABLE_RTTI)
  target_compile_options(warplint-llvm INTERFACE -fno-rtti)
endif()

find_program(WARPLINT_LLD NAMES ld.lld-${LLVM_VERSION_MAJOR} ld.lld
             HINTS "${WARPLINT_LLVM_ROOT}/bin")
if(WARPLINT_LLD)
  add_link_options(-fuse-ld=lld "-B${WARPLINT_LLVM_ROOT}/bin")
endif()

# LLVM compiles each function into a section of its own.
add_link_options(LINKER:--gc-sections)
