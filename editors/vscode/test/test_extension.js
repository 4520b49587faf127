// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The extension with a stand-in for VS Code's API and the real server.
//
//   node test_extension.js WARPLINT WARPLINT-CLANGD CUDA-TOOLKIT

"use strict";
const assert = require("assert");
const fs = require("fs");
const Module = require("module");
const os = require("os");
const path = require("path");
const { pathToFileURL, fileURLToPath } = require("url");

const [program, server, toolkit] = process.argv.slice(2);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "warplint vscode "));
process.on("exit", () => fs.rmSync(folder, { recursive: true }));

//----------------------------------------------------------------------------//
// What of VS Code's API the extension uses
//----------------------------------------------------------------------------//

class Uri {
  constructor(text) { this.text = text; this.scheme = text.split(":")[0]; }
  static parse(text) { return new Uri(text); }
  static file(name) { return new Uri(pathToFileURL(name).href); }
  get fsPath() { return fileURLToPath(this.text); }
  toString() { return this.text; }
}
class Position { constructor(line, character) { Object.assign(this, { line, character }); } }
class Range {
  constructor(a, b, c, d) { this.start = new Position(a, b); this.end = new Position(c, d); }
}
class Diagnostic {
  constructor(range, message, severity) { Object.assign(this, { range, message, severity }); }
}
class Location { constructor(uri, range) { Object.assign(this, { uri, range }); } }
class DiagnosticRelatedInformation {
  constructor(location, message) { Object.assign(this, { location, message }); }
}
class CodeLens { constructor(range, command) { Object.assign(this, { range, command }); } }
class EventEmitter {
  constructor() { this.fired = 0; this.event = this; }
  fire() { ++this.fired; }
}
class CodeAction { constructor(title, kind) { Object.assign(this, { title, kind }); } }
class MarkdownString { constructor(value) { this.value = value; } }
class Hover { constructor(contents) { this.contents = contents; } }
class WorkspaceEdit {
  constructor() { this.edits = []; }
  replace(uri, range, text) { this.edits.push({ uri, range, text }); }
  insert(uri, at, text) {
    this.replace(uri, new Range(at.line, at.character, at.line, at.character), text);
  }
}

const settings = { server, program, verdicts: true, arguments: [`--cuda-path=${toolkit}`] };
const seen = { collection: new Map(), commands: {}, errors: [], opened: [], executed: [],
  providers: [], handlers: {}, applied: [], answers: [] };
const handler = (name) => (call) => { seen.handlers[name] = call; return { dispose() {} }; };
const vscode = {
  Uri, Position, Range, Diagnostic, Location, DiagnosticRelatedInformation, CodeAction,
  WorkspaceEdit, CodeLens, EventEmitter,
  MarkdownString, Hover,
  CodeActionKind: { QuickFix: "quickfix" },
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
  languages: {
    createDiagnosticCollection: () => ({
      set: (uri, list) => seen.collection.set(uri.toString(), list),
      delete: (uri) => seen.collection.delete(uri.toString()),
      clear: () => seen.collection.clear(), dispose() {} }),
    registerCodeActionsProvider: (_, provider) => { seen.providers.push(provider); },
    registerCodeLensProvider: (_, provider) => { seen.lenses = provider; },
    registerHoverProvider: (_, provider) => { seen.providers.push(provider); }
  },
  window: {
    createOutputChannel: () => ({ append() {}, dispose() {} }),
    showErrorMessage: (text) => { seen.errors.push(text); },
    showInputBox: async () => seen.answers.shift(),
    showTextDocument: async () => {}
  },
  workspace: {
    workspaceFolders: [{ uri: Uri.file(folder) }],
    textDocuments: [],
    getConfiguration: () => ({ get: (name) => settings[name] }),
    onDidOpenTextDocument: handler("open"), onDidChangeTextDocument: handler("change"),
    onDidCloseTextDocument: handler("close"), onDidSaveTextDocument: handler("save"),
    openTextDocument: async (given) => { seen.opened.push(given); return given; },
    applyEdit: async (edit) => { seen.applied.push(edit); return true; }
  },
  commands: {
    registerCommand: (name, call) => { seen.commands[name] = call; },
    executeCommand: async (name) => { seen.executed.push(name); }
  }
};
const load = Module._load;
Module._load = (name, ...rest) => name === "vscode" ? vscode : load(name, ...rest);
const extension = require("../extension.js");

class Document {
  constructor(name, text, languageId = "cuda-cpp") {
    this.uri = Uri.file(path.join(folder, name));
    Object.assign(this, { text, languageId, version: 1 });
    fs.writeFileSync(this.uri.fsPath, text);
  }
  getText() { return this.text; }
  lineAt(line) { return { text: this.text.split("\n")[line] }; }
  edit(text) { this.text = text; ++this.version; seen.handlers.change({ document: this }); }
}

