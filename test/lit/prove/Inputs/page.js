// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a reader of the page of verdicts sees, an element a line: the page's own script over
// a stand-in for a browser's document, in which text is text and elements are elements.
//
//   node page.js PAGE [ROW,COLUMN | FILTER=VALUE]...
//
// clicks on the cell of that row and column, or sets a control, before it prints.

"use strict";
const assert = require("assert");
const fs = require("fs");
const vm = require("vm");

const [name, ...actions] = process.argv.slice(2);
const page = fs.readFileSync(name, "utf8");

class Node {
  constructor(tag) { Object.assign(this, { tag, children: [], attributes: {}, handlers: {}, value: "" }); }
  append(...added) { this.children.push(...added); }
  replaceChildren(...added) { this.children = added; }
  before(...added) { document.body.children.unshift(...added); }
  setAttribute(key, value) { this.attributes[key] = String(value); }
  getAttribute(key) { return this.attributes[key]; }
  hasChildNodes() { return this.children.length > 0; }
  addEventListener(kind, call) { this.handlers[kind] = call; }
  fire(kind) { this.handlers[kind]({ preventDefault() {} }); }
  set textContent(text) { this.children = [text]; }
  get textContent() {
    return this.children.map((each) => typeof each === "string" ? each : each.textContent).join("");
  }
  all(holds) {
    return this.children.filter((each) => each instanceof Node)
      .flatMap((each) => [...(holds(each) ? [each] : []), ...each.all(holds)]);
  }
}

const data = new Node("script");
data.textContent = /id="data">(.*?)<\/script>/s.exec(page)[1];
const main = new Node("main");
const document = { body: new Node("body"), createElement: (tag) => new Node(tag),
  getElementById: (id) => ({ data, report: main })[id] };
document.body.append(main);
const script = /<\/script>\s*<script>(.*)<\/script>/s.exec(page)[1];
assert.ok(!/innerHTML|insertAdjacentHTML|document\.write|eval\(/.test(script));
vm.runInNewContext(script, { document, URLSearchParams });

const seen = (text) => text.replace(/\s+/g, " ").trim();
const rows = () => document.body.all((each) => each.tag === "tr");
const kernels = () => rows().filter((row) =>
  row.className !== "details" && row.children.some((cell) => /^is-/.test(cell.className)));
for (const action of actions) {
  const [control, value] = action.split("=");
  if (value === undefined) {
    const [row, column] = control.split(",").map(Number);
    kernels()[row].all((each) => each.tag === "button")[column].fire("click");
    continue;
  }
  const [chosen] = document.body.all((each) => each.id === control);
  chosen.value = value;
  chosen.fire(Object.keys(chosen.handlers)[0]);
}
for (const node of document.body.all((each) =>
  each.tag === "h1" || each.tag === "tr" || each.className === "failures" || each.id === "shown")) {
  const cells = node.children.filter((each) => each.tag === "td" || each.tag === "th");
  const words = cells.length ? cells.map((each) => seen(each.textContent)).join(" | ")
    : seen(node.textContent);
  if (!node.hidden)
    console.log(`${node.id || node.className || node.tag}: ${words}`);
}
