//===--- TidyChecks.cpp - The checks as clang-tidy's -----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/TidyChecks.h"
#include "Diagnostics/LaunchMessages.h"
#include "Quoting/Printable.h"
#include "Support/InputFile.h"
#include "Target/GpuTarget.h"
#include "Tidy/CompileErrors.h"
#include "Tidy/GuardedRun.h"
#include "Tidy/LargeStack.h"
#include "Tidy/LaunchFiles.h"
#include "Tidy/Survival.h"
#include "Tidy/SurvivingChecks.h"
#include "Tidy/TidyEdge.h"
#include "checks/Check.h"
#include "clang-tidy/ClangTidyCheck.h"
#include "plugin/AuditProofs.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include <mutex>
#include <set>

using namespace clang;
using namespace clang::ast_matchers;

namespace warplint {

namespace {

/// Hands everything on, and keeps the errors.
class WatchedErrors : public DiagnosticConsumer {
public:
  /// \p Said reports to one from now on; no second one is put before it.
  static void watch(DiagnosticsEngine &Said) {
    std::lock_guard<std::mutex> Guard(lock());
    if (all().count(Said.getClient()))
      return;
    DiagnosticConsumer *Inner = Said.getClient();
    auto Owned = Said.ownsClient() ? Said.takeClient() : nullptr;
    auto *Watch = new WatchedErrors(*Inner, std::move(Owned));
    all().insert(Watch);
    Said.setClient(Watch, /*ShouldOwnClient=*/true);
  }
  /// The errors that \p Said has reported; null if it is not watched.
  static edge::CompileErrors *of(DiagnosticsEngine &Said) {
    std::lock_guard<std::mutex> Guard(lock());
    return all().count(Said.getClient())
               ? &static_cast<WatchedErrors *>(Said.getClient())->Errors
               : nullptr;
  }
  ~WatchedErrors() override {
    std::lock_guard<std::mutex> Guard(lock());
    all().erase(this);
  }

  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const Diagnostic &Info) override {
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
    if (Level >= DiagnosticsEngine::Error)
      Errors.add(Level, Info, whereIs(Info));
    Inner.HandleDiagnostic(Level, Info);
  }
  void BeginSourceFile(const LangOptions &Language,
                       const Preprocessor *Reader) override {
    Inner.BeginSourceFile(Language, Reader);
  }
  void EndSourceFile() override { Inner.EndSourceFile(); }
  void finish() override { Inner.finish(); }
  void clear() override {
    DiagnosticConsumer::clear();
    Inner.clear();
  }
  bool IncludeInDiagnosticCounts() const override {
    return Inner.IncludeInDiagnosticCounts();
  }

private:
  WatchedErrors(DiagnosticConsumer &Inner,
                std::unique_ptr<DiagnosticConsumer> Owned)
      : Inner(Inner), Owned(std::move(Owned)) {}

  static std::string whereIs(const Diagnostic &Info) {
    if (!Info.hasSourceManager() || Info.getLocation().isInvalid())
      return "";
    PresumedLoc At = Info.getSourceManager().getPresumedLoc(Info.getLocation());
    return At.isInvalid() ? ""
                          : std::string(At.getFilename()) + ":" +
                                std::to_string(At.getLine()) + ": ";
  }
  static std::mutex &lock() {
    static std::mutex OfAll;
    return OfAll;
  }
  /// Those that live: hosts lint several units at a time.
  static std::set<const DiagnosticConsumer *> &all() {
    static std::set<const DiagnosticConsumer *> Living;
    return Living;
  }

