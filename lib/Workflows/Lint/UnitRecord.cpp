//===--- UnitRecord.cpp - What the run of a unit has read -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Lint/UnitRecord.h"
#include "Support/InputFile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

namespace warplint::lint {

static constexpr llvm::StringLiteral Begin = "warplint record 2";

void UnitRecord::addFiles(const std::set<std::string> &Paths) {
  for (const std::string &Path : Paths)
    Files.emplace(Path, base::FileVersion::of(Path));
}

/// A line, and an entry for each file that ends with a zero: the only byte that
/// no name has.
std::string UnitRecord::text() const {
  std::string Text = Begin.str() + " " + llvm::itostr(Began) +
                     (IsWhole          ? " whole "
                      : IsReasonClangs ? " clang "
                                       : " broken ") +
                     Report + " " + Made + "\n";
  for (const auto &[Path, Version] : Files)
    Text += (Version ? Version->text() : "-") + " " + Path + '\0';
  return Text + LookedFor.text();
}

std::optional<UnitRecord> UnitRecord::read(llvm::StringRef Text) {
  auto [Line, Rest] = Text.split('\n');
  llvm::SmallVector<llvm::StringRef, 4> Words;
  UnitRecord Record;
  // What was cut off has no end.
  if (!Line.consume_front(Begin) || !Line.consume_front(" ") ||
      (!Rest.empty() && Rest.back() != '\0'))
    return std::nullopt;
  Line.split(Words, ' ');
  if (Words.size() != 4 || Words[0].getAsInteger(10, Record.Began))
    return std::nullopt;
  Record.IsWhole = Words[1] == "whole";
  Record.IsReasonClangs = Words[1] == "clang";
  Record.Report = Words[2].str();
  Record.Made = Words[3].str();
  llvm::SmallVector<llvm::StringRef, 0> Entries;
  Rest.split(Entries, '\0', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef Entry : Entries) {
    if (Record.LookedFor.addEntry(Entry))
      continue;
    auto [Version, Path] = Entry.split(' ');
    auto Is = base::FileVersion::fromText(Version);
    if (Path.empty() || (!Is && Version != "-"))
      return std::nullopt;
    Record.Files.emplace(Path.str(), Is);
  }
  return Record;
}

} // namespace warplint::lint
