# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What was observed, and how it is written as text:

    golden 1, CUDA 13.0
    input examples examples/fence-scope.cu
    exit 1
    finding fence-scope :20:3-18
     message ...
     note reason :18:3-9: ...

A line without a blank before it begins an item: its kind and what tells it from
others. The lines below it, with one blank, are its fields; a field may come again.
"""

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

FIRST_LINE = re.compile(r"golden 1, CUDA (?P<toolkit>\S+)$")


class UnreadableRecord(Exception):
    """The text is not what `write` writes."""


@dataclass(frozen=True)
class Item:
    kind: str
    title: str
    fields: tuple = ()  # (name, value), in the order of the run

    def values(self, name):
        return [value for each, value in self.fields if each == name]

    def value(self, name):
        return next(iter(self.values(name)), "")


@dataclass
class Record:
    """Of some inputs: by name, what was observed of each."""
    toolkit: str
    inputs: dict = field(default_factory=dict)


def natural(text):
    """Line 9 stands before line 10."""
    return [(int(part), "") if part.isdigit() else (-1, part)
            for part in re.split(r"(\d+)", text)]


def in_order(items):
    return sorted(items, key=lambda item: (item.kind, natural(item.title), item.fields))


def escaped(text):
    """The same in one line."""
    return json.dumps(text, ensure_ascii=False)[1:-1].replace('\\"', '"')


def lines_of(item):
    yield f"{item.kind} {item.title}".rstrip()
    for name, value in item.fields:
        yield f" {name} {value}".rstrip()


def text_of(record, is_meant=None):
    """All of it, or what is of the kinds that are meant."""
    lines = [f"golden 1, CUDA {record.toolkit}"]
    for name in sorted(record.inputs, key=natural):
        items = [item for item in in_order(record.inputs[name])
                 if is_meant is None or is_meant(item.kind)]
        if items or is_meant is None:
            lines.append(f"input {name}")
        lines += [line for item in items for line in lines_of(item)]
    return "\n".join([*lines, ""])


def read(text, where):
    """The record that a text holds; says where what it does not understand stands."""
    lines = text.removesuffix("\n").split("\n")
    first = FIRST_LINE.match(lines[0])
    if not first:
        raise UnreadableRecord(f"{where}: not a record of the golden net")
    record = Record(first["toolkit"])
    items = None
    for number, line in enumerate(lines[1:], 2):
        word, _, rest = line.strip().partition(" ")
        if line.startswith("input "):
            items = record.inputs.setdefault(rest, [])
        elif items is None or not word or (line[0] == " " and not items):
            raise UnreadableRecord(f"{where}:{number}: does not belong there")
        elif line[0] == " ":
            last = items[-1]
            items[-1] = Item(last.kind, last.title, (*last.fields, (word, rest)))
        else:
            items.append(Item(word, rest))
    return record


def is_record(path):
    with open(path, "rb") as file:
        return file.read(7) == b"golden "


def read_file(path):
    return read(path.read_text(), path)


def joined(records):
    """What each says of an input is put together."""
    toolkits = {record.toolkit for record in records}
    if len(toolkits) != 1:
        raise UnreadableRecord(f"seen with {len(toolkits)} releases of CUDA")
    result = Record(toolkits.pop())
    for record in records:
        for name, items in record.inputs.items():
            result.inputs.setdefault(name, []).extend(items)
    return result


def read_folder(folder):
    """What all texts below it say together."""
    return joined([read_file(path) for path in sorted(Path(folder).rglob("*.txt"))])
