//===--- CiFormats.cpp - Reports that CI services read --------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Quoting/Printable.h"
#include "Quoting/Quoting.h"
#include "Report/Formats.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SHA256.h"

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

namespace warplint::report {

/// The finding and its notes, a line each.
static std::string textOf(const ReportedFinding &F) {
  std::string Text = withCertainty(F.Message, F.Sure);
  for (const ReportedNote &N : F.Notes) {
    Text += "\n";
    if (N.At.Line)
      Text += N.At.File + ":" + std::to_string(N.At.Line) + ": ";
    Text += N.Text;
  }
  return Text;
}

//===----------------------------------------------------------------------===//
// GitLab
//===----------------------------------------------------------------------===//

static llvm::StringRef gitLabSeverity(const ReportedFinding &F) {
  switch (F.Kind) {
  case Category::Correctness:
    return F.Sure == Certainty::Proven   ? "critical"
           : F.Sure == Certainty::Likely ? "major"
                                         : "minor";
  case Category::Portability:
    return "minor";
  case Category::Modernize:
    return "info";
  }
  llvm_unreachable("category without a severity");
}

static Object gitLabIssue(llvm::StringRef Check, llvm::StringRef Text,
                          llvm::StringRef Severity, llvm::StringRef Fingerprint,
                          llvm::StringRef File, unsigned Line) {
  return Object{{"description", Text.str()},
                {"check_name", Check.str()},
                {"severity", Severity.str()},
                {"fingerprint", Fingerprint.str()},
                {"location", Object{{"path", File.empty() ? "." : File.str()},
                                    {"lines", Object{{"begin", Line}}}}}};
}

void writeGitLab(llvm::raw_ostream &OS, const Report &R) {
  Array Issues;
  for (const ReportedFinding &F : R.Findings)
    Issues.push_back(gitLabIssue(nameOfCheck(F.Check), textOf(F),
                                 gitLabSeverity(F), fingerprintOf(F), F.At.File,
                                 F.At.Line));
  for (const UnitFailure &Failure : R.Summary.Failures) {
    auto Digest = llvm::SHA256::hash(llvm::arrayRefFromStringRef(
        "incomplete\n" + Failure.File + "\n" + Failure.Reason));
    Issues.push_back(gitLabIssue(
        "warplint-incomplete", "not linted whole: " + Failure.Reason, "blocker",
        llvm::toHex(llvm::ArrayRef(Digest).take_front(16), /*LowerCase=*/true),
        Failure.File, 1));
  }
  OS << quoting::printableJson(
      llvm::formatv("{0:1}\n", Value(std::move(Issues))).str());
}

//===----------------------------------------------------------------------===//
// JUnit
//===----------------------------------------------------------------------===//

/// Opens a test case of \p File; the caller closes it.
static void openCase(llvm::raw_ostream &OS, llvm::StringRef File,
                     const llvm::Twine &Name) {
  OS << "  <testcase classname=\""
     << quoting::forXml(File.empty() ? "warplint" : File) << "\" name=\""
     << quoting::forXml(Name.str()) << "\"";
}

/// What failed: \p Headline on one line, \p Lines below it.
static void closeCase(llvm::raw_ostream &OS, llvm::StringRef Element,
                      llvm::StringRef Headline, llvm::StringRef Type,
                      llvm::StringRef Lines) {
  OS << ">\n    <" << Element << " message=\"" << quoting::forXml(Headline)
     << "\" type=\"" << quoting::forXml(Type) << "\">";
  llvm::SmallVector<llvm::StringRef, 8> Each;
  Lines.split(Each, '\n');
  llvm::interleave(
      Each, OS, [&](llvm::StringRef Line) { OS << quoting::forXml(Line); },
      "\n");
  OS << "</" << Element << ">\n  </testcase>\n";
}

void writeJUnit(llvm::raw_ostream &OS, const Report &R) {
  std::set<std::string> Clean = R.Sources;
  for (const ReportedFinding &F : R.Findings)
    Clean.erase(F.At.File);
  for (const UnitFailure &Failure : R.Summary.Failures)
    Clean.erase(Failure.File);
  auto Decides = [&](const ReportedFinding &F) {
    return decides(F.Level, F.IsError, R.Summary);
  };
  size_t Errors = R.Summary.Failures.size(),
         Failed = llvm::count_if(R.Findings, Decides);
  OS << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite "
        "name=\"warplint\" tests=\""
     << Clean.size() + Errors + R.Findings.size() << "\" failures=\"" << Failed
     << "\" errors=\"" << Errors << "\" skipped=\""
     << R.Findings.size() - Failed << "\">\n";
  for (const ReportedFinding &F : R.Findings) {
    std::string Check = nameOfCheck(F.Check);
    std::string Place = F.At.File + ":" + std::to_string(F.At.Line);
    std::string Lines = Place + ": " + textOf(F);
    openCase(OS, F.At.File, Check + " " + Place);
    if (Decides(F))
      closeCase(OS, "failure", withCertainty(F.Message, F.Sure), Check, Lines);
    else // What it says is no failure.
      OS << "><skipped message=\"" << quoting::forXml(Lines)
         << "\"/></testcase>\n";
  }
  for (const UnitFailure &Failure : R.Summary.Failures) {
    openCase(OS, Failure.File, "linted whole");
    closeCase(OS, "error", Failure.Reason, "incomplete", Failure.Reason);
  }
  for (const std::string &File : Clean) {
    openCase(OS, File, "no finding");
    OS << "/>\n";
  }
  OS << "</testsuite>\n";
}

} // namespace warplint::report
