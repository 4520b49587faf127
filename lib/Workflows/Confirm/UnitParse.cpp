//===--- UnitParse.cpp - A unit parsed without checks ---------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Confirm/UnitParse.h"
#include "CudaModel/HeaderBuiltins.h"
#include "Frontend/Dialect.h"
#include "Quoting/Printable.h"
#include "Report/Report.h"
#include "Support/InputFile.h"
#include "Workflows/Lint/UnitLint.h"
#include "Workflows/Processes/CrashGuard.h"
#include "Workflows/Processes/MemoryLimit.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Tooling/Tooling.h"

using namespace clang;

namespace warplint::confirm {

namespace {

/// Parses a unit as linting does, and hands on its AST.
class ParseAction : public ASTFrontendAction {
public:
  ParseAction(std::function<void(ASTContext &)> Then,
              std::vector<Token> *Tokens)
      : Then(std::move(Then)), Tokens(Tokens) {}

protected:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Compiler,
                                                 llvm::StringRef) override {
    struct Consumer : ASTConsumer {
      explicit Consumer(const std::function<void(ASTContext &)> &Then)
          : Then(Then) {}
      void HandleTranslationUnit(ASTContext &Context) override {
        Then(Context);
      }
      const std::function<void(ASTContext &)> &Then;
    };
    parsing::relaxDiagnostics(Compiler.getDiagnostics());
    return std::make_unique<Consumer>(Then);
  }
  void ExecuteAction() override {
    parsing::forgetBuiltins(getCompilerInstance().getASTContext(),
                            UserVisibleBuiltins);
    parsing::ignoreDebugPragma(getCompilerInstance().getPreprocessor());
    parsing::ignoreSystemMarkers(getCompilerInstance().getPreprocessor());
    if (Tokens)
      getCompilerInstance().getPreprocessor().setTokenWatcher(
          [this](const Token &Each) { keep(Each); });
    ASTFrontendAction::ExecuteAction();
  }

private:
  void keep(const Token &Each) {
    const SourceManager &SM = getCompilerInstance().getSourceManager();
    if (Each.getLocation().isMacroID() &&
        SM.isInMainFile(SM.getExpansionLoc(Each.getLocation())))
      Tokens->push_back(Each);
  }

  std::function<void(ASTContext &)> Then;
  std::vector<Token> *Tokens;
};

/// Everything that parsing a unit touches.
struct ParseRun {
  ParseRun(const commands::Translation &Unit,
           std::function<void(ASTContext &)> Then, std::vector<Token> *Tokens)
      : Disk(llvm::makeIntrusiveRefCnt<base::RegularFiles>(
            llvm::vfs::createPhysicalFileSystem())),
        IsThere(!Disk->setCurrentWorkingDirectory(Unit.Directory)),
        Files(new FileManager(FileSystemOptions(), Disk)),
        Invocation(Unit.Arguments,
                   std::make_unique<ParseAction>(std::move(Then), Tokens),
                   Files.get()) {
    Invocation.setDiagnosticConsumer(&Silent);
  }

  llvm::IntrusiveRefCntPtr<base::RegularFiles> Disk;
  bool IsThere; ///< The folder of its command.
  llvm::IntrusiveRefCntPtr<FileManager> Files;
  IgnoringDiagConsumer Silent;
  tooling::ToolInvocation Invocation;
};

} // namespace

std::string parseUnit(const commands::Translation &Unit,
                      std::function<void(ASTContext &)> Then,
                      std::vector<Token> *Tokens) {
  auto Run = std::make_unique<ParseRun>(Unit, std::move(Then), Tokens);
  if (!Run->IsThere)
    return "";
  std::string Trouble = processes::runGuarded([&] { Run->Invocation.run(); });
  if (Trouble.empty())
    return "";
  // Nothing is known of what a crash has left.
  (void)Run.release();
  return Trouble == processes::NoMemory ? lint::noMemoryFor("parsing")
                                        : Trouble;
}

void tellTrouble(llvm::StringRef File, llvm::StringRef Trouble,
                 llvm::StringRef Root) {
  llvm::errs() << "warplint: incomplete: "
               << quoting::printable(report::pathBelow(File, Root)) << ": "
               << quoting::printable(Trouble) << "\n";
}

} // namespace warplint::confirm
