//===--- Baseline.cpp - Findings that a project lives with ----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Baseline.h"
#include "Support/Json.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SHA256.h"
#include <algorithm>
#include <deque>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

namespace warplint::report {

static constexpr int FormatVersion = 1;

static constexpr std::pair<Triage::Status, llvm::StringLiteral> Statuses[] = {
    {Triage::Status::Open, ""},
    {Triage::Status::ToDo, "to-do"},
    {Triage::Status::Accepted, "accepted"},
    {Triage::Status::FalseAlarm, "false-alarm"}};

llvm::StringRef nameOf(Triage::Status S) {
  for (const auto &[Is, Name] : Statuses)
    if (Is == S)
      return Name;
  llvm_unreachable("status without a name");
}

static KnownFinding knownOf(const ReportedFinding &F) {
  return {fingerprintOf(F),
          F.Check,
          F.At.File,
          F.Function,
          llvm::StringRef(F.At.Text).trim().str(),
          contextOf(F),
          {},
          {}};
}

Baseline knownOf(const Report &R) {
  Baseline Known;
  for (const ReportedFinding &F : R.Findings)
    Known.push_back(knownOf(F));
  return Known;
}

static Object toJson(const KnownFinding &Known) {
  Object Entry = Known.Others;
  Entry["fingerprint"] = Known.Fingerprint;
  Entry["check"] = Known.Check;
  Entry["file"] = Known.File;
  Entry["function"] = Known.Function;
  Entry["text"] = Known.Text;
  Entry["context"] = Known.Context;
  auto Say = [&](llvm::StringRef Key, llvm::StringRef Text) {
    if (!Text.empty())
      Entry[Key] = Text.str();
  };
  Say("status", nameOf(Known.Judged.Is));
  Say("reason", Known.Judged.Reason);
  Say("author", Known.Judged.Author);
  Say("date", Known.Judged.Date);
  return Entry;
}

void writeBaseline(llvm::raw_ostream &OS, const Baseline &Known) {
  Array Entries;
  for (const KnownFinding &Each : Known)
    Entries.push_back(toJson(Each));
  OS << llvm::formatv("{0:1}\n",
                      Value(Object{{"warplintBaseline", FormatVersion},
                                   {"findings", std::move(Entries)}}));
}

/// Reads one entry; the error is a clause.
static llvm::Expected<KnownFinding> readEntry(const Object *Entry) {
  KnownFinding Known;
  if (Entry)
    Known.Others = *Entry;
  auto Take = [&](llvm::StringRef Key) {
    std::string Text = Known.Others.getString(Key).value_or("").str();
    Known.Others.erase(Key);
    return Text;
  };
  Known.Fingerprint = Take("fingerprint");
  Known.Check = Take("check");
  Known.File = Take("file");
  Known.Function = Take("function");
  Known.Text = Take("text");
  Known.Context = Take("context");
  std::string Status = Take("status");
  Known.Judged.Reason = Take("reason");
  Known.Judged.Author = Take("author");
  Known.Judged.Date = Take("date");
  if (Known.Fingerprint.empty())
    return llvm::createStringError("has no fingerprint");
  for (const auto &[Is, Name] : Statuses)
    if (Name == Status) {
      Known.Judged.Is = Is;
      return Known;
    }
  return llvm::createStringError("has the status '" + Status +
                                 "', and not to-do, accepted or false-alarm");
}

llvm::Expected<Baseline> readBaseline(llvm::StringRef Text) {
  llvm::Expected<Value> Parsed = base::parseJson(Text);
  if (!Parsed)
    return llvm::createStringError("not valid JSON: " +
                                   llvm::toString(Parsed.takeError()));
  const Object *Top = Parsed->getAsObject();
  auto Version = Top ? Top->getInteger("warplintBaseline") : std::nullopt;
  const Array *Entries = Top ? Top->getArray("findings") : nullptr;
  if (!Version || !Entries)
    return llvm::createStringError("not a baseline of warplint");
  if (*Version != FormatVersion)
    return llvm::createStringError("written by another version of warplint: "
                                   "write it again with --write-baseline");
  Baseline Known;
  for (size_t I = 0; I < Entries->size(); ++I) {
    auto Entry = readEntry((*Entries)[I].getAsObject());
    if (!Entry)
      return llvm::createStringError("entry " + std::to_string(I + 1) + " " +
                                     llvm::toString(Entry.takeError()));
    Known.push_back(std::move(*Entry));
  }
  return Known;
}

namespace {

/// Pairs findings with entries of a baseline, each with one at most.
class Pairing {
public:
  Pairing(const Report &R, const Baseline &Known)
      : Findings(R.Findings.size()), Entries(Known.size()) {
    for (size_t I = 0; I < R.Findings.size(); ++I)
      Findings[I].Is = knownOf(R.Findings[I]);
    for (size_t I = 0; I < Known.size(); ++I)
      Entries[I].Is = Known[I];
  }

  /// Pairs what is open on both sides and has equal keys, in order; an empty
  /// key is equal to none. \p Counts: entries that are asked for.
  void pair(llvm::function_ref<std::string(const KnownFinding &)> KeyOf,
            llvm::function_ref<bool(const KnownFinding &)> Counts);

