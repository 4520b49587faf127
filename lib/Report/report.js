// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The page: findings in groups, filters, the keyboard. What a group or a finding
// holds is made when it is first opened: a page of thousands opens at once.

// Groups are open from the start until so many findings are shown, and findings
// where there are no more than so many.
const SHOWN_AT_FIRST = 100;
const OPEN_AT_FIRST = 20;

const main = document.getElementById("report");

function place(finding) {
  return `${placeText(finding)}:${finding.column}`;
}

function setOpen(item, open) {
  item.button.setAttribute("aria-expanded", String(open));
  if (open && !item.body.hasChildNodes())
    append(item.body, ...findingBody(item.finding));
  item.body.hidden = !open;
}

function makeNode(item) {
  const { finding, index } = item;
  item.body = element("div", { id: `body${index}`, hidden: true });
  item.button = element("button", { type: "button", id: `finding${index}`,
    "aria-expanded": "false", "aria-controls": `body${index}` }, finding.message);
  item.button.addEventListener("click", () => {
    const open = item.body.hidden;
    setOpen(item, open);
    writeAddress(open ? finding.fingerprint : "");
  });
  item.node = element("article", { className: finding.category, hidden: !item.visible,
    "aria-labelledby": `finding${index}` },
    element("h3", {}, item.button),
    element("div", { className: "place" }, place(finding),
      finding.function ? ` in ${finding.function}` : ""),
    element("div", { className: "meta" },
      `${finding.check}, ${finding.category}, ${certaintyWords[finding.certainty]}`),
    item.body);
  item.node.addEventListener("keydown", (event) => {
    if (event.key === "Escape")
      item.button.focus();
  });
  if (items.length <= OPEN_AT_FIRST)
    setOpen(item, true);
  return item.node;
}

function setGroupOpen(group, open) {
  group.button.setAttribute("aria-expanded", String(open));
  if (open && !group.list.hasChildNodes())
    group.list.append(...group.members.map((item) => item.node || makeNode(item)));
  group.list.hidden = !open;
}

function failures() {
  return data.failures.length === 0 ? [] : [element("section", { className: "failures" },
    element("h2", {}, "Not linted whole"),
    element("ul", {}, ...data.failures.map((failure) =>
      element("li", {}, element("span", { className: "place" }, failure.file), `: ${failure.reason}`))))];
}

// A choice of what the findings have: name, what it is called for all, and each
// value with the number of its findings.
function choice(id, all, valueOf, wordFor = (value) => value) {
  const counts = new Map();
  for (const finding of data.findings)
    counts.set(valueOf(finding), (counts.get(valueOf(finding)) || 0) + 1);
  return element("select", { id }, element("option", { value: "" }, all),
    ...[...counts].sort().map(([value, count]) =>
      element("option", { value }, `${wordFor(value)} (${count})`)));
}

function fixOf(finding) {
  return finding.edits.some((edit) => edit.safe) ? "safe fix" :
    finding.edits.length ? "fix to look at" : "no fix";
}

// The most certain first, then as the report has them: by place.
const items = data.findings.map((finding, index) => ({ finding, index, visible: true }));
items.sort((left, right) =>
  CERTAINTIES.indexOf(left.finding.certainty) - CERTAINTIES.indexOf(right.finding.certainty) ||
  left.index - right.index);

const groupNames = {
  kernel: (finding) => finding.kernel || finding.function || "outside of kernels",
  file: (finding) => finding.file,
  check: (finding) => finding.check,
};
let groups = [];
let groupedBy = null;

// Groups stand in the order of their first, and most certain, finding.
function groupFindings(by) {
  if (groupedBy === by)
    return;
  groupedBy = by;
  const byName = new Map();
  for (const item of items) {
    const name = groupNames[by](item.finding);
    if (!byName.has(name))
      byName.set(name, []);
    byName.get(name).push(item);
  }
  groups = [...byName].map(([name, members], index) => {
    const group = { name, members };
    group.list = element("div", { id: `list${index}`, hidden: true });
    group.button = element("button", { type: "button", "aria-expanded": "false",
      "aria-controls": `list${index}` }, name);
    group.button.addEventListener("click", () => setGroupOpen(group, group.list.hidden));
    group.count = element("span", { className: "meta" });
    group.node = element("section", {},
      element("h2", { id: `group${index}` }, group.button, " ", group.count), group.list);
    return group;
  });
  main.replaceChildren(...groups.map((group) => group.node));
}

const byStatus = element("select", { id: "status" }, element("option", { value: "" }, "all decisions"),
  ...Object.entries(STATUSES).map(([value, name]) => element("option", { value: value || "open" }, name)));
