// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table that the page opens with: a row for each group, with what is visible
// of it, in an order that its headings choose.

const certaintyWords = { proven: "proven", likely: "likely", possible: "possible",
  model: "by the model" };
const CERTAINTIES = Object.keys(certaintyWords);

// What a group's visible findings add up to.
function sumsOf(items) {
  const files = new Set(), checks = new Set();
  let worst = CERTAINTIES.length, fixes = 0;
  for (const { finding, visible } of items) {
    if (!visible)
      continue;
    files.add(finding.file);
    checks.add(finding.check.replace("warplint-", ""));
    worst = Math.min(worst, CERTAINTIES.indexOf(finding.certainty));
    fixes += finding.edits.length > 0;
  }
  return { files: [...files], checks: [...checks].sort(), worst, fixes };
}

function fewOf(names) {
  return names.length > 2 ? `${names.slice(0, 2).join(", ")} and ${names.length - 2} more` :
    names.join(", ");
}

// Name, text of a cell, and what rows are sorted by.
const columns = [
  { name: "group", text: (group) => group.name, key: (group) => group.name },
  { name: "file", text: (group) => fewOf(group.sums.files), key: (group) => group.sums.files[0] || "" },
  { name: "checks", text: (group) => fewOf(group.sums.checks), key: (group) => group.sums.checks[0] || "" },
  { name: "worst certainty", text: (group) => certaintyWords[CERTAINTIES[group.sums.worst]] || "",
    key: (group) => group.sums.worst },
  { name: "with a fix", text: (group) => String(group.sums.fixes), key: (group) => -group.sums.fixes },
  { name: "findings", text: (group) => String(group.visible), key: (group) => -group.visible },
];

// The most certain first, as the groups stand, until a heading is clicked.
const sorting = { column: null, isReversed: false };
const overview = element("table", { id: "overview" });
const overviewRows = element("tbody", {});
const overviewTotals = element("tfoot", {});
const headings = columns.map((column) => {
  const button = element("button", { type: "button" }, column.name);
  const cell = element("th", { scope: "col" }, button);
  button.addEventListener("click", () => {
    sorting.isReversed = sorting.column === column && !sorting.isReversed;
    sorting.column = column;
    fillOverview();
  });
  return cell;
});
overview.append(element("caption", {}, "Where the findings are; a click on a heading sorts"),
  element("thead", {}, element("tr", {}, ...headings)), overviewRows, overviewTotals);

function rowOf(group) {
  if (!group.row) {
    const link = element("button", { type: "button", className: "link" }, group.name);
    link.addEventListener("click", () => {
      setGroupOpen(group, true);
      group.button.focus();
    });
    group.cells = columns.slice(1).map(() => element("td", {}));
    group.row = element("tr", {}, element("th", { scope: "row" }, link), ...group.cells);
  }
  columns.slice(1).forEach((column, index) => {
    group.cells[index].textContent = shownAs(column.text(group));
  });
  return group.row;
}

function fillOverview() {
  columns.forEach((column, index) => {
    const order = sorting.column !== column ? "none" : sorting.isReversed ? "descending" : "ascending";
    headings[index].setAttribute("aria-sort", order);
  });
  headings[0].firstChild.textContent = groupedBy;
  const seen = groups.filter((group) => group.visible);
  if (sorting.column) {
    const { key } = sorting.column;
    const sign = sorting.isReversed ? -1 : 1;
    seen.sort((left, right) => sign * (key(left) < key(right) ? -1 : key(left) > key(right) ? 1 : 0));
  }
  overviewRows.replaceChildren(...seen.map(rowOf));
  const sums = sumsOf(items);
  const counts = CERTAINTIES.map((certainty) => [certaintyWords[certainty],
    items.filter((item) => item.visible && item.finding.certainty === certainty).length]);
  overviewTotals.replaceChildren(element("tr", {},
    element("th", { scope: "row" }, `all ${seen.length}`),
    element("td", {}, `${sums.files.length} files`), element("td", {}, `${sums.checks.length} checks`),
    element("td", {}, counts.filter(([, count]) => count).map((pair) => pair.reverse().join(" ")).join(", ")),
    element("td", {}, String(sums.fixes)),
    element("td", {}, String(items.filter((item) => item.visible).length))));
}
