//===--- Pages.h - The documentation that travels with warplint  -*- C++
//-*-===//
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

namespace warplint {

/// docs/checks/<id>.md as it was when warplint was built, in Markdown; empty if
/// there is no such check.
llvm::StringRef pageOf(llvm::StringRef Check);

/// The first paragraph of "What it finds" of a check's page, on one line;
/// \p Otherwise if there is none.
std::string summaryParagraph(llvm::StringRef Check, llvm::StringRef Otherwise);

/// \p Markdown for a terminal of \p Width columns: paragraphs and lists
/// wrapped, code as it is, links by their text.
std::string renderPage(llvm::StringRef Markdown, unsigned Width);

/// Where to read about a check: its page below the address that the build was
/// configured with (WARPLINT_DOCS_URL), else the entry of the weakness.
std::string helpUri(const CheckInfo &Info);

} // namespace warplint

#endif // WARPLINT_REPORT_PAGES_H
