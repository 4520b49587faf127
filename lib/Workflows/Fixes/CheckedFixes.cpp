//===--- CheckedFixes.cpp - Fixes that are kept if they help --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Fixes/CheckedFixes.h"
#include "Analysis/Program/DeviceCode.h"
#include "Support/Descriptors.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace warplint::fixes {

/// Each one costs a run over the units that the edits reach.
static constexpr unsigned MostAttempts = 64;

/// Without links, as far as the file exists.
static std::string realPath(llvm::StringRef Path, llvm::StringRef Folder) {
  llvm::SmallString<256> Absolute(Path), Real;
  llvm::sys::path::make_absolute(Folder, Absolute);
  if (!llvm::sys::fs::real_path(Absolute, Real))
    return Real.str().str();
  return Absolute.str().str();
}

static StandingFinding standingOf(const tidy::ClangTidyError &Error,
                                  bool Unsafe) {
  StandingFinding F;
  F.Check = Error.DiagnosticName;
  F.File = realPath(Error.Message.FilePath, Error.BuildDirectory);
  F.Offset = Error.Message.FileOffset;
  F.Message = Error.Message.Message;
  if (const auto *Fix = tidy::getFixIt(Error, /*AnyFix=*/Unsafe))
    for (const auto &File : *Fix)
      F.Fix[realPath(File.getKey(), Error.BuildDirectory)] = File.second;
  return F;
}

/// What a trial changes, and what is said of it.
struct CheckedFixes::Trial {
  Edits Changes;
  base::EditedTexts Texts;
  std::vector<TriedUnit> Units; ///< All; those it reaches were linted again.
};

std::string changedText(const std::string &File) {
  return "'" + File + "' changed meanwhile: its fixes are not written";
}

CheckedFixes::CheckedFixes(LintsUnit Lint, lint::LintOptions Given, bool Unsafe)
    : Lint(std::move(Lint)), Options(std::move(Given)), Unsafe(Unsafe) {
  Options.Statistics = nullptr;
  Options.QueryFolder.clear();
  Options.Gather = true;
  Options.Besides = {"divergent-barrier", "exit-before-barrier"};
}

void CheckedFixes::addUnit(const commands::Translation &Unit,
                           const lint::UnitFiles &Read) {
  TriedUnit Of;
  Of.Unit = Unit;
  for (const std::string &File : Read.All)
    Of.Read.insert(realPath(File, Unit.Directory));
  for (const auto &[File, Sum] : Read.Sums) {
    auto [Known, New] = Parsed.try_emplace(realPath(File, Unit.Directory), Sum);
    if (!New && !(Known->second == Sum))
      Known->second = base::TextSum();
  }
  Units.push_back(std::move(Of));
}

void CheckedFixes::addFinding(const tidy::ClangTidyError &Error,
                              std::string Fingerprint) {
  Target T;
  T.Finding = standingOf(Error, Unsafe);
  if (T.Finding.Fix.empty())
    return;
  T.Outcome = {std::move(Fingerprint),
               T.Finding.Check,
               T.Finding.File,
               lineIn(Current, T.Finding),
               false,
               "",
               {}};
  for (const auto &[File, Edits] : T.Finding.Fix)
    T.Outcome.Edits.insert(File);
  for (const auto &[File, Edits] : T.Finding.Fix)
    if (!isAsParsed(File))
      T.Outcome.Why = changedText(File);
    else if (!Options.FixBelow.empty() &&
             llvm::sys::path::is_absolute(
                 report::pathBelow(File, Options.FixBelow)))
      T.Outcome.Why = "it changes '" + File + "', which is not below '" +
                      Options.FixBelow + "'";
  Targets.push_back(std::move(T));
}

/// Edits are of the text that was parsed, and of no other.
bool CheckedFixes::isAsParsed(const std::string &Path) {
  auto Known = Parsed.find(Path);
  return Known != Parsed.end() &&
         Known->second == base::TextSum::of(onDisk(Path).Text);
}

