#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs docs/recipes/slurm-audit.sh on a cluster of two nodes on this machine.

    scripts/test_on_slurm.py --warplint build/bin/warplint
    scripts/test_on_slurm.py --warplint build/bin/warplint --measure 1,2,4 -p build

The test: an array of four shards, of which one loses its node in the middle, and
the job that merges. Slurm must start that shard again, it must go on where it
stopped, and the report must be that of one audit on one machine, to the byte.
Measuring takes a build with a database, and gives each shard one processor.

Wants root and Debian's munge, slurmctld, slurmd and slurm-client; the daemons work
in a folder of their own, and end with the script.
"""

import argparse
import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
RECIPE = ROOT / "docs/recipes/slurm-audit.sh"
DAEMONS = {"munged": "munge", "slurmctld": "slurmctld", "slurmd": "slurmd",
           "sbatch": "slurm-client"}
KERNELS = 16
SHARDS = 4

CONFIGURATION = """\
ClusterName=warplint
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmUser=root
AuthInfo=socket={folder}/munge.socket
StateSaveLocation={folder}/state
SlurmctldPidFile={folder}/slurmctld.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdSpoolDir={folder}/%n
SlurmdPidFile={folder}/%n.pid
SlurmdLogFile={folder}/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_res
SelectTypeParameters=CR_CPU
MpiDefault=none
ReturnToService=2
SlurmdTimeout=5
{nodes}
PartitionName=all Nodes=ALL Default=YES State=UP
"""


def missing():
    """Why this machine cannot run it, or nothing."""
    absent = [package for program, package in DAEMONS.items() if not find(program)]
    if absent:
        return "missing packages of Debian: " + " ".join(absent)
    if os.geteuid() != 0:
        return "only root can start the daemons"
    if subprocess.run(["unshare", "--pid", "--fork", "--mount-proc", "true"],
                      capture_output=True).returncode != 0:
        return "this machine allows no process namespaces, in which the nodes live"
    return None


def find(program):
    return shutil.which(program, path=os.environ["PATH"] + ":/usr/sbin:/sbin")


def free_ports(count):
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]


def wait_for(what, condition, seconds=120):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"waited {seconds} seconds for {what}")
        time.sleep(0.1)


class Cluster:
    """munged, slurmctld and a slurmd for each node, all in one folder."""

    def __init__(self, folder, processors):
        self.folder, self.running = folder, {}
        (folder / "state").mkdir()
        (folder / "munge.key").write_bytes(os.urandom(128))
        (folder / "munge.key").chmod(0o600)
        ports = free_ports(1 + len(processors))
        nodes = [f"NodeName={name} NodeAddr=127.0.0.1 Port={port} CPUs={count} "
                 f"RealMemory={os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') >> 20}"
                 for (name, count), port in zip(processors.items(), ports[1:])]
        (folder / "slurm.conf").write_text(CONFIGURATION.format(
            host=socket.gethostname(), port=ports[0], folder=folder,
            nodes="\n".join(nodes)))
        os.environ["SLURM_CONF"] = str(folder / "slurm.conf")
        try:
            self.start("munged", "--force", "--foreground",
                       *(f"--{name}-file={folder}/munge.{name}"
                         for name in ("key", "pid", "log", "seed")),
                       f"--socket={folder}/munge.socket")
            wait_for("munged", (folder / "munge.socket").exists)
            self.start("slurmctld", "-D")
            for name in processors:
                # A namespace ends at once, with all that runs in it, as a machine does.
                self.start("unshare", "--pid", "--fork", "--kill-child", "--mount-proc",
                           find("slurmd"), "-D", "-N", name, name=name)
            wait_for("the nodes", lambda: self.ask("sinfo", "-h", "-t", "idle", "-o",
                                                   "%D").split() == [str(len(processors))])
        except BaseException:
            self.stop()
            raise

    def start(self, program, *words, name=None):
        name = name or program
        with open(self.folder / f"{name}.out", "w") as output:
            self.running[name] = subprocess.Popen(
                [find(program), *words], stdin=subprocess.DEVNULL, stdout=output,
                stderr=subprocess.STDOUT)

    def kill(self, name):
        process = self.running.pop(name)
        process.kill()
        process.wait()

    def stop(self):
        for name in reversed(list(self.running)):
            self.kill(name)

    @staticmethod
    def ask(*command):
        return subprocess.run(command, text=True, capture_output=True).stdout

    def submit(self, *words, after=None, merge=False):
        environment = {**os.environ, **({"MERGE": "1"} if merge else {})}
        dependency = [f"--dependency=afterany:{after}"] if after else []
        answer = subprocess.run(
            ["sbatch", "--parsable", *dependency,
             "--cpus-per-task=1", "--mem-per-cpu=1M", f"--output={self.folder}/job-%A-%a.out",
             *map(str, words)],
            env=environment, text=True, capture_output=True)
        if answer.returncode != 0:
            raise AssertionError(answer.stderr)
        return answer.stdout.strip()

    def wait(self, job, seconds=600):
        wait_for(f"job {job}", lambda: not self.ask("squeue", "-h", "-j", job).strip(),
                 seconds)

    def exit_code(self, job):
        return next(word.partition("=")[2]
                    for word in self.ask("scontrol", "show", "job", job).split()
                    if word.startswith("ExitCode="))

    def logs(self):
        return "".join(f"-- {file.name}\n{file.read_text()[-2000:]}"
                       for file in sorted([*self.folder.glob("*.out"),
                                           *self.folder.glob("*.log")]))


def expect(what, holds):
    print(f"{what}: {'yes' if holds else 'NO'}", flush=True)
    if not holds:
        raise AssertionError(what)


def write_project(folder):
    for number in range(KERNELS):
        (folder / f"k{number}.cu").write_text(
            f"__global__ void k{number}(float *p) {{\n"
            "  if (threadIdx.x < 3) __syncthreads();\n}\n")
    (folder / "compile_commands.json").write_text(json.dumps(
        [{"directory": str(folder), "file": f"k{number}.cu",
          "command": f"nvcc -arch=sm_90 -c k{number}.cu"} for number in range(KERNELS)]))


def reports_of(folder, shard):
    """{report of a unit: when it was written}."""
    return {file: file.stat().st_mtime_ns
            for file in folder.glob(f"warplint-audit*/**/*{shard}*{SHARDS}*/units/*.sarif")}


def running_on(cluster, node):
    """The index of the array's task that runs there, or nothing."""
    return cluster.ask("squeue", "-h", "-w", node, "-t", "running", "-o", "%K").strip()


