//===--- TidyEdge.cpp - Findings and options at the edge to clang-tidy ----===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tidy/TidyEdge.h"
#include "CudaModel/SyncApi.h"
#include "Diagnostics/LaunchMessages.h"
#include "Finding/EvidenceText.h"
#include "Tidy/Configuration.h"
#include "Tidy/OwnRules.h"
#include "Verdicts/Contracts.h"
#include "checks/Check.h"
#include "clang-tidy/GlobList.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Regex.h"

using namespace clang;

namespace warplint::edge {

static FixItHint hintOf(const Edit &E) {
  if (E.Range.isCharRange() && E.Range.getBegin() == E.Range.getEnd())
    return FixItHint::CreateInsertion(E.Range.getBegin(), E.Replacement);
  return FixItHint::CreateReplacement(E.Range, E.Replacement);
}

void emit(const Finding &F, const DiagnosticStarter &Start) {
  {
    DiagnosticBuilder Warning = Start(F.Loc, "%0", DiagnosticIDs::Warning)
                                << withCertainty(F.Message, F.Sure);
    for (const Edit &E : F.Edits)
      if (E.Safe)
        Warning << hintOf(E);
  }
  for (size_t I = 0; I < F.Notes.size(); ++I) {
    DiagnosticBuilder Note = Start(F.Notes[I].Loc, "%0", DiagnosticIDs::Note)
                             << F.Notes[I].Text;
    if (I + 1 == F.Notes.size())
      for (const Edit &E : F.Edits)
        if (!E.Safe)
          Note << hintOf(E);
  }
  if (std::string Text = restsOnText(F); !Text.empty())
    Start(F.Loc, "%0", DiagnosticIDs::Note) << Text;
}

/// The innermost function whose definition, below \p D or itself, holds the
/// expansion of \p Loc.
static const FunctionDecl *functionAround(const Decl *D, SourceLocation Loc,
                                          const SourceManager &Sources) {
  if (const auto *Template = dyn_cast<TemplateDecl>(D))
    D = Template->getTemplatedDecl();
  const auto *Inner = dyn_cast_or_null<DeclContext>(D);
  if (!Inner)
    return nullptr;
  CharSourceRange Range = Sources.getExpansionRange(D->getSourceRange());
  if (Range.isInvalid() ||
      Sources.isBeforeInTranslationUnit(Loc, Range.getBegin()) ||
      Sources.isBeforeInTranslationUnit(Range.getEnd(), Loc))
    return nullptr;
  for (const Decl *Each : Inner->decls())
    if (const FunctionDecl *Found = functionAround(Each, Loc, Sources))
      return Found;
  const auto *F = dyn_cast<FunctionDecl>(D);
  return F && F->isThisDeclarationADefinition() ? F : nullptr;
}

std::string enclosingFunction(const ASTContext &Context,
                              llvm::ArrayRef<Decl *> TopLevel,
                              SourceLocation Loc) {
  const SourceManager &Sources = Context.getSourceManager();
  for (const Decl *D : TopLevel)
    if (const FunctionDecl *F =
            functionAround(D, Sources.getExpansionLoc(Loc), Sources))
      return F->getQualifiedNameAsString();
  return "";
}

bool parseExtents(llvm::StringRef Text, std::array<uint32_t, 3> &Extents) {
  llvm::SmallVector<llvm::StringRef, 3> Parts;
  Text.split(Parts, ',');
  if (Parts.size() > 3)
    return false;
  Extents = {1, 1, 1};
  for (size_t I = 0; I < Parts.size(); ++I)
    if (Parts[I].trim().getAsInteger(10, Extents[I]) || !Extents[I])
      return false;
  return true;
}

/// Further mistakes in the configuration are only counted.
static constexpr size_t MostProblems = 8;

namespace {
/// What a source's configuration has wrong, each with the file that says it.
class ConfigurationProblems {
public:
  using Test = llvm::function_ref<bool(const tidy::ClangTidyOptions &)>;

  ConfigurationProblems(llvm::StringRef File, std::vector<std::string> &Into)
      : File(File), Into(Into) {}

