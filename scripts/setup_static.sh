#!/usr/bin/env bash
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What -DWARPLINT_STATIC=ON needs besides: archives of zlib and zstd, and of Z3.
# Debian has no libz3.a. This compiles one from Debian's own source package, in
# the version of the installed libz3-dev, which is the solver that dynamic builds
# load, and leaves it in .z3/ of the source tree.
#
#   scripts/setup_static.sh
#
# Environment variables: see scripts/lib/setup.sh.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib/setup.sh"

archives="$(dirname "$(gcc -print-file-name=libc.a)")"
[ -f "$archives/libz.a" ] || install_packages zlib1g-dev
[ -f "$archives/libzstd.a" ] || install_packages libzstd-dev

destination="$SOURCE_ROOT/.z3"
version="$(dpkg-query --show --showformat='${source:Version}' libz3-dev)"
stamp="$destination/version"
if [ -f "$destination/libz3.a" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$version" ]; then
  exit 0
fi
[ -d /usr/include/simde ] || install_packages libsimde-dev
command -v dpkg-source >/dev/null || install_packages dpkg-dev

# Not below the sources, whose path may hold spaces: Z3's flags cannot.
work="$(mktemp -d -t warplint-z3.XXXXXX)"
mkdir -p "$destination" "$work/lists/partial" "$work/sources"
# Where apt takes packages from, sources too, without changing the machine.
. /etc/os-release
mirror="$(debian_mirror)"
echo "deb-src $mirror $VERSION_CODENAME main" >"$work/sources.list"
apt=(apt-get -qq -o "Dir::Etc::SourceList=$work/sources.list"
  -o Dir::Etc::SourceParts=/dev/null -o "Dir::State::Lists=$work/lists"
  -o APT::Sandbox::User=root)
say "fetching the source of z3 $version"
"${apt[@]}" update
(cd "$work/sources" && rm -rf z3-* && "${apt[@]}" source "z3=$version")

# With g++, as Debian compiles its own.
say "compiling libz3.a with $JOBS jobs"
source="$(dirname "$work"/sources/z3-*/CMakeLists.txt)"
cmake -S "$source" -B "$work/build" -G Ninja -DCMAKE_CXX_COMPILER=g++ \
  -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE="-O2 -DNDEBUG" \
  -DCMAKE_CXX_FLAGS="-ffunction-sections -fdata-sections -ffile-prefix-map=$source=z3 -ffile-prefix-map=$work/build=z3" \
  -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DZ3_BUILD_LIBZ3_SHARED=OFF \
  -DZ3_INCLUDE_GIT_HASH=OFF -DZ3_INCLUDE_GIT_DESCRIBE=OFF \
  -DZ3_BUILD_EXECUTABLE=OFF -DZ3_BUILD_TEST_EXECUTABLES=OFF \
  -DZ3_ENABLE_EXAMPLE_TARGETS=OFF >"$work/configure.log"
ninja -C "$work/build" -j "$JOBS" libz3 >"$work/build.log" ||
  fail "Z3 does not compile, see $work/build.log"
cp "$work/build/libz3.a" "$destination/"
cp "$source/debian/copyright" "$destination/"
echo "$version" >"$stamp"
rm -rf "$work"
say "$destination/libz3.a"
