//===--- Hooks.cpp - Where clangd is made to know CUDA ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clangd is a library with one entry, clangdMain, and no headers in LLVM's
// packages. What it lacks is put in at link time: the linker's --wrap sends
// every call of the function NAME from another object file to __wrap_NAME, and
// offers the original as __real_NAME.
//
//===----------------------------------------------------------------------===//

#include "CudaModel/HeaderBuiltins.h"
#include "Frontend/Dialect.h"
#include "Support/Yaml.h"
#include "Target/GpuTarget.h"
#include "checks/Check.h"
#include "clang-tidy/ClangTidy.h"
#include "clang-tidy/ClangTidyOptions.h"
#include "clangd/BarrierHover.h"
#include "clangd/ClangdCommands.h"
#include "plugin/TidyChecks.h"
#include "plugin/TidyRules.h"
#include "clang/Sema/Sema.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/ADT/FunctionExtras.h"
#include <chrono>

using namespace clang;
using namespace warplint;

//===----------------------------------------------------------------------===//
// Commands
//===----------------------------------------------------------------------===//

namespace {

class TranslatedDatabase : public tooling::CompilationDatabase {
public:
  explicit TranslatedDatabase(
      std::unique_ptr<tooling::CompilationDatabase> Database)
      : Owned(std::move(Database)), Inner(*Owned) {}
  explicit TranslatedDatabase(const tooling::CompilationDatabase &Database)
      : Inner(Database) {}

  std::vector<tooling::CompileCommand>
  getCompileCommands(llvm::StringRef File) const override {
    std::vector<tooling::CompileCommand> Commands =
        Inner.getCompileCommands(File);
    for (tooling::CompileCommand &Command : Commands)
      translateForClangd(Command);
    return Commands;
  }
  std::vector<std::string> getAllFiles() const override {
    return Inner.getAllFiles();
  }

private:
  std::unique_ptr<tooling::CompilationDatabase> Owned;
  const tooling::CompilationDatabase &Inner;
};

} // namespace

