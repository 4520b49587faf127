//===--- BuildLaunches.cpp - What the units of a build launch -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Unit/BuildLaunches.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace warplint {

/// Units through which a launch gets its numbers, ways to one launch, and calls
/// that are looked at for it.
static constexpr unsigned MaxDepth = 4;
static constexpr size_t MaxCalls = 16;
static constexpr unsigned MaxLooks = 512;

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

void BuildLaunches::define(const std::string &Kernel, const std::string &Unit) {
  Units[Unit].Defined.insert(Kernel);
}

void BuildLaunches::add(const std::string &Kernel, const std::string &Unit,
                        KernelLaunch Launch, std::string Place) {
  Launch.Site = nullptr;
  Launch.Place = std::move(Place);
  Units[Unit].Made[Kernel].push_back(std::move(Launch));
}

void BuildLaunches::addCall(const std::string &Function,
                            const std::string &Unit, OutsideCall Call) {
  std::vector<OutsideCall> &Known = Units[Unit].Calls[Function];
  // Calls from one place to another on many ways repeat themselves.
  if (Known.size() < MaxCalls &&
      llvm::none_of(Known, [&](const OutsideCall &Other) {
        return Other.Fact == Call.Fact;
      }))
    Known.push_back(std::move(Call));
}

void BuildLaunches::add(const BuildLaunches &Other) {
  for (const auto &[Unit, Theirs] : Other.Units) {
    OfUnit &Ours = Units[Unit];
    Ours.Defined.insert(Theirs.Defined.begin(), Theirs.Defined.end());
    for (const auto &[Kernel, Made] : Theirs.Made) {
      auto &Known = Ours.Made[Kernel];
      Known.insert(Known.end(), Made.begin(), Made.end());
    }
    for (const auto &[Function, Calls] : Theirs.Calls)
      for (const OutsideCall &Each : Calls)
        addCall(Function, Unit, Each);
  }
}

std::vector<KernelLaunch> BuildLaunches::of(llvm::StringRef Kernel,
                                            llvm::StringRef Own) const {
  std::vector<KernelLaunch> Result;
  for (const auto &[Unit, Theirs] : Units)
    if (auto Made = Theirs.Made.find(Kernel.str());
        Unit != Own && Made != Theirs.Made.end())
      for (const KernelLaunch &Each : Made->second)
        llvm::append_range(Result, asCalled(Each));
  return Result;
}

//===----------------------------------------------------------------------===//
// Calls between units
//===----------------------------------------------------------------------===//

std::vector<const OutsideCall *>
BuildLaunches::callsOf(const std::string &Function) const {
  std::vector<const OutsideCall *> Result;
  for (const auto &[Unit, Theirs] : Units)
    if (auto Calls = Theirs.Calls.find(Function); Calls != Theirs.Calls.end())
      for (const OutsideCall &Each : Calls->second)
        if (Result.size() < MaxCalls)
          Result.push_back(&Each);
  return Result;
}

/// What \p Known says for each call of its entry, of those that come to it,
/// with the place of the outermost; \p Known if there is none.
std::vector<OutsideCall> BuildLaunches::asCalled(const OutsideCall &Known,
                                                 unsigned Depth,
                                                 unsigned &Left) const {
  std::vector<OutsideCall> Result;
  if (!Known.Fact.Entry.empty() && Depth < MaxDepth)
    for (const OutsideCall *Call : callsOf(Known.Fact.Entry)) {
      if (!Left || Result.size() >= MaxCalls)
        break;
      --Left;
      std::optional<LaunchFact> Here = calledAs(Known.Fact, Call->Fact);
      if (!Here)
        continue;
      for (OutsideCall &Each : asCalled({*Here, Call->Place}, Depth + 1, Left))
        if (llvm::none_of(Result, [&](const OutsideCall &Other) {
              return Other.Fact == Each.Fact;
            }))
          Result.push_back(std::move(Each));
    }
  if (Result.empty())
    Result.push_back(Known);
  return Result;
}

/// Numbers in \p Terms become extents.
static void settle(std::array<uint32_t, 3> &Extents,
                   std::array<std::optional<LaunchTerms::Ref>, 3> &Said,
                   const LaunchTerms &Terms) {
  for (unsigned Axis = 0; Axis < 3; ++Axis) {
    auto Number = Said[Axis] ? Terms.constantOf(*Said[Axis]) : std::nullopt;
    if (!Number || Extents[Axis] || *Number <= 0 || *Number > UINT32_MAX)
      continue;
    Extents[Axis] = uint32_t(*Number);
    Said[Axis] = std::nullopt;
  }
}