  void add(const llvm::Twine &Problem, Test Says) {
    if (++Count <= MostProblems)
      Into.push_back(Problem.str() + originOf(Says));
  }
  ~ConfigurationProblems() {
    if (Count > MostProblems)
      Into.push_back(std::to_string(Count - MostProblems) +
                     " more mistakes in the configuration");
  }

private:
  /// " (/project/.clang-tidy)": the nearest file above the source for which
  /// \p Says holds; empty where it holds for none, but for the command line.
  std::string originOf(Test Says) {
    if (!Read) {
      ProjectConfiguration Files({}, {}, /*Tell=*/[](std::string) {});
      Read = Files.getRawOptions(File);
    }
    std::string Origin;
    // The nearest file comes last.
    for (const auto &[Options, Source] : *Read)
      if (Says(Options))
        Origin = " (" + Source + ")";
    return Origin;
  }

  llvm::StringRef File;
  std::vector<std::string> &Into;
  size_t Count = 0;
  std::optional<std::vector<tidy::ClangTidyOptionsProvider::OptionsSource>>
      Read;
};
} // namespace

static constexpr llvm::StringLiteral OptionNames[] = {
    "warplint.Assume",    "warplint.BlockDim", "warplint.Certainty",
    "warplint.Contracts", "warplint.Effort",   "warplint.GridDim",
    "warplint.Modernize", "warplint.Wrappers"};

/// Options that are meant for warplint and unknown to it.
static std::vector<std::string>
unknownOptions(const tidy::ClangTidyOptions &Options) {
  std::vector<std::string> Unknown;
  for (const auto &Option : Options.CheckOptions)
    if (Option.getKey().starts_with_insensitive("warplint") &&
        !isLeftOutMark(Option.getKey()) &&
        !llvm::is_contained(OptionNames, Option.getKey()))
      Unknown.push_back(Option.getKey().str());
  llvm::sort(Unknown);
  return Unknown;
}

/// The globs in \p Checks, as they are written, without what takes away.
static std::vector<llvm::StringRef> globsOf(llvm::StringRef Checks) {
  std::vector<llvm::StringRef> Globs;
  while (!Checks.empty()) {
    size_t End = std::min(Checks.find_first_of(",\n"), Checks.size());
    llvm::StringRef Glob = Checks.take_front(End).trim();
    Glob.consume_front("-");
    Globs.push_back(Glob.trim());
    Checks = Checks.drop_front(std::min(End + 1, Checks.size()));
  }
  return Globs;
}

bool matchesSomeCheck(llvm::StringRef Globs) {
  // A name needs no pattern.
  if (llvm::StringRef Name = Globs;
      !Globs.contains('*') && Name.consume_front(CheckPrefix) &&
      llvm::all_of(Name, [](char C) { return llvm::isAlnum(C) || C == '-'; }))
    return Globs == ContractName ||
           llvm::any_of(allChecks(),
                        [&](const CheckInfo &Info) { return Info.Id == Name; });
  tidy::GlobList List(Globs);
  return llvm::any_of(allChecks(), [&](const CheckInfo &Info) {
    return List.contains((llvm::Twine(CheckPrefix) + Info.Id).str());
  });
}

std::vector<std::string>
globsForNothing(llvm::StringRef Checks,
                std::optional<std::vector<std::string>> OwnRules) {
  std::vector<std::string> Wrong;
  llvm::StringSet<> Seen;
  // `custom-*` is right before there is the first rule.
  auto IsWrong = [&](llvm::StringRef Glob) {
    return isOwnRule(Glob)
               ? OwnRules && !Glob.contains('*') &&
                     !llvm::is_contained(*OwnRules, Glob)
               : Glob.starts_with(CheckPrefix) && !matchesSomeCheck(Glob);
  };
  for (llvm::StringRef Glob : globsOf(Checks))
    if (IsWrong(Glob) && Seen.insert(Glob).second)
      Wrong.push_back(Glob.str());
  return Wrong;
}

/// Reads "256;ns::kernel=32,8": extents for all kernels, and for some by name.
static void readExtents(
    llvm::StringRef Key, std::array<uint32_t, 3> LaunchExtents::*Which,
    llvm::function_ref<llvm::StringRef(llvm::StringRef)> Value,
    llvm::function_ref<void(llvm::StringRef, const llvm::Twine &)> Complain,
    AnalysisOptions &Into) {
  llvm::SmallVector<llvm::StringRef, 4> Parts;
  Value(Key).split(Parts, ';', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef Part : Parts) {
    auto [Name, Text] = Part.split('=');
    bool OfOne = Part.contains('=');
    std::array<uint32_t, 3> Extents = {0, 0, 0};
    if (!parseExtents((OfOne ? Text : Part).trim(), Extents)) {
      Complain(Key, "'" + (OfOne ? Text : Part).trim() + "' in " + Key +
                        " is not one to three positive numbers");
      continue;
    }
    if (!OfOne) {
      Into.Launch.*Which = Extents;
      continue;
    }
    auto Known = llvm::find_if(Into.LaunchOf, [&, Name = Name](const auto &Of) {
      return Of.first == Name.trim();
    });
    if (Known == Into.LaunchOf.end())
      Known = Into.LaunchOf.insert(Known, {Name.trim().str(), {}});
    Known->second.*Which = Extents;
  }
}

/// Reads "ns::kernel=proven(grid), assume(n > 0);other=assume(no-alias(a; b))".
static void readContracts(
    llvm::StringRef Value,
    llvm::function_ref<void(llvm::StringRef, const llvm::Twine &)> Complain,
    CheckSettings &Into) {
  while (!Value.empty()) {
    unsigned Depth = 0;
    llvm::StringRef Each = Value.take_until([&](char C) {
      Depth += C == '(';
      Depth -= C == ')' && Depth;
      return C == ';' && !Depth;
    });
    Value = Value.drop_front(std::min(Value.size(), Each.size() + 1));
    auto [Name, Text] = Each.split('=');
    if (Each.trim().empty())
      continue;
    verdicts::Contract Read;
    verdicts::readContract(Text, Read);
    if (Name.trim().empty() || Read.isEmpty())
      Read.Problems.push_back("'" + Each.trim().str() +
                              "' is not of the form kernel=statements");
    for (const std::string &Problem : Read.Problems)
      Complain("warplint.Contracts", "warplint.Contracts: " + Problem);
    Into.Contracts.push_back({Name.trim().str(), Text.trim().str()});
  }
}

CheckSettings readSettings(const tidy::ClangTidyOptions &Options,
                           llvm::StringRef File,
                           std::vector<std::string> &Problems) {
  CheckSettings Settings;
  auto Value = [&](llvm::StringRef Key) -> llvm::StringRef {
    auto Found = Options.CheckOptions.find(Key);
    return Found == Options.CheckOptions.end() ? llvm::StringRef()
                                               : Found->second.Value;
  };
  ConfigurationProblems Reported(File, Problems);
  auto Complain = [&](llvm::StringRef Key, const llvm::Twine &Problem) {
    Reported.add(Problem, [&](const tidy::ClangTidyOptions &Options) {
      auto Found = Options.CheckOptions.find(Key);
      return Found != Options.CheckOptions.end() &&
             Found->second.Value == Value(Key);
    });
  };
  for (auto [Key, Globs] :
       {std::pair("Checks", &tidy::ClangTidyOptions::Checks),
        std::pair("WarningsAsErrors",
                  &tidy::ClangTidyOptions::WarningsAsErrors)})
    for (const std::string &Glob :
         globsForNothing((Options.*Globs).value_or(""), namesOfRules(Options)))
      Reported.add("no check matches '" + llvm::Twine(Glob) + "' in " + Key,
                   [&, Globs = Globs](const auto &Options) {
                     return llvm::is_contained(
                         globsOf((Options.*Globs).value_or("")), Glob);
                   });
  for (auto [Key, Filter] :
       {std::pair("HeaderFilterRegex",
                  &tidy::ClangTidyOptions::HeaderFilterRegex),
        std::pair("ExcludeHeaderFilterRegex",
                  &tidy::ClangTidyOptions::ExcludeHeaderFilterRegex)}) {
    std::string Text = (Options.*Filter).value_or(""), Why;
    if (!Text.empty() && !llvm::Regex(Text).isValid(Why))
      Reported.add("'" + llvm::Twine(Text) + "' in " + Key +
                       " is no regular expression: " + Why,
                   [&, Filter = Filter](const auto &One) {
                     return (One.*Filter).value_or("") == Text;
                   });
  }
  for (const std::string &Name : unknownOptions(Options))
    Complain(Name, "'" + Name + "' is no option of warplint: the options are " +
                       llvm::join(llvm::ArrayRef(OptionNames), ", "));
  llvm::SmallVector<llvm::StringRef, 4> Pairs;
  Value("warplint.Wrappers").split(Pairs, ';', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef Pair : Pairs) {
    auto [Name, Like] = Pair.split('=');
    if (Name.trim().empty() || Like.trim().empty())
      Complain("warplint.Wrappers", "'" + Pair.trim() +
                                        "' in warplint.Wrappers is not of the "
                                        "form wrapper=function");
    else
      Settings.Wrappers.push_back({Name.trim().str(), Like.trim().str()});
  }
  readContracts(Value("warplint.Contracts"), Complain, Settings);
  readExtents("warplint.BlockDim", &LaunchExtents::Block, Value, Complain,
              Settings.Analysis);
  readExtents("warplint.GridDim", &LaunchExtents::Grid, Value, Complain,
              Settings.Analysis);
  llvm::StringRef Modernize = Value("warplint.Modernize");
  Settings.Modernize = Modernize.equals_insensitive("true");
  if (!Settings.Modernize && !Modernize.empty() &&
      !Modernize.equals_insensitive("false"))
    Complain("warplint.Modernize", "'" + Modernize +
                                       "' in warplint.Modernize is neither "
                                       "'true' nor 'false'");
  if (llvm::StringRef Least = Value("warplint.Certainty"); !Least.empty()) {
    if (auto Named = certaintyNamed(Least.lower()))
      Settings.Least = *Named;
    else
      Complain("warplint.Certainty", "'" + Least +
                                         "' in warplint.Certainty is not "
                                         "'proven', 'likely', 'possible' or "
                                         "'model'");
  }
  if (llvm::StringRef Effort = Value("warplint.Effort"); !Effort.empty()) {
    if (std::optional<EffortLevel> Level = effortLevelOf(Effort))
      Settings.Analysis.Budget = Budgets::of(*Level);
    else
      Complain("warplint.Effort", "'" + Effort +
                                      "' in warplint.Effort is none of 'low', "
                                      "'normal' and 'high'");
  }
  if (llvm::StringRef Words = Value("warplint.Assume"); !Words.empty())
    if (std::string Problem = Settings.Analysis.Assumptions.apply(Words);
        !Problem.empty())
      Complain("warplint.Assume", "warplint.Assume: " + Problem);
  std::vector<launches::Unlaunchable> Refused;
  launches::keepLaunchable(Settings.Analysis.Launch, Refused);
  for (auto &Each : Settings.Analysis.LaunchOf)
    launches::keepLaunchable(Each.second, Refused);
  for (const launches::Unlaunchable &Each : Refused) {
    llvm::StringRef Key = Each.Of == launches::Unlaunchable::Part::Block
                              ? "warplint.BlockDim"
                              : "warplint.GridDim";
    Complain(Key,
             "'" + Value(Key) + "' in " + Key + ": " + unlaunchableText(Each));
  }
  SyncModel Model(Settings.Wrappers);
  for (const std::string &Unknown : Model.unknownWrappers())
    Complain("warplint.Wrappers",
             "warplint.Wrappers: '" + Unknown +
                 "' is no synchronization function that warplint knows");
  return Settings;
}

std::vector<std::string> enabledChecks(const tidy::ClangTidyContext &Context) {
  std::vector<std::string> Ids;
  for (const CheckInfo &Info : allChecks())
    if (Context.isCheckEnabled((llvm::Twine(CheckPrefix) + Info.Id).str()))
      Ids.push_back(Info.Id.str());
  return Ids;
}

} // namespace warplint::edge
