//===--- Mistakes.cpp - What is wrong with arguments ----------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/CommandLine/Mistakes.h"
#include "CompileCommands/NvccCommandLine.h"
#include "Workflows/CommandLine/OptionTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"

namespace cl = llvm::cl;

namespace warplint::cli {

std::vector<const char *> spelledOut(std::vector<const char *> Arguments) {
  llvm::StringRef First = Arguments.size() > 1 ? Arguments[1] : "";
  if (First == "version")
    Arguments[1] = "--version";
  if (First != "help")
    return Arguments;
  if (Arguments.size() > 2) {
    Arguments[1] = Arguments[2];
    Arguments[2] = "--help";
  } else {
    Arguments[1] = "--help";
  }
  return Arguments;
}

std::string nearest(llvm::StringRef Word, llvm::ArrayRef<std::string> Known) {
  unsigned Least = UINT_MAX;
  std::string Best;
  for (const std::string &Each : Known) {
    // Two letters that changed places are two edits.
    size_t Shorter = std::min(Word.size(), Each.size());
    size_t Most = Shorter < 4 ? 1 : std::max<size_t>(2, Shorter / 3);
    unsigned Distance = Word.edit_distance(Each);
    if (Distance < Least && Distance <= Most) {
      Least = Distance;
      Best = Each;
    }
  }
  return Best;
}

static std::string didYouMean(const std::string &Guess) {
  return Guess.empty() ? "" : "; did you mean '" + Guess + "'?";
}

namespace {

class Reader {
public:
  explicit Reader(llvm::ArrayRef<const char *> Arguments);
  std::string mistake();

private:
  bool takesFlags() const;
  std::string called() const;
  std::string mistakeInWord(llvm::StringRef Word) const;
  std::string mistakeInOption(llvm::StringRef Word);
  std::string unknownOption(llvm::StringRef Word) const;
  const cl::Option *joinedOption(llvm::StringRef Word) const;
  std::string mistakeInCount() const;

