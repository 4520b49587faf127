//===--- Configuration.h - Reading .clang-tidy files ------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TIDY_CONFIGURATION_H
#define WARPLINT_TIDY_CONFIGURATION_H

#include "clang-tidy/ClangTidyOptions.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include <functional>

namespace warplint::edge {

/// Parses \p Text as clang-tidy's configuration. The error begins with line and
/// column if there are any.
llvm::Expected<clang::tidy::ClangTidyOptions>
parseConfiguration(llvm::StringRef Text);

/// The .clang-tidy files above each source, found as clang-tidy finds them.
/// They are not trusted: what is no regular file is not opened, what is nested
/// too deep not parsed. A file that cannot be used is reported once and left
/// out; so is one above others with which it lists too much. The options of the
/// sources below it say so (leftOutOf).
class ProjectConfiguration : public clang::tidy::FileOptionsProvider {
public:
  /// \p Tell gets a sentence for each problem, which quotes names and text of
  /// the file unescaped.
  ProjectConfiguration(clang::tidy::ClangTidyOptions Defaults,
                       clang::tidy::ClangTidyOptions Override,
                       std::function<void(std::string)> Tell);

  std::vector<OptionsSource> getRawOptions(llvm::StringRef File) override;

private:
  std::function<void(std::string)> Tell;
  llvm::StringSet<> TooMany; ///< Files that are reported as such.
};

/// Which configuration file was left out of \p Options and why, the nearest one
/// if there are several; empty if none was.
std::string leftOutOf(const clang::tidy::ClangTidyOptions &Options);
/// Whether \p Option is what leftOutOf reads, which nobody writes.
bool isLeftOutMark(llvm::StringRef Option);

} // namespace warplint::edge

#endif // WARPLINT_TIDY_CONFIGURATION_H
