//===--- Completions.cpp - What shells complete ---------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Quoting/Quoting.h"
#include "Workflows/CommandLine/OptionTable.h"
#include "Workflows/CommandLine/Usage.h"
#include "checks/Check.h"
#include "llvm/ADT/StringExtras.h"

namespace warplint::cli {

static std::vector<std::string> namesOfChecks() {
  std::vector<std::string> Names;
  for (const CheckInfo &Info : allChecks())
    Names.push_back((CheckPrefix + Info.Id).str());
  return Names;
}

static std::vector<std::string> namesOf(const std::vector<CommandRow> &Table) {
  std::vector<std::string> Names;
  for (const CommandRow &Each : Table)
    if (!Each.Name.empty())
      Names.push_back(Each.Name);
  return Names;
}

/// The words that \p Row takes, and those that a command takes as \p
/// Positional.
static std::vector<std::string> wordsOf(const OptionRow &Row) {
  std::vector<std::string> Words;
  for (const auto &[Value, Meaning] : Row.Values)
    Words.push_back(Value);
  return Row.Name == "checks" ? namesOfChecks() : Words;
}

static std::vector<std::string> wordsOf(llvm::StringRef Positional) {
  if (Positional == "<check>")
    return namesOfChecks();
  std::vector<std::string> Words;
  llvm::SmallVector<llvm::StringRef, 4> Each;
  if (Positional.contains('|'))
    Positional.trim("<>").split(Each, '|');
  for (llvm::StringRef Word : Each)
    Words.push_back(Word.str());
  return Words;
}

/// The first sentence, without what shells read in descriptions.
static std::string plain(llvm::StringRef Help) {
  std::string Text;
  for (char C : Help.split(". ").first.rtrim(':'))
    if (C == ':' || C == '[' || C == ']' || C == '(' || C == ')' || C == '\'' ||
        C == '\\' || C == '"' || C == '$' || C == '`')
      Text += ' ';
    else
      Text += C;
  return Text;
}

//===----------------------------------------------------------------------===//
// bash
//===----------------------------------------------------------------------===//

static void printBash(llvm::raw_ostream &OS,
                      const std::vector<CommandRow> &Table) {
  // What is completed is all since the last blank: bash itself cuts words at
  // an equals sign.
  OS << R"(# Completions of warplint for bash
_warplint() {
  local word=${COMP_LINE:0:COMP_POINT} command= each options= values= words=
  word=${word##*[[:space:]]}
  COMPREPLY=()
  for each in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $each == -- ]] && return
  done
  case ${COMP_WORDS[1]} in
    )"
     << llvm::join(namesOf(Table), "|")
     << R"() ((COMP_CWORD > 1)) && command=${COMP_WORDS[1]} ;;
  esac
  case $command:${word%%=*} in
)";
  for (const CommandRow &Each : Table)
    for (const OptionRow &Row : Each.Options)
      if (std::vector<std::string> Words = wordsOf(Row); !Words.empty())
        OS << "    " << quoting::forShell(Each.Name + ":" + Row.flag())
           << ") values=" << quoting::forShell(llvm::join(Words, " "))
           << " ;;\n";
  OS << "  esac\n  case $command in\n";
  for (const CommandRow &Each : Table) {
    std::vector<std::string> Flags, Words = wordsOf(Each.Positional);
    for (const OptionRow &Row : Each.Options)
      Flags.push_back(Row.flag() +
                      (Row.NeedsValue && Row.Name.size() > 1 ? "=" : ""));
    if (Each.Name.empty())
      Words = namesOf(Table);
    OS << "    " << quoting::forShell(Each.Name)
       << ") options=" << quoting::forShell(llvm::join(Flags, " "))
       << " words=" << quoting::forShell(llvm::join(Words, " ")) << " ;;\n";
  }
  OS << R"(  esac
  if [[ $word == -*=* ]]; then
    if [[ -n $values ]]; then
      COMPREPLY=($(compgen -W "$values" -- "${word#*=}"))
    else
      COMPREPLY=($(compgen -f -- "${word#*=}"))
      compopt -o filenames
    fi
    [[ $COMP_WORDBREAKS == *=* ]] ||
      COMPREPLY=("${COMPREPLY[@]/#/${word%%=*}=}")
  elif [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
    [[ ${COMPREPLY[*]} == *= ]] && compopt -o nospace
  elif [[ -n $command || $COMP_CWORD -eq 1 ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$word"))
  fi
  return 0
}
complete -o default -F _warplint warplint
)";
}

