//===--- Pages.h - The checks' pages, built in ------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_REPORT_PAGES_H
#define WARPLINT_REPORT_PAGES_H

#include "Finding/Finding.h"
#include <string>

namespace warplint::report {

/// The text of docs/checks/\p Check.md, in Markdown, as it was when warplint
/// was built; empty if there is no such check.
llvm::StringRef pageOf(llvm::StringRef Check);

/// The first paragraph of "What it finds" of the page of \p Check, on one line;
/// \p Otherwise if there is none.
std::string summaryParagraph(llvm::StringRef Check, llvm::StringRef Otherwise);

/// \p Markdown as text for a terminal of \p Width columns: paragraphs and lists
/// are wrapped, code stays as it is, links are replaced by their text, with the
/// name of the page behind it if that is no page of a check; of a table the
/// headings become a line, and the rows items.
std::string renderPage(llvm::StringRef Markdown, unsigned Width);

/// The address of documentation for a check: its page below WARPLINT_DOCS_URL,
/// which the build was configured with, else the entry of its CWE number.
std::string helpUri(const CheckInfo &Info);

} // namespace warplint::report

#endif // WARPLINT_REPORT_PAGES_H
