//===--- Main.cpp - The command line of warplint -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command/Database.h"
#include "Command/Export.h"
#include "Command/Installation.h"
#include "LintRun.h"
#include "clang-tidy/ClangTidyOptions.h"
#include "clang-tidy/GlobList.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/WithColor.h"

using namespace clang;
using namespace warplint;
namespace cl = llvm::cl;

static cl::OptionCategory Options("warplint options");

static cl::list<std::string> Sources(cl::Positional, cl::desc("<file>..."),
                                     cl::cat(Options));
static cl::opt<std::string>
    BuildPath("p", cl::value_desc("build directory"),
              cl::desc("Folder of compile_commands.json. Without it the file "
                       "is looked for above each source. Without sources all "
                       "CUDA files of the database are linted"),
              cl::cat(Options));
static cl::opt<std::string> Checks(
    "checks", cl::value_desc("globs"),
    cl::desc("Checks to run, as in clang-tidy: 'warplint-*,-warplint-x'. "
             "Added to the Checks of .clang-tidy"),
    cl::cat(Options));
static cl::opt<bool> ListChecks("list-checks",
                                cl::desc("List the enabled checks and exit"),
                                cl::cat(Options));
static cl::opt<std::string>
    Config("config", cl::value_desc("yaml"),
           cl::desc("Configuration in place of "
                    ".clang-tidy files, in their format"),
           cl::cat(Options));
static cl::opt<std::string>
    HeaderFilter("header-filter", cl::init(".*"), cl::value_desc("regex"),
                 cl::desc("Report findings in headers whose path matches; "
                          "system headers never"),
                 cl::cat(Options));
static cl::opt<std::string>
    BlockDim("block-dim", cl::value_desc("x[,y[,z]]"),
             cl::desc("Threads per block, for kernels launched elsewhere"),
             cl::cat(Options));
static cl::opt<std::string>
    GridDim("grid-dim", cl::value_desc("x[,y[,z]]"),
            cl::desc("Blocks per grid, for kernels launched elsewhere"),
            cl::cat(Options));
static cl::opt<std::string>
    CudaPath("cuda-path", cl::value_desc("folder"),
             cl::desc("CUDA toolkit to take headers from"), cl::cat(Options));
static cl::opt<bool> Fix("fix", cl::desc("Apply safe fixes"), cl::cat(Options));
static cl::opt<bool>
    FixUnsafe("fix-unsafe",
              cl::desc("Apply safe fixes and those that need a second look"),
              cl::cat(Options));
static cl::opt<bool> Quiet("quiet",
                           cl::desc("Print no summary unless a file "
                                    "could not be linted whole"),
                           cl::cat(Options));
static cl::opt<bool> UseColor("use-color",
                              cl::desc("Colour the output; by default when it "
                                       "goes to a terminal"),
                              cl::cat(Options));
static cl::opt<bool>
    PrintCommand("print-command",
                 cl::desc("Print the clang command lines in place of linting"),
                 cl::cat(Options));
static cl::opt<std::string> ExportCommands(
    "export-commands", cl::value_desc("folder"),
    cl::desc("Write a compile_commands.json that a stock clang-tidy with the "
             "plugin understands, in place of linting"),
    cl::cat(Options));

static constexpr llvm::StringLiteral Usage =
    "Static analyzer for synchronization bugs in CUDA C++\n\n"
    "  warplint -p build               lint every CUDA file of a build\n"
    "  warplint -p build a.cu b.cu     lint these\n"
    "  warplint a.cu -- -arch=sm_90    lint without a database\n\n"
    "Exit code: 0 nothing found, 1 findings, 2 wrong usage, 3 some file could "
    "not be linted whole\n";

static int usageError(const llvm::Twine &Message) {
  llvm::WithColor::error(llvm::errs(), "warplint") << Message << "\n";
  return ExitUsage;
}

/// What stands behind `--`, cut off \p Arguments.
static std::optional<std::vector<std::string>>
splitFlags(std::vector<const char *> &Arguments) {
  auto Dashes = llvm::find_if(Arguments, [](const char *Argument) {
    return llvm::StringRef(Argument) == "--";
  });
  if (Dashes == Arguments.end())
    return std::nullopt;
  std::vector<std::string> Flags(Dashes + 1, Arguments.end());
  Arguments.erase(Dashes, Arguments.end());
  return Flags;
}

static constexpr llvm::StringLiteral DefaultChecks = "-*,warplint-*";

static bool matchesSomeCheck(llvm::StringRef Globs) {
  tidy::GlobList List(Globs);
  return llvm::any_of(allChecks(), [&](const CheckInfo &Info) {
    return List.contains((llvm::Twine(CheckPrefix) + Info.Id).str());
  });
}

