#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What warplint serve answers to lines of JSON, good and bad.

    serve.py WARPLINT CUDA-TOOLKIT

Works in the current folder, which holds the sources.
"""

import json
import os
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

WARPLINT, TOOLKIT = sys.argv[1:3]
HERE = Path.cwd()
INITIALIZE = {"jsonrpc": "2.0", "id": "begin", "method": "initialize", "params": {
    "protocolVersion": "2025-06-18", "capabilities": {},
    "clientInfo": {"name": "test", "version": "1"}}}
INITIALIZED = {"jsonrpc": "2.0", "method": "notifications/initialized"}


def request(method, identity=1, **params):
    return {"jsonrpc": "2.0", "id": identity, "method": method, "params": params}


def call(tool, identity=1, **arguments):
    return request("tools/call", identity, name=tool, arguments=arguments)


def text_of(line):
    return line if isinstance(line, bytes) else json.dumps(line).encode()


def serve(*lines, options=(), folder=HERE):
    """All answers to `lines`, in their order."""
    done = subprocess.run(
        [WARPLINT, "serve", f"--cuda-path={TOOLKIT}", *options], cwd=folder,
        input=b"".join(text_of(line) + b"\n" for line in lines),
        stdout=subprocess.PIPE, timeout=900)
    assert done.returncode == 0, done.returncode
    return [json.loads(line) for line in done.stdout.splitlines()]


def talk(*lines, **rest):
    """The answers behind those to the handshake."""
    return serve(INITIALIZE, INITIALIZED, *lines, **rest)[1:]


def result(answer):
    """What a call that did not fail gives, which text and data both hold."""
    given = answer["result"]
    assert not given["isError"], given
    assert json.loads(given["content"][0]["text"]) == given["structuredContent"], given
    return given["structuredContent"]


def failure(answer):
    assert answer["result"]["isError"], answer
    return answer["result"]["content"][0]["text"]


class Protocol(unittest.TestCase):
    def versions(self, wanted):
        asked = {**INITIALIZE, "params": {**INITIALIZE["params"], "protocolVersion": wanted}}
        return serve(asked)[0]["result"]["protocolVersion"]

    def test_versions(self):
        for known in ("2024-11-05", "2025-06-18", "2025-11-25"):
            self.assertEqual(self.versions(known), known)
        self.assertEqual(self.versions("2025-03-26"), "2024-11-05")
        self.assertEqual(self.versions("2999-01-01"), "2025-11-25")
        self.assertEqual(self.versions("1999-01-01"), "2024-11-05")

    def test_greeting(self):
        [greeting] = serve(INITIALIZE)
        self.assertEqual(greeting["id"], "begin")
        self.assertEqual(greeting["result"]["serverInfo"]["name"], "warplint")
        self.assertEqual(greeting["result"]["capabilities"], {"resources": {}, "tools": {}})

    def test_order(self):
        early, ping, _, twice = serve(request("tools/list"), request("ping", 2), INITIALIZE,
                                      {**INITIALIZE, "id": 3})
        self.assertEqual(early["error"]["code"], -32600)
        self.assertEqual(ping, {"jsonrpc": "2.0", "id": 2, "result": {}})
        self.assertEqual((twice["id"], twice["error"]["code"]), (3, -32600))

    def test_enveloped_requests_need_no_handshake(self):
        def enveloped(method, version, **params):
            return request(method, **params, _meta={
                "io.modelcontextprotocol/protocolVersion": version})
        discovered, listed, old = serve(enveloped("server/discover", "2026-07-28"),
                                        enveloped("tools/list", "2026-07-28"),
                                        enveloped("tools/list", "2001-01-01"))
        self.assertIn("2026-07-28", discovered["result"]["supportedVersions"])
        self.assertEqual(listed["result"]["resultType"], "complete")
        self.assertEqual(old["error"]["code"], -32022)
        self.assertEqual(old["error"]["data"]["requested"], "2001-01-01")

    def test_lines_that_are_no_requests(self):
        answers = talk(b"{", b"\xff\xfe", b"[" * 100000, b"[]", b"3", b'{"jsonrpc":"2.0","id":{}}',
                       b'{"jsonrpc":"1.0","id":5,"method":"ping"}', b'{"jsonrpc":"2.0","id":6}',
                       b'{"jsonrpc":"2.0","id":7,"method":"ping","params":[]}', b"", b"   ",
                       {"jsonrpc": "2.0", "id": 8, "result": {}},
                       {"jsonrpc": "2.0", "method": "notifications/unheard-of"},
                       {"jsonrpc": "2.0", "method": "notifications/cancelled",
                        "params": {"requestId": 99}},
                       request("no/such", 9), request("ping", 10))
        self.assertEqual(
            [(answer["id"], answer.get("error", {}).get("code")) for answer in answers],
            [(None, -32700)] * 3 + [(None, -32600)] * 3 +
            [(5, -32600), (6, -32600), (7, -32602), (9, -32601), (10, None)])

    def test_a_line_without_end(self):
        long, ping = talk(b"x" * (17 << 20), request("ping", 2))
        self.assertEqual((long["id"], long["error"]["code"]), (None, -32600))
        self.assertEqual(ping["id"], 2)
        [last] = serve(text_of(request("ping"))[:-1])
        self.assertEqual(last["error"]["code"], -32700)

    def test_calls_that_are_wrong(self):
        answers = talk(request("tools/call", 1), call("format_disk", 2),
                       request("tools/call", 3, name="lint_files", arguments=[]),
                       call("lint_files", 4, files="a.cu"), call("lint_files", 5, shell="x"),
                       call("explain_check", 6), call("explain_check", 7, check="no-such"),
                       call("lint_files", 8, files=["race.cu"], flags=[], certainty="sure"),
                       call("lint_text", 9, text="", name="../race.cu"),
                       call("lint_files", 10, build="nowhere"),
                       call("lint_text", 11, text="", blockSize="wide"),
                       call("lint_text", 12, text="", checks="-*,warplint-sync-mast"))
        self.assertEqual([answer["error"]["code"] for answer in answers[:3]], [-32602] * 3)
        for answer, said in zip(answers[3:], (
                "'files' is a list", "no parameter 'shell'", "'check' is missing", "no check",
                "'certainty' takes proven, likely, possible, model, not 'sure'", "without folders",
                "compile_commands.json", "blockSize takes one to three",
                "mean 'warplint-sync-mask'? (list_checks names all)")):
            self.assertIn(said, failure(answer))
            self.assertNotIn("--", failure(answer))
            self.assertNotIn("warplint: error", failure(answer))

    def test_answers_are_heard_while_a_call_runs(self):
        server = subprocess.Popen([WARPLINT, "serve", f"--cuda-path={TOOLKIT}"],
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        for line in (INITIALIZE, call("lint_files", 1, files=["slow.cu"], flags=[]),
                     call("lint_files", 2, files=["slow.cu"], flags=[]), request("ping", 3),
                     {"jsonrpc": "2.0", "method": "notifications/cancelled",
                      "params": {"requestId": 2}},
                     {"jsonrpc": "2.0", "method": "notifications/cancelled",
                      "params": {"requestId": 1}},
                     call("list_checks", 4)):
            server.stdin.write(text_of(line) + b"\n")
            server.stdin.flush()
        answers = [json.loads(server.stdout.readline())["id"] for _ in range(3)]
        server.stdin.close()
        self.assertEqual(answers, ["begin", 3, 4])
        self.assertEqual((server.wait(), server.stdout.read()), (0, b""))
        server.stdout.close()


    def test_it_ends_when_it_is_told_to(self):
        Path("scratch").mkdir()
        server = subprocess.Popen([WARPLINT, "serve", f"--cuda-path={TOOLKIT}"],
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                  env={**os.environ, "TMPDIR": str(HERE / "scratch")})
        slow = request("tools/call", name="lint_files", arguments={"files": ["slow.cu"], "flags": []},
                       _meta={"progressToken": "t"})
        for line in (INITIALIZE, slow):
            server.stdin.write(text_of(line) + b"\n")
            server.stdin.flush()
        server.stdout.readline()
        told = json.loads(server.stdout.readline())
        self.assertEqual(told["params"], {"progressToken": "t", "progress": 1,
                                          "message": "linting slow.cu"})
        server.terminate()
        self.assertEqual((server.wait(60), server.stdout.read()), (0, b""))
        self.assertEqual(list(Path("scratch").iterdir()), [])
        server.stdin.close()
        server.stdout.close()


class Tools(unittest.TestCase):
    def test_a_finding_carries_what_a_program_needs(self):
        [answer] = talk(call("lint_files", files=["race.cu"]))
        given = result(answer)
        [finding] = given["findings"]
        self.assertEqual((finding["file"], finding["line"]), ("race.cu", 4))
        self.assertEqual(finding["certainty"], "proven")
        self.assertEqual(finding["confirmable"], "race")
        self.assertEqual(finding["witness"]["blockSize"], [256, 1, 1])
        self.assertEqual([thread["role"] for thread in finding["witness"]["threads"]],
                         ["writes", "reads"])
        self.assertEqual(finding["witness"]["interval"], {"opens": "kernel"})
        self.assertIn("__syncthreads();", finding["edits"][0]["replacement"])
        self.assertEqual(given["summary"]["findings"], 1)

    def test_the_interval_begins_with_a_barrier(self):
        text = Path("race.cu").read_text().replace("  tile[", "  __syncthreads();\n  tile[", 1)
        [answer] = talk(call("lint_text", text=text, name="later.cu"))
        [finding] = result(answer)["findings"]
        self.assertEqual(finding["witness"]["interval"],
                         {"opens": "barrier", "file": "later.cu", "line": 3, "column": 3})

    def test_text(self):
        flags, bare, hostile = talk(
            call("lint_text", 1, text=Path("include.cu").read_text(), flags=["-Ifolder"]),
            call("lint_text", 2, text=Path("include.cu").read_text()),
            call("lint_text", 3, text="#pragma clang __debug crash\n", flags=[
                "-fplugin=none.so", "-Xclang", "-load", "-Xclang", "none.so", "-o", "written",
                "--", "--fix"]))
        self.assertEqual(result(flags)["findings"][0]["file"], "kernel.cu")
        self.assertIn("'header.cuh' file not found", result(bare)["incomplete"][0]["reason"])
        result(hostile)
        self.assertFalse(Path("written").exists())

    def test_a_text_with_its_fix(self):
        race = Path("race.cu").read_text()
        [fixed] = talk(call("fix_text", text=race, flags=[], unsafe=True))
        given = fixed["result"]["structuredContent"]
        self.assertEqual([fix["fixed"] for fix in given["fixes"]], [True])
        self.assertIn("__syncthreads();", given["text"])
        [again] = talk(call("lint_text", text=given["text"], flags=[]))
        self.assertEqual(again["result"]["structuredContent"]["findings"], [])
        [safe] = talk(call("fix_text", text=race, flags=[]))
        self.assertEqual(safe["result"]["structuredContent"]["text"], race)

    def test_brief_answers(self):
        race = Path("race.cu").read_text()
        whole, brief = talk(call("lint_text", text=race, flags=[]),
                            call("lint_text", 2, text=race, flags=[], brief=True))
        self.assertLess(3 * len(json.dumps(brief)), len(json.dumps(whole)))
        [finding] = brief["result"]["structuredContent"]["findings"]
        self.assertEqual(set(finding), {"check", "certainty", "tier", "file", "line", "message",
                                        "notes", "edits", "fingerprint"})
        self.assertEqual(brief["result"]["content"][0]["text"],
                         f"{finding['file']}:{finding['line']}: {finding['message']} "
                         f"[{finding['check']}, {finding['certainty']}, {finding['fingerprint']}]\n")

    def test_what_is_known_of_kernels(self):
        source = ("__global__ void copy(const float *in, float *out) {\n"
                  "  out[threadIdx.x] = in[threadIdx.x + 1];\n}\n"
                  "__global__ void own(float *out) { out[threadIdx.x] = 1; }\n"
                  "void launch(float *p, float *q) { copy<<<1, 64>>>(p, q); own<<<1, 64>>>(p); }\n")
        def known(answer):
            self.assertFalse(answer["result"]["isError"], answer)
            return answer["result"]["structuredContent"], answer["result"]["content"][0]["text"]
        file, text, stated, taken, one, most, gone = map(known, talk(
            call("prove", 1, files=["race.cu"], flags=[]),
            call("prove", 2, text=source, flags=[]),
            call("prove", 3, text="// warplint: assume(no-alias(in, out))\n" + source,
                 properties=["global-race-free"], flags=[]),
            call("prove", 4, text=source, accept=["no-alias"], flags=[]),
            call("prove", 5, text=source, kernels=["own"], properties=["grid", "ordered"], flags=[]),
            call("prove", 6, text=source, most=1, flags=[]),
            call("prove", 7, text=source, kernels=["none"], flags=[])))
        self.assertEqual([each[0]["answer"] for each in (file, text, stated, taken, one, gone)],
                         ["no", "under-assumptions", "yes", "yes", "yes", "unknown"])
        [race] = file[0]["kernels"]
        self.assertIn("violated: warplint-shared-memory-race at race.cu:4",
                      race["properties"]["shared-race-free"])
        copy, own = text[0]["kernels"]
        self.assertEqual(copy["properties"]["global-race-free"], "holds if no-alias(in, out)")
        self.assertEqual(copy["settle"], ["// warplint: assume(no-alias(in, out))"])
        self.assertEqual((own["settle"], len(own["properties"])), ([], 8))
        self.assertIn("to settle it: // warplint: assume(no-alias(in, out))", text[1])
        self.assertEqual(one[1], "yes\nown (kernel.cu:4)\n  holds: grid, ordered\n")
        self.assertEqual((len(most[0]["kernels"]), most[0]["omitted"]), (1, 1))
        self.assertEqual(gone[1], "unknown\nno such kernel\n")

    def test_what_is_known_of_an_edit(self):
        text = Path("race.cu").read_text().replace("  out[", "  __syncthreads();\n  out[", 1)
        edited, unlaunched, wrong, both, gone = talk(
            call("prove", 1, text=text, file="race.cu", properties=["shared-race-free"]),
            call("prove", 2, text=text.split("void launch")[0], flags=[],
                 properties=["shared-race-free"]),
            call("prove", 3, text=text, properties=["speed"], flags=[]),
            call("prove", 4, text=text, files=["race.cu"]), call("prove", 5))
        self.assertEqual(edited["result"]["structuredContent"]["answer"], "yes")
        given = unlaunched["result"]["structuredContent"]
        self.assertEqual(given["answer"], "under-assumptions", given)
        [kernel] = given["kernels"]
        self.assertEqual(kernel["settle"][0], "warplint.BlockDim: 'turn=256,1,1'")
        [again] = talk(call("prove", text=text.split("void launch")[0], flags=[],
                            blockSize="256,1,1", properties=["shared-race-free"]))
        self.assertEqual(again["result"]["structuredContent"]["answer"], "yes")
        self.assertEqual(failure(wrong), "properties: 'speed' names no property")
        self.assertIn("not both", failure(both))
        self.assertIn("name 'files'", failure(gone))

    def test_pages_are_resources(self):
        listed, read, gone, wrong = talk(
            request("resources/list", 1),
            request("resources/read", 2, uri="warplint://checks/sync-mask"),
            request("resources/read", 3, uri="warplint://checks/none"), request("resources/read", 4))
        uris = [page["uri"] for page in listed["result"]["resources"]]
        self.assertIn("warplint://checks/sync-mask", uris)
        [page] = read["result"]["contents"]
        self.assertTrue(page["text"].startswith("# warplint-sync-mask"))
        self.assertEqual(gone["error"]["code"], -32002)
        self.assertEqual(wrong["error"]["code"], -32602)

    def test_an_edit_that_is_not_made_yet(self):
        before = Path("include.cu").read_text()
        same, mended, header, gone = talk(
            call("lint_text", 1, text=before, file="include.cu"),
            call("lint_text", 2, text=before.replace("if (", "// "), file="include.cu", build="."),
            call("lint_text", 3, text="#define THREADS 256\n#error seen\n",
                 file="folder/header.cuh"),
            call("lint_text", 4, text=before, file="gone.cu"))
        [finding] = result(same)["findings"]
        self.assertEqual((finding["file"], finding["line"]), ("include.cu", 4))
        self.assertEqual(result(mended)["findings"], [])
        self.assertIn("seen", result(header)["incomplete"][0]["reason"])
        self.assertIn("'gone.cu'", failure(gone).replace(str(HERE) + "/", ""))
        self.assertEqual(Path("include.cu").read_text(), before)

    def test_the_projects_configuration(self):
        folder = HERE / "configured"
        folder.mkdir()
        shutil.copy("race.cu", folder)
        (folder / ".clang-tidy").write_text("Checks: '-warplint-shared-memory-race'\n")
        for answer in talk(call("lint_files", 1, files=["race.cu"], flags=[]),
                           call("lint_text", 2, text=Path("race.cu").read_text()),
                           folder=folder):
            self.assertEqual(result(answer)["findings"], [])

    def test_a_database_and_its_findings_in_part(self):
        whole, most, one = talk(call("lint_files", 1, build="."),
                                call("lint_files", 2, build=".", most=1),
                                call("lint_files", 3, build=".", only=["0" * 32]))
        found = result(whole)["findings"]
        self.assertEqual(sorted(f["file"] for f in found), ["include.cu", "race.cu"])
        self.assertEqual((len(result(most)["findings"]), result(most)["omitted"]), (1, 1))
        self.assertEqual(result(one)["findings"], [])
        self.assertIn("no finding has the fingerprint", result(one)["messages"])

    def test_names_are_no_options(self):
        odd = [name for name in ("--fix-unsafe", "@options", "-o=written.cu")]
        Path("options").write_text("--fix-unsafe race.cu")
        before = Path("race.cu").read_text()
        [answer] = talk(call("lint_files", files=[*odd, "race.cu"], flags=[]))
        given = result(answer)
        self.assertEqual((len(given["incomplete"]), given["summary"]["hostOnly"]), (1, 2), given)
        self.assertEqual(Path("race.cu").read_text(), before)
        self.assertFalse(Path("written.cu").exists())

    def test_a_run_that_takes_too_long(self):
        slow, small, after = talk(call("lint_files", 1, files=["slow.cu"], flags=[]),
                                  call("explain_check", 2, check="sync-mask"),
                                  call("list_checks", 3), options=["--call-time=1"])
        self.assertIn("slow.cu: ended after 1 seconds", failure(slow))
        self.assertTrue(result(small)["page"].startswith("# warplint-sync-mask"))
        self.assertGreater(len(result(after)["checks"]), 20)
        [small] = talk(call("lint_files", files=["race.cu"], flags=[]), options=["--call-memory=8"])
        [gap] = result(small)["incomplete"]
        self.assertIn("out of memory", gap["reason"])


class Changes(unittest.TestCase):
    def project(self, name):
        folder = HERE / name
        folder.mkdir()
        shutil.copy("race.cu", folder)
        return folder

    def test_fixes_that_help(self):
        folder = self.project("fixed")
        safe, unsafe, again = talk(call("apply_fixes", 1, files=["race.cu"], flags=[]),
                                   call("apply_fixes", 2, files=["race.cu"], flags=[], unsafe=True),
                                   call("lint_files", 3, files=["race.cu"], flags=[]),
                                   folder=folder)
        self.assertEqual(result(safe)["fixes"], [])
        [fix] = result(unsafe)["fixes"]
        [finding] = result(unsafe)["findings"]
        self.assertEqual((fix["fixed"], fix["fingerprint"]), (True, finding["fingerprint"]))
        self.assertIn("__syncthreads();", (folder / "race.cu").read_text())
        self.assertEqual(result(again)["findings"], [])

    def test_nothing_outside_the_root_is_written(self):
        folder = self.project("around")
        (folder / "root").mkdir()
        os.symlink("../race.cu", folder / "root/link.cu")
        before = (folder / "race.cu").read_text()
        for files in (["../race.cu"], ["link.cu"]):
            [answer] = talk(call("apply_fixes", files=files, flags=[], unsafe=True), folder=folder,
                            options=["--root=root"])
            [fix] = result(answer)["fixes"]
            self.assertFalse(fix["fixed"])
            self.assertIn("which is not below", fix["why"])
        self.assertEqual((folder / "race.cu").read_text(), before)

    def test_commands_are_run_only_with_leave(self):
        folder = self.project("confirmed")
        ran = folder / "ran"
        confirm = call("confirm_findings", files=["race.cu"], flags=[], buildCommand="true",
                       runCommand=f"touch '{ran}'")
        [answer] = talk(confirm, folder=folder)
        given = result(answer)
        self.assertEqual((given["ran"], given["commands"]), (False, ["true", f"touch '{ran}'"]))
        self.assertEqual(given["findings"][0]["confirmable"], "race")
        self.assertFalse(ran.exists())
        [answer] = talk(confirm, folder=folder, options=["--allow-confirm"])
        given = result(answer)
        self.assertTrue(given["ran"] and ran.exists())
        self.assertEqual(given["findings"][0]["proof"]["answer"], "not confirmable")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
