// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// warplint in VS Code: findings of warplint-clangd with their reasons, what barriers order,
// its fixes, and actions that suppress a finding with a reason, open the page of its check, or write a
// program that shows it on a GPU.

"use strict";
const vscode = require("vscode");
const { execFile } = require("child_process");
const fs = require("fs");
const os = require("os");
const path = require("path");
const { Server } = require("./server");

const LANGUAGES = [{ language: "cuda-cpp" }, { language: "cuda" }];
const SOURCE = "warplint";

let server, collection, log;
let versions = new Map();     // uri -> the version that the server has
let originals = new WeakMap(); // vscode's diagnostic -> the server's

const isCuda = (document) => LANGUAGES.some((each) => each.language === document.languageId);
const setting = (name) => vscode.workspace.getConfiguration("warplint").get(name);

function rangeOf({ start, end }) {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

const isOurs = (given) => String(given.code || "").startsWith("warplint-");

function diagnosticOf(given) {
  const severities = [, vscode.DiagnosticSeverity.Error, vscode.DiagnosticSeverity.Warning,
    vscode.DiagnosticSeverity.Information, vscode.DiagnosticSeverity.Hint];
  const made = new vscode.Diagnostic(rangeOf(given.range), given.message,
    severities[given.severity] ?? vscode.DiagnosticSeverity.Warning);
  made.source = isOurs(given) ? SOURCE : given.source;
  made.code = given.codeDescription
    ? { value: given.code, target: vscode.Uri.parse(given.codeDescription.href) }
    : given.code;
  made.relatedInformation = (given.relatedInformation || []).map((each) =>
    new vscode.DiagnosticRelatedInformation(
      new vscode.Location(vscode.Uri.parse(each.location.uri), rangeOf(each.location.range)),
      each.message));
  originals.set(made, given);
  return made;
}

// Errors of the C++ code stay where another extension has the language.
function show(uri, version, diagnostics) {
  if (version !== undefined && versions.has(uri) && version < versions.get(uri))
    return;
  collection.set(vscode.Uri.parse(uri), diagnostics.filter(isOurs).map(diagnosticOf));
}

//----------------------------------------------------------------------------//
// Documents
//----------------------------------------------------------------------------//

function opened(document) {
  if (!isCuda(document) || document.uri.scheme !== "file" || !server)
    return;
  versions.set(document.uri.toString(), document.version);
  server.notify("textDocument/didOpen", { textDocument: {
    uri: document.uri.toString(), languageId: "cuda", version: document.version,
    text: document.getText() } });
}

function changed({ document }) {
  const uri = document.uri.toString();
  if (!versions.has(uri) || !server)
    return;
  versions.set(uri, document.version);
  server.notify("textDocument/didChange", {
    textDocument: { uri, version: document.version },
    contentChanges: [{ text: document.getText() }] });
}

function closed(document) {
  const uri = document.uri.toString();
  if (!versions.delete(uri) || !server)
    return;
  server.notify("textDocument/didClose", { textDocument: { uri } });
  collection.delete(document.uri);
  verdicts.delete(uri);
}

//----------------------------------------------------------------------------//
// Actions
//----------------------------------------------------------------------------//

const checkOf = (diagnostic) => String(diagnostic.code?.value ?? diagnostic.code ?? "");

function editOf(changes) {
  const edit = new vscode.WorkspaceEdit();
  for (const [uri, edits] of Object.entries(changes))
    for (const { range, newText } of edits)
      edit.replace(vscode.Uri.parse(uri), rangeOf(range), newText);
  return edit;
}

async function fixes(document, range, diagnostics) {
  const given = diagnostics.map((each) => originals.get(each)).filter(Boolean);
  const answer = await server.request("textDocument/codeAction", {
    textDocument: { uri: document.uri.toString() },
    range: { start: range.start, end: range.end }, context: { diagnostics: given } });
  // The action that asks for the reason stands for these.
  const suppresses = (each) => /^suppress with NOLINT/i.test(each.title);
  return (answer || []).filter((each) => each.edit?.changes && !suppresses(each)).map((each) => {
    const action = new vscode.CodeAction(each.title, vscode.CodeActionKind.QuickFix);
    action.edit = editOf(each.edit.changes);
    action.diagnostics = diagnostics;
    return action;
  });
}

function suppression(document, diagnostic) {
  const line = diagnostic.range.start.line;
  const indent = /^\s*/.exec(document.lineAt(line).text)[0];
  const action = new vscode.CodeAction(`Suppress ${checkOf(diagnostic)} here, with a reason`,
    vscode.CodeActionKind.QuickFix);
  action.command = { title: action.title, command: "warplint.suppress",
    arguments: [document.uri, line, indent, checkOf(diagnostic)] };
  action.diagnostics = [diagnostic];
  return action;
}

async function suppress(uri, line, indent, check) {
  const reason = await vscode.window.showInputBox({
    prompt: `Why is this finding of ${check} to be left alone?`, placeHolder: "the reason" });
  if (!reason)
    return;
  const edit = new vscode.WorkspaceEdit();
  edit.insert(uri, new vscode.Position(line, 0),
    `${indent}// NOLINTNEXTLINE(${check}): ${reason.replace(/\s+/g, " ")}\n`);
  await vscode.workspace.applyEdit(edit);
}

function reproduction(document, diagnostic) {
  const action = new vscode.CodeAction("Show it on a GPU: write a program of its own",
    vscode.CodeActionKind.QuickFix);
  action.command = { title: action.title, command: "warplint.reproduce",
    arguments: [document.uri, diagnostic.range.start.line, checkOf(diagnostic)] };
  return action;
}

function explanation(diagnostic) {
  const action = new vscode.CodeAction(`Explain ${checkOf(diagnostic)}`,
    vscode.CodeActionKind.QuickFix);
  action.command = { title: action.title, command: "warplint.explain",
    arguments: [checkOf(diagnostic)] };
  return action;
}

async function actionsFor(document, range, { diagnostics }) {
  const ours = diagnostics.filter((each) => each.source === SOURCE);
  if (!ours.length || !server)
    return [];
  return [...await fixes(document, range, ours).catch(() => []),
    ...ours.flatMap((each) => [suppression(document, each), explanation(each),
      reproduction(document, each)])];
}

// What a barrier orders: the part of clangd's answer that is warplint's.
async function hoverAt(document, position) {
  const uri = document.uri.toString();
  const answer = server && versions.has(uri) && await server.request("textDocument/hover", {
    textDocument: { uri }, position: { line: position.line, character: position.character } });
  const text = answer?.contents?.value || "";
  const at = text.indexOf("warplint, in `");
  return at < 0 ? undefined : new vscode.Hover(new vscode.MarkdownString(text.slice(at)));
}

function run(args, options) {
  return new Promise((resolve, reject) =>
    execFile(setting("program"), args, { maxBuffer: 1 << 24, ...options },
      (error, stdout, stderr) => error && typeof error.code !== "number"
        ? reject(error) : resolve({ stdout, stderr, code: error ? error.code : 0 })));
}

async function openText(content, language) {
  const document = await vscode.workspace.openTextDocument({ content, language });
  await vscode.window.showTextDocument(document, { preview: true });
  return document;
}

async function explain(check) {
  check = check || await vscode.window.showInputBox({ prompt: "Which check?" });
  if (!check)
    return;
  const { stdout, stderr, code } = await run(["explain", check, "--markdown"]);
  if (code !== 0) {
    vscode.window.showErrorMessage(stderr.trim());
    return;
  }
  await openText(stdout, "markdown");
  await vscode.commands.executeCommand("markdown.showPreview");
}

// What `warplint reproduce` writes is compiled and run on a machine with a GPU. It takes
// a finding of a report: that of this line.
async function reproduce(uri, line, check) {
  const report = path.join(os.tmpdir(), `warplint-${process.pid}.sarif`);
  const options = { cwd: path.dirname(uri.fsPath) };
  const lint = await run([uri.fsPath, "--quiet", "--format=sarif", `--checks=-*,${check}`,
    "-o", report], options);
  if (lint.code > 1) {
    vscode.window.showErrorMessage(lint.stderr.trim());
    return;
  }
  const { results } = JSON.parse(fs.readFileSync(report, "utf8")).runs[0];
  const index = results.findIndex((each) =>
    each.locations[0].physicalLocation.region.startLine === line + 1);
  const shown = await run(["reproduce", report, `--finding=${index + 1}`, "-o", "-"], options);
  fs.rmSync(report);
  if (index < 0 || shown.code !== 0)
    vscode.window.showErrorMessage(shown.stderr.trim() || "The file on disk has no such finding.");
  else
    await openText(shown.stdout, "cuda-cpp");
}

//----------------------------------------------------------------------------//
// Verdicts
//----------------------------------------------------------------------------//

const verdicts = new Map(); // uri -> a promise of the kernels of the saved file
let verdictsChanged;

// Kernels by name and line, each with its properties by verdict.
async function verdictsOf({ uri }) {
  const folder = path.dirname(uri.fsPath);
  const { stdout } = await run(["prove", uri.fsPath, "--quiet", "--format=json",
    `--source-root=${folder}`], { cwd: folder });
  const kernels = new Map();
  for (const line of stdout.split("\n").filter(Boolean).map((each) => JSON.parse(each))) {
    if (line.type !== "verdict" || line.file !== path.basename(uri.fsPath))
      continue;
    const key = `${line.line} ${line.kernel}`;
    if (!kernels.has(key))
      kernels.set(key, { name: line.kernel, line: line.line, of: {}, broken: [] });
    const kernel = kernels.get(key);
    (kernel.of[line.verdict] = kernel.of[line.verdict] || []).push(line.property);
    if (line.promise === "broken")
      kernel.broken.push(line.property);
  }
  return [...kernels.values()];
}

function titleOf({ of, broken }) {
  const parts = [["violated", "violated"], ["unknown", "not known"], ["holds-if", "under assumptions"]]
    .filter(([verdict]) => of[verdict])
    .map(([verdict, word]) => `${word}: ${of[verdict].join(", ")}`);
  if (broken.length)
    parts.unshift(`contract not kept: ${broken.join(", ")}`);
  return parts.length ? parts.join("; ") : "all properties hold";
}

async function lensesFor(document) {
  if (!setting("verdicts") || document.uri.scheme !== "file")
    return [];
  const uri = document.uri.toString();
  if (!verdicts.has(uri))
    verdicts.set(uri, verdictsOf(document).catch(() => []));
  return (await verdicts.get(uri)).map((kernel) => new vscode.CodeLens(
    new vscode.Range(kernel.line - 1, 0, kernel.line - 1, 0),
    { title: `warplint: ${titleOf(kernel)}`, command: "warplint.verdicts",
      arguments: [document.uri, kernel.name.split("<")[0]] }));
}

async function showVerdicts(uri, kernel) {
  const { stdout, stderr } = await run(["prove", uri.fsPath, "--quiet", `--kernel=${kernel}`],
    { cwd: path.dirname(uri.fsPath) });
  if (stdout)
    await openText(stdout, "plaintext");
  else
    vscode.window.showErrorMessage(stderr.trim());
}

function saved(document) {
  if (verdicts.delete(document.uri.toString()))
    verdictsChanged.fire();
}

//----------------------------------------------------------------------------//
// The server
//----------------------------------------------------------------------------//

async function start() {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  versions = new Map();
  const started = new Server(setting("server"), ["--log=error", ...setting("arguments")],
    folder?.fsPath, {
      onDiagnostics: show,
      onLog: (text) => log.append(text),
      onEnd: (reason) => {
        if (server !== started)
          return;
        server = undefined;
        collection.clear();
        vscode.window.showErrorMessage(
          `warplint: '${setting("server")}' has ended (${reason}). The setting ` +
          "warplint.server names it; 'warplint: Restart the Server' starts it again.");
      }
    });
  server = started;
  try {
    await started.initialize(folder ? folder.toString() : null);
  } catch (error) {
    return; // onEnd has said why.
  }
  vscode.workspace.textDocuments.forEach(opened);
}

async function stop() {
  const stopped = server;
  server = undefined;
  if (stopped)
    await stopped.stop();
}

async function activate(context) {
  collection = vscode.languages.createDiagnosticCollection("warplint");
  log = vscode.window.createOutputChannel("warplint");
  verdictsChanged = new vscode.EventEmitter();
  context.subscriptions.push(collection, log,
    vscode.workspace.onDidOpenTextDocument(opened),
    vscode.workspace.onDidChangeTextDocument(changed),
    vscode.workspace.onDidCloseTextDocument(closed),
    vscode.languages.registerCodeActionsProvider(LANGUAGES, { provideCodeActions: actionsFor }),
    vscode.languages.registerCodeLensProvider(LANGUAGES,
      { provideCodeLenses: lensesFor, onDidChangeCodeLenses: verdictsChanged.event }),
    vscode.workspace.onDidSaveTextDocument(saved),
    vscode.commands.registerCommand("warplint.verdicts", showVerdicts),
    vscode.languages.registerHoverProvider(LANGUAGES, { provideHover: hoverAt }),
    vscode.commands.registerCommand("warplint.explain", explain),
    vscode.commands.registerCommand("warplint.suppress", suppress),
    vscode.commands.registerCommand("warplint.reproduce", reproduce),
    vscode.commands.registerCommand("warplint.restart", async () => {
      await stop();
      collection.clear();
      await start();
    }));
  await start();
}

module.exports = { activate, deactivate: stop };