  /// The index of the entry of finding \p I, or of the finding of an entry.
  std::optional<size_t> entryOf(size_t I) const { return Findings[I].Other; }
  bool hasEntry(size_t I) const { return Entries[I].Other.has_value(); }

private:
  struct Side {
    KnownFinding Is;
    std::optional<size_t> Other;
  };
  std::vector<Side> Findings, Entries;
};

} // namespace

void Pairing::pair(llvm::function_ref<std::string(const KnownFinding &)> KeyOf,
                   llvm::function_ref<bool(const KnownFinding &)> Counts) {
  std::map<std::string, std::deque<size_t>> Open;
  for (size_t I = 0; I < Entries.size(); ++I)
    if (!Entries[I].Other && Counts(Entries[I].Is))
      if (std::string Key = KeyOf(Entries[I].Is); !Key.empty())
        Open[Key].push_back(I);
  for (size_t I = 0; I < Findings.size(); ++I) {
    if (Findings[I].Other)
      continue;
    auto Alike = Open.find(KeyOf(Findings[I].Is));
    if (Alike == Open.end() || Alike->second.empty())
      continue;
    Findings[I].Other = Alike->second.front();
    Entries[Alike->second.front()].Other = I;
    Alike->second.pop_front();
  }
}

/// From what is surely the same to what is most likely the same. A function or
/// a file of another name must keep the line and its neighbours: lines like
/// `__syncthreads();` are everywhere.
static void pairAll(Pairing &Pairs,
                    llvm::function_ref<bool(llvm::StringRef)> Gone) {
  auto Line = [](const KnownFinding &K) {
    return K.Check + "\n" + withoutSpacing(K.Text);
  };
  auto LineAndContext = [&](const KnownFinding &K) {
    return K.Context.empty() ? "" : Line(K) + "\n" + K.Context + "\n";
  };
  auto Any = [](const KnownFinding &) { return true; };
  auto With = [](std::string Key, const std::string &More) {
    return Key.empty() ? Key : Key + More;
  };
  Pairs.pair(
      [&](const KnownFinding &K) {
        return With(LineAndContext(K), K.File + "\n" + K.Function);
      },
      Any);
  Pairs.pair([](const KnownFinding &K) { return K.Fingerprint; }, Any);
  Pairs.pair(
      [&](const KnownFinding &K) {
        return Line(K) + "\n" + K.File + "\n" + K.Function;
      },
      Any);
  Pairs.pair(
      [&](const KnownFinding &K) { return With(LineAndContext(K), K.File); },
      Any);
  Pairs.pair(
      [&](const KnownFinding &K) {
        return With(LineAndContext(K), K.Function);
      },
      [&](const KnownFinding &K) { return Gone(K.File); });
}

/// Whether nothing in \p R speaks for \p Known any more.
static bool isStale(const KnownFinding &Known, const Report &R, bool Whole,
                    const IsGone &Gone) {
  Whole = Whole && R.Summary.Failures.empty() && !R.Part;
  const std::set<std::string> &Linted = Whole ? R.Files : R.Sources;
  return llvm::is_contained(R.Checks, Known.Check) &&
         (Linted.count(Known.File) || Gone(Known.File));
}

Baseline applyBaseline(Report &R, const Baseline &Known, bool Whole,
                       const IsGone &Gone) {
  Pairing Pairs(R, Known);
  pairAll(Pairs, Gone);
  std::vector<ReportedFinding> New;
  for (size_t I = 0; I < R.Findings.size(); ++I)
    if (auto Entry = Pairs.entryOf(I))
      R.Summary.ToDo += Known[*Entry].Judged.Is == Triage::Status::ToDo;
    else
      New.push_back(std::move(R.Findings[I]));
  R.Summary.Known += R.Findings.size() - New.size();
  R.Findings = std::move(New);
  R.count();
  Baseline Stale;
  for (size_t I = 0; I < Known.size(); ++I)
    if (!Pairs.hasEntry(I) && isStale(Known[I], R, Whole, Gone))
      Stale.push_back(Known[I]);
  return Stale;
}

Baseline mergedBaseline(const Report &R, const Baseline &Old, bool Whole,
                        const IsGone &Gone) {
  Pairing Pairs(R, Old);
  pairAll(Pairs, Gone);
  Baseline Merged = knownOf(R);
  for (size_t I = 0; I < Merged.size(); ++I)
    if (auto Entry = Pairs.entryOf(I)) {
      Merged[I].Judged = Old[*Entry].Judged;
      Merged[I].Others = Old[*Entry].Others;
    }
  for (size_t I = 0; I < Old.size(); ++I)
    if (!Pairs.hasEntry(I) && !isStale(Old[I], R, Whole, Gone))
      Merged.push_back(Old[I]);
  // Entries of files that were not linted stand where they stood.
  llvm::stable_sort(Merged, [](const KnownFinding &L, const KnownFinding &R) {
    return L.File < R.File;
  });
  return Merged;
}

} // namespace warplint::report
