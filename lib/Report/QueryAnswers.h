//===--- QueryAnswers.h - What a query matched ------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_REPORT_QUERYANSWERS_H
#define WARPLINT_REPORT_QUERYANSWERS_H

#include "Report/Report.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace warplint::report {

/// A node that a match bound.
struct BoundNode {
  std::string Name; ///< As the query has it; "root" for the match itself.
  std::string Kind; ///< Clang's class: "CallExpr".
  ReportedPlace At;
  unsigned EndLine = 0, EndColumn = 0; ///< Behind its last character.
  std::string Source;                  ///< Its text; long ones are cut.
  std::string Tree; ///< Clang's dump; empty unless asked for.
};

/// What is shown of a match.
struct ShownParts {
  bool Place = true, Source = false, Tree = false;
};

/// The matches of one `match` statement.
struct QueryAnswer {
  std::string Query; ///< The matcher as it is written.
  ShownParts Shown;
  std::vector<std::vector<BoundNode>> Matches;
};

/// Writes \p Answer like clang-query.
void writeAnswer(llvm::raw_ostream &OS, const QueryAnswer &Answer);

/// Writes one JSON object: the answers, how many units were read, and which
/// were not read whole.
void writeAnswersJson(llvm::raw_ostream &OS,
                      llvm::ArrayRef<QueryAnswer> Answers, unsigned Units,
                      llvm::ArrayRef<UnitFailure> Failures);

} // namespace warplint::report

#endif // WARPLINT_REPORT_QUERYANSWERS_H