const base::FileAsRead &CheckedFixes::onDisk(const std::string &Path) {
  auto [Known, New] = Disk.try_emplace(Path);
  if (!New)
    return Known->second;
  if (auto Read = base::readVersion(Path))
    Known->second = std::move(*Read);
  else
    llvm::consumeError(Read.takeError());
  return Known->second;
}

const std::string &CheckedFixes::textIn(const base::EditedTexts &Texts,
                                        const std::string &Path) {
  auto Found = Texts.find(Path);
  return Found == Texts.end() ? onDisk(Path).Text : Found->second;
}

unsigned CheckedFixes::lineIn(const base::EditedTexts &Texts,
                              const StandingFinding &F) {
  return llvm::StringRef(textIn(Texts, F.File))
             .take_front(F.Offset)
             .count('\n') +
         1;
}

/// Asks \p Of about \p Texts.
void CheckedFixes::say(TriedUnit &Of, const base::EditedTexts &Texts) {
  lint::LintedUnit Linted =
      Lint(Of.Unit,
           llvm::makeIntrusiveRefCnt<base::EditedFiles>(
               llvm::vfs::createPhysicalFileSystem(), Texts),
           Options);
  Of.Trouble = Linted.Trouble.empty() ? Linted.Reason : Linted.Trouble;
  Of.Says.emplace();
  for (const lint::LintedFinding &Each : Linted.Results.Findings)
    Of.Says->push_back(standingOf(Each.Error, Unsafe));
}

/// What all units say, each finding once.
std::set<StandingFinding>
CheckedFixes::standing(const std::vector<TriedUnit> &Of) const {
  std::set<StandingFinding> All;
  for (const TriedUnit &Each : Of)
    if (Each.Says)
      All.insert(Each.Says->begin(), Each.Says->end());
  return All;
}

/// New lines as the file ends its others.
static std::string withLineEndsOf(llvm::StringRef Code, llvm::StringRef New) {
  if (!Code.contains("\r\n") || New.contains('\r'))
    return New.str();
  std::string Text;
  for (char C : New)
    Text += C == '\n' ? std::string("\r\n") : std::string(1, C);
  return Text;
}

/// Puts the edits of \p Which together. Returns why they do not fit.
std::string CheckedFixes::compose(const std::vector<size_t> &Which, Trial &T) {
  std::map<std::string, std::set<tooling::Replacement>> Seen;
  for (size_t I : Which)
    for (const auto &[File, Edits] : Targets[I].Finding.Fix)
      for (const tooling::Replacement &Edit : Edits) {
        tooling::Replacement Mine(
            File, Edit.getOffset(), Edit.getLength(),
            withLineEndsOf(textIn(Current, File), Edit.getReplacementText()));
        // Two findings can have one remedy.
        if (!Seen[File].insert(Mine).second)
          continue;
        if (llvm::Error Overlap = T.Changes[File].add(Mine)) {
          llvm::consumeError(std::move(Overlap));
          return "it overlaps with another fix";
        }
      }
  T.Texts = Current;
  for (const auto &[File, Edits] : T.Changes) {
    auto Text = tooling::applyAllReplacements(textIn(Current, File), Edits);
    if (!Text) {
      llvm::consumeError(Text.takeError());
      return "the edit does not fit the file";
    }
    T.Texts[File] = std::move(*Text);
  }
  return "";
}