  std::vector<llvm::StringRef> Rest; ///< Behind the program and the command.
  cl::SubCommand *Command = &cl::SubCommand::getTopLevel();
  std::vector<std::string> Commands;
  std::vector<llvm::StringRef> Words; ///< Those that are no options.
  size_t At = 0;
};

} // namespace

Reader::Reader(llvm::ArrayRef<const char *> Arguments)
    : Rest(Arguments.drop_front().begin(), Arguments.end()) {
  for (cl::SubCommand *Each : cl::getRegisteredSubcommands()) {
    if (Each->getName().empty())
      continue;
    Commands.push_back(Each->getName().str());
    if (!Rest.empty() && Rest.front() == Each->getName())
      Command = Each;
  }
  llvm::sort(Commands);
  if (!Command->getName().empty())
    Rest.erase(Rest.begin());
}

/// Whether what stands behind `--` is read.
bool Reader::takesFlags() const {
  llvm::StringRef Name = Command->getName();
  return Name.empty() || Name == "confirm" || Name == "reproduce" ||
         Name == "query";
}

std::string Reader::called() const {
  llvm::StringRef Name = Command->getName();
  return Name.empty() ? "warplint" : ("warplint " + Name).str();
}

/// A command that is misspelled, or not in its place, looks like a file.
std::string Reader::mistakeInWord(llvm::StringRef Word) const {
  if (!Command->getName().empty() || Word.contains('.') || Word.contains('/') ||
      llvm::sys::fs::exists(Word))
    return "";
  std::string Name = Word.str();
  if (llvm::is_contained(Commands, Name))
    return "'" + Name + "' is a command, which comes first: warplint " + Name +
           " ...";
  std::string Guess = Words.empty() ? nearest(Word, Commands) : "";
  return Guess.empty() ? ""
                       : "there is no command, and no file, '" + Name + "'" +
                             didYouMean(Guess);
}

std::string Reader::unknownOption(llvm::StringRef Word) const {
  std::string Flag = Word.split('=').first.str();
  llvm::StringRef Name = llvm::StringRef(Flag).ltrim('-');
  std::vector<std::string> Known;
  std::string Others;
  for (cl::SubCommand *Each : cl::getRegisteredSubcommands()) {
    auto &Options = cl::getRegisteredOptions(*Each);
    if (Each == Command)
      for (const auto &[Text, Option] : Options)
        if (Option->getOptionHiddenFlag() == cl::NotHidden)
          Known.push_back(rowOf(*Option).flag());
    auto Found = Options.find(Name);
    if (Found != Options.end() && Others.empty() &&
        Found->second->getOptionHiddenFlag() == cl::NotHidden)
      Others = ("warplint " + Each->getName()).str();
  }
  llvm::sort(Known);
  if (takesFlags() && commands::isCompilerOption(Word))
    return "'" + Word.str() +
           "' is an option of a compiler, and stands behind '--': " + called() +
           " ... -- " + Word.str();
  if (!Others.empty())
    return "'" + Flag + "' is an option of '" +
           llvm::StringRef(Others).rtrim().str() + "', not of '" + called() +
           "'";
  std::string Guess = nearest(Flag, Known);
  if (Guess.empty())
    Guess = nearest("-" + Flag, Known);
  return "there is no option '" + Flag + "'" + didYouMean(Guess) + " (" +
         called() + " --help lists all)";
}

/// The option whose value stands right behind its name in \p Word, as in `-j2`.
const cl::Option *Reader::joinedOption(llvm::StringRef Word) const {
  auto &Options = cl::getRegisteredOptions(*Command);
  for (llvm::StringRef Name = Word.ltrim('-'); !Name.empty();
       Name = Name.drop_back()) {
    auto Found = Options.find(Name);
    if (Found != Options.end() &&
        (Found->second->getFormattingFlag() == cl::Prefix ||
         Found->second->getFormattingFlag() == cl::AlwaysPrefix))
      return Found->second;
  }
  return nullptr;
}

std::string Reader::mistakeInOption(llvm::StringRef Word) {
  auto [Flag, Value] = Word.split('=');
  bool HasValue = Flag.size() < Word.size();
  auto &Options = cl::getRegisteredOptions(*Command);
  auto Found = Options.find(Flag.ltrim('-'));
  const cl::Option *Option = Found == Options.end() ? nullptr : Found->second;
  if (!Option && (Option = joinedOption(Word))) {
    Value = Word.ltrim('-').drop_front(Option->ArgStr.size());
    HasValue = true;
  }
  if (!Option)
    return unknownOption(Word);
  OptionRow Row = rowOf(*Option);
  if (!HasValue && Row.NeedsValue) {
    if (At < Rest.size()) {
      Value = Rest[At++];
      HasValue = true;
    } else if (Row.Values.empty()) {
      return "'" + Flag.str() + "' takes a value: " + Flag.str() +
             (Row.Name.size() == 1 ? " <" : "=<") + Row.ValueName + ">";
    }
  }
  if (Row.Values.empty() || (!HasValue && !Row.NeedsValue))
    return "";
  std::vector<std::string> Takes;
  for (const auto &[Name, Meaning] : Row.Values)
    Takes.push_back(Name);
  if (Row.TakesSeveral && HasValue)
    while (llvm::is_contained(Takes, Value.split(',').first) &&
           Value.contains(','))
      Value = Value.split(',').second;
  if (llvm::is_contained(Takes, Value))
    return "";
  return "'" + Flag.str() + "' takes " + llvm::join(Takes, ", ") +
         (HasValue ? ", not '" + Value.str() + "'" : std::string()) +
         didYouMean(nearest(Value, Takes));
}

std::string Reader::mistakeInCount() const {
  size_t Least = 0, Most = 0;
  bool IsOpen = false;
  std::string Takes;
  for (const cl::Option *Each : Command->PositionalOpts) {
    auto Times = Each->getNumOccurrencesFlag();
    Least += Times == cl::Required || Times == cl::OneOrMore;
    ++Most;
    IsOpen |= Times == cl::ZeroOrMore || Times == cl::OneOrMore;
    Takes += (Takes.empty() ? "" : " ") + Each->HelpStr.str();
  }
  std::string How = " (" + called() + " --help)";
  if (Words.size() < Least)
    return "'" + called() + "' takes " + Takes + ", and there is none" + How;
  if (IsOpen || Words.size() <= Most)
    return "";
  return "'" + called() + "' takes " +
         (Most ? "no more than " + Takes : std::string("no files")) + ": '" +
         Words[Most].str() + "' is left over" + How;
}

std::string Reader::mistake() {
  bool Counts = true;
  while (At < Rest.size()) {
    llvm::StringRef Word = Rest[At++];
    llvm::StringRef Name = Word.ltrim('-').split('=').first;
    if (Word.starts_with("-") &&
        (Name.starts_with("help") || Name == "h" || Name == "version"))
      return "";
    // LLVM puts the words of a file in its place.
    Counts &= !Word.starts_with("@");
    bool IsOption = Word.size() > 1 && Word.starts_with("-");
    std::string Mistake =
        IsOption ? mistakeInOption(Word) : mistakeInWord(Word);
    if (!Mistake.empty())
      return Mistake;
    if (!IsOption)
      Words.push_back(Word);
  }
  return Counts ? mistakeInCount() : "";
}

std::string mistakeIn(llvm::ArrayRef<const char *> Arguments) {
  return Reader(Arguments).mistake();
}

} // namespace warplint::cli
