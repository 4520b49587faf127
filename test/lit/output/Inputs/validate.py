#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""validate.py [--lines] SCHEMA FILE...

Validates JSON documents, or with --lines each line of them, against a schema.
"""

import json
import sys

import jsonschema


def documents(path, lines):
    with open(path, encoding="utf-8") as file:
        yield from map(json.loads, file) if lines else [json.load(file)]


def main():
    lines = sys.argv[1] == "--lines"
    schema_path, *paths = sys.argv[1 + lines:]
    with open(schema_path, encoding="utf-8") as file:
        schema = json.load(file)
    kind = jsonschema.validators.validator_for(schema)
    kind.check_schema(schema)
    validator = kind(schema, format_checker=jsonschema.FormatChecker())
    wrong = 0
    for path in paths:
        for document in documents(path, lines):
            for error in validator.iter_errors(document):
                wrong += 1
                print(f"{path}: {list(error.path)}: {error.message[:200]}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
