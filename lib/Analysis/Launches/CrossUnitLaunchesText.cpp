//===--- CrossUnitLaunchesText.cpp - Launches of a build as lines ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Launches/CrossUnitLaunches.h"
#include "Quoting/Quoting.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace warplint::launches {

//===----------------------------------------------------------------------===//
// Text: one thing per line, its parts divided by blanks
//===----------------------------------------------------------------------===//

/// The first line of lists whose names are as they are, and of those where some
/// name is not: see `forRecord`.
static constexpr llvm::StringLiteral PlainLine = "warplint launches 3",
                                     QuotedLine = "warplint launches 4";
/// The most terms, and arguments, of one launch that is recorded.
static constexpr size_t TermsOfRecord = 256;

using Ref = LaunchTerms::Ref;

template <typename List>
static void writeRefs(std::string &To, const List &Of) {
  for (const std::optional<Ref> &T : Of)
    To += T ? " " + std::to_string(*T) : std::string(" -");
  To += "\n";
}

static void write(std::string &To, const LaunchConstraint &Fact) {
  To += "says\n";
  for (const LaunchTerms::Node &N : Fact.Terms.nodes())
    To += "term " + std::to_string(unsigned(N.Op)) + " " +
          std::to_string(N.Value) + " " + std::to_string(N.Left) + " " +
          std::to_string(N.Right) + "\n";
  auto Write = [&](llvm::StringRef Name, const auto &List) {
    To += Name;
    writeRefs(To, List);
  };
  Write("blocks", Fact.Grid);
  Write("threads", Fact.Block);
  Write("arguments", Fact.Arguments);
  Write("bytes", Fact.Bytes);
  std::vector<std::optional<Ref>> Holds(Fact.Holds.begin(), Fact.Holds.end());
  Write("holds", Holds);
  if (Fact.Entry.empty())
    return;
  To += "entry " + quoting::forRecord(Fact.Entry) + "\n";
  Write("entered", Fact.Entered);
}

static void write(std::string &To, const OutsideCall &Call) {
  To += "call " + quoting::forRecord(Call.Place) + "\n";
  write(To, Call.Fact);
}

static void write(std::string &To, const KernelLaunch &Launch) {
  To += "launch " + quoting::forRecord(Launch.Place) + "\nextents";
  for (const auto *Extents :
       {&Launch.Extents.Grid, &Launch.Extents.Block, &Launch.Extents.Cluster})
    for (uint32_t Extent : *Extents)
      To += " " + std::to_string(Extent);
  To += "\nasks " + std::to_string(unsigned(Launch.Attributes.Cooperative)) +
        " " + std::to_string(unsigned(Launch.Attributes.OverlapsPredecessor)) +
        " " + std::to_string(unsigned(Launch.FitsDevice)) + " " +
        (Launch.SharedBytes ? std::to_string(*Launch.SharedBytes) : "-") + "\n";
  for (const LaunchConstraint &Fact : Launch.Facts)
    write(To, Fact);
}

/// What stands under each name of \p All.
template <typename Map>
static void writeAll(std::string &To, const char *What, const Map &All) {
  for (const auto &[Name, List] : All) {
    To += What + quoting::forRecord(Name) + "\n";
    for (const auto &Each : List)
      write(To, Each);
  }
}

std::string CrossUnitLaunches::text() const {
  std::string Lines;
  for (const auto &[Unit, Theirs] : Units) {
    Lines += "unit " + quoting::forRecord(Unit) + "\n";
    for (const std::string &Kernel : Theirs.Defined)
      Lines += "defines " + quoting::forRecord(Kernel) + "\n";
    writeAll(Lines, "kernel ", Theirs.Made);
    writeAll(Lines, "function ", Theirs.Calls);
  }
  // Nothing but names holds one.
  bool AreQuoted = llvm::StringRef(Lines).contains('\\');
  return (AreQuoted ? QuotedLine : PlainLine).str() + "\n" + Lines;
}

