# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Steps shared by scripts/quickstart.sh and scripts/test.sh; sourced, not run.
# Each step does nothing when its result is there already.
#
#   WARPLINT_JOBS          parallel jobs (default 2)
#   WARPLINT_BUILD         build folder (default build)
#   WARPLINT_HIDE_TOOLKIT  1: behave as if no CUDA toolkit were installed

LLVM_MAJOR=22
SOURCE_ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
BUILD_DIR="${WARPLINT_BUILD:-$SOURCE_ROOT/build}"
JOBS="${WARPLINT_JOBS:-2}"
LLVM_ROOT="/usr/lib/llvm-$LLVM_MAJOR"
FETCHED_TOOLKIT="$SOURCE_ROOT/.toolkit"
SARIF_SCHEMA="$SOURCE_ROOT/.schemas/sarif-2.1.0.json"

# What must be there, and Debian's package that brings it: a file, a module of
# Python (python3:name), or a command when the name has neither slash nor colon.
REQUIREMENTS=(
  "clang++-$LLVM_MAJOR                           clang-$LLVM_MAJOR"
  "clang-tidy-$LLVM_MAJOR                        clang-tidy-$LLVM_MAJOR"
  "$LLVM_ROOT/lib/libclangTidy.a                 libclang-$LLVM_MAJOR-dev"
  "$LLVM_ROOT/lib/cmake/llvm/LLVMConfig.cmake    llvm-$LLVM_MAJOR-dev"
  "$LLVM_ROOT/bin/FileCheck                      llvm-$LLVM_MAJOR-tools"
  "$LLVM_ROOT/bin/lit             llvm-$LLVM_MAJOR-tools"
  "$LLVM_ROOT/bin/ld.lld                         lld-$LLVM_MAJOR"
  "/usr/include/gtest/gtest.h                    libgtest-dev"
  "cmake                                         cmake"
  "ninja                                         ninja-build"
  "g++                                           g++"
  "python3                                       python3"
  "python3:pip                                   python3-pip"
  "python3:ensurepip                             python3-venv"
  "dpkg-shlibdeps                                dpkg-dev"
  "pre-commit                                    pre-commit"
  "git                                           git"
  "jq                                            jq"
  "file                                          file"
)

say() { printf '== %s\n' "$*"; }

fail() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

