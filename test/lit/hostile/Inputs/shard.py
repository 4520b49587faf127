# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a report as one that says that it is a shard: file, index, count."""

import json
import sys

report = json.load(open(sys.argv[1], encoding="utf-8"))
report["runs"][0]["properties"]["shard"] = {
    "index": json.loads(sys.argv[2]), "count": json.loads(sys.argv[3])}
print(json.dumps(report))
