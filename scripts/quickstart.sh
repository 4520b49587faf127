#!/usr/bin/env bash
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# From a bare Debian 12 to findings: installs what is missing, builds warplint
# without its tests and runs it over examples/. Neither nvcc nor a GPU is needed.
# Environment variables: see scripts/lib/setup.sh.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib/setup.sh"

ensure_tools
ensure_toolkit
build_warplint warplint warplint-clangd warplint-tidy

DATABASE_DIR="$BUILD_DIR/examples"
python3 "$SOURCE_ROOT/scripts/example_database.py" \
  --toolkit "$TOOLKIT" --examples "$SOURCE_ROOT/examples" --output "$DATABASE_DIR"

say "build/bin/warplint -p build/examples examples/*.cu"
status=0
"$BUILD_DIR/bin/warplint" -p "$DATABASE_DIR" "$SOURCE_ROOT"/examples/*.cu || status=$?

echo
case "$status" in
  1) say "done: the findings above are the examples' deliberate bugs, so warplint's exit code 1 ('findings') is what a working installation gives" ;;
  0) fail "warplint found nothing in examples/, whose kernels hold deliberate bugs" ;;
  *) fail "warplint ended with exit code $status (0 clean, 1 findings, 2 usage, 3 incomplete)" ;;
esac
