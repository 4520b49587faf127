//===--- Documentation.cpp - What warplint says of its checks -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Lint/Documentation.h"
#include "Report/Formats.h"
#include "Report/Pages.h"
#include "Workflows/CommandLine/OptionTable.h"
#include "Workflows/Lint/Settings.h"
#include "checks/Check.h"
#include "llvm/Support/Process.h"

namespace cl = llvm::cl;

namespace warplint::lint {

static cl::opt<std::string> Asked(cl::Positional, cl::desc("<check>"),
                                  cl::Required, cl::cat(category()),
                                  cl::sub(explainCommand()));
static cl::opt<unsigned>
    Width("width", cl::value_desc("columns"),
          cl::desc("Wrap text there; by default the terminal's width, at most "
                   "100"),
          cl::cat(category()), cl::sub(explainCommand()));
static cl::opt<bool> Markdown("markdown", cl::desc("Show the page's source"),
                              cl::cat(category()), cl::sub(explainCommand()));

enum class ListFormat : uint8_t { Text, Json };
static cl::opt<ListFormat>
    ListAs("format", cl::desc("How checks are listed:"),
           cl::values(clEnumValN(ListFormat::Text, "text", "one a line"),
                      clEnumValN(ListFormat::Json, "json", "a JSON array")),
           cl::init(ListFormat::Text), cl::cat(category()),
           cl::sub(checksCommand()));
static const cli::ListedValues ValuesOfListAs(ListAs);

static unsigned columns() {
  if (Width)
    return Width;
  unsigned Terminal = llvm::sys::Process::StandardOutColumns();
  return Terminal ? std::min(Terminal, 100u) : 80;
}

int explain() {
  llvm::StringRef Id = Asked;
  Id.consume_front(CheckPrefix);
  llvm::StringRef Page = report::pageOf(Id);
  if (Page.empty())
    return usageError("there is no check '" + Asked + "'" + guessForCheck(Id) +
                      " (warplint checks lists all)");
  if (Markdown)
    llvm::outs() << Page;
  else
    llvm::outs() << report::renderPage(Page, columns());
  return report::ExitClean;
}

int checks() {
  if (ListAs == ListFormat::Json)
    report::writeChecksJson(llvm::outs(), allChecks());
  else
    report::printChecks(llvm::outs(), allChecks());
  return report::ExitClean;
}

} // namespace warplint::lint
