//===--- Baseline.cpp - Findings that a project lives with ----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Output/Baseline.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

namespace warplint {

static constexpr int FormatVersion = 1;

void writeBaseline(llvm::raw_ostream &OS, const Report &R) {
  Array Entries;
  for (const ReportedFinding &F : R.Findings)
    Entries.push_back(Object{{"fingerprint", fingerprintOf(F)},
                             {"check", F.Check},
                             {"file", F.At.File},
                             {"function", F.Function},
                             {"text", llvm::StringRef(F.At.Text).trim()}});
  OS << llvm::formatv("{0:1}\n",
                      Value(Object{{"warplintBaseline", FormatVersion},
                                   {"findings", std::move(Entries)}}));
}

llvm::Expected<Baseline> readBaseline(llvm::StringRef Text) {
  llvm::Expected<Value> Parsed = llvm::json::parse(Text);
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
                     In("text")});
    if (Known.back().Fingerprint.empty())
      return llvm::createStringError("entry " + std::to_string(I + 1) +
                                     " has no fingerprint");
  }
  return Known;
}

Baseline applyBaseline(Report &R, const Baseline &Known, bool Whole,
                       const std::function<bool(llvm::StringRef)> &Gone) {
  llvm::StringSet<> Wanted, Met;
  for (const KnownFinding &Each : Known)
    Wanted.insert(Each.Fingerprint);
  llvm::erase_if(R.Findings, [&](const ReportedFinding &F) {
    std::string Fingerprint = fingerprintOf(F);
    if (!Wanted.contains(Fingerprint))
      return false;
    Met.insert(Fingerprint);
    ++R.Summary.Known;
    return true;
  });
  R.Summary.Findings = R.Findings.size();
  Whole = Whole && R.Summary.Failures.empty() && !R.Part;
  const std::set<std::string> &Linted = Whole ? R.Files : R.Sources;
  Baseline Stale;
  for (const KnownFinding &Each : Known)
    if (!Met.contains(Each.Fingerprint) &&
        llvm::is_contained(R.Checks, Each.Check) &&
        (Linted.count(Each.File) || Gone(Each.File)))
      Stale.push_back(Each);
  return Stale;
}

} // namespace warplint