def test(cluster, folder, options):
    write_project(folder)
    array = cluster.submit(f"--array=1-{SHARDS}", RECIPE, folder, folder / "reports",
                           *options)
    merged = cluster.submit(RECIPE, folder, folder / "reports", after=array, merge=True)
    wait_for("a shard in its middle", lambda: (shard := running_on(cluster, "n2")) and
             0 < len(reports_of(folder, shard)) < KERNELS // SHARDS)
    lost = running_on(cluster, "n2")
    cluster.kill("n2")
    before = reports_of(folder, lost)
    print(f"node n2 died with {len(before)} units of shard {lost} linted", flush=True)
    wait_for("Slurm to miss the node",
             lambda: "down" in cluster.ask("sinfo", "-h", "-n", "n2", "-o", "%T"))
    # Slurm holds a task back for two minutes, so that its node can come to rest.
    wait_for("the task to be queued again", lambda: "Restarts=1" in
             cluster.ask("scontrol", "show", "job", f"{array}_{lost}"))
    cluster.ask("scontrol", "update", f"JobId={array}_{lost}", "StartTime=now")
    cluster.wait(merged)
    expect("the shard went on where it stopped",
           before.items() <= reports_of(folder, lost).items())
    expect("the exit code of the merging job is that of the audit, 1",
           cluster.exit_code(merged) == "1:0")
    whole = subprocess.run([options.warplint, "audit", "-p", folder, *options,
                            "--format=sarif", "-o", folder / "whole.sarif"],
                           capture_output=True, text=True)
    report = (folder / "whole.sarif").read_bytes()
    expect(f"one machine finds {KERNELS}", whole.returncode == 1 and
           report.count(b'"ruleId": "warplint-') == KERNELS)
    expect("the merged report is that of one machine, to the byte",
           report == (folder / "reports/audit.sarif").read_bytes())


def measure(cluster, folder, options, build, counts):
    shutil.copy(build / "compile_commands.json", folder)
    seen = set()
    for count in counts:
        shutil.rmtree(folder / "reports", ignore_errors=True)
        for kept in folder.glob("warplint-audit*"):
            shutil.rmtree(kept)
        begin = time.monotonic()
        array = cluster.submit(f"--array=1-{count}", RECIPE, folder, folder / "reports",
                               *options)
        cluster.wait(cluster.submit(RECIPE, folder, folder / "reports", after=array,
                                    merge=True), 3600)
        seen.add((folder / "reports/audit.sarif").read_bytes())
        print(f"{count} shards: {time.monotonic() - begin:.0f} s", flush=True)
    expect("the same report each time, to the byte", len(seen) == 1)


class Options(list):
    """Those of audit, and which program has them."""

    def __init__(self, warplint, words):
        super().__init__(words)
        self.warplint = warplint


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--warplint", type=Path, default=ROOT / "build/bin/warplint")
    parser.add_argument("--cuda-path")
    parser.add_argument("--measure", metavar="1,2,4", help="shards")
    parser.add_argument("-p", dest="build", type=Path, help="a build to measure with")
    parser.add_argument("--why-not", action="store_true",
                        help="only say why it cannot run here, if it cannot")
    arguments = parser.parse_args()
    reason = missing()
    if arguments.why_not:
        return print(reason or "")
    if reason:
        sys.exit(f"error: {reason}")
    warplint = arguments.warplint.absolute()
    os.environ["WARPLINT"] = str(warplint)
    with tempfile.TemporaryDirectory() as scratch:
        folder, slurm = Path(scratch, "project"), Path(scratch, "slurm")
        folder.mkdir()
        slurm.mkdir()
        options = Options(warplint, [f"--source-root={folder}", "--quiet"])
        if arguments.cuda_path:
            options.append(f"--cuda-path={arguments.cuda_path}")
        processors = {"n1": 2, "n2": 2} if arguments.measure else {"n1": 1, "n2": 1}
        cluster = Cluster(slurm, processors)
        try:
            if arguments.measure:
                measure(cluster, folder, options, arguments.build,
                        [int(count) for count in arguments.measure.split(",")])
            else:
                test(cluster, folder, options)
        except (AssertionError, TimeoutError) as error:
            sys.exit(f"error: {error}\n{cluster.logs()}")
        finally:
            cluster.stop()


if __name__ == "__main__":
    main()
