# A toolchain file: compiles for 64-bit Arm on another machine, against the tree of
# Debian's packages that scripts/setup_aarch64.sh makes in .aarch64/root.
#
#   cmake --preset aarch64 && ninja -C build/aarch64
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)

# CMake reads this file again for its own small tests, without cached variables.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES WARPLINT_SYSROOT)
set(WARPLINT_SYSROOT "${CMAKE_CURRENT_LIST_DIR}/../.aarch64/root"
    CACHE PATH "Root of an installed Debian for arm64")
get_filename_component(CMAKE_SYSROOT "${WARPLINT_SYSROOT}" ABSOLUTE)
if(NOT EXISTS "${CMAKE_SYSROOT}/usr/lib/llvm-22/lib/libclangTidy.a")
  message(FATAL_ERROR "no libraries for arm64 in ${CMAKE_SYSROOT}: scripts/setup_aarch64.sh brings them")
endif()

set(CMAKE_C_COMPILER clang-22)
set(CMAKE_CXX_COMPILER clang++-22)
set(CMAKE_C_COMPILER_TARGET aarch64-linux-gnu)
set(CMAKE_CXX_COMPILER_TARGET aarch64-linux-gnu)
# The tests that CMake links need a linker for arm64.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-fuse-ld=lld -B/usr/lib/llvm-22/bin")
set(CMAKE_SHARED_LINKER_FLAGS_INIT "${CMAKE_EXE_LINKER_FLAGS_INIT}")
set(CMAKE_MODULE_LINKER_FLAGS_INIT "${CMAKE_EXE_LINKER_FLAGS_INIT}")

set(CMAKE_STRIP /usr/lib/llvm-22/bin/llvm-strip CACHE FILEPATH "")

set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(LLVM_DIR "${CMAKE_SYSROOT}/usr/lib/llvm-22/lib/cmake/llvm")
