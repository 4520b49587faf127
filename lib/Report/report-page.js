// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);

// Control characters and marks that show text in another order, but for tabs and
// line ends.
const MISLEADING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

function shownAs(child) {
  return typeof child !== "string" ? child : child.replace(MISLEADING,
    (mark) => `\\u{${mark.codePointAt(0).toString(16)}}`);
}

// Text only ever becomes a text node: nothing of a project is markup.
function append(node, ...children) {
  node.append(...children.filter((child) => child !== null).map(shownAs));
}

function element(tag, properties, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties))
    if (name.startsWith("aria-") || name === "role")
      node.setAttribute(name, shownAs(value));
    else
      node[name] = typeof value === "string" ? shownAs(value) : value;
  append(node, ...children);
  return node;
}

function placeText(at) {
  return at.line ? `${at.file}:${at.line}` : at.file;
}