//===----------------------------------------------------------------------===//
// zsh
//===----------------------------------------------------------------------===//

/// What `_arguments` is given for \p Row.
static std::string zshSpec(const OptionRow &Row) {
  std::string Spec = Row.flag();
  if (!Row.ValueName.empty())
    Spec += Row.NeedsValue ? "=" : "=-";
  Spec += "[" + plain(Row.Help) + "]";
  if (Row.ValueName.empty())
    return Spec;
  std::vector<std::string> Words = wordsOf(Row);
  Spec += (Row.NeedsValue ? ":" : "::") + plain(Row.ValueName) + ":";
  if (!Words.empty())
    Spec += "(" + llvm::join(Words, " ") + ")";
  else if (Row.takesPath())
    Spec += "_files";
  return Spec;
}

static void printZsh(llvm::raw_ostream &OS,
                     const std::vector<CommandRow> &Table) {
  OS << "#compdef warplint\n# Completions of warplint for zsh\n_warplint() {\n"
        "  local -a options commands\n  commands=(\n";
  for (const CommandRow &Each : Table)
    if (!Each.Name.empty())
      OS << "    " << quoting::forShell(Each.Name + ":" + plain(Each.Summary))
         << "\n";
  OS << "  )\n  case $words[2] in\n";
  auto Print = [&](const CommandRow &Each) {
    OS << "      options=(\n";
    for (const OptionRow &Row : Each.Options)
      OS << "        " << quoting::forShell(zshSpec(Row)) << "\n";
    std::vector<std::string> Words = wordsOf(Each.Positional);
    if (!Words.empty())
      OS << "        "
         << quoting::forShell("*: :(" + llvm::join(Words, " ") + ")") << "\n";
    else if (!Each.Positional.empty())
      OS << "        '*:file:_files'\n";
    OS << "      )";
  };
  for (const CommandRow &Each : Table) {
    if (Each.Name.empty())
      continue;
    OS << "    " << Each.Name << ")\n";
    Print(Each);
    OS << "\n      shift words; (( CURRENT-- )) ;;\n";
  }
  OS << "    *)\n      (( CURRENT == 2 )) && _describe command commands\n";
  Print(Table.front());
  OS << " ;;\n  esac\n  _arguments -S $options\n}\n_warplint \"$@\"\n";
}

//===----------------------------------------------------------------------===//
// fish
//===----------------------------------------------------------------------===//

static void printFish(llvm::raw_ostream &OS,
                      const std::vector<CommandRow> &Table) {
  std::string All = llvm::join(namesOf(Table), " ");
  std::string Lints = "not __fish_seen_subcommand_from " + All;
  OS << "# Completions of warplint for fish\n";
  for (const CommandRow &Each : Table) {
    std::string When =
        Each.Name.empty() ? Lints : "__fish_seen_subcommand_from " + Each.Name;
    std::string Begin =
        "complete -c warplint -n " + quoting::forShell(When) + " ";
    if (!Each.Name.empty())
      OS << "complete -c warplint -n __fish_use_subcommand -a " << Each.Name
         << " -d " << quoting::forShell(plain(Each.Summary)) << "\n";
    if (std::vector<std::string> Words = wordsOf(Each.Positional);
        !Words.empty())
      OS << Begin << "-f -a " << quoting::forShell(llvm::join(Words, " "))
         << "\n";
    for (const OptionRow &Row : Each.Options) {
      std::vector<std::string> Words = wordsOf(Row);
      OS << Begin << (Row.Name.size() == 1 ? "-s " : "-l ") << Row.Name
         << (Row.NeedsValue ? Row.takesPath() ? " -r" : " -x" : "");
      if (!Words.empty())
        OS << " -a " << quoting::forShell(llvm::join(Words, " "));
      OS << " -d " << quoting::forShell(plain(Row.Help)) << "\n";
    }
  }
}

void printCompletions(llvm::raw_ostream &OS, Shell For) {
  std::vector<CommandRow> Table = optionTable();
  switch (For) {
  case Shell::Bash:
    return printBash(OS, Table);
  case Shell::Zsh:
    return printZsh(OS, Table);
  case Shell::Fish:
    return printFish(OS, Table);
  }
  llvm_unreachable("shell without completions");
}

} // namespace warplint::cli
