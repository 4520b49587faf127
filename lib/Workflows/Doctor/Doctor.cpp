//===--- Doctor.cpp - What warplint sees of a project ---------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Doctor/Doctor.h"
#include "Analysis/Program/DeviceCode.h"
#include "CompileCommands/Toolkit.h"
#include "Report/Diagnosis.h"
#include "Tidy/LaunchFiles.h"
#include "Workflows/Lint/ReportOutput.h"
#include "Workflows/Lint/Settings.h"
#include "Workflows/Lint/UnitLint.h"
#include "Workflows/Processes/Supervision.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace clang;
namespace cl = llvm::cl;

namespace warplint {

static cl::opt<bool> AsJson("json", cl::desc("Say it as one JSON object"),
                            cl::cat(category()), cl::sub(doctorCommand()));

void lookForToolkit(Diagnosis &D, const CommandDatabase &Database,
                    const TranslationContext &Context,
                    const std::vector<std::string> &Files) {
  ToolkitSearch Search;
  for (const std::string &File : Files)
    for (const tooling::CompileCommand &Command : Database.commandsOf(File))
      if (Search.Compiler.empty() && !Command.CommandLine.empty()) {
        Search.Compiler = Command.CommandLine.front();
        Search.Directory = Command.Directory;
      }
  if (Context.CudaPathOverride)
    Search.Compiler.clear(); // As for linting: the user's word wins.
  Search.CudaPath = Context.CudaPathOverride;
  Search.FetchedDirs = Context.FetchedToolkits;
  Search.FetchCommand = Context.FetchCommand;
  D.FetchCommand = Context.FetchCommand;
  Search.Prefix = Context.Prefix;
  auto Found = findToolkit(Search);
  if (Found)
    D.Toolkit = "CUDA " + std::to_string(Found->Major) + "." +
                std::to_string(Found->Minor) + ", " + Found->IncludeDir + " (" +
                nameOf(Found->Origin).str() + ")";
  else
    D.ToolkitProblem = llvm::toString(Found.takeError());
}

/// \p Extent is computed from something, is an argument or what an argument is
/// computed from, or comes into the program from outside.
static bool isSaid(const LaunchConstraint &Fact,
                   const std::optional<LaunchTerms::Ref> &Extent) {
  auto Symbol = Extent ? Fact.Terms.symbolOf(*Extent) : std::nullopt;
  if (!Symbol || Fact.Terms.isInput(*Extent))
    return Extent.has_value();
  auto Mentions = [&](const std::optional<LaunchTerms::Ref> &T) {
    return T && llvm::is_contained(Fact.Terms.symbolsOf(*T), *Symbol);
  };
  return llvm::any_of(Fact.Arguments, Mentions) ||
         llvm::any_of(Fact.Holds, Mentions);
}

/// The extents that \p Launch does not say: "block.x".
static std::vector<std::string> openExtentsOf(const KernelLaunch &Launch) {
  std::vector<std::string> Result;
  auto Look = [&](const char *Name, const std::array<uint32_t, 3> &Known,
                  std::array<std::optional<LaunchTerms::Ref>, 3>
                      LaunchConstraint::*Said) {
    for (unsigned Axis = 0; Axis < 3; ++Axis)
      if (!Known[Axis] &&
          !llvm::all_of(Launch.Facts, [&](const LaunchConstraint &Fact) {
            return isSaid(Fact, (Fact.*Said)[Axis]);
          }))
        Result.push_back(std::string(Name) + '.' + "xyz"[Axis]);
  };
  Look("grid", Launch.Extents.Grid, &LaunchConstraint::Grid);
  Look("block", Launch.Extents.Block, &LaunchConstraint::Block);
  return Result;
}

/// File and line of \p Launch, and of the call that leads to it.
static std::string placeOf(const KernelLaunch &Launch,
                           const SourceManager &Sources) {
  std::string Place = Launch.Place;
  if (Launch.Site) {
    PresumedLoc At = Sources.getPresumedLoc(
        Sources.getExpansionLoc(Launch.Site->getBeginLoc()));
    if (At.isValid())
      Place = llvm::sys::path::filename(At.getFilename()).str() + ":" +
              std::to_string(At.getLine());
  }
  return Launch.Caller.empty() ? Place : Place + ", called at " + Launch.Caller;
}

static DiagnosedKernel diagnose(const FunctionDecl &Kernel,
                                const DeviceCode &Code,
                                const SourceManager &Sources) {
  DiagnosedKernel Result;
  Result.Name = Kernel.getQualifiedNameAsString();
  Result.Block = Code.launchOf(Kernel).Block;
  for (const KernelLaunch &Launch : Code.launchesOf(Kernel)) {
    ++Result.Launches;
    std::vector<std::string> Open = openExtentsOf(Launch);
    if (Open.empty())
      ++Result.WholeLaunches;
    else
      Result.Open.push_back({placeOf(Launch, Sources), std::move(Open)});
  }
  return Result;
}

static std::vector<DiagnosedKernel>
kernelsOf(ASTContext &Context, const CrossUnitLaunches *Elsewhere,
          llvm::ArrayRef<const FunctionDecl *> NotRead) {
  SyncModel Model({});
  DeviceCode Code(Context, Model, Elsewhere, std::nullopt,
                  LaunchesFor::ThisUnit, NotRead);
  std::vector<DiagnosedKernel> Kernels;
  for (const FunctionDecl *Kernel : Code.kernels())
    if (Code.isKernel(*Kernel))
      Kernels.push_back(diagnose(*Kernel, Code, Context.getSourceManager()));
  return Kernels;
}

static std::vector<DiagnosedUnit> unitsOf(const CommandDatabase &Database,
                                          const std::string &File,
                                          UnitLinter &Linter,
                                          LintOptions &Options) {
  std::string Shown = pathBelow(File, Options.Root);
  auto Translated = Database.translationsOf(File);
  if (!Translated)
    return {{Shown, 0, llvm::toString(Translated.takeError()), {}, {}}};
  std::vector<DiagnosedUnit> Units;
  for (const Translation &Each : *Translated) {
    if (!Each.IsCuda)
      continue;
    DiagnosedUnit Unit{Shown, Each.ComputeCapability, "", Each.Remarks, {}};
    Options.Look = [&](ASTContext &Context,
                       llvm::ArrayRef<const FunctionDecl *> NotRead) {
      Unit.Kernels = kernelsOf(Context, Options.Elsewhere.get(), NotRead);
    };
    LintedUnit Seen =
        Linter.lint(Each, llvm::vfs::createPhysicalFileSystem(), Options);
    Unit.Problem = Seen.Trouble.empty() ? Seen.Reason : Seen.Trouble;
    for (const UnreadFunction &Each : Seen.Results.Unread)
      Unit.Remarks.push_back(unreadText(Each.Name, Each.Reason));
    Units.push_back(std::move(Unit));
  }
  return Units;
}

/// The database of `-p`, or the one above the current folder.
static llvm::Expected<std::unique_ptr<CommandDatabase>>
openProject(const TranslationContext &Context) {
  return BuildPath.empty()
             ? CommandDatabase::fromSourceUpward(absolute("unit.cu"), Context)
             : openBuild(Context);
}

int doctor() {
  auto Context = makeContext();
  if (!Context)
    return usageError(llvm::toString(Context.takeError()));
  auto Database = openProject(*Context);
  if (!Database)
    return usageError(llvm::toString(Database.takeError()));
  std::string Problem;
  auto Provider = makeOptionsProvider(Problem);
  if (!Provider)
    return usageError(Problem);
  tidy::ClangTidyContext Tidy(std::move(Provider));
  Tidy.setCurrentFile("unit.cu");
  LintOptions Options;
  Options.Gather = true;
  Options.Root = sourceRoot();
  if (!BuildPath.empty() && llvm::sys::fs::is_directory(BuildPath))
    Options.Elsewhere = lastLaunches(absolute(BuildPath));
  UnitLinter Linter(Tidy);

  Diagnosis D;
  D.Version = WARPLINT_VERSION " on LLVM " LLVM_VERSION_STRING;
  D.Database = BuildPath.empty() ? "above this folder" : BuildPath.getValue();
  std::vector<std::string> Files = cudaFilesOf(**Database);
  D.HostFiles = (*Database)->getAllFiles().size() - Files.size();
  lookForToolkit(D, **Database, *Context, Files);
  limitMemoryOfRun();
  for (const std::string &File : Files)
    for (DiagnosedUnit &Unit : unitsOf(**Database, File, Linter, Options))
      D.Units.push_back(std::move(Unit));
  for (const BrokenEntry &Entry : (*Database)->brokenEntries())
    D.Units.push_back({Entry.File, 0, Entry.Why, {}, {}});
  for (const char *Name : {"git", "ninja"})
    if (!llvm::sys::findProgramByName(Name))
      D.MissingPrograms.push_back(Name);
  if (AsJson)
    writeDiagnosisJson(llvm::outs(), D);
  else
    writeDiagnosis(llvm::outs(), D);
  return D.isHealthy() ? ExitClean : ExitIncomplete;
}

} // namespace warplint