std::vector<KernelLaunch>
BuildLaunches::asCalled(const KernelLaunch &Made) const {
  std::vector<KernelLaunch> Result;
  unsigned Left = MaxLooks;
  for (const LaunchFact &Fact : Made.Facts)
    for (OutsideCall &Each : asCalled({Fact, Made.Caller}, 0, Left)) {
      KernelLaunch New = Made;
      New.Caller = std::move(Each.Place);
      settle(New.Extents.Grid, Each.Fact.Grid, Each.Fact.Terms);
      settle(New.Extents.Block, Each.Fact.Block, Each.Fact.Terms);
      // It has served.
      Each.Fact.Entry.clear();
      Each.Fact.Entered.clear();
      New.Facts = {std::move(Each.Fact)};
      Result.push_back(std::move(New));
    }
  return Result;
}

/// Adds to \p Work the entries by which \p Of is come to.
template <typename List>
static void addEntries(const List &Of, std::vector<std::string> &Work) {
  for (const LaunchFact &Fact : Of)
    if (!Fact.Entry.empty())
      Work.push_back(Fact.Entry);
}

std::set<std::string> BuildLaunches::entries() const {
  std::vector<std::string> Work;
  for (const auto &[Unit, Theirs] : Units)
    for (const auto &[Kernel, Made] : Theirs.Made)
      for (const KernelLaunch &Each : Made)
        addEntries(Each.Facts, Work);
  std::set<std::string> Result;
  while (!Work.empty()) {
    std::string Next = std::move(Work.back());
    Work.pop_back();
    if (Result.insert(Next).second)
      for (const OutsideCall *Call : callsOf(Next))
        addEntries(llvm::ArrayRef(Call->Fact), Work);
  }
  return Result;
}

BuildLaunches
BuildLaunches::concerning(const std::set<std::string> &Which) const {
  BuildLaunches Result, Known;
  for (const std::string &Own : Which) {
    auto Found = Units.find(Own);
    if (Found == Units.end())
      continue;
    Known.Units[Own].Made = Found->second.Made;
    for (const auto &[Unit, Theirs] : Units)
      for (const auto &[Kernel, Made] : Theirs.Made)
        if (Unit != Own && Found->second.Defined.count(Kernel))
          Known.Units[Unit].Made[Kernel] = Result.Units[Unit].Made[Kernel] =
              Made;
  }
  for (const auto &[Unit, Theirs] : Units)
    Known.Units[Unit].Calls = Theirs.Calls;
  for (const std::string &Entry : Known.entries())
    for (const auto &[Unit, Theirs] : Units)
      if (auto Calls = Theirs.Calls.find(Entry); Calls != Theirs.Calls.end())
        Result.Units[Unit].Calls.insert(*Calls);
  return Result;
}

std::set<std::string> BuildLaunches::units() const {
  std::set<std::string> Result;
  for (const auto &Each : Units)
    Result.insert(Each.first);
  return Result;
}

void BuildLaunches::dropOtherCalls() {
  std::set<std::string> Needed = entries();
  for (auto &[Unit, Theirs] : Units)
    for (auto Each = Theirs.Calls.begin(); Each != Theirs.Calls.end();)
      Each = Needed.count(Each->first) ? std::next(Each)
                                       : Theirs.Calls.erase(Each);
}

bool BuildLaunches::hasLaunches() const {
  return llvm::any_of(Units, [](const auto &Each) {
    return !Each.second.Made.empty() || !Each.second.Calls.empty();
  });
}

//===----------------------------------------------------------------------===//
// Text: one thing per line, its parts divided by blanks
//===----------------------------------------------------------------------===//

static constexpr llvm::StringLiteral FirstLine = "warplint launches 2";
/// Terms and arguments of one launch that are read.
static constexpr size_t MostTerms = 256;

using Ref = LaunchTerms::Ref;

template <typename List>
static void writeRefs(std::string &To, const List &Of) {
  for (const std::optional<Ref> &T : Of)
    To += T ? " " + std::to_string(*T) : std::string(" -");
  To += "\n";
}

static void write(std::string &To, const LaunchFact &Fact) {
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
  To += "entry " + Fact.Entry + "\n";
  Write("entered", Fact.Entered);
}

static void write(std::string &To, const OutsideCall &Call) {
  To += "call " + Call.Place + "\n";
  write(To, Call.Fact);
}

static void write(std::string &To, const KernelLaunch &Launch) {
  To += "launch " + Launch.Place + "\nextents";
  for (const auto *Extents :
       {&Launch.Extents.Grid, &Launch.Extents.Block, &Launch.Extents.Cluster})
    for (uint32_t Extent : *Extents)
      To += " " + std::to_string(Extent);
  To += "\nasks " + std::to_string(unsigned(Launch.Attributes.Cooperative)) +
        " " + std::to_string(unsigned(Launch.Attributes.OverlapsPredecessor)) +
        " " + std::to_string(unsigned(Launch.FitsDevice)) + " " +
        (Launch.SharedBytes ? std::to_string(*Launch.SharedBytes) : "-") + "\n";
  for (const LaunchFact &Fact : Launch.Facts)
    write(To, Fact);
}

