//===--- Yaml.h - YAML that others wrote ------------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_SUPPORT_YAML_H
#define WARPLINT_SUPPORT_YAML_H

#include "Support/InputFile.h"

namespace warplint::base {

/// Whether \p Text may be nested so deep that LLVM's reader, which calls itself
/// for each level, reaches the end of the stack. Counted generously: brackets
/// in quotes and any indentation are levels, too.
bool isYamlTooDeep(llvm::StringRef Text);

/// Patterns, names or lines beyond these are not read: each is compared with
/// each check, each kernel or each call.
inline constexpr size_t MostListed = 20'000;
/// How many things \p Text, configuration or the value of an option, lists.
size_t listedIn(llvm::StringRef Text);
/// Whether \p Text lists more than MostListed.
bool listsTooMuch(llvm::StringRef Text);
/// Whether \p Text, read as a regular expression, may stand for so much that
/// LLVM, which writes repetitions of repetitions out, has no memory or no stack
/// for it, or looks for ever with it. Counted generously.
bool isPatternTooLarge(llvm::StringRef Text);
/// Why \p Text is not read as configuration; no error if it is.
std::error_code refusalOfYaml(llvm::StringRef Text);

/// Regular files, but for configuration of clang's tools (.clang-tidy,
/// .clang-format, .clangd and its config.yaml) that is nested too deep, lists
/// too much or holds too large a pattern: for programs that read such files
/// where they find them.
class ConfigurationFiles : public RegularFiles {
public:
  using RegularFiles::RegularFiles;

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &Path) override;
};

} // namespace warplint::base

#endif // WARPLINT_SUPPORT_YAML_H
