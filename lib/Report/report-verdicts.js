// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The matrix of `warplint prove`: a row for each kernel, a column for each
// property. A cell opens what its verdict rests on below the row.

const main = document.getElementById("report");
const WORDS = { "holds": "holds", "holds-if": "holds if", "violated": "violated", "unknown": "unknown" };

function placed(entry) {
  return entry.line ? element("span", { className: "place" }, ` ${placeText(entry)}`) : null;
}

function listOf(entries, textOf) {
  return element("ul", {}, ...(entries || []).map((entry) =>
    element("li", {}, ...textOf(entry), placed(entry))));
}

// All that a verdict has besides its word.
function detailsOf(kernel, property, verdict) {
  return [
    element("h3", {}, `${property.name} of ${kernel.name}: ${verdict.text}`),
    element("p", { className: "meta" }, property.meaning),
    verdict.promise ? element("p", {}, `The contract of the kernel promises it: ${verdict.promise}`) : null,
    listOf(verdict.findings, (entry) => [`${entry.check} (${entry.certainty}): ${entry.message}`]),
    listOf(verdict.evidence, (entry) => [`${entry.id}: ${entry.sentence}`,
      entry.subjects.length ? ` (${entry.subjects.join("; ")})` : null,
      entry.statement ? element("code", {}, entry.statement) : null]),
    listOf(verdict.reasons, (entry) => [entry.times > 1 ? `${entry.text} (${entry.times} times)` : entry.text,
      element("code", {}, `to settle it: ${entry.settledBy}`)]),
  ];
}

function rowsOf(kernel, number) {
  const id = `details${number}`;
  const body = element("td", { id, colSpan: data.properties.length + 1 });
  const details = element("tr", { className: "details", hidden: true }, body);
  const buttons = kernel.verdicts.map((verdict, index) => {
    const button = element("button", { type: "button", "aria-expanded": "false", "aria-controls": id,
      title: verdict.text }, WORDS[verdict.verdict]);
    button.addEventListener("click", () => {
      const open = button.getAttribute("aria-expanded") === "false";
      for (const other of buttons)
        other.setAttribute("aria-expanded", String(open && other === button));
      body.replaceChildren();
      if (open)
        append(body, ...detailsOf(kernel, data.properties[index], verdict));
      details.hidden = !open;
    });
    return button;
  });
  const row = element("tr", {},
    element("th", { scope: "row" }, element("strong", {}, kernel.name),
      element("div", { className: "place" }, placeText(kernel)),
      element("div", { className: "meta" }, kernel.launches.length ?
        `launched at ${kernel.launches.join(", at ")}` : "no launch seen"),
      ...kernel.stated.map((text) => element("div", { className: "meta" }, `where ${text}`)),
      ...kernel.redundant.map((text) => element("div", { className: "meta" }, `redundant: ${text}`)),
      ...kernel.broken.map((text) => element("div", { className: "broken" }, text))),
    ...kernel.verdicts.map((verdict, index) =>
      element("td", { className: `is-${verdict.verdict}` }, buttons[index])));
  return { kernel, row, details };
}

const rows = data.kernels.map(rowsOf);
const table = element("table", { id: "verdicts" },
  element("caption", {}, "A cell opens what its verdict rests on"),
  element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "kernel"),
    ...data.properties.map((property) =>
      element("th", { scope: "col", title: property.meaning }, property.name)))),
  element("tbody", {}, ...rows.flatMap(({ row, details }) => [row, details])),
  element("tfoot", {}, element("tr", {}, element("th", { scope: "row" }, "all"),
    ...data.properties.map((property, index) => element("td", {},
      ...Object.entries(WORDS).map(([verdict, word]) => {
        const count = data.kernels.filter((kernel) => kernel.verdicts[index].verdict === verdict).length;
        return count ? element("div", {}, `${count} ${word}`) : null;
      }))))));

const byVerdict = element("select", { id: "verdict" }, element("option", { value: "" }, "all verdicts"),
  ...Object.entries(WORDS).map(([value, word]) => element("option", { value }, word)));
const byText = element("input", { id: "text", type: "search", placeholder: "part of a name or path" });
const shown = element("span", { id: "shown", role: "status" });

function applyFilters() {
  let count = 0;
  for (const { kernel, row, details } of rows) {
    const named = `${kernel.name} ${kernel.file}`.toLowerCase().includes(byText.value.toLowerCase());
    row.hidden = !named || (byVerdict.value !== "" &&
      kernel.verdicts.every((verdict) => verdict.verdict !== byVerdict.value));
    if (row.hidden)
      details.hidden = true;
    count += !row.hidden;
  }
  shown.textContent = `${count} of ${rows.length} kernels`;
}

const filters = element("form", { role: "search", "aria-label": "filters" },
  element("label", {}, "some property ", byVerdict), element("label", {}, "kernel ", byText), shown);
filters.addEventListener("submit", (event) => event.preventDefault());
byVerdict.addEventListener("change", applyFilters);
byText.addEventListener("input", applyFilters);
main.before(element("header", {}, element("h1", {}, "What warplint knows of each kernel"),
  element("p", { className: "meta" }, `${data.summary} (warplint ${data.version})`),
  data.basis.length ? element("p", { className: "meta" }, `Every answer rests on ${data.basis.join(", ")}`) : null),
...(data.failures.length ? [element("section", { className: "failures" },
  element("h2", {}, "Not read whole"), element("ul", {}, ...data.failures.map((failure) =>
    element("li", {}, `${failure.file}: ${failure.reason}`))))] : []), filters);
append(main, table);
applyFilters();
