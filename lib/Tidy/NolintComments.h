//===--- NolintComments.h - What NOLINT comments suppress -------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TIDY_NOLINTCOMMENTS_H
#define WARPLINT_TIDY_NOLINTCOMMENTS_H

#include "clang-tidy/GlobList.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace warplint::edge {

/// The NOLINT, NOLINTNEXTLINE, NOLINTBEGIN and NOLINTEND comments of one file,
/// with the meaning that clang-tidy 22 gives them. clang-tidy reads the whole
/// line for each diagnostic; here the file is read once, and each check once
/// compared with each comment.
class NolintComments {
public:
  /// Reads \p Text, the contents of a file. It need not outlive this.
  explicit NolintComments(llvm::StringRef Text);

  /// Whether a comment on the line of the offset \p At, or on the line before,
  /// suppresses \p Check there.
  bool suppressInLine(size_t At, llvm::StringRef Check);
  /// Whether \p At lies between a NOLINTBEGIN and its NOLINTEND that suppress
  /// \p Check.
  bool suppressInBlock(size_t At, llvm::StringRef Check);

  /// A NOLINTBEGIN or NOLINTEND that has no other one.
  struct Unmatched {
    size_t At; ///< Its offset.
    bool IsBegin;
  };
  /// In the order in which clang-tidy reports them.
  llvm::ArrayRef<Unmatched> unmatched() const { return Lonely; }

  /// A comment as its author wrote it.
  struct Directive {
    size_t At;        ///< Its offset.
    size_t Line;      ///< From 1.
    std::string Word; ///< "NOLINTNEXTLINE".
    /// What stands in its brackets; empty without brackets.
    std::vector<std::string> Names;
    bool HasReason = false; ///< Words stand behind it on its line.
    bool IsUsed = false;    ///< markUsed met it.
  };
  /// All comments but for each NOLINTEND, in order.
  llvm::ArrayRef<Directive> directives() const { return Written; }
  /// Marks the comments that suppress \p Check at the offset \p At.
  void markUsed(size_t At, llvm::StringRef Check);

  /// How many characters were read and comments compared so far.
  size_t steps() const { return Steps; }

private:
  using Checks = clang::tidy::CachedGlobList;
  struct OfLine {
    size_t Line; ///< The one in which it suppresses, from 0.
    const Checks *Which;
    size_t Directive; ///< Its index in `Written`.
  };
  struct Block {
    size_t Begin, End; ///< Offsets of its comments.
    const Checks *Which;
    size_t Directive;
  };
  /// What suppresses one check.
  struct Answer {
    std::vector<size_t> Lines; ///< Sorted.
    /// Offsets behind the first and before the last character, sorted; none
    /// meets another.
    std::vector<std::pair<size_t, size_t>> Blocks;
  };

  const Checks *checksOf(llvm::StringRef Text);
  const Answer &answerFor(llvm::StringRef Check);

  std::vector<size_t> LineEnds;                   ///< Offsets of line feeds.
  llvm::StringMap<std::unique_ptr<Checks>> Globs; ///< By their text.
  std::vector<OfLine> InLines;
  std::vector<Block> Blocks;
  std::vector<Unmatched> Lonely;
  std::vector<Directive> Written;
  std::set<std::pair<size_t, std::string>> Asked; ///< By markUsed.
  llvm::StringMap<Answer> Answers;                ///< By check.
  size_t Steps = 0;
};

} // namespace warplint::edge

#endif // WARPLINT_TIDY_NOLINTCOMMENTS_H
