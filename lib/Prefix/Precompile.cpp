//===--- Precompile.cpp - Making a precompiled header --------- -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Prefix/Precompile.h"
#include "Command/Dialect.h"
#include "Model/HeaderBuiltins.h"
#include "Model/TopLevel.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Serialization/ASTWriter.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace clang;

namespace warplint {

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
withBuffers(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk,
            llvm::ArrayRef<NamedBuffer> InMemory) {
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (const NamedBuffer &Each : InMemory)
    Memory->addFileNoOwn(Each.Name, /*ModificationTime=*/0,
                         Each.Contents->getMemBufferRef());
  auto Both =
      llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(std::move(Disk));
  Both->pushOverlay(std::move(Memory));
  return Both;
}

void startAfter(CompilerInvocation &Unit, llvm::StringRef Precompiled) {
  PreprocessorOptions &Options = Unit.getPreprocessorOpts();
  Options.Includes.clear();
  Options.ImplicitPCHInclude = Precompiled.str();
}

namespace {

/// A header that the text names.
struct NamedHeader {
  OptionalFileEntryRef File;
  bool IsSystem;
};

class NamedHeaders : public PPCallbacks {
public:
  NamedHeaders(const SourceManager &Sources, std::vector<NamedHeader> &Headers)
      : Sources(Sources), Headers(Headers) {}

  void InclusionDirective(SourceLocation Hash, const Token &, StringRef, bool,
                          CharSourceRange, OptionalFileEntryRef File, StringRef,
                          StringRef, const Module *, bool,
                          SrcMgr::CharacteristicKind Kind) override {
    if (Sources.getFileID(Hash) == Sources.getMainFileID())
      Headers.push_back({File, SrcMgr::isSystem(Kind)});
  }

private:
  const SourceManager &Sources;
  std::vector<NamedHeader> &Headers;
};

class PrecompileAction : public GeneratePCHAction {
public:
  bool isFit() const { return Fit; }
  std::optional<size_t> firstUnfit() const { return FirstUnfit; }
  llvm::StringRef made() const {
    return Bytes->IsComplete ? llvm::toStringRef(Bytes->Data) : "";
  }

protected:
  std::unique_ptr<ASTConsumer>
  CreateASTConsumer(CompilerInstance &Compiler, llvm::StringRef File) override {
    relaxDiagnostics(Compiler.getDiagnostics());
    // In memory: a disk that is full ends nothing but the keeping.
    return std::make_unique<PCHGenerator>(
        Compiler.getPreprocessor(), Compiler.getModuleCache(),
        /*OutputFile=*/"", /*isysroot=*/"", Bytes,
        llvm::ArrayRef<std::shared_ptr<ModuleFileExtension>>(),
        /*AllowASTWithErrors=*/false, /*IncludeTimestamps=*/false);
  }
  void ExecuteAction() override {
    CompilerInstance &Compiler = getCompilerInstance();
    Preprocessor &Lexed = Compiler.getPreprocessor();
    std::vector<NamedHeader> Headers;
    Lexed.addPPCallbacks(
        std::make_unique<NamedHeaders>(Compiler.getSourceManager(), Headers));
    forgetBuiltins(Compiler.getASTContext(), UserVisibleBuiltins);
    ignoreDebugPragma(Lexed);
    GeneratePCHAction::ExecuteAction();
    HeaderSearch &Search = Lexed.getHeaderSearchInfo();
    auto Unfit = llvm::find_if(Headers, [&](const NamedHeader &H) {
      return !H.File || !H.IsSystem ||
             !Search.isFileMultipleIncludeGuarded(*H.File);
    });
    // One that is missing here need not be missing for the next unit.
    if (Unfit != Headers.end() && Unfit->File)
      FirstUnfit = Unfit - Headers.begin();
    Fit = Unfit == Headers.end() &&
          userDeclarations(Compiler.getASTContext(), Precompiled::SystemHeaders)
              .empty();
  }

private:
  std::shared_ptr<PCHBuffer> Bytes = std::make_shared<PCHBuffer>();
  bool Fit = false;
  std::optional<size_t> FirstUnfit;
};

} // namespace

NamedBuffer fileThatIncludes(llvm::ArrayRef<std::string> Includes) {
  std::string Text;
  for (const std::string &Name : Includes)
    Text += "#include <" + Name + ">\n";
  return {"/warplint-prefix/" + llvm::utohexstr(llvm::xxh3_64bits(Text)) +
              ".cuh",
          llvm::MemoryBuffer::getMemBufferCopy(Text)};
}

Precompilation precompile(const CompilerInvocation &Unit,
                          const NamedBuffer &Text,
                          llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk,
                          std::string &Made,
                          std::optional<size_t> &FirstUnfit) {
  auto Invocation = std::make_shared<CompilerInvocation>(Unit);
  FrontendOptions &Frontend = Invocation->getFrontendOpts();
  InputKind Kind = Frontend.Inputs.front().getKind();
  Frontend.Inputs = {FrontendInputFile(Text.Name, Kind)};
  Frontend.ProgramAction = frontend::GeneratePCH;
  Frontend.DisableFree = false;
  Invocation->getDependencyOutputOpts() = DependencyOutputOptions();

  CompilerInstance Compiler;
  IgnoringDiagConsumer Silent;
  auto Files = withBuffers(std::move(Disk), Text);
  Compiler.setInvocation(std::move(Invocation));
  Compiler.setFileManager(new FileManager(FileSystemOptions(), Files));
  Compiler.createDiagnostics(&Silent, /*ShouldOwnClient=*/false);
  Compiler.createSourceManager(Compiler.getFileManager());
  PrecompileAction Action;
  bool Ran = Compiler.ExecuteAction(Action);
  FirstUnfit = Action.firstUnfit();
  if (Compiler.getDiagnostics().hasErrorOccurred() || (Ran && !Action.isFit()))
    return Precompilation::Unfit;
  Made = Action.made().str();
  return Ran && !Made.empty() ? Precompilation::Made : Precompilation::Failed;
}

} // namespace warplint