// A loaded machine is slow: only a server that says nothing for ever fails.
async function until(holds, what) {
  for (let i = 0; i < 6000; ++i) {
    if (holds())
      return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail(`never: ${what}; errors: ${seen.errors}`);
}

const TURN = `__global__ void turn(const float *in, float *out) {
  __shared__ float tile[256];
  tile[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = tile[255 - threadIdx.x];
}
void launch(const float *in, float *out) { turn<<<1, 256>>>(in, out); }
`;

async function main() {
  const turn = new Document("turn.cu", TURN);
  const plain = new Document("plain.cpp", "int x = ;\n", "cpp");
  vscode.workspace.textDocuments = [turn, plain];
  await extension.activate({ subscriptions: [] });

  // A finding with its reasons, and nothing of what is no CUDA.
  const found = () => seen.collection.get(turn.uri.toString());
  await until(() => found()?.length, "a finding");
  const [finding] = found();
  assert.match(finding.message, /'tile\[0\]' is read while another thread/);
  assert.strictEqual(finding.source, "warplint");
  assert.strictEqual(finding.severity, vscode.DiagnosticSeverity.Warning);
  assert.strictEqual(finding.range.start.line, 3);
  assert.match(finding.relatedInformation[0].message, /writes 'tile\[0\]'/);
  assert.ok(!seen.collection.has(plain.uri.toString()));

  // Its actions: the fix, a suppression, the page, the program.
  const provide = seen.providers[0].provideCodeActions;
  const actions = await provide(turn, finding.range, { diagnostics: [finding] });
  const [fix, suppress, explain, reproduce] = actions;
  assert.strictEqual(actions.length, 4, actions.map((each) => each.title));
  assert.match(fix.edit.edits[0].text, /__syncthreads\(\);/);
  seen.answers = ["the block  is one\nwarp"];
  await seen.commands[suppress.command.command](...suppress.command.arguments);
  assert.strictEqual(seen.applied[0].edits[0].text,
    "  // NOLINTNEXTLINE(warplint-shared-memory-race): the block is one warp\n");
  seen.answers = [undefined];
  await seen.commands[suppress.command.command](...suppress.command.arguments);
  assert.strictEqual(seen.applied.length, 1, "nothing is suppressed without a reason");
  await seen.commands[explain.command.command](...explain.command.arguments);
  assert.match(seen.opened[0].content, /^# warplint-shared-memory-race/);
  assert.deepStrictEqual(seen.executed, ["markdown.showPreview"]);
  await seen.commands[reproduce.command.command](...reproduce.command.arguments);
  assert.deepStrictEqual(seen.errors, []);
  assert.match(seen.opened[1].content, /int main/);

  // What is known of the kernel, above it, after each save.
  const lenses = async () => (await seen.lenses.provideCodeLenses(turn))
    .map((each) => [each.range.start.line, each.command.title]);
  assert.deepStrictEqual(await lenses(), [[0, "warplint: violated: shared-race-free; " +
    "not known: global-race-free, warp-race-free, initialized"]]);
  const mended = TURN.replace("  out[", "  __syncthreads();\n  out[");
  fs.writeFileSync(turn.uri.fsPath,
    "// warplint: assume(no-alias), proven(global-race-free)\n" + mended);
  assert.match((await lenses())[0][1], /violated/, "not before it is saved");
  seen.handlers.save(turn);
  assert.strictEqual(seen.lenses.onDidChangeCodeLenses.fired, 1);
  assert.deepStrictEqual(await lenses(),
    [[1, "warplint: all properties hold"]]);
  const [lens] = await seen.lenses.provideCodeLenses(turn);
  await seen.commands[lens.command.command](...lens.command.arguments);
  assert.match(seen.opened[2].content, /kernel turn .*global-race-free +holds/s);
  fs.writeFileSync(turn.uri.fsPath, "// warplint: proven(ordered, grid)\n" + TURN);
  seen.handlers.save(turn);
  assert.match((await lenses())[0][1], /^warplint: violated/);
  settings.verdicts = false;
  assert.deepStrictEqual(await lenses(), []);

  // An edit that mends it, and what is closed.
  turn.edit(TURN.replace("  out[", "  __syncthreads();\n  out["));
  await until(() => found()?.length === 0, "no finding after the edit");

  // What the barrier orders; elsewhere hovers are those of whoever has C++.
  const hover = seen.providers[1].provideHover;
  assert.strictEqual((await hover(turn, new Position(3, 5))).contents.value,
    "warplint, in `turn`: orders all threads of the block\n- `tile`: before it writes " +
    "`tile[threadIdx.x]` in line 3; behind it reads `tile[255 - threadIdx.x]` in line 5");
  assert.strictEqual(await hover(turn, new Position(4, 3)), undefined);
  assert.strictEqual(await hover(plain, new Position(0, 4)), undefined);
  seen.handlers.close(turn);
  assert.ok(!seen.collection.has(turn.uri.toString()));

  // A name that is no check, and a server that is not there.
  await seen.commands["warplint.explain"]("sync-mast");
  assert.match(seen.errors.pop(), /did you mean 'warplint-sync-mask'/);
  settings.server = "/nowhere/warplint-clangd";
  await seen.commands["warplint.restart"]();
  await until(() => seen.errors.length, "a word about the missing server");
  assert.match(seen.errors[0], /nowhere.*ENOENT.*warplint\.server/s);
  settings.server = server;
  seen.errors.length = 0;
  await seen.commands["warplint.restart"]();
  await extension.deactivate();
  assert.deepStrictEqual(seen.errors, []);
}

main().then(() => process.exit(0), (error) => { console.error(error); process.exit(1); });