/// What is wrong with the checks that \p Asked, of the command line, leaves
/// enabled. A `.clang-tidy` may switch everything off, a command that asks for
/// findings does not mean to.
static std::string problemWithChecks(llvm::StringRef Asked) {
  llvm::SmallVector<llvm::StringRef, 8> Globs;
  Asked.split(Globs, ',', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef Glob : Globs) {
    Glob = Glob.trim();
    Glob.consume_front("-");
    if (Glob.starts_with(CheckPrefix) && !matchesSomeCheck(Glob))
      return ("no check matches '" + Glob + "' (see warplint --list-checks)")
          .str();
  }
  if (!matchesSomeCheck((DefaultChecks + "," + Asked).str()))
    return ("no checks are enabled by '" + Asked +
            "' (see warplint --list-checks)")
        .str();
  return "";
}

static std::unique_ptr<tidy::ClangTidyOptionsProvider>
makeOptionsProvider(std::string &Problem) {
  tidy::ClangTidyGlobalOptions Global;
  tidy::ClangTidyOptions Defaults = tidy::ClangTidyOptions::getDefaults();
  Defaults.Checks = DefaultChecks.str();
  Defaults.HeaderFilterRegex = ".*";
  tidy::ClangTidyOptions Override;
  if (!Checks.empty())
    Override.Checks = Checks;
  if (HeaderFilter.getNumOccurrences())
    Override.HeaderFilterRegex = HeaderFilter;
  if (UseColor.getNumOccurrences())
    Override.UseColor = UseColor;
  if (Config.getNumOccurrences()) {
    auto Parsed =
        tidy::parseConfiguration(llvm::MemoryBufferRef(Config, "--config"));
    if (!Parsed) {
      Problem = "--config is not valid: " + Parsed.getError().message();
      return nullptr;
    }
    return std::make_unique<tidy::ConfigOptionsProvider>(
        Global, Defaults.merge(*Parsed, 0), tidy::ClangTidyOptions(), Override,
        llvm::vfs::getRealFileSystem());
  }
  return std::make_unique<tidy::FileOptionsProvider>(
      Global, Defaults, Override, llvm::vfs::getRealFileSystem());
}

static llvm::Expected<std::unique_ptr<CommandDatabase>>
openDatabase(const std::optional<std::vector<std::string>> &Flags,
             const TranslationContext &Context) {
  llvm::SmallString<128> Here;
  llvm::sys::fs::current_path(Here);
  if (Flags)
    return CommandDatabase::fromFlags(*Flags, Here, Context);
  if (!BuildPath.empty())
    return CommandDatabase::fromBuildDirectory(BuildPath, Context);
  auto Found = CommandDatabase::fromSourceUpward(Sources.front(), Context);
  if (Found)
    return Found;
  // A lone file is linted as nvcc would compile it without options.
  std::string Why = llvm::toString(Found.takeError());
  if (!llvm::all_of(Sources, [](const std::string &File) {
        return isCudaFileName(File);
      }))
    return llvm::createStringError(Why);
  return CommandDatabase::fromFlags({}, Here, Context);
}

static int printCommands(const CommandDatabase &Database,
                         llvm::ArrayRef<std::string> Files) {
  int Code = ExitClean;
  for (const std::string &File : Files) {
    auto Units = Database.translationsOf(File);
    if (!Units) {
      Code = usageError(llvm::toString(Units.takeError()));
      continue;
    }
    for (const Translation &Unit : *Units) {
      for (size_t I = 0; I < Unit.Arguments.size(); ++I) {
        llvm::outs() << (I ? " " : "");
        llvm::sys::printArg(llvm::outs(), Unit.Arguments[I], /*Quote=*/false);
      }
      llvm::outs() << "\n";
    }
  }
  return Code;
}

static int exportCommands(const CommandDatabase &Database,
                          llvm::ArrayRef<std::string> Files) {
  std::vector<Translation> All;
  int Code = ExitClean;
  for (const std::string &File : Files) {
    auto Units = Database.translationsOf(File);
    if (!Units) {
      usageError(llvm::toString(Units.takeError()));
      Code = ExitIncomplete;
      continue;
    }
    All.insert(All.end(), Units->begin(), Units->end());
  }
  if (llvm::Error Failed = exportDatabase(ExportCommands, All))
    return usageError(llvm::toString(std::move(Failed)));
  return Code;
}

/// The database's files that can hold device code.
static std::vector<std::string> cudaFilesOf(const CommandDatabase &Database) {
  std::vector<std::string> Files;
  llvm::StringSet<> Seen;
  for (const std::string &File : Database.getAllFiles()) {
    if (!Seen.insert(File).second)
      continue;
    auto Units = Database.translationsOf(File);
    bool Host = Units && llvm::none_of(*Units, [](const Translation &Unit) {
                  return Unit.IsCuda;
                });
    if (!Units)
      llvm::consumeError(Units.takeError());
    if (!Host)
      Files.push_back(File);
  }
  return Files;
}

static void printRemarks(const CommandDatabase &Database) {
  std::map<std::string, std::vector<std::string>> ByRemark;
  for (const auto &[File, Notes] : Database.notes())
    for (const std::string &Remark : Notes.Remarks)
      ByRemark[Remark].push_back(File);
  for (const auto &[Remark, Files] : ByRemark) {
    llvm::errs() << "warplint: note: " << Remark << " ("
                 << llvm::sys::path::filename(Files.front());
    if (Files.size() > 1)
      llvm::errs() << " and " << Files.size() - 1 << " more";
    llvm::errs() << ")\n";
  }
}

