//===--- NvccCommandLine.cpp - Reading nvcc's options ---------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileCommands/NvccCommandLine.h"
#include "CompileCommands/HostCommandLine.h"
#include "CompileCommands/TargetChoice.h"
#include "CompileCommands/Words.h"
#include "clang/Options/Options.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Option/OptTable.h"
#include <optional>

using namespace llvm;

namespace warplint::commands {

namespace {

enum class Arity { None, Value, Joined, JoinedNumber, List, JoinedList };
enum class Action {
  Drop,
  Define,
  Spell,
  SpellApart,
  HostOption,
  HostOptions,
  Language,
  Machine,
  Architecture,
  GenerateCode,
  RelocatableDeviceCode,
  DefaultStream,
  ForwardUnknown,
  OptionsFile,
};

struct Option {
  StringLiteral LongName, ShortName;
  Arity Values;
  Action Meaning;
  StringLiteral Text;

  bool takesValue() const { return Values != Arity::None; }
  /// Whether \p Text is the short name and, without a gap, its value.
  bool mayBeFollowedDirectlyBy(StringRef Text) const {
    if (!Text.consume_front(ShortName) || Text.empty())
      return false;
    return Values == Arity::Joined || Values == Arity::JoinedList ||
           (Values == Arity::JoinedNumber && isDigit(Text.front()));
  }
  bool isList() const {
    return Values == Arity::List || Values == Arity::JoinedList;
  }
};

constexpr Option Options[] = {
#define NVCC_OPTION(LongName, ShortName, Arity_, Action_, Text)                \
  {LongName, ShortName, Arity::Arity_, Action::Action_, Text},
#include "CompileCommands/NvccOptions.def"
};

/// An argument that names an option, and the value that stands in it.
struct Match {
  const Option *Found = nullptr;
  std::optional<StringRef> Value;
};

const Option *findByName(StringRef Name) {
  static const StringMap<const Option *> ByName = [] {
    StringMap<const Option *> Map;
    for (const Option &Each : Options) {
      Map.try_emplace(Each.LongName, &Each);
      Map.try_emplace(Each.ShortName, &Each);
    }
    return Map;
  }();
  return ByName.lookup(Name);
}

/// Whole names come first: `-lineinfo` is no library, `-dlto` no macro.
Match matchOption(StringRef Argument) {
  StringRef Text = Argument;
  if (!Text.consume_front("-") || Text.empty())
    return {};
  bool LongForm = Text.consume_front("-");
  auto [Name, Value] = Text.split('=');
  bool HasValue = Name.size() != Text.size();
  if (const Option *Found = findByName(Name))
    return {Found, HasValue ? std::optional<StringRef>(Value) : std::nullopt};
  if (LongForm)
    return {};
  for (const Option &Each : Options)
    if (Each.mayBeFollowedDirectlyBy(Text))
      return {&Each, Text.drop_front(Each.ShortName.size())};
  return {};
}

class NvccReader {
public:
  explicit NvccReader(ResponseFiles &Responses) : Responses(Responses) {}

  Error read(ArrayRef<std::string> Arguments) {
    while (!Arguments.empty()) {
      StringRef Argument = Arguments.front();
      Arguments = Arguments.drop_front();
      if (Argument.size() > 1 && Argument.starts_with("@")) {
        if (Error Failed = readFile(Argument.drop_front()))
          return Failed;
        continue;
      }
      if (Argument.size() < 2 || !Argument.starts_with("-"))
        continue;
      Match Matched = matchOption(Argument);
      if (!Matched.Found) {
        Result.HostOptions.push_back(Argument.str());
        // `-idirafter folder`: wrappers hand it to the host compiler.
        bool IsHosts = isHostOptionWithWord(Argument) && !Arguments.empty();
        if (IsHosts) {
          Result.HostOptions.push_back(Arguments.front());
          Arguments = Arguments.drop_front();
        }
        (IsHosts ? OfHost : Unknown).push_back(Argument.str());
        continue;
      }
      if (Matched.Found->takesValue() && !Matched.Value) {
        if (Arguments.empty())
          return commandError("option '" + Argument + "' lacks its value");
        Matched.Value = Arguments.front();
        Arguments = Arguments.drop_front();
      }
      if (Error Failed = apply(*Matched.Found, Matched.Value.value_or("")))
        return Failed;
    }
    return Error::success();
  }

  NvccCommandLine finish() {
    append_range(Result.Remarks,
                 replaceUnknownTargets(Result.Targets, UnknownTargets));
    if (RelocatableDeviceCode)
      define("__CUDACC_RDC__");
    if (!Forwards)
      for (const std::string &Name : Unknown)
        Result.Remarks.push_back("option '" + Name +
                                 "' is unknown to nvcc 13.0 and was ignored");
    if (!Forwards)
      for (const std::string &Name : OfHost)
        Result.Remarks.push_back(
            "option '" + Name +
            "' is unknown to nvcc 13.0 and was read as the "
            "host compiler's");
    return std::move(Result);
  }

private:
  Error readFile(StringRef Path) {
    return Responses.withWordsOf(
        Path, [this](std::vector<std::string> Words) { return read(Words); });
  }

