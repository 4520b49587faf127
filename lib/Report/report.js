// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The page: findings in groups, filters, the keyboard. What a group or a finding
// holds is made when it is first opened: a page of thousands opens at once.

const certaintyWords = { proven: "proven", likely: "likely", model: "by the model" };
const CERTAINTIES = Object.keys(certaintyWords);
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

function checkOptions() {
  const counts = new Map();
  for (const finding of data.findings)
    counts.set(finding.check, (counts.get(finding.check) || 0) + 1);
  return [...counts].sort().map(([check, count]) =>
    element("option", { value: check }, `${check} (${count})`));
}

// The most certain first, then as the report has them: by place.
const items = data.findings.map((finding, index) => ({ finding, index, visible: true }));
items.sort((left, right) =>
  CERTAINTIES.indexOf(left.finding.certainty) - CERTAINTIES.indexOf(right.finding.certainty) ||
  left.index - right.index);

const groupNames = {
  kernel: (finding) => finding.kernel || finding.function || "outside of kernels",
  file: (finding) => finding.file,
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
    const group = { members };
    group.list = element("div", { id: `list${index}`, hidden: true });
    group.button = element("button", { type: "button", "aria-expanded": "false",
      "aria-controls": `list${index}` }, name);
    group.button.addEventListener("click", () => setGroupOpen(group, group.list.hidden));
    group.count = element("span", { className: "meta" });
    group.node = element("section", {},
      element("h2", { id: `group${index}` }, group.button, " ", group.count), group.list);
    const link = element("a", { href: `#group${index}` }, name);
    link.addEventListener("click", (event) => {
      event.preventDefault(); // The address holds the filters.
      setGroupOpen(group, true);
      group.button.focus();
    });
    group.entry = element("li", {}, link);
    return group;
  });
  main.replaceChildren(...groups.map((group) => group.node));
  contents.replaceChildren(...groups.map((group) => group.entry));
}

const byCheck = element("select", { id: "check" },
  element("option", { value: "" }, "all checks"), ...checkOptions());
const byFile = element("input", { id: "file", type: "search", placeholder: "part of a path" });
const groupBy = Object.keys(groupNames).map((by) =>
  element("input", { type: "radio", name: "group", id: `by-${by}`, value: by }));
const shown = element("span", { id: "shown", role: "status" });
const contents = element("ol", {});

// The address holds filters and the opened finding, so that a view can be sent
// on: report.html#check=warplint-sync-mask&file=src/&group=file
function readAddress() {
  const said = new URLSearchParams(location.hash.slice(1));
  const group = said.get("group") in groupNames ? said.get("group") : "kernel";
  byCheck.value = said.get("check") || "";
  byFile.value = said.get("file") || "";
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
  for (const [name, value] of [["check", byCheck.value], ["file", byFile.value],
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
  for (const group of groups) {
    let inGroup = 0;
    for (const item of group.members) {
      item.visible = (!byCheck.value || item.finding.check === byCheck.value) &&
        item.finding.file.includes(byFile.value);
      if (item.node)
        item.node.hidden = !item.visible;
      inGroup += item.visible;
    }
    group.node.hidden = group.entry.hidden = inGroup === 0;
    group.count.textContent = `(${inGroup} ${inGroup === 1 ? "finding" : "findings"})`;
    if (inGroup && (count === 0 || count + inGroup <= SHOWN_AT_FIRST))
      setGroupOpen(group, true);
    count += inGroup;
  }
  shown.textContent = `${count} of ${data.findings.length} findings`;
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
  element("label", {}, "check ", byCheck), element("label", {}, "file ", byFile),
  element("fieldset", {}, element("legend", {}, "grouped by\u00a0"),
    ...groupBy.map((radio) => element("label", {}, radio, ` ${radio.value}`))),
  shown);
filters.addEventListener("submit", (event) => event.preventDefault());
for (const control of [byCheck, byFile, ...groupBy])
  control.addEventListener(control.type === "search" ? "input" : "change", filtersChanged);
window.addEventListener("hashchange", readAddress);
main.before(skip,
  element("header", {}, element("h1", {}, "warplint report"),
    element("p", { className: "meta" }, `${data.summary} (warplint ${data.version})`),
    element("p", { className: "meta" }, "Enter opens a group or a finding; on headlines, the " +
      "arrow keys, Home and End go to others. Escape goes back to a finding's headline.")),
  ...failures(), filters,
  element("nav", { "aria-label": "groups of findings" },
    element("details", {}, element("summary", {}, "Contents"), contents)));
main.tabIndex = -1;
readAddress();
