#!/usr/bin/env bash
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What a build for aarch64 on another machine needs: Debian's own packages of
# LLVM, Clang, Z3 and the C++ library for arm64, unpacked into .aarch64/root of the
# source tree. No package is installed, and apt learns of no other architecture.
#
#   scripts/setup_aarch64.sh
#   cmake --preset aarch64 && ninja -C build/aarch64
#
# Environment variables: see scripts/lib/setup.sh.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib/setup.sh"

destination="$SOURCE_ROOT/.aarch64"
[ ! -f "$destination/complete" ] || exit 0
[ -f "$LLVM_ROOT/bin/ld.lld" ] || install_packages "lld-$LLVM_MAJOR"

# Where this machine's apt takes packages from, with a state of its own.
mirror="$(debian_mirror)"
rm -rf "$destination"
mkdir -p "$destination"/{root,lists/partial,archives/partial}
. /etc/os-release
echo "deb $mirror $VERSION_CODENAME main" >"$destination/sources.list"
cat >"$destination/apt.conf" <<END
APT::Architecture "arm64";
APT::Architectures { "arm64"; };
APT::Install-Recommends "false";
APT::Sandbox::User "root";
Debug::NoLocking "true";
Dir::Cache "$destination";
Dir::Etc::SourceList "$destination/sources.list";
Dir::Etc::SourceParts "/dev/null";
Dir::State::Lists "$destination/lists";
Dir::State::status "/dev/null";
END
export APT_CONFIG="$destination/apt.conf"
say "fetching packages of $VERSION_CODENAME for arm64"
apt-get -qq update
apt-get -qq --yes --download-only install "libclang-$LLVM_MAJOR-dev" \
  "llvm-$LLVM_MAJOR-dev" libz3-dev libstdc++-12-dev zlib1g-dev libzstd-dev

for package in "$destination"/archives/*.deb; do
  dpkg-deb --extract "$package" "$destination/root"
done
# Links that start at the root would lead to this machine's files.
find "$destination/root" -type l -lname '/*' | while read -r link; do
  ln -sfnr "$destination/root$(readlink "$link")" "$link"
done
rm -rf "$destination"/{lists,archives,*.bin}
touch "$destination/complete"
say "$destination/root"
