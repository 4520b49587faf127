//===--- Report.cpp - What a run found, without the source ----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Report.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"
#include <algorithm>
#include <map>
#include <tuple>

using namespace clang;
namespace path = llvm::sys::path;

namespace warplint::report {

llvm::StringRef nameOf(ReportedProof::Answer A) {
  switch (A) {
  case ReportedProof::Answer::Confirmed:
    return "confirmed";
  case ReportedProof::Answer::NotMet:
    return "not met";
  case ReportedProof::Answer::Impossible:
    return "not confirmable";
  }
  llvm_unreachable("no such answer");
}

llvm::StringRef nameOf(ReportedProof::Way By) {
  switch (By) {
  case ReportedProof::Way::Program:
    return "program";
  case ReportedProof::Way::Reproduction:
    return "reproduction";
  case ReportedProof::Way::Delays:
    return "delays";
  }
  llvm_unreachable("no such way");
}

static llvm::StringRef sayingOf(ReportedProof::Way By) {
  switch (By) {
  case ReportedProof::Way::Program:
    return "";
  case ReportedProof::Way::Reproduction:
    return " by a reproduction";
  case ReportedProof::Way::Delays:
    return " by late threads";
  }
  llvm_unreachable("no such way");
}

std::string sayingOf(const ReportedProof &Proof) {
  return (nameOf(Proof.Says) + sayingOf(Proof.By)).str() +
         (Proof.Device.empty() ? "" : " on " + Proof.Device) + ": " +
         Proof.Text;
}

bool isUnshown(const ReportedFinding &F) {
  return F.Proven && F.Proven->Says == ReportedProof::Answer::NotMet &&
         F.Proven->Tries >= ManyTries;
}

void weigh(ReportedFinding &F) {
  if (!F.Proven)
    return;
  // That two threads meet is what the model forbids already; a wrong result is
  // more.
  bool IsMore = F.Sure == Certainty::Likely ||
                F.Proven->By != ReportedProof::Way::Program;
  if (F.Proven->Says == ReportedProof::Answer::Confirmed && IsMore)
    F.Sure = Certainty::Proven;
  if (isUnshown(F) && F.Sure == Certainty::Proven)
    F.Sure = Certainty::Likely;
}

void takeProofs(Report &R, const Report &Earlier) {
  llvm::StringMap<const ReportedProof *> Known;
  for (const ReportedFinding &F : Earlier.Findings)
    if (F.Proven)
      Known[fingerprintOf(F)] = &*F.Proven;
  for (ReportedFinding &F : R.Findings) {
    auto Was = Known.find(fingerprintOf(F));
    if (Was == Known.end() ||
        (F.Proven && F.Proven->Says == ReportedProof::Answer::Confirmed))
      continue;
    F.Proven = *Was->second;
    weigh(F);
  }
}

std::optional<MemoryRole> memoryRoleOf(llvm::StringRef Role) {
  return llvm::StringSwitch<std::optional<MemoryRole>>(Role)
      .Case("reads", MemoryRole::Load)
      .Cases({"writes", "changes"}, MemoryRole::Store)
      .Case("updates", MemoryRole::Update)
      .Default(std::nullopt);
}

Confirmable confirmableBy(const ReportedFinding &F) {
  if (F.Shown && llvm::count_if(F.Shown->Threads, [](const ReportedThread &T) {
                   return T.At.Line && memoryRoleOf(T.Role);
                 }) == 2)
    return Confirmable::Race;
  return llvm::StringSwitch<Confirmable>(F.Check)
      .Cases({"divergent-barrier", "exit-before-barrier"}, Confirmable::Barrier)
      .Case("sync-mask", Confirmable::Mask)
      .Default(Confirmable::No);
}

llvm::StringRef nameOf(Confirmable By) {
  switch (By) {
  case Confirmable::Race:
    return "race";
  case Confirmable::Barrier:
    return "barrier";
  case Confirmable::Mask:
    return "mask";
  case Confirmable::No:
    return "no";
  }
  llvm_unreachable("no such answer");
}

/// Lines shown above and below a finding.
static constexpr unsigned LinesAround = 6;
/// Bytes of a line that a report shows.
static constexpr size_t MostOfLine = 4096;

void Report::add(Report Other) {
  std::move(Other.Findings.begin(), Other.Findings.end(),
            std::back_inserter(Findings));
  std::move(Other.Verdicts.begin(), Other.Verdicts.end(),
            std::back_inserter(Verdicts));
  Summary.add(Other.Summary);
  for (std::string &Check : Other.Checks)
    if (!llvm::is_contained(Checks, Check))
      Checks.push_back(std::move(Check));
  Sources.merge(Other.Sources);
  Files.merge(Other.Files);
}

static auto orderOf(const ReportedFinding &F) {
  return std::tie(F.At.File, F.At.Line, F.At.Column, F.Check, F.Message);
}

std::string withoutSpacing(llvm::StringRef Line) {
  llvm::SmallVector<llvm::StringRef, 16> Words;
  llvm::SplitString(Line, Words, " \t\r\f\v");
  return llvm::join(Words, " ");
}

static std::string lineKey(const ReportedFinding &F) {
  return F.Check + "\n" + F.At.File + "\n" + F.Function + "\n" +
         withoutSpacing(F.At.Text);
}

/// Empty where the report has no lines around \p F.
static std::string contextKey(const ReportedFinding &F) {
  std::string Context = contextOf(F);
  return Context.empty() ? ""
                         : F.Check + "\n" + F.Function + "\n" +
                               withoutSpacing(F.At.Text) + "\n" + Context;
}

static std::string hashOf(llvm::StringRef Text) {
  llvm::SHA256 Hash;
  Hash.update(Text);
  auto Digest = Hash.final();
  return llvm::toHex(llvm::ArrayRef(Digest).take_front(16), /*LowerCase=*/true);
}

void Report::settle() {
  llvm::stable_sort(Findings, [](const auto &L, const auto &R) {
    return orderOf(L) != orderOf(R) ? orderOf(L) < orderOf(R) : L.Sure < R.Sure;
  });
  Findings.erase(std::unique(Findings.begin(), Findings.end(),
                             [](const auto &L, const auto &R) {
                               return orderOf(L) == orderOf(R);
                             }),
                 Findings.end());
  std::map<std::string, unsigned> Alike, AlikeInContext;
  for (ReportedFinding &F : Findings) {
    F.Occurrence = Alike[lineKey(F)]++;
    F.OccurrenceInContext = AlikeInContext[contextKey(F)]++;
  }
  llvm::sort(Checks);
  llvm::sort(Summary.Failures);
  Summary.Failures.erase(
      std::unique(Summary.Failures.begin(), Summary.Failures.end()),
      Summary.Failures.end());
  llvm::sort(Summary.Cuts);
  llvm::sort(Summary.Unread);
  Summary.Unread.erase(
      std::unique(Summary.Unread.begin(), Summary.Unread.end()),
      Summary.Unread.end());
  llvm::sort(Summary.Nolints);
  Summary.Nolints.erase(
      std::unique(Summary.Nolints.begin(), Summary.Nolints.end()),
      Summary.Nolints.end());
  count();
}

void Report::count() {
  Summary.Findings = Findings.size();
  Summary.Deciding = llvm::count_if(Findings, [&](const ReportedFinding &F) {
    return decides(F.Level, F.IsError, Summary);
  });
}

void Report::keepTiers(TierSet Shown) {
  size_t Before = Findings.size();
  llvm::erase_if(Findings, [&](const ReportedFinding &F) {
    return !Shown.contains(F.Level);
  });
  Summary.OtherTiers += Before - Findings.size();
  count();
}

std::string fingerprintOf(const ReportedFinding &F) {
  return hashOf(lineKey(F) + "\n" + std::to_string(F.Occurrence));
}

std::string contextFingerprintOf(const ReportedFinding &F) {
  std::string Key = contextKey(F);
  return Key.empty() ? ""
                     : hashOf("v2\n" + Key + "\n" +
                              std::to_string(F.OccurrenceInContext));
}

std::string contextOf(const ReportedFinding &F) {
  if (F.At.Line < F.AroundLine || F.At.Line - F.AroundLine >= F.Around.size())
    return "";
  auto At = F.Around.begin() + (F.At.Line - F.AroundLine);
  auto HasText = [](const std::string &Line) {
    return !llvm::StringRef(Line).trim().empty();
  };
  auto Above =
      std::find_if(std::make_reverse_iterator(At), F.Around.rend(), HasText);
  auto Below = std::find_if(std::next(At), F.Around.end(), HasText);
  llvm::SHA256 Hash;
  Hash.update(Above == F.Around.rend() ? "" : withoutSpacing(*Above));
  Hash.update("\n");
  Hash.update(Below == F.Around.end() ? "" : withoutSpacing(*Below));
  auto Digest = Hash.final();
  return llvm::toHex(llvm::ArrayRef(Digest).take_front(8), /*LowerCase=*/true);
}

std::string pathBelow(llvm::StringRef Path, llvm::StringRef Root) {
  llvm::SmallString<256> Clean(Path);
  path::remove_dots(Clean, /*remove_dot_dot=*/true);
  llvm::StringRef Rest = Clean;
  Root = Root.rtrim('/');
  if (Rest.consume_front(Root) && Rest.consume_front("/"))
    return path::convert_to_slash(Rest);
  return path::convert_to_slash(Clean);
}

namespace {

/// Reads places out of one source manager.
class Places {
public:
  Places(const SourceManager &Sources, const LangOptions &Language,
         llvm::StringRef Root)
      : Sources(Sources), Language(Language), Root(Root) {}

