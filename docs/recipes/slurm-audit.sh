#!/usr/bin/env bash
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#SBATCH --job-name=warplint
#SBATCH --cpus-per-task=8
#SBATCH --mem-per-cpu=2G
#SBATCH --requeue
#
# slurm-audit.sh BUILD REPORTS [option of audit]...
#
# As a task of a job array: lints one shard of the build in BUILD and writes its
# report into REPORTS; a task that lost its node goes on where it stopped. With
# MERGE=1: makes REPORTS/audit.sarif and audit.html of the shards' reports; the exit
# code is that of the whole audit.
set -euo pipefail
build="$1" reports="$2"
shift 2
warplint="${WARPLINT:-warplint}"
mkdir -p "$reports"

if [ "${MERGE:-0}" = 1 ]; then
  exec "$warplint" merge "$reports"/shard-*.sarif --html="$reports/audit.html" \
    --format=sarif -o "$reports/audit.sarif"
fi

# Tasks may be numbered from anywhere, in any steps.
shards="$SLURM_ARRAY_TASK_COUNT"
shard=$(((SLURM_ARRAY_TASK_ID - SLURM_ARRAY_TASK_MIN) / ${SLURM_ARRAY_TASK_STEP:-1} + 1))
status=0
"$warplint" audit -p "$build" --shard="$shard/$shards" -j "${SLURM_CPUS_PER_TASK:-1}" \
  "$@" --format=sarif -o "$reports/shard-$shard.sarif" || status=$?
# Findings and broken files are in the report, for the merging job to judge.
[ "$status" -eq 1 ] || [ "$status" -eq 3 ] || exit "$status"