  DiagnosticConsumer &Inner;
  std::unique_ptr<DiagnosticConsumer> Owned;
  edge::CompileErrors Errors;
};

/// Findings of the unit that a thread is linting; the first of our checks that
/// is asked computes for all of them.
struct UnitCache {
  const ASTContext *Unit = nullptr;
  UnitReport Report;
};

/// Messages of findings that have no fix, by all threads.
class MessagesWithoutFix {
public:
  void note(const std::string &Message, bool HasNone) {
    std::lock_guard<std::mutex> Guard(Lock);
    if (HasNone)
      All.insert(Message);
    else
      All.erase(Message);
  }
  bool has(llvm::StringRef Message) {
    std::lock_guard<std::mutex> Guard(Lock);
    return All.count(Message.str());
  }

private:
  std::mutex Lock;
  std::set<std::string> All;
};

static MessagesWithoutFix &withoutFix() {
  static MessagesWithoutFix OfProgram;
  return OfProgram;
}

class TidyCheck : public tidy::ClangTidyCheck {
public:
  TidyCheck(llvm::StringRef Name, tidy::ClangTidyContext *Context,
            const DeclarationMatcher &Anchor, bool OffersNolint)
      : ClangTidyCheck(Name, Context), Id(Name.substr(CheckPrefix.size())),
        Tidy(*Context), Anchor(Anchor), OffersNolint(OffersNolint) {}

  bool isLanguageVersionSupported(const LangOptions &Options) const override {
    return kernelLanguageOf(Options).has_value();
  }
  void registerMatchers(MatchFinder *Finder) override {
    Finder->addMatcher(Anchor, this);
  }
  /// From here on the host opens regular files only: a FIFO as header would
  /// hold it up for ever. Headers are read after this.
  void registerPPCallbacks(const SourceManager &, Preprocessor *Reader,
                           Preprocessor *) override {
    FileManager &Files = Reader->getFileManager();
    auto Disk = Files.getVirtualFileSystemPtr();
    if (!llvm::isa<base::RegularFiles>(*Disk))
      Files.setVirtualFileSystem(
          llvm::makeIntrusiveRefCnt<base::RegularFiles>(std::move(Disk)));
    WatchedErrors::watch(Reader->getDiagnostics());
    Targets = namedTargets(Reader->getPreprocessorOpts().Macros);
  }
  void onStartOfTranslationUnit() override {
    cache().Unit = nullptr;
    Done = false;
  }
  void check(const MatchFinder::MatchResult &Result) override;

private:
  void offerNolint(SourceLocation Loc, const SourceManager &Sources);
  static UnitCache &cache() {
    static thread_local UnitCache OfThisThread;
    return OfThisThread;
  }

  std::string Id;
  tidy::ClangTidyContext &Tidy;
  DeclarationMatcher Anchor;
  bool OffersNolint;
  std::vector<GpuTarget> Targets; ///< Of the command, if it names several.
  bool Done = false;
};

} // namespace

