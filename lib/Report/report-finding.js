// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a finding holds.

function codeRow(finding, text, index) {
  const number = finding.aroundLine + index;
  const hit = number === finding.line;
  const row = element("span", { className: hit ? "row hit" : "row" },
    element("span", { className: "number" }, String(number)));
  const characters = Array.from(text); // columns are code points
  if (!hit) {
    append(row, text);
    return row;
  }
  append(row, characters.slice(0, finding.column - 1).join(""),
    element("mark", {}, characters.slice(finding.column - 1, finding.endColumn - 1).join("")),
    characters.slice(finding.endColumn - 1).join(""));
  return row;
}

function notes(finding) {
  return element("ol", {}, ...finding.notes.map((note) => {
    const elsewhere = note.at.line && placeText(note.at) !== placeText(finding);
    return element("li", { className: note.role }, note.text,
      elsewhere ? element("span", { className: "place" }, ` ${placeText(note.at)}`) : null,
      elsewhere && note.at.text ? element("code", {}, note.at.text.trim()) : null);
  }));
}

// Extents that are not known are taken as small as the threads shown allow,
// in x as whole warps.
function blockExtents(witness) {
  const largest = [0, 1, 2].map((axis) =>
    Math.max(...witness.threads.map((shown) => shown.thread[axis])) + 1);
  const known = witness.blockSize.map((extent, axis) => Math.max(extent, largest[axis]));
  if (!witness.blockSize[0])
    known[0] = Math.ceil(known[0] / 32) * 32;
  return known;
}

function threadText(shown) {
  return `thread (${shown.thread})` + (shown.block ? ` of block (${shown.block})` : "") +
    ` ${shown.role}`;
}

// One cell a thread, 32 in a row: a row is a warp. Rows of a two-dimensional
// block of at most 32 columns are its own.
function grid(witness, threads, roles) {
  const [x, y, z] = blockExtents(witness);
  const count = Math.min(x * y * z, 4096);
  const columns = y * z > 1 && x <= 32 ? x : Math.min(x * y * z, 32);
  const cells = Array.from({ length: count }, () => []);
  for (const shown of threads) {
    const [tx, ty, tz] = shown.thread;
    const index = tx + x * (ty + y * tz);
    if (index < count)
      cells[index].push(shown);
  }
  const node = element("div", { className: "grid", role: "img",
    "aria-label": `the block's threads: ${threads.map(threadText).join("; ")}` });
  node.style.gridTemplateColumns = `repeat(${columns}, 9px)`;
  cells.forEach((here, index) => {
    const name = `thread (${index % x},${Math.floor(index / x) % y},${Math.floor(index / (x * y))})`;
    const role = here.length > 1 ? " several" : here.length ? ` role${roles.indexOf(here[0].role) % 4}` : "";
    node.append(element("span", { className: `cell${role}`,
      title: [name, ...here.map((shown) => shown.role)].join(" ") }));
  });
  return node;
}

function witnessView(witness) {
  if (!witness.threads.length)
    return null;
  const roles = [...new Set(witness.threads.map((shown) => shown.role))];
  const blocks = new Map();
  for (const shown of witness.threads) {
    const name = shown.block ? `block (${shown.block})` : "block";
    blocks.set(name, [...(blocks.get(name) || []), shown]);
  }
  const legend = element("ul", { className: "legend" }, ...witness.threads.map((shown) =>
    element("li", {}, element("span", { className: `cell role${roles.indexOf(shown.role) % 4}` }),
      threadText(shown), shown.line ? ` at ${shown.file}:${shown.line}` : "")));
  const values = witness.values.map((value) => `${value.name} = ${value.value}`).join(", ");
  const size = witness.blockSize[0] ? ` of ${witness.blockSize.join(" x ")} threads` : "";
  return element("section", { className: "witness" },
    element("h4", {}, "Threads that show it"),
    element("div", { className: "grids" }, ...[...blocks].map(([name, threads]) =>
      element("figure", {}, grid(witness, threads, roles),
        element("figcaption", { className: "meta" }, name + size))), legend),
    values ? element("p", { className: "meta" }, `with ${values}`) : null);
}

function edits(finding) {
  return finding.edits.length === 0 ? null : element("section", {},
    element("h4", {}, "Suggested edits"),
    element("ul", {}, ...finding.edits.map((edit) =>
      element("li", {}, edit.safe ? "safe fix" : "fix that wants a look",
        ` in line ${edit.line}: `, element("code", {}, edit.replacement)))));
}

// What an opened finding shows below its headline.
function findingBody(finding) {
  const page = data.pages[finding.check];
  return [
    element("p", { className: "meta" }, "fingerprint ",
      element("code", { className: "fingerprint" }, finding.fingerprint),
      finding.owners ? `, owned by ${finding.owners.join(", ")}` : ""),
    triageView(finding),
    finding.around.length ? element("pre", {},
      ...finding.around.map((text, index) => codeRow(finding, text, index))) : null,
    finding.notes.length ? element("h4", {}, "Why, and what to do") : null,
    finding.notes.length ? notes(finding) : null,
    finding.witness ? witnessView(finding.witness) : null,
    finding.map ? mapView(finding) : null,
    finding.proof ? element("p", { className: "proof" },
      finding.proof.answer,
      { reproduction: " by a reproduction", delays: " by late threads" }[finding.proof.by] || "",
      finding.proof.device ? ` on ${finding.proof.device}` : "",
      `: ${finding.proof.text}`) : null,
    edits(finding),
    commandsView(finding),
    page ? element("details", {}, element("summary", {}, `about ${finding.check}`),
      element("pre", {}, element("span", { className: "row" }, page))) : null,
  ];
}
