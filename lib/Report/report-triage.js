// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decisions about findings, and the baseline that holds them: it is opened, changed
// and saved here, and read by --baseline.

const STATUSES = { "": "open", "to-do": "to do", accepted: "accepted", "false-alarm": "false alarm" };
// The entries of an opened baseline and those that are new, by fingerprint; an
// entry that was opened stays one when its decision is taken back.
const decisions = new Map();
const opened = new Set();

function entryOf(finding) {
  return { check: finding.check.replace("warplint-", ""), context: finding.context,
    file: finding.file, fingerprint: finding.fingerprint, function: finding.function,
    text: finding.text };
}

function statusOf(finding) {
  return decisions.get(finding.fingerprint)?.status || "";
}

function decide(finding, change) {
  const entry = decisions.get(finding.fingerprint) || entryOf(finding);
  Object.assign(entry, change, { date: new Date().toISOString().slice(0, 10) });
  if (author.value)
    entry.author = author.value;
  for (const name of ["status", "reason"])
    if (!entry[name])
      delete entry[name];
  if (entry.status || opened.has(finding.fingerprint))
    decisions.set(finding.fingerprint, entry);
  else
    decisions.delete(finding.fingerprint);
  tellDecisions();
}

function triageView(finding) {
  const status = element("select", {}, ...Object.entries(STATUSES).map(([value, name]) =>
    element("option", { value }, name)));
  const reason = element("input", { type: "text", placeholder: "why" });
  status.value = statusOf(finding);
  reason.value = decisions.get(finding.fingerprint)?.reason || "";
  const changed = () => decide(finding, { status: status.value, reason: reason.value });
  status.addEventListener("change", changed);
  reason.addEventListener("change", changed);
  return element("p", { className: "triage" }, element("label", {}, "decision ", status), " ",
    element("label", {}, "reason ", reason));
}

function baselineText() {
  const entries = [...decisions.values()].sort((left, right) =>
    left.file < right.file ? -1 : left.file > right.file ? 1 : 0);
  return JSON.stringify({ findings: entries, warplintBaseline: 1 }, null, 1) + "\n";
}

// Takes what a baseline holds; entries of findings that are not here stay in it.
function openBaseline(text) {
  const read = JSON.parse(text);
  if (read.warplintBaseline !== 1 || !Array.isArray(read.findings))
    throw new Error("this is no baseline of warplint");
  for (const entry of read.findings) {
    decisions.set(entry.fingerprint, entry);
    opened.add(entry.fingerprint);
  }
  tellDecisions();
  filtersChanged();
}

const author = element("input", { type: "text", id: "author", autocomplete: "name" });
const decided = element("span", { id: "decided", role: "status" });
const opener = element("input", { type: "file", id: "baseline", accept: ".json" });
const saver = element("button", { type: "button", id: "save" }, "Save baseline");

function tellDecisions() {
  decided.textContent = decisions.size === 1 ? "1 entry" : `${decisions.size} entries`;
}

opener.addEventListener("change", () => {
  if (opener.files.length)
    opener.files[0].text().then(openBaseline).catch((error) => {
      decided.textContent = shownAs(`not read: ${error.message}`);
    });
});
saver.addEventListener("click", () => {
  const address = URL.createObjectURL(new Blob([baselineText()], { type: "application/json" }));
  element("a", { href: address, download: "warplint-baseline.json" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
});

const triage = element("details", { className: "decisions" },
  element("summary", {}, "Decisions"),
  element("p", {}, "What is decided below goes to a baseline file, which --baseline reads. Open the " +
    "project's to go on with it."),
  element("p", {}, element("label", {}, "open ", opener), " ", element("label", {}, "author ", author),
    " ", saver, " ", decided));
tellDecisions();

// Words for a shell, quoted where they have to be.
function forShell(word) {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replace(/'/g, "'\\''")}'`;
}

function copied(text) {
  const code = element("code", {}, text);
  const button = element("button", { type: "button" }, "copy");
  button.addEventListener("click", () => {
    const range = document.createRange();
    range.selectNodeContents(code);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    // A page from a file may not be allowed to ask for the clipboard.
    button.textContent = document.execCommand("copy") ? "copied" : "selected";
  });
  return element("li", {}, button, " ", code);
}

function commandsView(finding) {
  const only = `--only=${finding.fingerprint}`;
  return element("details", { className: "commands" },
    element("summary", {}, "Commands for this finding"),
    element("ul", {}, copied(`warplint explain ${finding.check.replace("warplint-", "")}`),
      copied(`warplint ${forShell(finding.file)} ${only}`),
      finding.edits.length ? copied(`warplint ${forShell(finding.file)} ${only} --fix-unsafe=diff`) : null,
      copied(`// NOLINT(${finding.check}): `),
      copied(`warplint merge report.sarif ${only} --format=sarif -o one.sarif && ` +
        "warplint confirm one.sarif --build make --run ./app")));
}
