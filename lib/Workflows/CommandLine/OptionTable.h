//===--- OptionTable.h - All commands and options ------------- -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_COMMANDLINE_OPTIONTABLE_H
#define WARPLINT_WORKFLOWS_COMMANDLINE_OPTIONTABLE_H

#include "llvm/Support/CommandLine.h"
#include <string>
#include <utility>
#include <vector>

namespace warplint::cli {

/// Makes the words that an option takes known to messages, completions and the
/// manual: LLVM keeps them to itself. Must be defined beside its option, with
/// static lifetime.
class ListedValues {
public:
  template <class T>
  explicit ListedValues(llvm::cl::opt<T> &Of)
      : ListedValues(Of, Of.getParser()) {}
  template <class T>
  explicit ListedValues(llvm::cl::list<T> &Of)
      : ListedValues(Of, Of.getParser()) {}

private:
  ListedValues(const llvm::cl::Option &Of,
               const llvm::cl::generic_parser_base &Values);
};

/// An option as it is shown to users.
struct OptionRow {
  std::string Name;      ///< Without dashes.
  std::string ValueName; ///< What it takes: "file"; empty if it takes nothing.
  std::string Help;      ///< One or more sentences.
  /// The words that it takes, each with its meaning; empty if it takes others.
  std::vector<std::pair<std::string, std::string>> Values;
  bool NeedsValue = false;
  bool TakesSeveral = false; ///< Values with commas between.

  /// As users write it: "--format", "-p".
  std::string flag() const { return (Name.size() == 1 ? "-" : "--") + Name; }
  /// Whether the value is a name of a file or a folder.
  bool takesPath() const;
};

/// A command and what it takes.
struct CommandRow {
  std::string Name; ///< Empty: linting named files.
  std::string Summary;
  std::string Positional;         ///< "<file>..."; empty if there is none.
  std::vector<OptionRow> Options; ///< Those that users see, by name.
};

/// All commands, linting first, the others by name; HideUnrelatedOptions was
/// called for each.
std::vector<CommandRow> optionTable();

/// \p Of as a row.
OptionRow rowOf(const llvm::cl::Option &Of);

} // namespace warplint::cli

#endif // WARPLINT_WORKFLOWS_COMMANDLINE_OPTIONTABLE_H