  void define(StringRef Macro) {
    Result.ClangOptions.push_back(("-D" + Macro).str());
  }

  /// An empty value would make clang take the next argument for it.
  void spell(const Option &Given, StringRef Value) {
    if (Value.empty())
      return;
    if (Given.Meaning == Action::Spell) {
      Result.ClangOptions.push_back((Given.Text + Value).str());
      return;
    }
    Result.ClangOptions.push_back(Given.Text.str());
    Result.ClangOptions.push_back(Value.str());
  }

  void addTarget(StringRef Name) {
    if (Name == "all" || Name == "all-major" || Name == "native") {
      // Newest wins; which GPU "native" means is not known on this machine.
      if (Name == "native")
        Result.Remarks.push_back("target 'native' is analysed as " +
                                 newestClangTarget().str());
      Result.Targets.push_back({newestClangTarget().Capability});
    } else if (auto Target = parseGpuTarget(Name)) {
      Result.Targets.push_back(*Target);
    } else {
      UnknownTargets.push_back(Name.str());
    }
  }

  /// `arch=compute_80,code=[sm_80,compute_80]`: only the virtual architecture
  /// is seen by the source.
  void generateCode(StringRef Specification) {
    for (const std::string &Part : splitList(Specification)) {
      StringRef Text = StringRef(Part).trim(" \"'");
      if (Text.consume_front("arch="))
        addTarget(Text);
    }
  }

  void setMachine(StringRef Bits) {
    if (Bits == "64" || Bits == "32")
      Result.ClangOptions.push_back(("-m" + Bits).str());
  }

  Error addHostOptions(StringRef Value) {
    Expected<std::vector<std::string>> Words = splitHostOptions(Value);
    if (!Words)
      return commandError("host options '" + Value +
                          "': " + toString(Words.takeError()));
    Result.HostOptions.insert(Result.HostOptions.end(), Words->begin(),
                              Words->end());
    return Error::success();
  }

  Error readFiles(StringRef Paths) {
    for (const std::string &Path : splitList(Paths))
      if (Error Failed = readFile(StringRef(Path).trim('"')))
        return Failed;
    return Error::success();
  }

  Error apply(const Option &Given, StringRef Value) {
    switch (Given.Meaning) {
    case Action::Drop:
      break;
    case Action::Define:
      define(Given.Text);
      break;
    case Action::Spell:
    case Action::SpellApart:
      if (!Given.isList()) {
        spell(Given, Value);
        break;
      }
      for (const std::string &Part : splitList(Value))
        spell(Given, Part);
      break;
    case Action::HostOption:
      Result.HostOptions.push_back(Given.Text.str());
      break;
    case Action::HostOptions:
      return addHostOptions(Value);
    case Action::Language:
      Result.Language = Value.str();
      break;
    case Action::Machine:
      setMachine(Value);
      break;
    case Action::Architecture:
      addTarget(Value);
      break;
    case Action::GenerateCode:
      generateCode(Value);
      break;
    case Action::RelocatableDeviceCode:
      RelocatableDeviceCode = !Given.takesValue() || Value == "true";
      break;
    case Action::DefaultStream:
      if (Value == "per-thread")
        define("CUDA_API_PER_THREAD_DEFAULT_STREAM=1");
      break;
    case Action::ForwardUnknown:
      Forwards = true;
      break;
    case Action::OptionsFile:
      return readFiles(Value);
    }
    return Error::success();
  }

  ResponseFiles &Responses;
  NvccCommandLine Result;
  std::vector<std::string> Unknown, OfHost, UnknownTargets;
  bool Forwards = false;
  bool RelocatableDeviceCode = false;
};

} // namespace

Expected<NvccCommandLine> readNvccCommandLine(ArrayRef<std::string> Arguments,
                                              ResponseFiles &Responses) {
  NvccReader Reading(Responses);
  if (Error Failed = Reading.read(Arguments))
    return Failed;
  return Reading.finish();
}

/// The names of all options of clang's driver, without dashes and `=`.
static const StringSet<> &clangOptionNames() {
  static const StringSet<> Names = [] {
    StringSet<> Set;
    const opt::OptTable &Table = clang::getDriverOptTable();
    for (unsigned Id = 1; Id <= Table.getNumOptions(); ++Id)
      Set.insert(Table.getOptionName(Id).rtrim("=,"));
    return Set;
  }();
  return Names;
}

bool isNvccOnlyOption(StringRef Argument) {
  Match Matched = matchOption(Argument);
  if (!Matched.Found)
    return false;
  StringRef Name = Argument.ltrim('-').split('=').first;
  if (Name == "x")
    return Matched.Value == StringRef("cu");
  // clang has Darwin's -arch, which takes its value apart, and tolerates
  // -Xcompiler.
  if (Name == "arch")
    return Matched.Value.has_value();
  if (Name == "Xcompiler")
    return true;
  // Joined forms of one letter are common to all compilers.
  return findByName(Name) && Name.size() > 1 &&
         !clangOptionNames().contains(Name);
}

bool isCompilerOption(StringRef Argument) {
  return matchOption(Argument).Found ||
         clangOptionNames().contains(Argument.ltrim('-').split('=').first);
}

} // namespace warplint::commands