namespace {

/// Reads what `text` writes, line by line.
class Reader {
public:
  explicit Reader(bool AreQuoted) : AreQuoted(AreQuoted) {}
  /// False if \p Line is not valid at this place.
  bool read(llvm::StringRef Line, CrossUnitLaunches &Into);
  /// Hands over the launch that is in progress.
  bool finish(CrossUnitLaunches &Into);

private:
  /// False if no name is written so.
  bool readName(llvm::StringRef Written, std::string &Name) const;
  bool readRefs(llvm::StringRef Name, llvm::StringRef Rest);
  bool readTerm(llvm::StringRef Rest);
  bool readExtents(llvm::StringRef Rest);
  bool readAsks(llvm::StringRef Rest);

  bool AreQuoted; ///< Names are.
  std::string Unit;
  std::string Of;      ///< A kernel or a function.
  bool IsCall = false; ///< It is a function.
  /// A launch or, if IsCall, what stands for a call: its place and facts.
  std::optional<KernelLaunch> Launch;
  std::vector<Ref> Terms; ///< Of the fact in progress, by their numbers there.
};

} // namespace

/// The numbers in \p Text; nothing if there is anything else.
template <typename Number>
static std::optional<llvm::SmallVector<Number, 16>>
numbersIn(llvm::StringRef Text) {
  llvm::SmallVector<llvm::StringRef, 16> Words;
  Text.split(Words, ' ', -1, /*KeepEmpty=*/false);
  llvm::SmallVector<Number, 16> Result;
  for (llvm::StringRef Word : Words)
    if (Word.getAsInteger(10, Result.emplace_back()))
      return std::nullopt;
  return Result;
}

bool Reader::readName(llvm::StringRef Written, std::string &Name) const {
  auto Read = AreQuoted ? quoting::fromRecord(Written) : Written.str();
  if (Read)
    Name = std::move(*Read);
  return Read.has_value();
}

bool Reader::readTerm(llvm::StringRef Rest) {
  auto Parts = numbersIn<int64_t>(Rest);
  if (!Parts || Parts->size() != 4 || Terms.size() >= TermsOfRecord)
    return false;
  auto [Op, Value, Left, Right] =
      std::tie((*Parts)[0], (*Parts)[1], (*Parts)[2], (*Parts)[3]);
  LaunchTerms &Pool = Launch->Facts.back().Terms;
  if (Op == int64_t(Operator::Constant)) {
    Terms.push_back(Pool.constant(Value));
  } else if (Op == int64_t(Operator::Symbol)) {
    if (Value < 0 || Value >= int64_t(TermsOfRecord))
      return false;
    Terms.push_back(Pool.symbol(unsigned(Value), Left == 1));
  } else {
    int64_t Count = int64_t(Terms.size());
    if (Op < 0 || Op > int64_t(Operator::BitXor) || Left < 0 || Right < 0 ||
        Left >= Count || Right >= Count)
      return false;
    auto Made = Pool.make(Operator(Op), Terms[Left], Terms[Right]);
    if (!Made)
      return false;
    Terms.push_back(*Made);
  }
  return true;
}

bool Reader::readRefs(llvm::StringRef Name, llvm::StringRef Rest) {
  llvm::SmallVector<llvm::StringRef, 16> Words;
  Rest.split(Words, ' ', -1, /*KeepEmpty=*/false);
  std::vector<std::optional<Ref>> Refs;
  for (llvm::StringRef Word : Words) {
    Ref Number = 0;
    if (Word == "-") {
      Refs.push_back(std::nullopt);
    } else {
      if (Word.getAsInteger(10, Number) || Number >= Terms.size())
        return false;
      Refs.push_back(Terms[Number]);
    }
  }
  if (Refs.size() > TermsOfRecord)
    return false;
  LaunchConstraint &Fact = Launch->Facts.back();
  if (Name == "arguments") {
    Fact.Arguments = std::move(Refs);
  } else if (Name == "bytes") {
    Fact.Bytes = std::move(Refs);
  } else if (Name == "entered") {
    Fact.Entered = std::move(Refs);
  } else if (Name == "holds") {
    for (const std::optional<Ref> &T : Refs)
      if (T)
        Fact.Holds.push_back(*T);
  } else {
    if (Refs.size() != 3)
      return false;
    llvm::copy(Refs, (Name == "blocks" ? Fact.Grid : Fact.Block).begin());
  }
  return true;
}

