//===--- Formats.cpp - How a report is written ----------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Formats.h"
#include "Finding/EvidenceText.h"
#include "Quoting/Printable.h"
#include "Quoting/Quoting.h"
#include "Report/Pages.h"
#include "Report/Sarif.h"
#include "Report/SarifNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include <map>

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

namespace warplint::report {

void writeReport(llvm::raw_ostream &OS, Format As, const Report &R,
                 llvm::ArrayRef<CheckInfo> Checks, llvm::StringRef Version) {
  switch (As) {
  case Format::Text:
    return writeText(OS, R);
  case Format::Concise:
    return writeConcise(OS, R);
  case Format::Sarif:
    return writeSarif(OS, R, Checks, Version);
  case Format::Json:
    return writeJsonLines(OS, R, Checks);
  case Format::GitHub:
    return writeGitHub(OS, R);
  case Format::GitLab:
    return writeGitLab(OS, R);
  case Format::JUnit:
    return writeJUnit(OS, R);
  case Format::Html:
    return writeHtml(OS, R, Checks, Version);
  }
  llvm_unreachable("format without a writer");
}

static void writeLine(llvm::raw_ostream &OS, const ReportedPlace &At,
                      llvm::StringRef Severity,
                      llvm::raw_ostream::Colors Colour,
                      const llvm::Twine &Text) {
  OS.changeColor(llvm::raw_ostream::SAVEDCOLOR, /*Bold=*/true);
  if (At.Line)
    OS << quoting::printable(At.File) << ":" << At.Line << ":" << At.Column
       << ": ";
  OS.changeColor(Colour, /*Bold=*/true) << Severity << ": ";
  OS.resetColor() << quoting::printable(Text.str()) << "\n";
}

/// The line of \p At and, on a terminal, a mark below the place.
static void showPlace(llvm::raw_ostream &OS, const ReportedPlace &At) {
  OS << llvm::formatv("{0,5} | {1}\n", At.Line, quoting::printable(At.Text));
  if (!OS.colors_enabled())
    return;
  // As far as one character takes one column; what follows the first byte of a
  // character takes none.
  const char *From = At.Text.data(), *Mark = From, *End = From + At.Text.size();
  auto Follows = [](char C) { return (C & 0xC0) == 0x80; };
  for (unsigned Column = 1; Column < At.Column && Mark != End; ++Column)
    do
      ++Mark;
    while (Mark != End && Follows(*Mark));
  OS << "      | ";
  for (char C : quoting::printable(llvm::StringRef(From, Mark - From)))
    if (!Follows(C))
      OS << (C == '\t' ? '\t' : ' ');
  OS.changeColor(llvm::raw_ostream::GREEN, /*Bold=*/true) << "^";
  OS.resetColor() << "\n";
}

static void writeHeadline(llvm::raw_ostream &OS, const ReportedFinding &F) {
  writeLine(OS, F.At, "warning", llvm::raw_ostream::MAGENTA,
            withCertainty(F.Message, F.Sure) + " [" + nameOfCheck(F.Check) +
                "]");
}

void writeConcise(llvm::raw_ostream &OS, const Report &R) {
  for (const ReportedFinding &F : R.Findings)
    writeHeadline(OS, F);
}

void writeText(llvm::raw_ostream &OS, const Report &R) {
  bool ForTerminal = OS.colors_enabled();
  for (const ReportedFinding &F : R.Findings) {
    writeHeadline(OS, F);
    showPlace(OS, F.At);
    for (const ReportedNote &N : F.Notes) {
      writeLine(OS, N.At, "note", llvm::raw_ostream::CYAN, N.Text);
      if (ForTerminal && N.At.Line)
        showPlace(OS, N.At);
    }
    if (std::string Text = restsOnText(F); !Text.empty())
      writeLine(OS, F.At, "note", llvm::raw_ostream::CYAN, Text);
    if (F.Proven)
      writeLine(OS, F.At, "note", llvm::raw_ostream::CYAN, sayingOf(*F.Proven));
  }
}

static Object placeJson(const ReportedPlace &At) {
  return Object{{"file", At.File},
                {"line", At.Line},
                {"column", At.Column},
                {"endColumn", At.EndColumn},
                {"text", At.Text}};
}

static Object findingJson(const ReportedFinding &F) {
  Object Line = placeJson(F.At);
  Array Notes, Edits;
  for (const ReportedNote &N : F.Notes) {
    Object Note = N.At.Line ? placeJson(N.At) : Object();
    Note["message"] = N.Text;
    Note["role"] = nameOf(N.Role);
    Notes.push_back(std::move(Note));
  }
  for (const ReportedEdit &E : F.Edits)
    Edits.push_back(Object{{"file", E.File},
                           {"line", E.Line},
                           {"column", E.Column},
                           {"endLine", E.EndLine},
                           {"endColumn", E.EndColumn},
                           {"replacement", E.Replacement},
                           {"safe", E.Safe}});
  Line["type"] = "finding";
  Line["check"] = nameOfCheck(F.Check);
  Line["category"] = nameOf(F.Kind);
  Line["certainty"] = nameOf(F.Sure);
  Line["tier"] = nameOf(F.Level);
  Line["message"] = F.Message;
  Line["function"] = F.Function;
  Line["kernel"] = F.Kernel;
  Line["fingerprint"] = fingerprintOf(F);
  if (std::string InContext = contextFingerprintOf(F); !InContext.empty())
    Line["contextFingerprint"] = InContext;
  if (!F.Owners.empty())
    Line["owners"] = Array(F.Owners);
  Line["notes"] = std::move(Notes);
  Line["edits"] = std::move(Edits);
  if (Array Evidence = evidenceOf(F); !Evidence.empty())
    Line["evidence"] = std::move(Evidence);
  if (F.Shown)
    Line["witness"] = toJson(*F.Shown);
  if (F.Scenario)
    Line["scenario"] = toJson(*F.Scenario);
  if (F.Map)
    Line["map"] = toJson(*F.Map);
  if (F.Proven)
    Line["proof"] = toJson(*F.Proven);
  Line["confirmable"] = nameOf(confirmableBy(F));
  return Line;
}

static Object fixJson(const ReportedFix &Fix) {
  Object Line{{"type", "fix"},      {"fingerprint", Fix.Fingerprint},
              {"check", Fix.Check}, {"file", Fix.File},
              {"line", Fix.Line},   {"fixed", Fix.Fixed}};
  if (!Fix.Fixed)
    Line["why"] = Fix.Why;
  return Line;
}

static Object summaryJson(const RunSummary &S) {
  return Object{
      {"type", "summary"},          {"schema", SchemaVersion},
      {"units", S.Units},           {"kernels", S.Kernels},
      {"kernelsCut", S.Cut},        {"kernelsRepeated", S.Repeated},
      {"undecided", S.Undecided},   {"findings", S.Findings},
      {"deciding", S.Deciding},     {"otherTiers", S.OtherTiers},
      {"suppressed", S.Suppressed}, {"known", S.Known},
      {"unchanged", S.Unchanged},   {"hostOnly", S.HostOnly},
      {"unread", S.Unread.size()},  {"incomplete", S.Failures.size()}};
}

void writeJsonLines(llvm::raw_ostream &OS, const Report &R,
                    llvm::ArrayRef<CheckInfo> Checks) {
  auto Write = [&](Object Line) {
    OS << quoting::printableJson(
        llvm::formatv("{0}\n", Value(std::move(Line))).str());
  };
  for (const ReportedFinding &F : R.Findings) {
    Object Line = findingJson(F);
    for (const CheckInfo &Info : Checks)
      if (Info.Id == F.Check)
        Line["helpUri"] = helpUri(Info);
    Write(std::move(Line));
  }
  for (const UnitFailure &Failure : R.Summary.Failures)
    Write(Object{{"type", "incomplete"},
                 {"file", Failure.File},
                 {"reason", Failure.Reason}});
  for (const KernelCut &Cut : R.Summary.Cuts)
    Write(Object{{"type", "cut"},
                 {"file", Cut.File},
                 {"kernel", Cut.Kernel},
                 {"construct", Cut.Construct},
                 {"times", Cut.Times}});
  for (const UnreadHost &Unread : R.Summary.Unread)
    Write(Object{{"type", "unread"},
                 {"file", Unread.File},
                 {"function", Unread.Function},
                 {"reason", Unread.Reason}});
  for (const NolintRemark &Remark : R.Summary.Nolints)
    Write(Object{{"type", "nolint"},
                 {"file", Remark.File},
                 {"line", Remark.Line},
                 {"text", Remark.Text}});
  for (const ReportedFix &Fix : R.Fixes)
    Write(fixJson(Fix));
  Write(summaryJson(R.Summary));
}

void writeGitHub(llvm::raw_ostream &OS, const Report &R) {
  for (const ReportedFinding &F : R.Findings) {
    std::string Text =
        quoting::forGitHubMessage(withCertainty(F.Message, F.Sure));
    for (const ReportedNote &N : F.Notes) {
      Text += "%0A"; // A line end, to the runner.
      if (N.At.Line)
        Text += quoting::forGitHubMessage(N.At.File) + ":" +
                std::to_string(N.At.Line) + ": ";
      Text += quoting::forGitHubMessage(N.Text);
    }
    OS << (decides(F.Level, F.IsError, R.Summary) ? "::error" : "::notice")
       << " file=" << quoting::forGitHubProperty(F.At.File)
       << ",line=" << F.At.Line << ",col=" << F.At.Column
       << ",endColumn=" << F.At.EndColumn << ",title=" << nameOfCheck(F.Check)
       << "::" << Text << "\n";
  }
  for (const UnreadHost &Unread : R.Summary.Unread)
    OS << "::notice file=" << quoting::forGitHubProperty(Unread.File)
       << ",title=warplint%3A launches unknown::"
       << quoting::forGitHubMessage(unreadText(Unread.Function, Unread.Reason))
       << "\n";
  for (const NolintRemark &Remark : R.Summary.Nolints)
    OS << (Remark.IsReasonMissing ? "::error file=" : "::notice file=")
       << quoting::forGitHubProperty(Remark.File) << ",line=" << Remark.Line
       << ",title=warplint%3A NOLINT::"
       << quoting::forGitHubMessage(Remark.Text) << "\n";
  for (const UnitFailure &Failure : R.Summary.Failures)
    OS << "::error "
       << (Failure.File.empty()
               ? ""
               : "file=" + quoting::forGitHubProperty(Failure.File) + ",")
       << "title=warplint%3A not linted whole::"
       << quoting::forGitHubMessage(Failure.Reason) << "\n";
}

Object toJson(const CheckInfo &Info) {
  Object Check{{"id", (CheckPrefix + Info.Id).str()},
               {"category", nameOf(Info.Kind)},
               {"tier", nameOf(Info.Level)},
               {"summary", Info.Summary},
               {"since", Info.Since},
               {"helpUri", helpUri(Info)}};
  if (Info.Cwe)
    Check["cwe"] = Info.Cwe;
  if (!Info.Guideline.empty())
    Check["guideline"] = Info.Guideline;
  return Check;
}

void writeChecksJson(llvm::raw_ostream &OS, llvm::ArrayRef<CheckInfo> Checks) {
  Array All;
  for (const CheckInfo &Info : Checks)
    All.push_back(toJson(Info));
  OS << llvm::formatv("{0:2}\n", Value(std::move(All)));
}

static void printCounts(llvm::raw_ostream &OS, llvm::StringRef Title,
                        const std::map<std::string, unsigned> &Counts) {
  std::vector<std::pair<std::string, unsigned>> Rows(Counts.begin(),
                                                     Counts.end());
  llvm::stable_sort(
      Rows, [](const auto &L, const auto &R) { return L.second > R.second; });
  OS << Title << ":\n";
  for (const auto &[Name, Count] : Rows)
    OS << llvm::format("%7u  ", Count) << quoting::printable(Name) << "\n";
}

void printBreakdown(llvm::raw_ostream &OS, const Report &R) {
  if (R.Findings.empty())
    return;
  std::map<std::string, unsigned> ByCheck, ByFolder;
  for (const ReportedFinding &F : R.Findings) {
    ++ByCheck[nameOfCheck(F.Check)];
    llvm::StringRef Folder = llvm::sys::path::parent_path(F.At.File);
    ++ByFolder[Folder.empty() ? "." : Folder.str()];
  }
  printCounts(OS, "findings per check", ByCheck);
  printCounts(OS, "findings per folder", ByFolder);
}

} // namespace warplint::report
