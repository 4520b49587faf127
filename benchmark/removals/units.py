# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which units of a tree hold a file, and with which flags they are compiled."""

import os
import re
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "golden"))
# pylint: disable=wrong-import-position
from makefiles import flags_of_makefile
from places import read

INCLUDE = re.compile(r"^[ \t]*#[ \t]*include[ \t]*[\"<]([^\">\n]+)[\">]", re.MULTILINE)
BUILD_FILES = ("Makefile", "CMakeLists.txt")
MOST_UNITS = 4


class Units:
    """Looks for units in the program that a file belongs to: the nearest folder above
    it that has a Makefile or a CMakeLists.txt."""

    def __init__(self, tree, flags, with_makefiles, own_only=False):
        self.tree, self.given = Path(tree).resolve(), list(flags)
        self.with_makefiles, self.own_only = with_makefiles, own_only
        self.includes, self.programs, self.closures, self.of_folder = {}, {}, {}, {}

    def folder_of(self, file):
        folder = (self.tree / file).parent
        for candidate in (folder, *folder.parents):
            if candidate == self.tree or self.tree not in candidate.parents:
                break
            if any((candidate / name).is_file() for name in BUILD_FILES):
                return candidate
        return folder

    def flags(self, unit):
        folder = self.folder_of(unit)
        if folder not in self.of_folder:
            makefile = folder / "Makefile"
            own = flags_of_makefile(makefile) \
                if self.with_makefiles and makefile.is_file() else []
            self.of_folder[folder] = self.given + own
        return self.of_folder[folder]

    def search_path(self, unit):
        return [self.tree / flag[2:] for flag in self.flags(unit) if flag.startswith("-I")]

    def included_by(self, path, search_path):
        if path not in self.includes:
            self.includes[path] = INCLUDE.findall(read(path))
        for name in self.includes[path]:
            for folder in (path.parent, *search_path):
                found = Path(os.path.normpath(folder / name))
                if found.is_file():
                    yield found
                    break

    def closure(self, unit):
        """All files of the tree that a unit includes, by whatever `#if`."""
        if unit not in self.closures:
            start, search_path = self.tree / unit, self.search_path(unit)
            seen, todo = {start}, [start]
            while todo:
                for found in self.included_by(todo.pop(), search_path):
                    if found not in seen and self.tree in found.parents:
                        seen.add(found)
                        todo.append(found)
            self.closures[unit] = seen
        return self.closures[unit]

    def sources(self, folder):
        if folder not in self.programs:
            self.programs[folder] = sorted(
                str(path.relative_to(self.tree)) for path in folder.rglob("*.cu"))
        return self.programs[folder]

    def holding(self, file):
        """The file itself if it is a source, then those that include it."""
        own = [file] if file.endswith(".cu") else []
        if self.own_only and own:
            return own
        path = self.tree / file
        others = [unit for unit in self.sources(self.folder_of(file))
                  if unit != file and path in self.closure(unit)]
        return (own + others)[:MOST_UNITS]
