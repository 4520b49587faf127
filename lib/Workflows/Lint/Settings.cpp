//===--- Settings.cpp - Options that several commands share ---------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Lint/Settings.h"
#include "Assumptions/Assumptions.h"
#include "CompileCommands/Installation.h"
#include "Diagnostics/LaunchMessages.h"
#include "Quoting/Printable.h"
#include "Report/Summary.h"
#include "Support/Checked.h"
#include "Support/InputFile.h"
#include "Support/Yaml.h"
#include "Tidy/Configuration.h"
#include "Workflows/CommandLine/Mistakes.h"
#include "Workflows/CommandLine/OptionTable.h"
#include "Workflows/Lint/Outputs.h"
#include "Workflows/Lint/ProgramStamp.h"
#include "Workflows/Lint/Progress.h"
#include "checks/Check.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/WithColor.h"

using namespace clang;
namespace cl = llvm::cl;

namespace warplint::lint {

#define FOR_LINTING                                                            \
  cl::cat(category()), cl::sub(cl::SubCommand::getTopLevel()),                 \
      cl::sub(auditCommand())

cl::opt<std::string>
    BuildPath("p", cl::value_desc("build directory"),
              cl::desc("Folder of compile_commands.json, or such a file. "
                       "Without it the file is looked for above each source. "
                       "Without sources all CUDA files of the database are "
                       "linted"),
              FOR_LINTING, cl::sub(confirmCommand()),
              cl::sub(reproduceCommand()), cl::sub(doctorCommand()),
              cl::sub(initCommand()), cl::sub(queryCommand()),
              cl::sub(proveCommand()));
cl::opt<std::string> Checks(
    "checks", cl::value_desc("globs"),
    cl::desc("Checks to run, as in clang-tidy: 'warplint-*,-warplint-x'. "
             "Added to the Checks of .clang-tidy"),
    FOR_LINTING);
static cl::opt<std::string>
    Config("config", cl::value_desc("yaml"),
           cl::desc("Configuration in place of "
                    ".clang-tidy files, in their format"),
           FOR_LINTING, cl::sub(proveCommand()));
static cl::opt<std::string> ConfigFile("config-file", cl::value_desc("file"),
                                       cl::desc("The same, from a file"),
                                       FOR_LINTING, cl::sub(proveCommand()));
static cl::opt<std::string>
    HeaderFilter("header-filter", cl::init(".*"), cl::value_desc("regex"),
                 cl::desc("Report findings in headers whose path matches; "
                          "system headers never"),
                 FOR_LINTING);
static cl::opt<std::string>
    BlockDim("block-dim", cl::value_desc("x[,y[,z]]"),
             cl::desc("Threads per block, for kernels launched elsewhere"),
             FOR_LINTING, cl::sub(proveCommand()));
static cl::opt<std::string>
    GridDim("grid-dim", cl::value_desc("x[,y[,z]]"),
            cl::desc("Blocks per grid, for kernels launched elsewhere"),
            FOR_LINTING, cl::sub(proveCommand()));
static cl::opt<Certainty> LeastCertainty(
    "certainty", cl::desc("The least certain findings to report:"),
    cl::values(clEnumValN(Certainty::Proven, "proven",
                          "those that follow from launch and code"),
               clEnumValN(Certainty::Likely, "likely",
                          "also with values that nothing rules out (default)"),
               clEnumValN(Certainty::Possible, "possible",
                          "also with a guess, as that indices come again"),
               clEnumValN(Certainty::Model, "model",
                          "also what only the memory model forbids")),
    cl::init(Certainty::Likely), FOR_LINTING);
static const cli::ListedValues ValuesOfLeastCertainty(LeastCertainty);
static cl::opt<EffortLevel> Effort(
    "effort", cl::desc("Work that a kernel is worth, in steps:"),
    cl::values(clEnumValN(EffortLevel::Low, "low", "a quarter, for editors"),
               clEnumValN(EffortLevel::Normal, "normal",
                          "a few seconds at most (default)"),
               clEnumValN(EffortLevel::High, "high", "ten times as much")),
    cl::init(EffortLevel::Normal), FOR_LINTING, cl::sub(proveCommand()));
static const cli::ListedValues ValuesOfEffort(Effort);
static cl::list<std::string> Assume(
    "assume", cl::value_desc("no-id|id|none"), cl::CommaSeparated,
    cl::desc("What may be taken for granted without proof (see "
             "docs/limitations.md): no-id switches one assumption off, none "
             "all that keep findings silent"),
    FOR_LINTING, cl::sub(proveCommand()));
static cl::list<std::string>
    OneBudget("budget", cl::Hidden, cl::value_desc("name=number"),
              cl::desc("Set one budget, to try what it cuts off"), FOR_LINTING,
              cl::sub(proveCommand()));
static cl::opt<std::string>
    DumpQuery("dump-query", cl::value_desc("folder"),
              cl::desc("Write what the solver was asked about each race, in "
                       "SMT-LIB, to replay with a solver of your own"),
              FOR_LINTING);
static cl::opt<std::string>
    Statistics("statistics", cl::value_desc("file"),
               cl::desc("Write what each kernel and each unit cost to analyse, "
                        "a line of JSON each"),
               FOR_LINTING);
static const OutputOption ToStatistics(Statistics);
static cl::opt<std::string>
    CudaPath("cuda-path", cl::value_desc("folder"),
             cl::desc("CUDA toolkit to take headers from"), FOR_LINTING,
             cl::sub(confirmCommand()), cl::sub(reproduceCommand()),
             cl::sub(doctorCommand()), cl::sub(initCommand()),
             cl::sub(serveCommand()), cl::sub(queryCommand()),
             cl::sub(proveCommand()));
static cl::opt<std::string> CacheFolder(
    "cache", cl::value_desc("folder|off"),
    cl::desc("Where what units begin with is kept precompiled, so that they "
             "parse faster; by default warplint in the user's folder for "
             "caches, and in that of an audit"),
    FOR_LINTING, cl::sub(serveCommand()), cl::sub(proveCommand()));
static cl::list<std::string>
    OwnHeaders("own-headers", cl::value_desc("folder"),
               cl::desc("Headers below this folder are the project's, even if "
                        "they mark themselves as a system's"),
               FOR_LINTING, cl::sub(proveCommand()));
static cl::list<std::string>
    AsIf("as-if", cl::value_desc("file=text"),
         cl::desc("Read as if a file held what another one holds, which is not "
                  "changed"),
         cl::cat(category()), cl::sub(cl::SubCommand::getTopLevel()),
         cl::sub(proveCommand()));
static cl::opt<bool> OpenWorld(
    "open-world",
    cl::desc("Functions that launch may be called by others than the build: "
             "an audit reports what its calls alone do not show, and a run "
             "after it takes them for none"),
    FOR_LINTING);
static cl::opt<bool> RequireReason(
    "require-nolint-reason",
    cl::desc("Take a NOLINT of warplint without words behind it for a finding"),
    FOR_LINTING);
static cl::opt<bool> UseColor("use-color",
                              cl::desc("Colour the output; by default when it "
                                       "goes to a terminal"),
                              FOR_LINTING, cl::sub(mergeCommand()));
/// Whether the user wants no colours anywhere (https://no-color.org).
static bool isColourUnwanted() {
  return !UseColor.getNumOccurrences() &&
         !llvm::sys::Process::GetEnv("NO_COLOR").value_or("").empty();
}

bool usesColour() {
  if (UseColor.getNumOccurrences())
    return UseColor;
  return !isColourUnwanted() && llvm::sys::Process::StandardOutHasColors();
}

void keepErrorsPlain() {
  llvm::WithColor::setAutoDetectFunction([](const llvm::raw_ostream &OS) {
    return !isColourUnwanted() && OS.has_colors();
  });
}

int usageError(const llvm::Twine &Message) {
  llvm::WithColor::error(llvm::errs(), "warplint")
      << quoting::printable(Message.str()) << "\n";
  return report::ExitUsage;
}

void printVersion(llvm::raw_ostream &OS) {
  OS << "warplint " << WARPLINT_VERSION << " on LLVM " << LLVM_VERSION_STRING
     << "\n";
}

static constexpr llvm::StringLiteral DefaultChecks = "-*,warplint-*,custom-*";

std::string guessForCheck(llvm::StringRef Name) {
  std::vector<std::string> Known;
  for (const CheckInfo &Info : allChecks())
    Known.push_back((CheckPrefix + Info.Id).str());
  Name.consume_front("-");
  std::string Whole =
      (Name.starts_with(CheckPrefix) ? Name : CheckPrefix.str() + Name).str();
  std::string Guess = cli::nearest(Whole, Known);
  return Guess.empty() ? "" : "; did you mean '" + Guess + "'?";
}

// A `.clang-tidy` may switch everything off, a command that asks for findings
// does not mean to.
std::string problemWithChecks() {
  llvm::StringRef Asked = Checks;
  if (base::listsTooMuch(Asked))
    return "--checks lists more than " + std::to_string(base::MostListed) +
           " patterns";
  if (auto Wrong = edge::globsForNothing(Asked); !Wrong.empty())
    return "no check matches '" + Wrong.front() + "'" +
           guessForCheck(Wrong.front()) + " (see warplint --list-checks)";
  // Which rules there are, each file's configuration says.
  if (!Asked.contains(RulePrefix) &&
      !edge::matchesSomeCheck((DefaultChecks + "," + Asked).str()))
    return ("no checks are enabled by '" + Asked +
            "' (see warplint --list-checks)")
        .str();
  return "";
}

/// The text of `--config` or `--config-file`, nothing without them.
static std::optional<std::string> givenConfiguration(std::string &Problem) {
  if (Config.getNumOccurrences())
    return Config;
  if (!ConfigFile.getNumOccurrences())
    return std::nullopt;
  auto Text = base::readWhole(ConfigFile);
  if (!Text) {
    Problem = llvm::toString(Text.takeError());
    return std::nullopt;
  }
  return *Text;
}

std::unique_ptr<tidy::ClangTidyOptionsProvider>
makeOptionsProvider(std::string &Problem, bool Warns) {
  tidy::ClangTidyOptions Defaults = tidy::ClangTidyOptions::getDefaults();
  Defaults.Checks = DefaultChecks.str();
  Defaults.HeaderFilterRegex = ".*";
  tidy::ClangTidyOptions Override;
  if (!Checks.empty())
    Override.Checks = Checks;
  if (base::isPatternTooLarge(HeaderFilter)) {
    Problem = "--header-filter: " +
              base::refusal(base::Refusal::TooLongPattern).message();
    return nullptr;
  }
  if (HeaderFilter.getNumOccurrences())
    Override.HeaderFilterRegex = HeaderFilter;
  // An audit's units write no text: their configuration stays what it is.
  if (!auditCommand() && (UseColor.getNumOccurrences() || isColourUnwanted()))
    Override.UseColor = UseColor;
  std::optional<std::string> Given = givenConfiguration(Problem);
  if (!Problem.empty())
    return nullptr;
  if (!Given)
    return std::make_unique<edge::ProjectConfiguration>(
        Defaults, Override, [Warns](const std::string &Sentence) {
          if (!Warns)
            return;
          hideBar();
          llvm::errs() << "warplint: warning: " << quoting::printable(Sentence)
                       << "\n";
        });
  auto Parsed = edge::parseConfiguration(*Given);
  if (!Parsed) {
    Problem = (Config.getNumOccurrences() ? std::string("--config")
                                          : "'" + ConfigFile + "'") +
              " is not valid: " + llvm::toString(Parsed.takeError());
    return nullptr;
  }
  return std::make_unique<tidy::ConfigOptionsProvider>(
      tidy::ClangTidyGlobalOptions(), Defaults.merge(*Parsed, 0),
      tidy::ClangTidyOptions(), Override, base::regularFiles());
}

std::string readLaunch(LaunchExtents &Launch) {
  if (BlockDim.getNumOccurrences() &&
      !edge::parseExtents(BlockDim, Launch.Block))
    return "--block-dim takes one to three positive numbers, as in "
           "--block-dim=32,8";
  if (GridDim.getNumOccurrences() && !edge::parseExtents(GridDim, Launch.Grid))
    return "--grid-dim takes one to three positive numbers";
  std::vector<launches::Unlaunchable> Refused;
  launches::keepLaunchable(Launch, Refused);
  for (const launches::Unlaunchable &Each : Refused)
    llvm::errs() << "warplint: note: "
                 << (Each.Of == launches::Unlaunchable::Part::Block
                         ? "--block-dim=" + BlockDim
                         : "--grid-dim=" + GridDim)
                 << ": " << unlaunchableText(Each) << "\n";
  return "";
}

std::optional<Certainty> leastCertainty() {
  return LeastCertainty.getNumOccurrences()
             ? std::optional(LeastCertainty.getValue())
             : std::nullopt;
}

std::optional<EffortLevel> givenEffort() {
  if (Effort.getNumOccurrences())
    return Effort;
  return std::nullopt;
}

std::string givenAssumptions() { return llvm::join(Assume, ","); }

std::string problemWithAssumptions() {
  std::string Problem;
  if (Assume.getNumOccurrences())
    Problem = AssumptionSet().apply(givenAssumptions());
  return Problem.empty() ? "" : "--assume: " + Problem;
}

std::vector<std::pair<BudgetId, uint64_t>> givenBudgets(std::string &Problem) {
  std::vector<std::pair<BudgetId, uint64_t>> Given;
  for (llvm::StringRef Each : OneBudget) {
    auto [Name, Number] = Each.split('=');
    std::optional<BudgetId> Id = budgetOf(Name);
    uint64_t Most = 0;
    if (!Id)
      Problem = "no budget in --budget=" + Each.str();
    else if (Number.getAsInteger(10, Most))
      Problem = "no number in --budget=" + Each.str();
    else
      Given.push_back({*Id, Most});
  }
  return Given;
}

bool requiresNolintReason() { return RequireReason; }

std::string queryFolder() { return DumpQuery; }

std::string statisticsFile() { return Statistics; }

llvm::Error writeStatistics(llvm::StringRef Text) {
  return ToStatistics.write(Text);
}

std::vector<std::string> ownHeaders() {
  std::vector<std::string> Folders;
  for (const std::string &Folder : OwnHeaders)
    Folders.push_back(absolute(Folder));
  return Folders;
}

bool isOpenWorld() { return OpenWorld; }

std::string buildWithLaunches() {
  return !OpenWorld && !BuildPath.empty() &&
                 llvm::sys::fs::is_directory(BuildPath)
             ? absolute(BuildPath)
             : "";
}

std::vector<std::string> optionsForUnits(llvm::StringRef Cache) {
  std::vector<std::string> Words;
  for (cl::opt<std::string> *Option : {&BlockDim, &GridDim})
    if (Option->getNumOccurrences())
      Words.push_back(("--" + Option->ArgStr + "=" + *Option).str());
  if (auto Least = leastCertainty())
    Words.push_back(("--certainty=" + nameOf(*Least)).str());
  if (Effort.getNumOccurrences())
    Words.push_back((llvm::Twine("--effort=") + nameOf(Effort)).str());
  if (Assume.getNumOccurrences())
    Words.push_back("--assume=" + givenAssumptions());
  if (!CudaPath.empty())
    Words.push_back("--cuda-path=" + absolute(CudaPath));
  for (const std::string &Folder : ownHeaders())
    Words.push_back("--own-headers=" + Folder);
  if (requiresNolintReason())
    Words.push_back("--require-nolint-reason");
  std::string Used = Cache.str();
  if (Used.empty() && !CacheFolder.empty())
    Used = CacheFolder == "off" ? "off" : absolute(CacheFolder);
  if (!Used.empty())
    Words.push_back("--cache=" + Used);
  return Words;
}

std::string cacheFolder() {
  if (CacheFolder == "off")
    return "";
  return CacheFolder.empty() ? usersCacheFolder() : absolute(CacheFolder);
}

std::string usersCacheFolder() {
  llvm::SmallString<256> Folder;
  // A name that is not absolute would lie in the tree.
  if (!llvm::sys::path::cache_directory(Folder) ||
      !llvm::sys::path::is_absolute(Folder))
    return "";
  llvm::sys::path::append(Folder, "warplint");
  return Folder.str().str();
}

std::shared_ptr<const pch::PrefixCache> openCache(llvm::StringRef Folder,
                                                  std::string &Problem) {
  std::string Stamp = programStamp();
  if (Folder.empty() || Stamp.empty())
    return nullptr;
  auto Store = pch::PrefixStore::open(Folder);
  if (Store)
    return std::make_shared<pch::PrefixCache>(std::move(*Store), Stamp);
  std::string Why = llvm::toString(Store.takeError());
  // Without a folder for caches there is nothing to say.
  if (!CacheFolder.empty() || llvm::sys::fs::exists(Folder))
    Problem = "the cache in '" + Folder.str() + "' is not used: " + Why;
  return nullptr;
}

llvm::Expected<commands::TranslationContext> makeContext() {
  auto Installed = commands::findInstallation(programPath());
  if (!Installed)
    return Installed.takeError();
  commands::TranslationContext Context(*Installed);
  if (!CudaPath.empty())
    Context.CudaPathOverride = CudaPath;
  return Context;
}

llvm::Expected<std::unique_ptr<commands::CommandDatabase>>
openBuild(const commands::TranslationContext &Context) {
  if (llvm::sys::fs::exists(BuildPath) &&
      !llvm::sys::fs::is_directory(BuildPath))
    return commands::CommandDatabase::fromFile(BuildPath, Context);
  return commands::CommandDatabase::fromBuildDirectory(BuildPath, Context);
}

llvm::Expected<std::unique_ptr<commands::CommandDatabase>>
openDatabase(const std::optional<std::vector<std::string>> &Flags,
             llvm::ArrayRef<std::string> Sources,
             const commands::TranslationContext &Context) {
  llvm::SmallString<128> Here;
  llvm::sys::fs::current_path(Here);
  if (Flags)
    return commands::CommandDatabase::fromFlags(*Flags, Here, Context);
  if (!BuildPath.empty())
    return openBuild(Context);
  // One that lies in a folder is above what lies there.
  std::string First = Sources.front();
  if (llvm::sys::fs::is_directory(First))
    First = base::joined(First, "unit.cu");
  auto Found = commands::CommandDatabase::fromSourceUpward(First, Context);
  if (Found)
    return Found;
  // A lone file is linted as nvcc would compile it without options.
  std::string Why = llvm::toString(Found.takeError());
  if (!llvm::all_of(Sources, [](const std::string &File) {
        return commands::isCudaFileName(File) ||
               commands::isHeaderFileName(File) ||
               llvm::sys::fs::is_directory(File);
      }))
    return llvm::createStringError(Why);
  return commands::CommandDatabase::fromFlags({}, Here, Context);
}

std::vector<std::string>
cudaFilesOf(const commands::CommandDatabase &Database) {
  std::vector<std::string> Files;
  for (const std::string &File : Database.getAllFiles()) {
    auto Units = Database.translationsOf(File);
    bool Host =
        Units && llvm::none_of(*Units, [](const commands::Translation &Unit) {
          return Unit.IsCuda;
        });
    if (!Units)
      llvm::consumeError(Units.takeError());
    if (!Host)
      Files.push_back(File);
  }
  return Files;
}

llvm::Expected<base::EditedTexts> textsAsIf() {
  base::EditedTexts Texts;
  for (llvm::StringRef Given : AsIf) {
    auto [File, From] = Given.rsplit('=');
    llvm::SmallString<256> Real;
    if (std::error_code Failed = llvm::sys::fs::real_path(File, Real))
      return llvm::createStringError("--as-if: '" + File +
                                     "': " + Failed.message());
    auto Text = base::readWhole(From);
    if (!Text)
      return Text.takeError();
    Texts[Real.str().str()] = std::move(*Text);
  }
  return Texts;
}

} // namespace warplint::lint
