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
#include "CudaModel/SyncApi.h"
#include "Report/Diagnosis.h"
#include "Tidy/LaunchFiles.h"
#include "Workflows/Lint/ReportOutput.h"
#include "Workflows/Lint/Settings.h"
#include "Workflows/Lint/UnitLint.h"
#include "Workflows/Processes/Supervision.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace clang;
namespace cl = llvm::cl;

namespace warplint::doctor {

static cl::opt<bool> AsJson("json", cl::desc("Say it as one JSON object"),
                            cl::cat(lint::category()),
                            cl::sub(lint::doctorCommand()));

void lookForToolkit(report::Diagnosis &D,
                    const commands::CommandDatabase &Database,
                    const commands::TranslationContext &Context,
                    const std::vector<std::string> &Files) {
  commands::ToolkitSearch Search;
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
  auto Found = commands::findToolkit(Search);
  if (Found)
    D.Toolkit = "CUDA " + std::to_string(Found->Major) + "." +
                std::to_string(Found->Minor) + ", " + Found->IncludeDir + " (" +
                commands::nameOf(Found->Origin).str() + ")";
  else
    D.ToolkitProblem = llvm::toString(Found.takeError());
}

/// \p Extent is computed from something, is an argument or what an argument is
/// computed from, or comes into the program from outside.
static bool isSaid(const launches::LaunchConstraint &Fact,
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
static std::vector<std::string>
openExtentsOf(const launches::KernelLaunch &Launch) {
  std::vector<std::string> Result;
  auto Look = [&](const char *Name, const std::array<uint32_t, 3> &Known,
                  std::array<std::optional<LaunchTerms::Ref>, 3>
                      launches::LaunchConstraint::*Said) {
    for (unsigned Axis = 0; Axis < 3; ++Axis)
      if (!Known[Axis] &&
          !llvm::all_of(Launch.Facts,
                        [&](const launches::LaunchConstraint &Fact) {
                          return isSaid(Fact, (Fact.*Said)[Axis]);
                        }))
        Result.push_back(std::string(Name) + '.' + "xyz"[Axis]);
  };
  Look("grid", Launch.Extents.Grid, &launches::LaunchConstraint::Grid);
  Look("block", Launch.Extents.Block, &launches::LaunchConstraint::Block);
  return Result;
}

/// File and line of \p Launch, and of the call that leads to it.
static std::string placeOf(const launches::KernelLaunch &Launch,
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

static report::DiagnosedKernel diagnose(const FunctionDecl &Kernel,
                                        const DeviceCode &Code,
                                        const SourceManager &Sources) {
  report::DiagnosedKernel Result;
  Result.Name = Kernel.getQualifiedNameAsString();
  Result.Block = Code.launchOf(Kernel).Block;
  for (const launches::KernelLaunch &Launch : Code.launchesOf(Kernel)) {
    ++Result.Launches;
    std::vector<std::string> Open = openExtentsOf(Launch);
    if (Open.empty())
      ++Result.WholeLaunches;
    else
      Result.Open.push_back({placeOf(Launch, Sources), std::move(Open)});
  }
  return Result;
}

static std::vector<report::DiagnosedKernel>
kernelsOf(ASTContext &Context, const launches::CrossUnitLaunches *Elsewhere,
          llvm::ArrayRef<const FunctionDecl *> NotRead) {
  SyncModel Model({});
  DeviceCode Code(Context, Model, Elsewhere, std::nullopt,
                  LaunchesFor::ThisUnit, NotRead);
  std::vector<report::DiagnosedKernel> Kernels;
  for (const FunctionDecl *Kernel : Code.kernels())
    if (Kernel->hasAttr<CUDAGlobalAttr>())
      Kernels.push_back(diagnose(*Kernel, Code, Context.getSourceManager()));
  return Kernels;
}

static std::vector<report::DiagnosedUnit>
unitsOf(const commands::CommandDatabase &Database, const std::string &File,
        lint::UnitLinter &Linter, lint::LintOptions &Options) {
  std::string Shown = report::pathBelow(File, Options.Root);
  auto Translated = Database.translationsOf(File);
  if (!Translated)
    return {{Shown, 0, llvm::toString(Translated.takeError()), {}, {}}};
  std::vector<report::DiagnosedUnit> Units;
  for (const commands::Translation &Each : *Translated) {
    if (!Each.IsCuda)
      continue;
    report::DiagnosedUnit Unit{
        Shown, Each.ComputeCapability, "", Each.Remarks, {}};
    Options.Look = [&](ASTContext &Context,
                       llvm::ArrayRef<const FunctionDecl *> NotRead) {
      Unit.Kernels = kernelsOf(Context, Options.Elsewhere.get(), NotRead);
    };
    lint::LintedUnit Seen =
        Linter.lint(Each, llvm::vfs::createPhysicalFileSystem(), Options);
    Unit.Problem = Seen.Trouble.empty() ? Seen.Reason : Seen.Trouble;
    for (const edge::UnreadFunction &Each : Seen.Results.Unread)
      Unit.Remarks.push_back(unreadText(Each.Name, Each.Reason));
    Units.push_back(std::move(Unit));
  }
  return Units;
}

/// The database of `-p`, or the one above the current folder.
static llvm::Expected<std::unique_ptr<commands::CommandDatabase>>
openProject(const commands::TranslationContext &Context) {
  if (!lint::BuildPath.empty())
    return lint::openBuild(Context);
  auto Found = commands::CommandDatabase::fromSourceUpward(
      lint::absolute("unit.cu"), Context);
  if (Found)
    return Found;
  llvm::consumeError(Found.takeError());
  return llvm::createStringError(
      "no compile_commands.json in '" + lint::absolute(".") +
      "', its folder build/ or above: name the build folder with -p (warplint "
      "init says how a project gets one)");
}

int doctor() {
  auto Context = lint::makeContext();
  if (!Context)
    return lint::usageError(llvm::toString(Context.takeError()));
  auto Database = openProject(*Context);
  if (!Database)
    return lint::usageError(llvm::toString(Database.takeError()));
  std::string Problem;
  auto Provider = lint::makeOptionsProvider(Problem);
  if (!Provider)
    return lint::usageError(Problem);
  tidy::ClangTidyContext Tidy(std::move(Provider));
  Tidy.setCurrentFile("unit.cu");
  lint::LintOptions Options;
  Options.Gather = true;
  Options.Root = lint::sourceRoot();
  if (!lint::BuildPath.empty() && llvm::sys::fs::is_directory(lint::BuildPath))
    Options.Elsewhere = edge::lastLaunches(lint::absolute(lint::BuildPath));
  lint::UnitLinter Linter(Tidy);

  report::Diagnosis D;
  D.Version = WARPLINT_VERSION " on LLVM " LLVM_VERSION_STRING;
  D.Database = lint::BuildPath.empty() ? "above this folder"
                                       : lint::BuildPath.getValue();
  std::vector<std::string> Files = lint::cudaFilesOf(**Database);
  D.HostFiles = (*Database)->getAllFiles().size() - Files.size();
  lookForToolkit(D, **Database, *Context, Files);
  processes::limitMemoryOfRun();
  for (const std::string &File : Files)
    for (report::DiagnosedUnit &Unit :
         unitsOf(**Database, File, Linter, Options))
      D.Units.push_back(std::move(Unit));
  for (const commands::BrokenEntry &Entry : (*Database)->brokenEntries())
    D.Units.push_back({Entry.File, 0, Entry.Why, {}, {}});
  for (const char *Name : {"git", "ninja"})
    if (!llvm::sys::findProgramByName(Name))
      D.MissingPrograms.push_back(Name);
  if (AsJson)
    report::writeDiagnosisJson(llvm::outs(), D);
  else
    report::writeDiagnosis(llvm::outs(), D);
  return D.isHealthy() ? report::ExitClean : report::ExitIncomplete;
}

} // namespace warplint::doctor