  ReportedPlace at(SourceLocation Loc) const;
  ReportedEdit edit(const Edit &E) const;
  ReportedMap map(const SyncMap &Of) const;
  ReportedScenario scenario(const FindingScenario &Of) const;
  void addAround(ReportedFinding &F, SourceLocation Loc) const;

private:
  std::string fileOf(FileID File) const;
  std::vector<llvm::StringRef> linesOf(FileID File) const;
  ReportedMap::Step step(const SyncMap::Step &Of) const;
  /// Column in code points of \p Offset bytes into \p Line.
  static unsigned columnAt(llvm::StringRef Line, unsigned Offset);

  const SourceManager &Sources;
  const LangOptions &Language;
  llvm::StringRef Root;
};

} // namespace

/// Text that is no UTF-8 cannot stand in JSON.
static std::string asUtf8(llvm::StringRef Text) {
  return llvm::json::isUTF8(Text) ? Text.str() : llvm::json::fixUTF8(Text);
}

/// \p Line, or its beginning if it is too long to stand in each finding and
/// note that lies on it.
static std::string shownOf(llvm::StringRef Line) {
  size_t End = std::min(Line.size(), MostOfLine);
  while (End && End < Line.size() && (uint8_t(Line[End]) & 0xC0) == 0x80)
    --End;
  return asUtf8(Line.take_front(End));
}

std::string Places::fileOf(FileID File) const {
  OptionalFileEntryRef Entry = Sources.getFileEntryRefForID(File);
  if (!Entry)
    return "";
  llvm::SmallString<256> Path(Entry->getName());
  Sources.getFileManager().makeAbsolutePath(Path);
  return asUtf8(pathBelow(Path, Root));
}

std::vector<llvm::StringRef> Places::linesOf(FileID File) const {
  llvm::SmallVector<llvm::StringRef, 0> Lines;
  llvm::StringRef Text = Sources.getBufferData(File);
  Text.consume_back("\n"); // It ends the last line and begins none.
  Text.split(Lines, '\n');
  for (llvm::StringRef &Line : Lines)
    Line = Line.rtrim('\r');
  return {Lines.begin(), Lines.end()};
}

unsigned Places::columnAt(llvm::StringRef Line, unsigned Offset) {
  unsigned Column = 1;
  // Bytes that continue a character do not count.
  for (unsigned char Byte : Line.take_front(Offset))
    Column += (Byte & 0xC0) != 0x80;
  return Column;
}

ReportedPlace Places::at(SourceLocation Loc) const {
  ReportedPlace P;
  if (Loc.isInvalid())
    return P;
  Loc = Sources.getFileLoc(Loc);
  auto [File, Offset] = Sources.getDecomposedLoc(Loc);
  P.File = fileOf(File);
  P.Line = Sources.getLineNumber(File, Offset);
  unsigned Byte = Sources.getColumnNumber(File, Offset) - 1;
  unsigned Length = Lexer::MeasureTokenLength(Loc, Sources, Language);
  llvm::StringRef Rest =
      Sources.getBufferData(File).substr(Offset - Byte).split('\n').first;
  llvm::StringRef Line = Rest.rtrim('\r');
  P.Column = columnAt(Line, Byte);
  P.EndColumn = std::max(columnAt(Line, Byte + Length), P.Column + 1);
  P.Text = shownOf(Line);
  return P;
}

void Places::addAround(ReportedFinding &F, SourceLocation Loc) const {
  if (Loc.isInvalid() || !F.At.Line)
    return;
  std::vector<llvm::StringRef> Lines =
      linesOf(Sources.getFileID(Sources.getFileLoc(Loc)));
  F.AroundLine = F.At.Line > LinesAround ? F.At.Line - LinesAround : 1;
  unsigned Last = std::min<size_t>(F.At.Line + LinesAround, Lines.size());
  for (unsigned Line = F.AroundLine; Line <= Last; ++Line)
    F.Around.push_back(shownOf(Lines[Line - 1]));
}

ReportedEdit Places::edit(const Edit &E) const {
  ReportedEdit R;
  CharSourceRange Range = Lexer::makeFileCharRange(E.Range, Sources, Language);
  if (Range.isInvalid())
    return R;
  ReportedPlace Begin = at(Range.getBegin()), End = at(Range.getEnd());
  R.File = Begin.File;
  R.Line = Begin.Line;
  R.Column = Begin.Column;
  R.EndLine = End.Line;
  R.EndColumn = End.Column;
  R.Replacement = E.Replacement;
  R.Safe = E.Safe;
  return R;
}

ReportedMap::Step Places::step(const SyncMap::Step &Of) const {
  return {Of.Does,          asUtf8(Of.Text), at(Of.At),  Of.Role,
          Of.NextIteration, Of.InFinding,    Of.Touching};
}

ReportedMap Places::map(const SyncMap &Of) const {
  ReportedMap Result;
  Result.Object = asUtf8(Of.Object);
  Result.Element = asUtf8(Of.Element);
  Result.Scope = Of.Scope;
  Result.BlockDim = Of.BlockDim;
  Result.LeftOut = Of.LeftOut;
  for (const SyncMap::Role &Role : Of.Roles)
    Result.Roles.push_back(
        {Role.Who, Role.Threads, asUtf8(Role.Condition), at(Role.At)});
  for (const SyncMap::Interval &I : Of.Intervals) {
    ReportedMap::Interval &Added = Result.Intervals.emplace_back();
    if (I.Opening)
      Added.Opening = step(*I.Opening);
    for (const SyncMap::Step &Step : I.Steps)
      Added.Steps.push_back(step(Step));
    for (const SyncMap::Step &Step : I.Closings)
      Added.Closings.push_back(step(Step));
    Added.EndsKernel = I.EndsKernel;
    Added.IsMeeting = I.IsMeeting;
    Added.LeftOut = I.LeftOut;
  }
  return Result;
}

ReportedScenario Places::scenario(const FindingScenario &Of) const {
  ReportedScenario Result{Of.Provenance, Of.Rule, Of.BlockDim, Of.GridDim,
                          asUtf8(Of.Place)};
  if (ReportedPlace At = at(Of.Site); At.Line && Of.Place.empty())
    Result.Site = At.File + ":" + std::to_string(At.Line);
  return Result;
}

ReportedVerdict resolve(const KernelVerdict &Of, const SourceManager &Sources,
                        const LangOptions &Language, llvm::StringRef Root) {
  Places In(Sources, Language, Root);
  ReportedVerdict R;
  R.Kernel = asUtf8(Of.Kernel);
  R.At = In.at(Of.At);
  for (const auto &Each : Of.Launches) {
    ReportedPlace At = In.at(Each.At);
    std::string Place =
        At.Line ? At.File + ":" + std::to_string(At.Line) : std::string();
    R.Launches.push_back({At, asUtf8(Place + Each.Text)});
  }
  R.Contract = {Of.Contract.Proven, Of.Contract.Accepted,
                Of.Contract.Conditions, Of.Contract.Problems,
                In.at(Of.Contract.At)};
  R.Guessed = Of.Guessed;
  R.Basis = Of.Basis;
  for (const auto &Each : Of.Redundant)
    R.Redundant.push_back({asUtf8(Each.Spelling), In.at(Each.At)});
  for (unsigned I = 0; I < Properties; ++I) {
    auto &To = R.Of[I];
    To.Says = Of.Of[I].Says;
    for (const auto &Each : Of.Of[I].Conditions)
      To.Conditions.push_back(
          {Each.Id, Each.Sentence, Each.Subjects, In.at(Each.At)});
    for (const auto &Each : Of.Of[I].Unknowns)
      To.Unknowns.push_back({Each.Id, asUtf8(Each.Text), Each.Settle,
                             In.at(Each.At), Each.Times});
    for (const auto &Each : Of.Of[I].Violations)
      To.Violations.push_back(
          {Each.Check, asUtf8(Each.Message), Each.Sure, In.at(Each.At)});
  }
  return R;
}

ReportedFinding resolve(const Finding &F, const SourceManager &Sources,
                        const LangOptions &Language, llvm::StringRef Root) {
  Places In(Sources, Language, Root);
  ReportedFinding R;
  R.Check = F.Check.str();
  R.Kind = F.Kind;
  R.Level = tierOf(F.Kind, F.Sure, F.OfCheck);
  R.Sure = F.Sure;
  R.At = In.at(F.Loc);
  R.Message = asUtf8(F.Message);
  R.Kernel = asUtf8(F.Kernel);
  In.addAround(R, F.Loc);
  for (const Note &N : F.Notes)
    R.Notes.push_back({In.at(N.Loc), asUtf8(N.Text), N.Role});
  for (const Edit &E : F.Edits)
    if (ReportedEdit Done = In.edit(E); Done.Line)
      R.Edits.push_back(std::move(Done));
  for (const EvidenceItem &Each : F.RestsOn)
    R.RestsOn.push_back(
        {Each.K, asUtf8(Each.Id), asUtf8(Each.Subject), Each.Value});
  if (F.Shown) {
    R.Shown.emplace();
    R.Shown->BlockDim = F.Shown->BlockDim;
    R.Shown->GridDim = F.Shown->GridDim;
    R.Shown->Values = F.Shown->Values;
    for (const Witness::ThreadAt &T : F.Shown->Threads)
      R.Shown->Threads.push_back({T.Thread, T.Block, T.Role, In.at(T.Loc)});
    if (F.Shown->Opening)
      R.Shown->Opening = F.Shown->Opening->isValid() ? In.at(*F.Shown->Opening)
                                                     : ReportedPlace();
  }
  if (F.Scenario)
    R.Scenario = In.scenario(*F.Scenario);
  if (F.Map)
    R.Map = In.map(*F.Map);
  return R;
}

} // namespace warplint::report
