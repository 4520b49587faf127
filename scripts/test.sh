#!/usr/bin/env bash
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installs what is missing, builds everything and runs the whole suite: unit
# tests, lit tests and the checks of the source tree itself. Arguments are
# handed to lit (for example: scripts/test.sh --filter divergent). The last line
# is 'N passed, N failed, N skipped'; the exit code is 0 only if none failed.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib/setup.sh"

ensure_tools
ensure_toolkit
ensure_schema
ensure_site
build_warplint

RESULTS="$BUILD_DIR/test/results.json"
rm -f "$RESULTS"
say "running the tests"
status=0
python3 "$LLVM_ROOT/bin/lit" -v -j "$JOBS" -D "cuda_toolkit=$TOOLKIT" \
  --output "$RESULTS" "$@" "$BUILD_DIR/test" "$BUILD_DIR/test/unit" "$BUILD_DIR/test/cases" || status=$?

python3 "$SOURCE_ROOT/scripts/lib/summarize.py" "$RESULTS" --lit-status "$status"