std::string BuildLaunches::text() const {
  std::string Result = (FirstLine + "\n").str();
  for (const auto &[Unit, Theirs] : Units) {
    // Such names have no line of their own.
    if (llvm::StringRef(Unit).contains('\n'))
      continue;
    Result += "unit " + Unit + "\n";
    for (const std::string &Kernel : Theirs.Defined)
      if (!llvm::StringRef(Kernel).contains('\n'))
        Result += "defines " + Kernel + "\n";
    for (const auto &[Kernel, Made] : Theirs.Made) {
      if (llvm::StringRef(Kernel).contains('\n'))
        continue;
      Result += "kernel " + Kernel + "\n";
      for (const KernelLaunch &Launch : Made)
        write(Result, Launch);
    }
    for (const auto &[Function, Calls] : Theirs.Calls) {
      if (llvm::StringRef(Function).contains('\n'))
        continue;
      Result += "function " + Function + "\n";
      for (const OutsideCall &Call : Calls)
        write(Result, Call);
    }
  }
  return Result;
}

namespace {

/// Reads what `text` writes, line by line.
class Reader {
public:
  /// False if \p Line cannot stand where it does.
  bool read(llvm::StringRef Line, BuildLaunches &Into);
  /// Hands over the launch that is under way.
  bool finish(BuildLaunches &Into);

private:
  bool readRefs(llvm::StringRef Name, llvm::StringRef Rest);
  bool readTerm(llvm::StringRef Rest);
  bool readExtents(llvm::StringRef Rest);
  bool readAsks(llvm::StringRef Rest);

  std::string Unit;
  std::string Of;      ///< A kernel or a function.
  bool IsCall = false; ///< It is a function.
  /// A launch or, if IsCall, what stands for a call: its place and facts.
  std::optional<KernelLaunch> Launch;
  std::vector<Ref> Terms; ///< Of the fact under way, by their numbers there.
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

bool Reader::readTerm(llvm::StringRef Rest) {
  auto Parts = numbersIn<int64_t>(Rest);
  if (!Parts || Parts->size() != 4 || Terms.size() >= MostTerms)
    return false;
  auto [Op, Value, Left, Right] =
      std::tie((*Parts)[0], (*Parts)[1], (*Parts)[2], (*Parts)[3]);
  LaunchTerms &Pool = Launch->Facts.back().Terms;
  if (Op == int64_t(LaunchOperator::Constant)) {
    Terms.push_back(Pool.constant(Value));
  } else if (Op == int64_t(LaunchOperator::Symbol)) {
    if (Value < 0 || Value >= int64_t(MostTerms))
      return false;
    Terms.push_back(Pool.symbol(unsigned(Value)));
  } else {
    int64_t Count = int64_t(Terms.size());
    if (Op < 0 || Op > int64_t(LaunchOperator::Or) || Left < 0 || Right < 0 ||
        Left >= Count || Right >= Count)
      return false;
    auto Made = Pool.make(LaunchOperator(Op), Terms[Left], Terms[Right]);
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
  if (Refs.size() > MostTerms)
    return false;
  LaunchFact &Fact = Launch->Facts.back();
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
  Launch->Attributes = {Told((*Numbers)[0]), Told((*Numbers)[1])};
  Launch->FitsDevice = (*Numbers)[2];
  uint64_t Bytes = 0;
  if (Shared == "-")
    return true;
  if (Shared.getAsInteger(10, Bytes))
    return false;
  Launch->SharedBytes = Bytes;
  return true;
}

bool Reader::finish(BuildLaunches &Into) {
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

bool Reader::read(llvm::StringRef Line, BuildLaunches &Into) {
  auto [Word, Rest] = Line.split(' ');
  if (Word == "unit") {
    finish(Into);
    Unit = Rest.str();
    Of.clear();
    return true;
  }
  if (Word == "defines") {
    Into.define(Rest.str(), Unit);
    return !Launch;
  }
  if (Word == "kernel" || Word == "function") {
    finish(Into);
    Of = Rest.str();
    IsCall = Word == "function";
    return true;
  }
  if (Word == "launch" || Word == "call") {
    finish(Into);
    Launch.emplace();
    Launch->Place = Rest.str();
    return !Of.empty() && IsCall == (Word == "call");
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
    return Launch->Facts.size() <= MostTerms;
  }
  if (Launch->Facts.empty())
    return false;
  if (Word == "term")
    return readTerm(Rest);
  if (Word == "entry") {
    Launch->Facts.back().Entry = Rest.str();
    return true;
  }
  return llvm::is_contained(
             {"blocks", "threads", "arguments", "bytes", "holds", "entered"},
             Word) &&
         readRefs(Word, Rest);
}

std::optional<BuildLaunches> BuildLaunches::read(llvm::StringRef Text) {
  auto [First, Rest] = Text.split('\n');
  if (First != FirstLine)
    return std::nullopt;
  BuildLaunches Result;
  Reader Lines;
  while (!Rest.empty()) {
    auto [Line, Next] = Rest.split('\n');
    if (!Lines.read(Line, Result))
      return std::nullopt;
    Rest = Next;
  }
  Lines.finish(Result);
  return Result;
}

} // namespace warplint