const byFile = element("input", { id: "file", type: "search", placeholder: "part of a path" });
const byText = element("input", { id: "text", type: "search", placeholder: "words of a finding" });
// Filters by their names in the address: the control, and whether it lets a
// finding through that has something else than everything.
const choices = {
  check: [choice("check", "all checks", (finding) => finding.check),
    (finding, value) => finding.check === value],
  certainty: [choice("certainty", "any certainty", (finding) => finding.certainty,
    (value) => certaintyWords[value]), (finding, value) => finding.certainty === value],
  category: [choice("category", "any category", (finding) => finding.category),
    (finding, value) => finding.category === value],
  fix: [choice("fix", "with or without a fix", fixOf), (finding, value) => fixOf(finding) === value],
  status: [byStatus, (finding, value) => (statusOf(finding) || "open") === value],
  file: [byFile, (finding, value) => finding.file.includes(value)],
  text: [byText, (finding, value) => textOf(finding).includes(value.toLowerCase())],
};
const groupBy = Object.keys(groupNames).map((by) =>
  element("input", { type: "radio", name: "group", id: `by-${by}`, value: by }));
const shown = element("span", { id: "shown", role: "status" });

// What is searched for words, made when it is first asked for.
const texts = new Map();
function textOf(finding) {
  if (!texts.has(finding))
    texts.set(finding, [finding.message, finding.check, finding.kernel, finding.function,
      finding.fingerprint, finding.text, ...(finding.owners || []),
      ...finding.notes.map((note) => note.text)].join("\n").toLowerCase());
  return texts.get(finding);
}

// The address holds filters and the opened finding, so that a view can be sent
// on: report.html#check=warplint-sync-mask&file=src/&group=file
function readAddress() {
  const said = new URLSearchParams(location.hash.slice(1));
  const group = said.get("group") in groupNames ? said.get("group") : "kernel";
  for (const [name, [control]] of Object.entries(choices))
    control.value = said.get(name) || "";
  for (const radio of groupBy)
    radio.checked = radio.value === group;
  groupFindings(group);
  applyFilters();
  const opened = items.find((item) => item.visible &&
    item.finding.fingerprint === said.get("finding"));
  if (opened) {
    setGroupOpen(groups.find((group) => group.members.includes(opened)), true);
    setOpen(opened, true);
    opened.button.focus();
  }
}

function writeAddress(fingerprint) {
  const said = new URLSearchParams();
  const group = groupBy.find((radio) => radio.checked).value;
  for (const [name, value] of [
    ...Object.entries(choices).map(([name, [control]]) => [name, control.value]),
    ["group", group === "kernel" ? "" : group], ["finding", fingerprint]])
    if (value)
      said.set(name, value);
  history.replaceState(null, "", `#${said}`);
}

function filtersChanged() {
  writeAddress("");
  readAddress();
}

function applyFilters() {
  let count = 0;
  const asked = Object.values(choices).filter(([control]) => control.value);
  for (const group of groups) {
    let inGroup = 0;
    for (const item of group.members) {
      item.visible = asked.every(([control, lets]) => lets(item.finding, control.value));
      if (item.node)
        item.node.hidden = !item.visible;
      inGroup += item.visible;
    }
    group.visible = inGroup;
    group.sums = sumsOf(group.members);
    group.node.hidden = inGroup === 0;
    group.count.textContent = `(${inGroup} ${inGroup === 1 ? "finding" : "findings"})`;
    if (inGroup && (count === 0 || count + inGroup <= SHOWN_AT_FIRST))
      setGroupOpen(group, true);
    count += inGroup;
  }
  shown.textContent = `${count} of ${data.findings.length} findings`;
  fillOverview();
}

// Arrows, Home and End move between the headlines of groups and findings.
main.addEventListener("keydown", (event) => {
  if (!event.target.matches("h2 button, h3 button") ||
      event.altKey || event.ctrlKey || event.metaKey)
    return;
  const buttons = groups.filter((group) => !group.node.hidden).flatMap((group) =>
    [group.button, ...(group.list.hidden ? [] : group.members
      .filter((item) => item.visible).map((item) => item.button))]);
  const at = buttons.indexOf(event.target);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
  if (to === undefined)
    return;
  event.preventDefault();
  if (buttons[to])
    buttons[to].focus();
});

const skip = element("a", { className: "skip", href: "#report" }, "Skip to the findings");
skip.addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
const filters = element("form", { role: "search", "aria-label": "filters" },
  ...Object.entries(choices).map(([name, [control]]) => element("label", {}, `${name} `, control)),
  element("fieldset", {}, element("legend", {}, "grouped by\u00a0"),
    ...groupBy.map((radio) => element("label", {}, radio, ` ${radio.value}`))),
  shown);
filters.addEventListener("submit", (event) => event.preventDefault());
for (const control of [...Object.values(choices).map(([control]) => control), ...groupBy])
  control.addEventListener(control.type === "search" ? "input" : "change", filtersChanged);
window.addEventListener("hashchange", readAddress);
main.before(skip,
  element("header", {}, element("h1", {}, "warplint report"),
    element("p", { className: "meta" }, `${data.summary} (warplint ${data.version})`),
    element("p", { className: "meta" }, "Enter opens a group or a finding; on headlines, the " +
      "arrow keys, Home and End go to others. Escape goes back to a finding's headline.")),
  ...failures(), filters, triage,
  element("nav", { "aria-label": "groups of findings" }, overview));
main.tabIndex = -1;
readAddress();
