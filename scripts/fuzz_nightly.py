#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds libFuzzer's targets under sanitizers and runs each of them for an hour.

  fuzz_nightly.py                              # all targets, an hour each
  fuzz_nightly.py --seconds 60 --jobs 4 Json   # one target, a minute

A target starts from its seeds and from the corpus that earlier runs have left in
the folder (--folder). What is found lies there too, beside a log for each target;
the exit code is then 1. An input that was found becomes a seed when it is mended:
test/fuzz/seeds.py says how.
"""

import argparse
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SEEDS = ROOT / "test" / "fuzz" / "targets" / "seeds"
# What libFuzzer calls the inputs that it keeps of a finding.
FINDINGS = ("crash", "timeout", "oom", "leak")


def build(preset_folder):
    if not (preset_folder / "build.ninja").exists():
        subprocess.run(["cmake", "--preset", "sanitize"], cwd=ROOT, check=True)
    subprocess.run(["cmake", "--build", "--preset", "fuzz"], cwd=ROOT, check=True)


def unpack(target, folder):
    subprocess.run([sys.executable, ROOT / "test" / "fuzz" / "seeds.py", "unpack", target,
                    folder], check=True, stdout=subprocess.DEVNULL)


def found(folder, target):
    return sorted(path for kind in FINDINGS for path in folder.glob(f"{target}-{kind}-*"))


def run(target, programs, folder, seconds):
    """The exit code of the target's program; the corpus grows."""
    corpus, seeds = folder / "corpus" / target, folder / "seeds" / target
    corpus.mkdir(parents=True, exist_ok=True)
    unpack(target, seeds)
    with open(folder / f"{target}.log", "wb") as log:
        return subprocess.run(
            [programs / f"Fuzz{target}", f"-max_total_time={seconds}", "-timeout=10",
             "-rss_limit_mb=3000", "-print_final_stats=1",
             f"-artifact_prefix={folder}/{target}-", corpus, seeds],
            stdout=log, stderr=log, check=False).returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    targets = sorted(path.name for path in SEEDS.iterdir() if path.is_dir())
    parser.add_argument("targets", nargs="*", metavar="target",
                        help=", ".join(targets) + " (default: all)")
    parser.add_argument("--seconds", type=int, default=3600, help="of each target")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1,
                        help="targets at once (default: as many as cores)")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "fuzz-nightly")
    parser.add_argument("--build-folder", type=Path, default=ROOT / "build" / "sanitize")
    parser.add_argument("--no-build", action="store_true", help="run what is built")
    args = parser.parse_args()
    for target in args.targets:
        if target not in targets:
            parser.error(f"no target '{target}': there are {', '.join(targets)}")
    if not args.no_build:
        build(args.build_folder)
    folder = args.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    asked = args.targets or targets
    with ThreadPoolExecutor(args.jobs) as pool:
        codes = list(pool.map(lambda each: run(each, args.build_folder / "fuzz", folder,
                                               args.seconds), asked))
    failed = False
    for target, code in zip(asked, codes):
        inputs = found(folder, target)
        failed |= code != 0 or bool(inputs)
        print(f"{target}: exit code {code}" + "".join(f"\n  {path}" for path in inputs))
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