is_there() {
  case "$1" in
    */*) [ -e "$1" ] ;;
    python3:*) python3 -c "import ${1#python3:}" 2>/dev/null ;;
    *) command -v "$1" >/dev/null ;;
  esac
}

# Prints the packages whose file or command is missing.
missing_packages() {
  local row thing package
  for row in "${REQUIREMENTS[@]}"; do
    read -r thing package <<<"$row"
    is_there "$thing" || echo "$package"
  done | sort -u
}

# install_packages <package>...
install_packages() {
  local as_root=()
  command -v apt-get >/dev/null ||
    fail "missing, and there is no apt-get to install it (names are Debian's): $*"
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null ||
      fail "missing: $* -- run as root: apt-get install $*"
    as_root=(sudo)
  fi
  say "installing $*"
  local install=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive
    apt-get install -y -qq --no-install-recommends "$@")
  # Package lists may be absent (a bare system) or older than the archive.
  if ! apt-cache show "$@" >/dev/null 2>&1 || ! "${install[@]}"; then
    "${as_root[@]}" apt-get update -qq
    "${install[@]}"
  fi
}

# Prints where this machine's apt takes packages of its own release from.
debian_mirror() {
  local mirror
  mirror="$(. /etc/os-release && apt-get indextargets --format '$(SITE) $(CODENAME)' \
    'Created-By: Packages' |
    awk -v suite="$VERSION_CODENAME" '$2 == suite { print $1; exit }')"
  [ -n "$mirror" ] || fail "apt names no mirror of this release"
  echo "$mirror"
}

ensure_tools() {
  local missing
  missing="$(missing_packages)"
  # shellcheck disable=SC2086 # one word per package
  [ -z "$missing" ] || install_packages $missing
  missing="$(missing_packages)"
  [ -z "$missing" ] || fail "still missing after installation: $missing"
}

# Prints the root of an installed CUDA toolkit, or nothing.
installed_toolkit() {
  local nvcc="" root
  [ "${WARPLINT_HIDE_TOOLKIT:-0}" = 1 ] && return 0
  nvcc="$(command -v nvcc || true)"
  [ -z "$nvcc" ] || nvcc="$(dirname "$(dirname "$(readlink -f "$nvcc")")")"
  for root in "$nvcc" "${CUDA_HOME:-}" "${CUDA_PATH:-}" /usr/local/cuda \
    /usr/local/cuda-* /opt/cuda /usr/lib/cuda; do
    if [ -n "$root" ] && [ -f "$root/include/cuda_runtime.h" ]; then
      echo "$root"
      return 0
    fi
  done
}

# Sets TOOLKIT to the CUDA headers to use, fetching them when none are installed.
ensure_toolkit() {
  TOOLKIT="$(installed_toolkit)"
  if [ -n "$TOOLKIT" ]; then
    say "CUDA toolkit: $TOOLKIT"
    return
  fi
  if [ ! -f "$FETCHED_TOOLKIT/complete" ]; then
    say "no CUDA toolkit found: fetching NVIDIA's headers into $FETCHED_TOOLKIT"
  fi
  python3 "$SOURCE_ROOT/scripts/fetch_toolkit.py" "$FETCHED_TOOLKIT"
  TOOLKIT="$FETCHED_TOOLKIT"
  # Where warplint looks last, relative to its own program.
  mkdir -p "$BUILD_DIR/lib/warplint"
  ln -sfn "$FETCHED_TOOLKIT" "$BUILD_DIR/lib/warplint/toolkit"
  say "CUDA headers: $TOOLKIT"
}

# The solver, the same for programs and tests (scripts/z3.txt).
ensure_z3() {
  python3 "$SOURCE_ROOT/scripts/fetch_z3.py" "$SOURCE_ROOT/.z3"
}

# What validates SARIF reports. Without it one test is skipped, not more.
ensure_schema() {
  python3 -c 'import jsonschema' 2>/dev/null || install_packages python3-jsonschema
  python3 -m pip --version >/dev/null 2>&1 || install_packages python3-pip
  python3 "$SOURCE_ROOT/scripts/fetch_schema.py" "$SARIF_SCHEMA" ||
    say "no SARIF schema: reports are not validated against it"
}

# build_warplint <target>...: everything without any.
build_warplint() {
  ensure_z3
  say "building in $BUILD_DIR with $JOBS jobs (WARPLINT_JOBS)"
  if [ ! -f "$BUILD_DIR/build.ninja" ]; then
    say "two jobs take about three minutes the first time, five with the tests"
    # Clang compiles clang's headers in half the time that GCC takes, and files
    # of one module together in half the time that they take alone.
    cmake -S "$SOURCE_ROOT" -B "$BUILD_DIR" -G Ninja -DCMAKE_UNITY_BUILD=ON \
      -DCMAKE_C_COMPILER="${CC:-clang-$LLVM_MAJOR}" \
      -DCMAKE_CXX_COMPILER="${CXX:-clang++-$LLVM_MAJOR}"
  fi
  ninja -C "$BUILD_DIR" -j "$JOBS" "$@"
}

# What makes the site of the pages, and what knows the forms of services' files; for tests.
ensure_site() {
  [ -d "$SOURCE_ROOT/.site/mkdocs" ] && [ -d "$SOURCE_ROOT/.site/check_jsonschema" ] && return 0
  python3 -m pip install --quiet --disable-pip-version-check --target "$SOURCE_ROOT/.site" \
    "mkdocs==1.6.1" "mkdocs-material==9.8.2" "check-jsonschema==0.39.0" ||
    say "no mkdocs-material: the site of the pages is not built, files of services not checked"
}
