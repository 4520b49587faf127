# What is installed besides the programs, and the Debian package. Everything
# below the prefix finds the rest relative to itself, so the tree can be moved.
install(DIRECTORY "${WARPLINT_CLANG_RESOURCE_DIR}/include/"
  DESTINATION lib/warplint/clang/include)
install(PROGRAMS scripts/fetch_toolkit.py DESTINATION lib/warplint)
install(FILES scripts/toolkit-headers.txt DESTINATION lib/warplint)
install(FILES README.md CHANGELOG.md DESTINATION share/doc/warplint)
install(FILES LICENSE DESTINATION share/doc/warplint RENAME copyright)
if(WARPLINT_Z3_LIBRARY AND NOT WARPLINT_STATIC)
  install(PROGRAMS "${WARPLINT_Z3_LIBRARY}" DESTINATION lib/warplint/lib)
  # Its package for Python has no text of its licence, Debian's has.
  install(FILES /usr/share/doc/libz3-4/copyright
    DESTINATION share/doc/warplint/licenses RENAME Z3 OPTIONAL)
endif()
install(DIRECTORY docs DESTINATION share/doc/warplint PATTERN site EXCLUDE)
install(PROGRAMS examples/agents/mend.py DESTINATION share/doc/warplint/examples/agents)
# The SBOM and the licences of what is linked in, which scripts/make_release.py writes.
install(DIRECTORY "${CMAKE_BINARY_DIR}/linked/" DESTINATION share/doc/warplint OPTIONAL)

# find_package(warplint), from the build tree as well
configure_file(cmake/package/warplint-config.cmake
  "${CMAKE_BINARY_DIR}/lib/cmake/warplint/warplint-config.cmake" COPYONLY)
configure_file(cmake/package/warplint-launcher
  "${CMAKE_BINARY_DIR}/lib/warplint/warplint-launcher" COPYONLY
  FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
                   WORLD_READ WORLD_EXECUTE)
# Messages name the script that fetches headers where the program lies.
foreach(file fetch_toolkit.py toolkit-headers.txt)
  configure_file(scripts/${file} "${CMAKE_BINARY_DIR}/lib/warplint/${file}" COPYONLY)
endforeach()
include(CMakePackageConfigHelpers)
write_basic_package_version_file(
  "${CMAKE_BINARY_DIR}/lib/cmake/warplint/warplint-config-version.cmake"
  COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(DIRECTORY "${CMAKE_BINARY_DIR}/lib/cmake/warplint" DESTINATION lib/cmake)
install(PROGRAMS cmake/package/warplint-launcher DESTINATION lib/warplint)

set(CPACK_GENERATOR DEB)
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 4) # Of one thread xz has other bytes than of several.
set(CPACK_PACKAGE_VENDOR "warplint")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "static analyzer for synchronization bugs in CUDA C++")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "the warplint authors")
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${CMAKE_BINARY_DIR}/lib/warplint/lib")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "clang-tidy-${LLVM_VERSION_MAJOR}, ninja-build")
include(CPack)
