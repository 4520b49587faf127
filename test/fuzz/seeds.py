#!/usr/bin/env python3
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Inputs that fuzzing found, one list per target, and folders as libFuzzer has them.

  seeds.py unpack PtxText folder   writes all seeds of the target there
  seeds.py pack PtxText folder     keeps what is there, smaller than 2 KiB, in
                                   targets/seeds/PtxText.json
"""

import argparse
import hashlib
import json
from pathlib import Path

SEEDS = Path(__file__).resolve().parent / "targets" / "seeds"
MOST_BYTES = 2048


def unpack(target, folder):
    folder.mkdir(parents=True, exist_ok=True)
    seeds = [path.read_bytes() for path in sorted((SEEDS / target).iterdir())]
    found = SEEDS / f"{target}.json"
    if found.exists():
        # A character is a byte: JSON has no other strings.
        seeds += [each.encode("latin-1") for each in json.loads(found.read_text())]
    for seed in seeds:
        (folder / hashlib.sha1(seed).hexdigest()).write_bytes(seed)
    return len(seeds)


def pack(target, folder):
    by_hand = {path.read_bytes() for path in (SEEDS / target).iterdir()}
    seeds = {path.read_bytes() for path in folder.iterdir()}
    kept = sorted(seed.decode("latin-1") for seed in seeds - by_hand
                  if len(seed) <= MOST_BYTES)
    (SEEDS / f"{target}.json").write_text(json.dumps(kept, indent=0) + "\n")
    return len(kept)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["unpack", "pack"])
    parser.add_argument("target", choices=sorted(p.name for p in SEEDS.iterdir() if p.is_dir()))
    parser.add_argument("folder", type=Path)
    args = parser.parse_args()
    count = {"unpack": unpack, "pack": pack}[args.action](args.target, args.folder)
    print(f"{count} seeds")


if __name__ == "__main__":
    main()
