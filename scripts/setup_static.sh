#!/usr/bin/env bash
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What -DWARPLINT_STATIC=ON needs besides: archives of zlib and zstd, and of Z3, which
# this compiles from the sources of the version that scripts/z3.txt names: the solver
# that dynamic builds load. It leaves libz3.a in .z3/ of the source tree.
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
stamp="$destination/archive.complete"
if [ -f "$destination/libz3.a" ] && cmp -s "$stamp" "$SOURCE_ROOT/scripts/z3.txt"; then
  exit 0
fi
ensure_z3
say "fetching the source of Z3"
python3 "$SOURCE_ROOT/scripts/fetch_z3.py" --source "$destination"

# Kept until the archive is there: a compilation that is ended goes on where it was. Not
# below sources whose path holds spaces: Z3's flags cannot.
work="$destination/work-$(sha256sum <"$SOURCE_ROOT/scripts/z3.txt" | cut -c1-16)"
case "$work" in
  *[[:space:]]*) work="$(mktemp -d -t warplint-z3.XXXXXX)" ;;
  *) for old in "$destination"/work-*; do [ "$old" = "$work" ] || rm -rf "$old"; done ;;
esac
source="$work/source"
if [ ! -e "$work/copied" ]; then
  rm -rf "$work"
  mkdir -p "$work"
  cp -r "$destination/source" "$source"
  # Z3 wants a newer CMake than Debian 12 has.
  python3 -m pip install --quiet --disable-pip-version-check --target "$work/cmake" "cmake==3.31.6"
  touch "$work/copied"
fi

# Z3 wants <format>, which the C++ library of Debian 12 has not.
standin=""
echo '#include <format>' | g++ -std=c++20 -fsyntax-only -x c++ - 2>/dev/null ||
  { mkdir -p "$work/standin"; cp -rp "$SOURCE_ROOT/scripts/lib/z3/." "$work/standin"
    standin="-isystem $work/standin"; }
say "compiling libz3.a with $JOBS jobs"
"$work/cmake/cmake/data/bin/cmake" -S "$source" -B "$work/build" -G Ninja -DCMAKE_CXX_COMPILER=g++ \
  -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE="-O2 -DNDEBUG" \
  -DCMAKE_CXX_FLAGS="$standin -ffunction-sections -fdata-sections -ffile-prefix-map=$source=z3 -ffile-prefix-map=$work/build=z3" \
  -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DZ3_BUILD_LIBZ3_SHARED=OFF \
  -DZ3_INCLUDE_GIT_HASH=OFF -DZ3_INCLUDE_GIT_DESCRIBE=OFF \
  -DZ3_BUILD_EXECUTABLE=OFF -DZ3_BUILD_TEST_EXECUTABLES=OFF \
  -DZ3_ENABLE_EXAMPLE_TARGETS=OFF >"$work/configure.log"
ninja -C "$work/build" -j "$JOBS" libz3 >"$work/build.log" ||
  fail "Z3 does not compile, see $work/build.log"
cp "$work/build/libz3.a" "$destination/"
cp "$source/LICENSE.txt" "$destination/copyright"
cp "$SOURCE_ROOT/scripts/z3.txt" "$stamp"
rm -rf "$work"
say "$destination/libz3.a"
