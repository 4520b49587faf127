//===--- InputRecords.cpp - What an audit records of its inputs -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Audit/InputRecords.h"
#include "Quoting/Quoting.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <tuple>

namespace warplint::audit {

static constexpr llvm::StringLiteral FirstLine = "warplint inputs 5";

bool InputRecords::isHashOfFile(llvm::StringRef Hash) {
  return Hash != AbsentMark && Hash != FolderMark &&
         !Hash.starts_with(StateMark) && !Hash.starts_with(LinkMark);
}

/// A line for each row, in order: hash, of a file what FileTable keeps of it
/// (three words), path. A line for each folder in which something is missing.
/// Then two lines for each unit: name and the words of Unit, and the numbers of
/// its rows.
std::optional<InputRecords> InputRecords::read(llvm::StringRef Text) {
  llvm::SmallVector<llvm::StringRef, 0> Lines;
  // What was cut off is not whole.
  if (!Text.consume_back("\n"))
    return std::nullopt;
  Text.split(Lines, '\n');
  if (Lines.front() != FirstLine)
    return std::nullopt;
  InputRecords Of;
  for (size_t I = 1; I < Lines.size(); ++I) {
    llvm::StringRef Line = Lines[I];
    bool IsRead;
    if (Line.consume_front("unit ")) {
      IsRead = I + 1 < Lines.size() && Of.readUnit(Line, Lines[I + 1]);
      ++I;
    } else if (Line.consume_front("folder ")) {
      IsRead = Of.readFolder(Line);
    } else {
      IsRead = Of.readRow(Line);
    }
    if (!IsRead)
      return std::nullopt;
  }
  Of.RowsRead = Of.Rows.size();
  return Of;
}

bool InputRecords::readFolder(llvm::StringRef Line) {
  size_t Words = Line.find(' ', Line.find(' ') + 1);
  std::string Path =
      quoting::fromRecord(Line.substr(Words).substr(1)).value_or("");
  return !Path.empty() && Folders.add(Path, Line.take_front(Words));
}

static auto orderOf(const InputRecords::Row &Of) {
  return std::tie(Of.Path, Of.Hash);
}

bool InputRecords::readRow(llvm::StringRef Line) {
  auto [Hash, Rest] = Line.split(' ');
  llvm::StringRef Entry, Word = Rest;
  if (isHashOfFile(Hash)) {
    size_t Words = Rest.find(' ', Rest.find(' ', Rest.find(' ') + 1) + 1);
    Entry = Rest.take_front(Words);
    Word = Rest.substr(Words).substr(1);
  }
  std::string Path = quoting::fromRecord(Word).value_or("");
  if (Path.empty() || (isHashOfFile(Hash) && !Table.add(Path, Entry)))
    return false;
  Rows.push_back({Path, Hash.str()});
  return Rows.size() < 2 || orderOf(Rows.end()[-2]) < orderOf(Rows.back());
}

/// What readRow reads.
std::string InputRecords::lineOf(const Row &Of) const {
  const auto &[Path, Hash] = Of;
  return Hash + (isHashOfFile(Hash) ? " " + Table.entryOf(Path) : "") + " " +
         quoting::forRecord(Path) + "\n";
}

/// Numbers rise: none is said twice.
bool InputRecords::readUnit(llvm::StringRef Line, llvm::StringRef Numbers) {
  llvm::SmallVector<llvm::StringRef, 0> Words;
  Line.split(Words, ' ');
  if (Words.size() != 5)
    return false;
  Unit Of{Words[1].str(), Words[2].str(), Words[3].str(), Words[4].str(), {}};
  while (!Numbers.empty()) {
    unsigned First, Last;
    if (Numbers.consumeInteger(10, First) ||
        (!Of.Rows.empty() && First <= Of.Rows.back()))
      return false;
    Last = First;
    if ((Numbers.consume_front("-") && Numbers.consumeInteger(10, Last)) ||
        Last < First || Last >= Rows.size() ||
        (!Numbers.consume_front(" ") && !Numbers.empty()))
      return false;
    for (unsigned Number = First; Number <= Last; ++Number)
      Of.Rows.push_back(Number);
  }
  return Units.try_emplace(Words[0].str(), std::move(Of)).second;
}

unsigned InputRecords::rowOf(const std::string &Path, const std::string &Hash) {
  if (Numbers.empty())
    for (size_t I = 0; I < Rows.size(); ++I)
      Numbers.try_emplace({Rows[I].Path, Rows[I].Hash}, I);
  auto [Known, New] = Numbers.try_emplace({Path, Hash}, Rows.size());
  if (New)
    Rows.push_back({Path, Hash});
  return Known->second;
}

/// "3-7 9" for 3, 4, 5, 6, 7, 9. Units that look for the same share their
/// ranges where rows have their numbers in order of the paths.
static std::string rangesOf(std::vector<unsigned> Numbers) {
  llvm::sort(Numbers);
  Numbers.erase(llvm::unique(Numbers), Numbers.end());
  std::string Text;
  for (size_t I = 0, End; I < Numbers.size(); I = End) {
    for (End = I + 1;
         End < Numbers.size() && Numbers[End] == Numbers[I] + (End - I);)
      ++End;
    Text += (Text.empty() ? "" : " ") + std::to_string(Numbers[I]);
    if (End - I > 1)
      Text += "-" + std::to_string(Numbers[End - 1]);
  }
  return Text;
}

std::string InputRecords::text() const {
  std::vector<char> IsUsed(Rows.size());
  for (const auto &[Name, Of] : Units)
    for (unsigned Number : Of.Rows)
      IsUsed[Number] = true;
  std::vector<unsigned> Order, Number(Rows.size());
  for (size_t I = 0; I < Rows.size(); ++I)
    if (IsUsed[I])
      Order.push_back(I);
  llvm::sort(Order, [&](unsigned L, unsigned R) {
    return orderOf(Rows[L]) < orderOf(Rows[R]);
  });
  std::string Text = FirstLine.str() + "\n";
  for (auto [New, Old] : llvm::enumerate(Order)) {
    Number[Old] = New;
    Text += lineOf(Rows[Old]);
  }
  Folders.forEach([&](llvm::StringRef Path, llvm::StringRef Entry) {
    Text += ("folder " + Entry + " " + quoting::forRecord(Path) + "\n").str();
  });
  for (const auto &[Name, Of] : Units) {
    std::vector<unsigned> Its;
    for (unsigned Old : Of.Rows)
      Its.push_back(Number[Old]);
    Text += "unit " + Name + " " + Of.Stamp + " " + Of.Made + " " + Of.Whole +
            " " + Of.Failure + "\n" + rangesOf(std::move(Its)) + "\n";
  }
  return Text;
}

} // namespace warplint::audit