void TidyCheck::check(const MatchFinder::MatchResult &Result) {
  if (Done)
    return;
  Done = true;
  UnitCache &Cache = cache();
  if (Cache.Unit != Result.Context) {
    std::vector<std::string> Problems;
    CheckSettings Settings =
        edge::readSettings(Tidy.getOptions(), Tidy.getCurrentFile(), Problems);
    for (const std::string &Problem : Problems)
      configurationDiag("%0") << quoting::printable(Problem);
    Settings.Analysis.Elsewhere =
        edge::lastLaunches(Tidy.getCurrentBuildDirectory());
    Settings.Analysis.Targets = Targets;
    if (edge::CompileErrors *Errors =
            WatchedErrors::of(Result.Context->getDiagnostics())) {
      Errors->settle(*Result.Context);
      Settings.Analysis.NotRead = Errors->unreadBodies();
      for (const edge::UnreadFunction &Each : Errors->unread())
        llvm::errs() << "warplint: note: "
                     << quoting::printable(unreadText(Each.Name, Each.Reason))
                     << "\n";
    }
    edge::SurvivingReport Survived;
    const edge::GuardedRun &Guard = edge::guardedRun();
    auto HasMemory = [&] {
      return !Guard.NoMemory || Guard.NoMemory().empty();
    };
    auto Check = [&] {
      edge::HandlerStack ForHandlers;
      Survived = edge::runSurvivingChecks(
          *Result.Context, edge::enabledChecks(Tidy), Settings, HasMemory);
    };
    edge::catchCrashes();
    std::string Ended;
    if (Guard.Run)
      Ended = Guard.Run(Check);
    else if (!edge::onLargeStack(Check))
      Check();
    Cache.Report = std::move(Survived.Report);
    if (Survived.IsLost && !HasMemory())
      Ended = Guard.NoMemory() +
              (Survived.LastCrash.empty() ? "" : ", at " + Survived.LastCrash);
    if (!Ended.empty()) {
      Cache.Report = UnitReport();
      Survived.LeftOut.clear();
      llvm::errs() << "warplint: error: "
                   << quoting::printable(Tidy.getCurrentFile())
                   << ": no findings: " << Ended << "\n";
    }
    addProofs(Cache.Report.Found, *Result.Context,
              Tidy.getCurrentBuildDirectory());
    Cache.Unit = Result.Context;
    for (const std::string &Crashed : Survived.LeftOut)
      llvm::errs() << "warplint: error: '"
                   << quoting::printable(Tidy.getCurrentFile())
                   << "': " << quoting::printable(Crashed)
                   << "; please report this\n";
    for (const KernelEffort &E : Cache.Report.Efforts) {
      for (const Limits::Cut &Cut : E.Cuts)
        llvm::errs() << "warplint: note: "
                     << leftOutText(E.Name, Cut.Construct, Cut.Times)
                     << " (warplint.Effort: 'high' goes further)\n";
      for (const launches::Unlaunchable &Each : E.NotTaken)
        llvm::errs() << "warplint: note: "
                     << leftOutText(E.Name, unlaunchableText(Each), 0) << "\n";
    }
    for (const auto &[Function, Times] : Cache.Report.Host.LeftOut)
      llvm::errs() << "warplint: note: "
                   << leftOutText(Function, HostPaths, Times) << "\n";
    for (const std::string &Name : Cache.Report.WithoutInstance)
      llvm::errs() << "warplint: note: "
                   << leftOutText(Name, MissingInstance, 1) << "\n";
    llvm::errs().flush(); // clangd makes it wait.
  }
  for (const Finding &F : Cache.Report.Found.findings())
    if (F.Check == Id) {
      edge::emit(F, [&](SourceLocation Loc, llvm::StringRef Format,
                        DiagnosticIDs::Level Level) {
        return diag(Loc, Format, Level);
      });
      if (OffersNolint) {
        offerNolint(F.Loc, *Result.SourceManager);
        withoutFix().note(withCertainty(F.Message, F.Sure), F.Edits.empty());
      }
    }
}

/// Both kinds of comment, since an editor may apply a single action unasked.
void TidyCheck::offerNolint(SourceLocation Loc, const SourceManager &Sources) {
  auto [File, Offset] = Sources.getDecomposedLoc(Sources.getExpansionLoc(Loc));
  llvm::StringRef Text = Sources.getBufferData(File);
  size_t Begin = Text.take_front(Offset).rfind('\n') + 1;
  llvm::StringRef Line = Text.substr(Begin).split('\n').first.rtrim();
  std::string Comment = "(" + (CheckPrefix + Id).str() + "): reason";
  SourceLocation Start = Sources.getLocForStartOfFile(File);
  auto Offer = [&](llvm::StringRef Title, size_t At, const std::string &Added) {
    SourceLocation Place = Start.getLocWithOffset(At);
    diag(Place, "%0", DiagnosticIDs::Note)
        << Title << FixItHint::CreateInsertion(Place, Added);
  };
  std::string Indent =
      Line.take_while([](char C) { return C == ' ' || C == '\t'; }).str();
  Offer("suppress with NOLINTNEXTLINE and a reason", Begin,
        Indent + "// NOLINTNEXTLINE" + Comment + "\n");
  Offer("suppress with NOLINT and a reason", Begin + Line.size(),
        " // NOLINT" + Comment);
}

bool hasOnlyNolint(llvm::StringRef Message) {
  return withoutFix().has(Message);
}

edge::GuardedRun &edge::guardedRun() {
  static edge::GuardedRun OfProgram;
  return OfProgram;
}

void addTidyChecks(tidy::ClangTidyCheckFactories &Factories,
                   const DeclarationMatcher &Anchor, bool OffersNolint) {
  for (const CheckInfo &Info : allChecks())
    Factories.registerCheckFactory(
        (llvm::Twine(CheckPrefix) + Info.Id).str(),
        [=](llvm::StringRef Name, tidy::ClangTidyContext *Context) {
          return std::make_unique<TidyCheck>(Name, Context, Anchor,
                                             OffersNolint);
        });
}

} // namespace warplint
