// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sync map: barrier intervals are rows, threads that come together columns.

function runsText(runs) {
  const shown = runs.slice(0, 4).map(([first, last]) =>
    first === last ? String(first) : `${first}\u2013${last}`);
  return shown.join(", ") + (runs.length > shown.length ? " \u2026" : "");
}

function countOf(runs) {
  return runs.reduce((sum, [first, last]) => sum + last - first + 1, 0);
}

function threadsText(runs) {
  return (countOf(runs) === 1 ? "thread " : "threads ") + runsText(runs);
}

// In the finding's own file the line is enough.
function lineText(at, finding) {
  return at.file === finding.file ? `line ${at.line}` : placeText(at);
}

function roleText(role, map) {
  const size = map.blockSize.reduce((product, extent) => product * extent, 1);
  if (role.who === "all")
    return role.condition ? "all threads of some blocks" : "all threads";
  if (role.who === "unknown")
    return "some threads";
  const count = countOf(role.threads);
  return count === 0 ? "no thread in the first round"
    : `${threadsText(role.threads)}: ${count} of ${size}`;
}

function roleHead(role, finding) {
  return element("th", { scope: "col" }, roleText(role, finding.map),
    role.condition ? element("div", { className: "meta" }, "by ",
      element("code", {}, role.condition.text),
      role.condition.line ? `, ${lineText(role.condition, finding)}` : "") : null);
}

function touchText(step, map) {
  if (!step.touching || !map.element)
    return null;
  return step.touching.length === 0 ? `not ${map.element}`
    : `${map.element} by ${threadsText(step.touching)}`;
}

function stepView(step, finding) {
  const told = [
    step.inFinding ? "in this finding" : null,
    touchText(step, finding.map),
    step.nextRound ? "in the next iteration of the loop" : null,
  ].filter((part) => part !== null);
  return element("li", { className: step.inFinding ? "advice" : "" },
    `${step.does} `, element("code", {}, step.text),
    step.line ? ` ${lineText(step, finding)}` : "",
    told.length ? ` (${told.join("; ")})` : "");
}

function barrierText(step, finding) {
  const role = finding.map.roles[step.role];
  const told = [
    step.inFinding ? "in this finding" : null,
    role.who === "all" && !role.condition ? null : roleText(role, finding.map) +
      (role.condition ? `, by ${role.condition.text}` : ""),
  ].filter((part) => part !== null);
  return [element("code", {}, step.text), step.line ? ` ${lineText(step, finding)}` : "",
    told.length ? ` (${told.join("; ")})` : ""];
}

function intervalHead(interval, number, finding) {
  const ends = interval.closings.map((step) => barrierText(step, finding));
  if (interval.endsKernel)
    ends.push(["the end of the kernel"]);
  const until = ends.flatMap((end, index) => index ? [" or ", ...end] : end);
  return element("th", { scope: "row" }, `${number}. from `,
    ...(interval.opening ? barrierText(interval.opening, finding) : ["the start of the kernel"]),
    ...(until.length ? [" to ", ...until] : []),
    interval.isMeeting ? element("strong", {}, ": the threads of this finding meet here") : null);
}

function intervalRow(interval, index, roles, finding) {
  const cells = roles.map((role) => {
    const steps = interval.steps.filter((step) => step.role === role);
    return element("td", {}, steps.length ? element("ol", {},
      ...steps.map((step) => stepView(step, finding))) : "\u2013");
  });
  if (interval.leftOut)
    append(cells[cells.length - 1], element("p", { className: "meta" },
      `and ${interval.leftOut} more`));
  return element("tr", { className: interval.isMeeting ? "meets" : "" },
    intervalHead(interval, index + 1, finding), ...cells);
}

function mapTitle(finding) {
  const map = finding.map;
  const scope = { warp: "the warp's", block: "the block's", cluster: "the cluster's",
    grid: "the grid's" }[map.scope] || "the";
  return `Between ${scope} barriers` + (finding.kernel ? ` of ${finding.kernel}` : "") +
    (map.object ? `: what is done to ${map.object}` : "") + ", in the order of the source" +
    (map.blockSize[0] ? `; threads are counted in a block of ${map.blockSize.join(" x ")}` : "");
}

function mapView(finding) {
  const map = finding.map;
  const used = new Set(map.intervals.flatMap((interval) =>
    interval.steps.map((step) => step.role)));
  const roles = map.roles.map((_, index) => index).filter((index) => used.has(index));
  // It may be wider than the window: then the keyboard scrolls it.
  return element("section", {}, element("h4", {}, "Sync map"),
    element("div", { className: "map", tabIndex: 0, role: "region", "aria-label": "sync map" },
      element("table", {}, element("caption", {}, mapTitle(finding)),
        element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "interval"),
          ...roles.map((role) => roleHead(map.roles[role], finding)))),
        element("tbody", {}, ...map.intervals.map((interval, index) =>
          intervalRow(interval, index, roles, finding))))),
    map.leftOut ? element("p", { className: "meta" },
      `${map.leftOut} more intervals are left out`) : null);
}