/// Reads --block-dim and --grid-dim; returns what is wrong with them.
static std::string readLaunch(LaunchExtents &Launch) {
  if (BlockDim.getNumOccurrences() && !parseExtents(BlockDim, Launch.Block))
    return "--block-dim takes one to three positive numbers, as in "
           "--block-dim=32,8";
  // Taken as given all the same: whoever states it may mean a model of a GPU.
  if (!fitsBlock(Launch.Block))
    llvm::errs() << "warplint: note: no GPU launches blocks of --block-dim="
                 << BlockDim << ": the limit is " << MaxThreadsPerBlock
                 << " threads, and " << MaxBlockDepth << " along z\n";
  if (GridDim.getNumOccurrences() && !parseExtents(GridDim, Launch.Grid))
    return "--grid-dim takes one to three positive numbers";
  return "";
}

static int lintAll(const CommandDatabase &Database,
                   llvm::ArrayRef<std::string> Files,
                   tidy::ClangTidyContext &Tidy) {
  LintOptions Lint;
  std::string Problem = readLaunch(Lint.Launch);
  if (!Problem.empty())
    return usageError(Problem);
  Lint.Fixes = FixUnsafe ? tidy::FB_FixNotes
               : Fix     ? tidy::FB_Fix
                         : tidy::FB_NoFix;
  llvm::CrashRecoveryContext::Enable();
  LintRun Run(Tidy, Lint);
  for (const std::string &File : Files) {
    auto Units = Database.translationsOf(File);
    if (!Units) {
      Run.fail(File, llvm::toString(Units.takeError()));
      continue;
    }
    std::vector<std::vector<std::string>> Done;
    for (const Translation &Unit : *Units) {
      if (!Unit.IsCuda)
        Run.skipHostOnly();
      else if (!llvm::is_contained(Done, Unit.Arguments))
        Run.lint(Unit);
      Done.push_back(Unit.Arguments);
    }
  }
  RunSummary Summary = Run.finish();
  if (!Quiet)
    printRemarks(Database);
  if (!Quiet || !Summary.Failures.empty())
    printSummary(llvm::errs(), Summary);
  return exitCodeOf(Summary);
}

static void printVersion(llvm::raw_ostream &OS) {
  OS << "warplint " << WARPLINT_VERSION << " on LLVM " << LLVM_VERSION_STRING
     << "\n";
}

int main(int Argc, const char **Argv) {
  llvm::InitLLVM Init(Argc, Argv);
  std::vector<const char *> Arguments(Argv, Argv + Argc);
  auto Flags = splitFlags(Arguments);
  cl::HideUnrelatedOptions(Options);
  cl::SetVersionPrinter(printVersion);
  std::string Complaint;
  llvm::raw_string_ostream Complaints(Complaint);
  if (!cl::ParseCommandLineOptions(Arguments.size(), Arguments.data(), Usage,
                                   &Complaints)) {
    llvm::errs() << Complaints.str();
    return ExitUsage;
  }

  std::string Problem;
  auto Provider = makeOptionsProvider(Problem);
  if (!Provider)
    return usageError(Problem);
  tidy::ClangTidyContext Tidy(std::move(Provider));
  Tidy.setCurrentFile(Sources.empty() ? "unit.cu" : Sources.front());
  if (ListChecks) {
    std::vector<CheckInfo> Enabled;
    for (const CheckInfo &Info : allChecks())
      if (Tidy.isCheckEnabled((llvm::Twine(CheckPrefix) + Info.Id).str()))
        Enabled.push_back(Info);
    printChecks(llvm::outs(), Enabled);
    return ExitClean;
  }
  Problem = problemWithChecks(Checks);
  if (!Problem.empty())
    return usageError(Problem);
  if (Sources.empty() && BuildPath.empty())
    return usageError("no input: name files, or a build folder with -p (see "
                      "warplint --help)");

  std::string Program = llvm::sys::fs::getMainExecutable(
      Argv[0], reinterpret_cast<void *>(&printVersion));
  auto Installed = findInstallation(Program);
  if (!Installed)
    return usageError(llvm::toString(Installed.takeError()));
  TranslationContext Context(*Installed);
  if (!CudaPath.empty())
    Context.CudaPathOverride = CudaPath;
  Context.ForPlugin = !ExportCommands.empty();

  auto Database = openDatabase(Flags, Context);
  if (!Database)
    return usageError(llvm::toString(Database.takeError()));
  std::vector<std::string> Files(Sources.begin(), Sources.end());
  if (Files.empty())
    Files = cudaFilesOf(**Database);
  if (Files.empty())
    return usageError("the database names no CUDA file");
  if (PrintCommand)
    return printCommands(**Database, Files);
  if (!ExportCommands.empty())
    return exportCommands(**Database, Files);
  return lintAll(**Database, Files, Tidy);
}