/// Lints what \p T reaches again and compares. Returns what speaks against it.
std::string CheckedFixes::judge(const std::vector<size_t> &Which, Trial &T) {
  std::vector<size_t> Reached;
  for (size_t I = 0; I < Units.size(); ++I)
    if (llvm::any_of(T.Changes, [&](const auto &File) {
          return Units[I].Read.count(File.first);
        }))
      Reached.push_back(I);
  for (size_t I : Reached)
    if (!Units[I].Says)
      say(Units[I], Current);
  T.Units = Units;
  for (size_t I : Reached) {
    say(T.Units[I], T.Texts);
    if (!T.Units[I].Trouble.empty() && Units[I].Trouble.empty())
      return "with it " + T.Units[I].Trouble;
  }
  std::map<Place, int> Allowed;
  std::set<Place> Mended;
  for (StandingFinding F : standing(Units)) {
    auto Changes = T.Changes.find(F.File);
    if (Changes != T.Changes.end())
      F.Offset = Changes->second.getShiftedCodePosition(F.Offset);
    ++Allowed[{F.Check, F.File, lineIn(T.Texts, F)}];
  }
  for (size_t I : Which) {
    StandingFinding F = Targets[I].Finding;
    auto Changes = T.Changes.find(F.File);
    if (Changes != T.Changes.end())
      F.Offset = Changes->second.getShiftedCodePosition(F.Offset);
    Place At{F.Check, F.File, lineIn(T.Texts, F)};
    --Allowed[At];
    Mended.insert(At);
  }
  for (const StandingFinding &F : standing(T.Units)) {
    Place At{F.Check, F.File, lineIn(T.Texts, F)};
    if (--Allowed[At] >= 0)
      continue;
    if (Mended.count(At))
      return "the finding would still be there";
    return "with it there would be another: " + F.Message + " [" + F.Check +
           "]";
  }
  return "";
}

void CheckedFixes::keep(const std::vector<size_t> &Which, Trial &T) {
  std::set<size_t> Done(Which.begin(), Which.end());
  std::set<StandingFinding> Now = standing(T.Units);
  for (size_t I = 0; I < Targets.size(); ++I) {
    Target &Each = Targets[I];
    if (Done.count(I))
      Each.Outcome.Fixed = true;
    if (Each.Outcome.Fixed)
      continue;
    auto Changes = T.Changes.find(Each.Finding.File);
    if (Changes != T.Changes.end())
      Each.Finding.Offset =
          Changes->second.getShiftedCodePosition(Each.Finding.Offset);
    // What is said of the new text has edits of the new text. One that is gone
    // with another's fix needs none.
    auto Found = Now.find(Each.Finding);
    if (Found != Now.end())
      Each.Finding = *Found;
    else
      Each.Outcome.Fixed = true;
  }
  Current = std::move(T.Texts);
  Units = std::move(T.Units);
}

/// Empty if \p Which were kept, else why not.
std::string CheckedFixes::tryTogether(const std::vector<size_t> &Which) {
  Trial T;
  std::string Against = compose(Which, T);
  if (!Against.empty())
    return Against;
  if (Attempts == MostAttempts)
    return std::to_string(MostAttempts) +
           " attempts were made in this run; the next one goes on";
  ++Attempts;
  Against = judge(Which, T);
  if (Against.empty())
    keep(Which, T);
  return Against;
}

/// All at once, or in halves: most fixes do not meet.
void CheckedFixes::tryAll(std::vector<size_t> Which) {
  llvm::erase_if(Which, [&](size_t I) { return Targets[I].Outcome.Fixed; });
  if (Which.empty())
    return;
  std::string Against = tryTogether(Which);
  if (Against.empty())
    return;
  if (Which.size() == 1) {
    Targets[Which.front()].Outcome.Why = Against;
    return;
  }
  auto Middle = Which.begin() + Which.size() / 2;
  tryAll({Which.begin(), Middle});
  tryAll({Middle, Which.end()});
}

std::vector<FixOutcome> CheckedFixes::run() {
  llvm::stable_sort(Targets, [](const Target &L, const Target &R) {
    return L.Finding < R.Finding;
  });
  std::vector<size_t> All;
  for (size_t I = 0; I < Targets.size(); ++I)
    if (Targets[I].Outcome.Why.empty())
      All.push_back(I);
  tryAll(All);
  std::vector<FixOutcome> Outcomes;
  for (Target &Each : Targets)
    Outcomes.push_back(std::move(Each.Outcome));
  return Outcomes;
}

} // namespace warplint::fixes