extern "C" {

std::unique_ptr<tooling::CompilationDatabase>
    __real__ZN5clang7tooling27inferMissingCompileCommandsESt10unique_ptrINS0_19CompilationDatabaseESt14default_deleteIS2_EE(
        std::unique_ptr<tooling::CompilationDatabase>);

/// clangd reads a project's database and guesses the commands of headers from
/// those of sources. It takes words of nvcc's apart wrongly when it does.
std::unique_ptr<tooling::CompilationDatabase>
__wrap__ZN5clang7tooling27inferMissingCompileCommandsESt10unique_ptrINS0_19CompilationDatabaseESt14default_deleteIS2_EE(
    std::unique_ptr<tooling::CompilationDatabase> Inner) {
  return __real__ZN5clang7tooling27inferMissingCompileCommandsESt10unique_ptrINS0_19CompilationDatabaseESt14default_deleteIS2_EE(
      std::make_unique<TranslatedDatabase>(std::move(Inner)));
}

using TidyErrors = std::vector<tidy::ClangTidyError>;
using OverlayPtr = llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem>;

TidyErrors
__real__ZN5clang4tidy12runClangTidyERNS0_16ClangTidyContextERKNS_7tooling19CompilationDatabaseEN4llvm8ArrayRefINSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEEEENS7_18IntrusiveRefCntPtrINS7_3vfs17OverlayFileSystemEEEbbNS7_9StringRefEb(
    tidy::ClangTidyContext &, const tooling::CompilationDatabase &,
    llvm::ArrayRef<std::string>, OverlayPtr, bool, bool, llvm::StringRef, bool);

/// clang-tidy also takes commands behind its own arguments, which no database
/// holds.
TidyErrors
__wrap__ZN5clang4tidy12runClangTidyERNS0_16ClangTidyContextERKNS_7tooling19CompilationDatabaseEN4llvm8ArrayRefINSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEEEENS7_18IntrusiveRefCntPtrINS7_3vfs17OverlayFileSystemEEEbbNS7_9StringRefEb(
    tidy::ClangTidyContext &Context,
    const tooling::CompilationDatabase &Commands,
    llvm::ArrayRef<std::string> Files, OverlayPtr FileSystem, bool AppliesFixes,
    bool Profiles, llvm::StringRef ProfileFolder, bool IsQuiet) {
  return __real__ZN5clang4tidy12runClangTidyERNS0_16ClangTidyContextERKNS_7tooling19CompilationDatabaseEN4llvm8ArrayRefINSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEEEENS7_18IntrusiveRefCntPtrINS7_3vfs17OverlayFileSystemEEEbbNS7_9StringRefEb(
      Context, TranslatedDatabase(Commands), Files, std::move(FileSystem),
      AppliesFixes, Profiles, ProfileFolder, IsQuiet);
}

void __real__ZNK5clang6clangd14CommandManglerclERNS_7tooling14CompileCommandEN4llvm9StringRefE(
    const void *, tooling::CompileCommand &, llvm::StringRef);

/// CommandMangler::operator(), which every command passes before it is used:
/// also those of files without a database and those that an editor sends.
void __wrap__ZNK5clang6clangd14CommandManglerclERNS_7tooling14CompileCommandEN4llvm9StringRefE(
    const void *Self, tooling::CompileCommand &Command, llvm::StringRef File) {
  translateForClangd(Command);
  __real__ZNK5clang6clangd14CommandManglerclERNS_7tooling14CompileCommandEN4llvm9StringRefE(
      Self, Command, File);
}

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

void __real__ZN5clang8ParseASTERNS_4SemaEbb(Sema &, bool, bool);

/// clangd leaves out function bodies where it precompiles the headers of a
/// file. A barrier in one of them would not be seen, and what it returns not be
/// known.
void __wrap__ZN5clang8ParseASTERNS_4SemaEbb(Sema &S, bool PrintStatistics,
                                            bool SkipBodies) {
  if (kernelLanguageOf(S.getLangOpts())) {
    parsing::relaxDiagnostics(S.getDiagnostics());
    parsing::forgetBuiltins(S.getASTContext(), UserVisibleBuiltins);
    parsing::ignoreDebugPragma(S.getPreprocessor());
    parsing::ignoreSystemMarkers(S.getPreprocessor());
    SkipBodies &= S.TUKind != TU_Prefix;
  }
  __real__ZN5clang8ParseASTERNS_4SemaEbb(S, PrintStatistics, SkipBodies);
}

//===----------------------------------------------------------------------===//
// Waiting
//===----------------------------------------------------------------------===//

/// How the options of clangd's scheduler begin. An edit waits for the next one
/// as long as a build of the file takes, times a ratio, within bounds.
struct SchedulerOptions {
  unsigned Threads;
  bool PreamblesInMemory;
  std::chrono::steady_clock::duration Least, Most;
  float OfBuild;
};

void __real__ZN5clang6clangd11TUSchedulerC1ERKNS0_25GlobalCompilationDatabaseERKNS1_7OptionsESt10unique_ptrINS0_16ParsingCallbacksESt14default_deleteIS9_EE(
    void *Self, const void *Commands, SchedulerOptions &, void *Callbacks);

/// clangd waits as long as it will then work, at least 50 ms. A kernel is built
/// in less than that; to wait for a quarter of it still leaves out most of what
/// comes while somebody types. Options that do not begin as expected are left
/// alone.
void __wrap__ZN5clang6clangd11TUSchedulerC1ERKNS0_25GlobalCompilationDatabaseERKNS1_7OptionsESt10unique_ptrINS0_16ParsingCallbacksESt14default_deleteIS9_EE(
    void *Self, const void *Commands, SchedulerOptions &Options,
    void *Callbacks) {
  using std::chrono::milliseconds;
  if (Options.Least == milliseconds(50) && Options.Most == milliseconds(500) &&
      Options.OfBuild == 1) {
    Options.Least = milliseconds(10);
    Options.Most = milliseconds(150);
    Options.OfBuild = 0.25;
  }
  __real__ZN5clang6clangd11TUSchedulerC1ERKNS0_25GlobalCompilationDatabaseERKNS1_7OptionsESt10unique_ptrINS0_16ParsingCallbacksESt14default_deleteIS9_EE(
      Self, Commands, Options, Callbacks);
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

std::optional<bool>
    __real__ZN5clang6clangd15isFastTidyCheckEN4llvm9StringRefE(llvm::StringRef);

/// By default clangd runs no check that it does not know to be fast.
std::optional<bool> __wrap__ZN5clang6clangd15isFastTidyCheckEN4llvm9StringRefE(
    llvm::StringRef Check) {
  if (Check.starts_with(CheckPrefix) || isOwnRule(Check))
    return true;
  return __real__ZN5clang6clangd15isFastTidyCheckEN4llvm9StringRefE(Check);
}

using TidyProvider = llvm::unique_function<void(tidy::ClangTidyOptions &,
                                                llvm::StringRef) const>;

TidyProvider __real__ZN5clang6clangd20provideDefaultChecksEv();

/// The checks are on unless a configuration file switches them off, as they are
/// for the command line program.
TidyProvider __wrap__ZN5clang6clangd20provideDefaultChecksEv() {
  return [](tidy::ClangTidyOptions &Options, llvm::StringRef File) {
    __real__ZN5clang6clangd20provideDefaultChecksEv()(Options, File);
    Options.Checks =
        (CheckPrefix + "*," + RulePrefix + "*," + Options.Checks.value_or(""))
            .str();
  };
}

using TidyCheckList = std::vector<std::unique_ptr<tidy::ClangTidyCheck>>;

TidyCheckList
__real__ZNK5clang4tidy23ClangTidyCheckFactories23createChecksForLanguageEPNS0_16ClangTidyContextE(
    const tidy::ClangTidyCheckFactories *, tidy::ClangTidyContext *);

/// clangd knows nothing of CustomChecks in a project's configuration;
/// clang-tidy has their rules registered.
TidyCheckList
__wrap__ZNK5clang4tidy23ClangTidyCheckFactories23createChecksForLanguageEPNS0_16ClangTidyContextE(
    const tidy::ClangTidyCheckFactories *Self,
    tidy::ClangTidyContext *Context) {
  TidyCheckList Checks =
      __real__ZNK5clang4tidy23ClangTidyCheckFactories23createChecksForLanguageEPNS0_16ClangTidyContextE(
          Self, Context);
  if (tidy::custom::RegisterCustomChecks == registerTidyRules)
    return Checks;
  for (std::unique_ptr<tidy::ClangTidyCheck> &Rule : makeTidyRules(Context))
    Checks.push_back(std::move(Rule));
  return Checks;
}

std::string __real__ZNK4llvm5Twine3strB5cxx11Ev(const llvm::Twine *);

/// clangd sends the page of each check with it, and takes all checks for
/// clang-tidy's own. It does so in a function that only its own object file
/// calls, out of the linker's reach; what that calls is not. The page of the
/// weakness that a check is about is what its other reports name, too.
std::string __wrap__ZNK4llvm5Twine3strB5cxx11Ev(const llvm::Twine *Self) {
  std::string Text = __real__ZNK4llvm5Twine3strB5cxx11Ev(Self);
  llvm::StringRef Page = Text;
  // Of a rule of the project's own no page is known but how such are written.
  if (Page.starts_with(
          "https://clang.llvm.org/extra/clang-tidy/checks/custom/"))
    return "https://clang.llvm.org/extra/clang-tidy/"
           "QueryBasedCustomChecks.html";
  if (!Page.consume_front(
          "https://clang.llvm.org/extra/clang-tidy/checks/warplint/") ||
      !Page.consume_back(".html"))
    return Text;
  for (const CheckInfo &Info : allChecks())
    if (Info.Id == Page)
      return "https://cwe.mitre.org/data/definitions/" +
             std::to_string(Info.Cwe) + ".html";
  return Text;
}

/// By which clangd sends diagnostics.
struct SentOptions {
  bool EmbedsFixes, SendsPlaces, SendsCategory;
  bool CountsFixes; ///< Says behind a message that there are fixes.
};

void __real__ZN5clang6clangd10toLSPDiagsERKNS0_4DiagERKNS0_10URIForFileERKNS0_23ClangdDiagnosticOptionsEN4llvm12function_refIFvNS0_10DiagnosticENSA_8ArrayRefINS0_3FixEEEEEE(
    const std::string &, const void *File, const SentOptions &,
    llvm::function_ref<void()> Then);

/// A diagnostic begins with its message. What only suppresses it is no fix.
void __wrap__ZN5clang6clangd10toLSPDiagsERKNS0_4DiagERKNS0_10URIForFileERKNS0_23ClangdDiagnosticOptionsEN4llvm12function_refIFvNS0_10DiagnosticENSA_8ArrayRefINS0_3FixEEEEEE(
    const std::string &Message, const void *File, const SentOptions &Options,
    llvm::function_ref<void()> Then) {
  SentOptions Used = Options;
  Used.CountsFixes &= !hasOnlyNolint(Message);
  __real__ZN5clang6clangd10toLSPDiagsERKNS0_4DiagERKNS0_10URIForFileERKNS0_23ClangdDiagnosticOptionsEN4llvm12function_refIFvNS0_10DiagnosticENSA_8ArrayRefINS0_3FixEEEEEE(
      Message, File, Used, Then);
}

//===----------------------------------------------------------------------===//
// Hovers
//===----------------------------------------------------------------------===//

/// A place in a file, from 0 on.
struct ClangdPosition {
  int Line, Character;
};

/// What getHover returns. It is only handed on, so its size does not matter; it
/// has a destructor, so it is returned in memory.
struct ClangdHover {
  ClangdHover(const ClangdHover &) = delete;
  ~ClangdHover();
};

ASTContext &_ZN5clang6clangd9ParsedAST13getASTContextEv(void *);

ClangdHover
__real__ZN5clang6clangd8getHoverERNS0_9ParsedASTENS0_8PositionERKNS_6format11FormatStyleEPKNS0_11SymbolIndexE(
    void *Parsed, ClangdPosition, const void *Style, const void *Index);

/// What is added to the next hover that this thread presents: clangd presents
/// each on the thread that has computed it.
static std::string &addedToHover() {
  static thread_local std::string OfThisThread;
  return OfThisThread;
}

/// At a barrier, what it orders.
ClangdHover
__wrap__ZN5clang6clangd8getHoverERNS0_9ParsedASTENS0_8PositionERKNS_6format11FormatStyleEPKNS0_11SymbolIndexE(
    void *Parsed, ClangdPosition At, const void *Style, const void *Index) {
  addedToHover() =
      barrierHover(_ZN5clang6clangd9ParsedAST13getASTContextEv(Parsed), At.Line,
                   At.Character);
  return __real__ZN5clang6clangd8getHoverERNS0_9ParsedASTENS0_8PositionERKNS_6format11FormatStyleEPKNS0_11SymbolIndexE(
      Parsed, At, Style, Index);
}

std::string __real__ZNK5clang6clangd9HoverInfo7presentB5cxx11ENS0_10MarkupKindE(
    const void *Self, int Markup);

std::string __wrap__ZNK5clang6clangd9HoverInfo7presentB5cxx11ENS0_10MarkupKindE(
    const void *Self, int Markup) {
  std::string Text =
      __real__ZNK5clang6clangd9HoverInfo7presentB5cxx11ENS0_10MarkupKindE(
          Self, Markup);
  std::string Added = std::exchange(addedToHover(), "");
  return Added.empty() ? Text : Text + "\n\n" + Added;
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

std::unique_ptr<llvm::vfs::FileSystem>
__real__ZN4llvm3vfs24createPhysicalFileSystemEv();

/// What clangd reads databases, configuration, sources and headers from.
std::unique_ptr<llvm::vfs::FileSystem>
__wrap__ZN4llvm3vfs24createPhysicalFileSystemEv() {
  return std::make_unique<base::ConfigurationFiles>(
      __real__ZN4llvm3vfs24createPhysicalFileSystemEv());
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
__real__ZN4llvm3vfs17getRealFileSystemEv();

/// What it reads response files from.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
__wrap__ZN4llvm3vfs17getRealFileSystemEv() {
  static const llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk =
      llvm::makeIntrusiveRefCnt<base::ConfigurationFiles>(
          __real__ZN4llvm3vfs17getRealFileSystemEv());
  return Disk;
}

} // extern "C"

//===----------------------------------------------------------------------===//
// What is left out
//===----------------------------------------------------------------------===//

namespace clang::clangd {
/// Complete only so that a null pointer to it can be returned.
class SymbolIndex {};
namespace remote {
/// clangd can ask an index server; that needs gRPC, which warplint does
/// without. Null says so to clangd.
std::unique_ptr<SymbolIndex> getClient(llvm::StringRef, llvm::StringRef) {
  return nullptr;
}
} // namespace remote
} // namespace clang::clangd
