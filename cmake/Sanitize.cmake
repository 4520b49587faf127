# With WARPLINT_SANITIZE everything of ours is checked by AddressSanitizer and
# UndefinedBehaviorSanitizer and instrumented for libFuzzer. LLVM has no RTTI, so
# what needs it is left out.
if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  message(FATAL_ERROR "WARPLINT_SANITIZE needs clang: CMAKE_CXX_COMPILER=clang++-22")
endif()
include(CheckCXXSourceCompiles)
set(CMAKE_REQUIRED_FLAGS "-fsanitize=fuzzer,address,undefined")
check_cxx_source_compiles(
  "extern \"C\" int LLVMFuzzerTestOneInput(const char *, unsigned long) { return 0; }"
  WARPLINT_HAS_LIBFUZZER)
unset(CMAKE_REQUIRED_FLAGS)
if(NOT WARPLINT_HAS_LIBFUZZER)
  message(FATAL_ERROR "clang's runtime libraries are missing (Debian: libclang-rt-${LLVM_VERSION_MAJOR}-dev)")
endif()
add_compile_options(-fsanitize=fuzzer-no-link,address,undefined
  -fno-sanitize=vptr,function -fno-sanitize-recover=undefined
  -fno-omit-frame-pointer)
add_link_options(-fsanitize=address,undefined)
add_library(warplint-sanitizer-options OBJECT cmake/SanitizerOptions.cpp)
set_target_properties(warplint-sanitizer-options PROPERTIES POSITION_INDEPENDENT_CODE ON)
link_libraries(warplint-sanitizer-options)
