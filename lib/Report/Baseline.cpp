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

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

namespace warplint::report {

static constexpr int FormatVersion = 1;

static std::string withoutSpacing(llvm::StringRef Line) {
  llvm::SmallVector<llvm::StringRef, 16> Words;
  llvm::SplitString(Line, Words, " \t\r\f\v");
  return llvm::join(Words, " ");
}

/// The nearest lines above and below that are not blank, hashed; empty where
/// the report does not have them.
static std::string contextOf(const ReportedFinding &F) {
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

void writeBaseline(llvm::raw_ostream &OS, const Report &R) {
  Array Entries;
  for (const ReportedFinding &F : R.Findings)
    Entries.push_back(Object{{"fingerprint", fingerprintOf(F)},
                             {"check", F.Check},
                             {"file", F.At.File},
                             {"function", F.Function},
                             {"text", llvm::StringRef(F.At.Text).trim()},
                             {"context", contextOf(F)}});
  OS << llvm::formatv("{0:1}\n",
                      Value(Object{{"warplintBaseline", FormatVersion},
                                   {"findings", std::move(Entries)}}));
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
    const Object *Entry = (*Entries)[I].getAsObject();
    auto In = [&](llvm::StringRef Key) {
      return Entry ? Entry->getString(Key).value_or("").str() : "";
    };
    Known.push_back({In("fingerprint"), In("check"), In("file"), In("function"),
                     In("text"), In("context")});
    if (Known.back().Fingerprint.empty())
      return llvm::createStringError("entry " + std::to_string(I + 1) +
                                     " has no fingerprint");
  }
  return Known;
}

namespace {

/// Pairs findings with entries of a baseline, each with one at most.
class Pairing {
public:
  Pairing(const Report &R, const Baseline &Known)
      : Findings(R.Findings.size()), Entries(Known.size()) {
    for (size_t I = 0; I < R.Findings.size(); ++I) {
      const ReportedFinding &F = R.Findings[I];
      Findings[I].Is = {fingerprintOf(F), F.Check,   F.At.File,
                        F.Function,       F.At.Text, contextOf(F)};
    }
    for (size_t I = 0; I < Known.size(); ++I)
      Entries[I].Is = Known[I];
  }

  /// Pairs what is open on both sides and has equal keys, in order; an empty
  /// key is equal to none. \p Counts: entries that are asked for.
  void pair(llvm::function_ref<std::string(const KnownFinding &)> KeyOf,
            llvm::function_ref<bool(const KnownFinding &)> Counts);

  bool hasFinding(size_t I) const { return Findings[I].Paired; }
  bool hasEntry(size_t I) const { return Entries[I].Paired; }

private:
  struct Side {
    KnownFinding Is;
    bool Paired = false;
  };
  std::vector<Side> Findings, Entries;
};

} // namespace

void Pairing::pair(llvm::function_ref<std::string(const KnownFinding &)> KeyOf,
                   llvm::function_ref<bool(const KnownFinding &)> Counts) {
  std::map<std::string, std::deque<Side *>> Open;
  for (Side &Entry : Entries)
    if (!Entry.Paired && Counts(Entry.Is))
      if (std::string Key = KeyOf(Entry.Is); !Key.empty())
        Open[Key].push_back(&Entry);
  for (Side &Finding : Findings) {
    if (Finding.Paired)
      continue;
    auto Alike = Open.find(KeyOf(Finding.Is));
    if (Alike == Open.end() || Alike->second.empty())
      continue;
    Finding.Paired = Alike->second.front()->Paired = true;
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

Baseline applyBaseline(Report &R, const Baseline &Known, bool Whole,
                       const std::function<bool(llvm::StringRef)> &Gone) {
  Pairing Pairs(R, Known);
  pairAll(Pairs, Gone);
  std::vector<ReportedFinding> New;
  for (size_t I = 0; I < R.Findings.size(); ++I)
    if (!Pairs.hasFinding(I))
      New.push_back(std::move(R.Findings[I]));
  R.Summary.Known += R.Findings.size() - New.size();
  R.Findings = std::move(New);
  R.Summary.Findings = R.Findings.size();
  Whole = Whole && R.Summary.Failures.empty() && !R.Part;
  const std::set<std::string> &Linted = Whole ? R.Files : R.Sources;
  Baseline Stale;
  for (size_t I = 0; I < Known.size(); ++I)
    if (!Pairs.hasEntry(I) && llvm::is_contained(R.Checks, Known[I].Check) &&
        (Linted.count(Known[I].File) || Gone(Known[I].File)))
      Stale.push_back(Known[I]);
  return Stale;
}

} // namespace warplint::report
