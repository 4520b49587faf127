//===--- HostCommandLine.cpp - Reading the options of gcc and clang -------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileCommands/HostCommandLine.h"
#include "CompileCommands/TargetChoice.h"
#include "clang/Basic/Version.h"
#include "clang/Options/Options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include <utility>

using namespace llvm;
namespace options = clang::options;

namespace warplint::commands {

namespace {

constexpr StringLiteral KeptOptions[] = {
#define HOST_KEEP(Name) Name,
#include "CompileCommands/HostOptions.def"
};

constexpr StringLiteral KeptFrontendOptions[] = {
#define HOST_FRONTEND_KEEP(Name) Name,
#include "CompileCommands/HostOptions.def"
};

struct UnsafeOption {
  StringLiteral Prefix, Why;
};

constexpr UnsafeOption UnsafeOptions[] = {
#define HOST_UNSAFE(Prefix, Why) {Prefix, Why},
#include "CompileCommands/HostOptions.def"
};

class HostReader {
public:
  explicit HostReader(bool ForClang) : ForClang(ForClang) {}

  void read(ArrayRef<std::string> Arguments) {
    SmallVector<const char *, 64> Pointers;
    for (const std::string &Argument : Arguments)
      Pointers.push_back(Argument.c_str());
    unsigned MissingIndex, MissingCount;
    opt::InputArgList Parsed = clang::getDriverOptTable().ParseArgs(
        Pointers, MissingIndex, MissingCount,
        opt::Visibility(options::ClangOption));
    if (MissingCount)
      Result.Remarks.push_back(("option '" +
                                Twine(Parsed.getArgString(MissingIndex)) +
                                "' lacks its value and was ignored")
                                   .str());
    for (const opt::Arg *Argument : Parsed)
      handle(Parsed, *Argument);
  }

  HostCommandLine finish() {
    append_range(Result.Remarks,
                 replaceUnknownTargets(Result.Targets, UnknownTargets));
    return std::move(Result);
  }

private:
  void handle(const opt::InputArgList &Parsed, const opt::Arg &Argument) {
    const opt::Option &Kind = Argument.getOption();
    if (Kind.matches(options::OPT_INPUT))
      return;
    if (Kind.matches(options::OPT_Xclang) || Kind.matches(options::OPT_mllvm)) {
      handleFrontendOption(Argument.getValue());
    } else if (Kind.matches(options::OPT_Wp_COMMA) ||
               Kind.matches(options::OPT_Xpreprocessor)) {
      read(std::vector<std::string>(Argument.getValues().begin(),
                                    Argument.getValues().end()));
    } else if (Kind.matches(options::OPT_x)) {
      Result.Language = Argument.getValue();
    } else if (Kind.matches(options::OPT_cuda_path_EQ)) {
      Result.CudaPath = Argument.getValue();
    } else if (Kind.matches(options::OPT_offload_arch_EQ)) {
      for (StringRef List : Argument.getValues())
        addTargets(List);
    } else if (isKept(Argument)) {
      keep(Parsed, Argument);
    } else if (!reportIfUnsafe(Argument.getAsString(Parsed)) && ForClang &&
               Kind.matches(options::OPT_UNKNOWN)) {
      Result.Remarks.push_back(
          "option '" + Argument.getAsString(Parsed) +
          "' is unknown to clang " CLANG_VERSION_MAJOR_STRING
          " and was ignored");
    }
  }

  /// Only options that stand alone are ever kept, so the value of one that was
  /// removed cannot be read as an option.
  void handleFrontendOption(StringRef Option) {
    std::string Previous = std::exchange(UnsafeFrontendOption, "");
    if (!Previous.empty() && !Option.starts_with("-")) {
      Result.Remarks.pop_back();
      reportIfUnsafe((Previous + " " + Option).str());
      return;
    }
    if (is_contained(KeptFrontendOptions, Option)) {
      Result.ClangOptions.push_back("-Xclang");
      Result.ClangOptions.push_back(Option.str());
      return;
    }
    if (reportIfUnsafe(Option))
      UnsafeFrontendOption = Option.str();
  }

  void addTargets(StringRef List) {
    SmallVector<StringRef, 4> Names;
    List.split(Names, ',');
    for (StringRef Name : Names)
      if (auto Target = parseGpuTarget(Name))
        Result.Targets.push_back(*Target);
      else
        UnknownTargets.push_back(Name.str());
  }

  bool isKept(const opt::Arg &Argument) const {
    const opt::Option &Kind = Argument.getOption();
    if (Kind.matches(options::OPT_W_Group))
      return ForClang && !Argument.getSpelling().starts_with("-Werror") &&
             !(Kind.matches(options::OPT_W_Joined) &&
               StringRef(Argument.getValue()).starts_with("error"));
    if (!is_contained(KeptOptions, Kind.getPrefixedName()))
      return false;
    // An empty value would make clang take the next argument for it.
    return Argument.getNumValues() == 0 || *Argument.getValue();
  }

  void keep(const opt::InputArgList &Parsed, const opt::Arg &Argument) {
    opt::ArgStringList Rendered;
    Argument.render(Parsed, Rendered);
    Result.ClangOptions.insert(Result.ClangOptions.end(), Rendered.begin(),
                               Rendered.end());
  }

  bool reportIfUnsafe(StringRef Spelling) {
    for (const UnsafeOption &Unsafe : UnsafeOptions)
      if (Spelling.starts_with(Unsafe.Prefix)) {
        Result.Remarks.push_back(
            ("option '" + Spelling + "' was removed: it " + Unsafe.Why).str());
        return true;
      }
    return false;
  }

  HostCommandLine Result;
  std::vector<std::string> UnknownTargets;
  /// The one just reported, whose value may be the next.
  std::string UnsafeFrontendOption;
  bool ForClang;
};

} // namespace

bool isHostOptionWithWord(StringRef Option) {
  static const StringSet<> Names = [] {
    StringSet<> Set;
    const opt::OptTable &Table = clang::getDriverOptTable();
    for (unsigned Id = 1; Id <= Table.getNumOptions(); ++Id) {
      opt::Option Each = Table.getOption(Id);
      if (Each.getKind() == opt::Option::SeparateClass ||
          Each.getKind() == opt::Option::JoinedOrSeparateClass)
        Set.insert(Each.getPrefixedName());
    }
    return Set;
  }();
  return Names.contains(Option) && is_contained(KeptOptions, Option);
}

HostCommandLine readHostCommandLine(ArrayRef<std::string> Arguments,
                                    bool ForClang) {
  HostReader Reading(ForClang);
  Reading.read(Arguments);
  return Reading.finish();
}

} // namespace warplint::commands