bool Reader::readExtents(llvm::StringRef Rest) {
  auto Numbers = numbersIn<uint32_t>(Rest);
  if (!Numbers || Numbers->size() != 9)
    return false;
  for (unsigned I = 0; I < 9; ++I)
    (I < 3   ? Launch->Extents.Grid
     : I < 6 ? Launch->Extents.Block
             : Launch->Extents.Cluster)[I % 3] = (*Numbers)[I];
  return true;
}

bool Reader::readAsks(llvm::StringRef Rest) {
  auto [Flags, Shared] = Rest.rsplit(' ');
  auto Numbers = numbersIn<uint32_t>(Flags);
  if (!Numbers || Numbers->size() != 3 || (*Numbers)[0] > 2 ||
      (*Numbers)[1] > 2 || (*Numbers)[2] > 1)
    return false;
  Launch->Attributes = {TriState((*Numbers)[0]), TriState((*Numbers)[1])};
  Launch->FitsDevice = (*Numbers)[2];
  uint64_t Bytes = 0;
  if (Shared == "-")
    return true;
  if (Shared.getAsInteger(10, Bytes))
    return false;
  Launch->SharedBytes = Bytes;
  return true;
}

bool Reader::finish(CrossUnitLaunches &Into) {
  if (Launch) {
    std::string Place = Launch->Place;
    if (!IsCall)
      Into.add(Of, Unit, std::move(*Launch), std::move(Place));
    else if (!Launch->Facts.empty())
      Into.addCall(Of, Unit,
                   {std::move(Launch->Facts.front()), std::move(Place)});
  }
  Launch.reset();
  return true;
}

bool Reader::read(llvm::StringRef Line, CrossUnitLaunches &Into) {
  auto [Word, Rest] = Line.split(' ');
  if (Word == "unit") {
    finish(Into);
    Of.clear();
    return readName(Rest, Unit);
  }
  if (Word == "defines") {
    std::string Kernel;
    if (Launch || !readName(Rest, Kernel))
      return false;
    Into.define(Kernel, Unit);
    return true;
  }
  if (Word == "kernel" || Word == "function") {
    finish(Into);
    IsCall = Word == "function";
    return readName(Rest, Of);
  }
  if (Word == "launch" || Word == "call") {
    finish(Into);
    Launch.emplace();
    return readName(Rest, Launch->Place) && !Of.empty() &&
           IsCall == (Word == "call");
  }
  if (!Launch)
    return false;
  if (Word == "extents")
    return readExtents(Rest);
  if (Word == "asks")
    return readAsks(Rest);
  if (Word == "says") {
    Launch->Facts.emplace_back();
    Terms.clear();
    return Launch->Facts.size() <= TermsOfRecord;
  }
  if (Launch->Facts.empty())
    return false;
  if (Word == "term")
    return readTerm(Rest);
  if (Word == "entry")
    return readName(Rest, Launch->Facts.back().Entry);
  if (Word == "entered" && Launch->Facts.back().Entry.empty())
    return false;
  return llvm::is_contained(
             {"blocks", "threads", "arguments", "bytes", "holds", "entered"},
             Word) &&
         readRefs(Word, Rest);
}

std::optional<CrossUnitLaunches> CrossUnitLaunches::read(llvm::StringRef Text) {
  auto [First, Rest] = Text.split('\n');
  if (First != PlainLine && First != QuotedLine)
    return std::nullopt;
  CrossUnitLaunches Result;
  Reader Lines(First == QuotedLine);
  while (!Rest.empty()) {
    auto [Line, Next] = Rest.split('\n');
    if (!Lines.read(Line, Result))
      return std::nullopt;
    Rest = Next;
  }
  Lines.finish(Result);
  return Result;
}

} // namespace warplint::launches
