//===--- OptionTable.cpp - All commands and options -----------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/CommandLine/OptionTable.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace cl = llvm::cl;

namespace warplint::cli {

static std::map<const cl::Option *, const cl::generic_parser_base *> &
listedValues() {
  static std::map<const cl::Option *, const cl::generic_parser_base *> All;
  return All;
}

ListedValues::ListedValues(const cl::Option &Of,
                           const cl::generic_parser_base &Values) {
  listedValues()[&Of] = &Values;
}

bool OptionRow::takesPath() const {
  llvm::StringRef Of = ValueName;
  return Of.contains("file") || Of.contains("folder") ||
         Of.contains("directory");
}

OptionRow rowOf(const cl::Option &Of) {
  OptionRow Row;
  Row.Name = Of.ArgStr.str();
  Row.Help = Of.HelpStr.str();
  Row.NeedsValue = Of.getValueExpectedFlag() == cl::ValueRequired;
  Row.TakesSeveral = Of.getMiscFlags() & cl::CommaSeparated;
  auto Listed = listedValues().find(&Of);
  if (Listed != listedValues().end()) {
    const cl::generic_parser_base &Words = *Listed->second;
    for (unsigned I = 0; I < Words.getNumOptions(); ++I)
      if (!Words.getOption(I).empty())
        Row.Values.push_back(
            {Words.getOption(I).str(), Words.getDescription(I).str()});
    Row.ValueName = "value";
  } else if (!Of.ValueStr.empty()) {
    Row.ValueName = Of.ValueStr.str();
  } else if (Row.NeedsValue) {
    Row.ValueName = "value";
  }
  return Row;
}

static CommandRow rowOf(cl::SubCommand &Command) {
  CommandRow Row;
  Row.Name = Command.getName().str();
  Row.Summary = Command.getDescription().str();
  for (const cl::Option *Each : Command.PositionalOpts)
    Row.Positional += (Row.Positional.empty() ? "" : " ") + Each->HelpStr.str();
  for (const auto &[Name, Each] : cl::getRegisteredOptions(Command))
    if (Each->getOptionHiddenFlag() == cl::NotHidden && Each->ArgStr == Name)
      Row.Options.push_back(rowOf(*Each));
  llvm::sort(Row.Options, [](const OptionRow &L, const OptionRow &R) {
    return L.Name < R.Name;
  });
  return Row;
}

std::vector<CommandRow> optionTable() {
  std::vector<CommandRow> All;
  for (cl::SubCommand *Each : cl::getRegisteredSubcommands())
    if (Each != &cl::SubCommand::getAll())
      All.push_back(rowOf(*Each));
  llvm::sort(All, [](const CommandRow &L, const CommandRow &R) {
    return L.Name < R.Name;
  });
  return All;
}

} // namespace warplint::cli
