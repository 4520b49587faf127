//===--- Precompile.cpp - Making a precompiled header --------- -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PchCache/Precompile.h"
#include "CudaModel/HeaderBuiltins.h"
#include "CudaModel/TopLevel.h"
#include "Frontend/Dialect.h"
#include "Frontend/SkippedBodies.h"
#include "PchCache/OpenPragmas.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Serialization/ASTReader.h"
#include "clang/Serialization/ASTWriter.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

using namespace clang;

namespace warplint::pch {

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

std::vector<Decl *> precompiledDeclarations(CompilerInstance &Unit,
                                            llvm::ArrayRef<uint64_t> Numbers) {
  std::vector<Decl *> Found;
  llvm::IntrusiveRefCntPtr<ASTReader> Reader = Unit.getASTReader();
  if (!Reader || Numbers.empty())
    return Found;
  serialization::ModuleFile &From =
      Reader->getModuleManager().getPrimaryModule();
  for (uint64_t Number : Numbers)
    Found.push_back(
        Reader->GetLocalDecl(From, LocalDeclID::get(*Reader, From, Number)));
  return Found;
}

void startAfter(CompilerInvocation &Unit, llvm::StringRef Precompiled) {
  PreprocessorOptions &Options = Unit.getPreprocessorOpts();
  Options.Includes.clear();
  Options.ImplicitPCHInclude = Precompiled.str();
}

namespace {

/// What is seen of a text while it is parsed.
struct Seen {
  std::optional<size_t> UnfitHeader, Broken;
  size_t Headers = 0; ///< Which the text itself names.
  /// One that is missing here need not be missing for the next unit.
  bool IsMissing = false;
  /// A header asks for a guard that the unit has defined already.
  bool AsksForGuard = false;
  /// The include that asks for a file which the unit reads already, and which.
  std::optional<std::pair<size_t, std::string>> AskedOpen;
  std::vector<std::string> UserFiles;
  std::vector<FileEntryRef> Read;
  std::set<std::string> Guarded, Asked;

  /// The include that is read at this time.
  size_t current() const { return Headers > 0 ? Headers - 1 : 0; }
  void setUnfit() { setUnfit(current()); }
  void setUnfit(size_t Header) {
    UnfitHeader = std::min(UnfitHeader.value_or(Header), Header);
  }
};

/// A precompiled header has names as they are with their folders from the root
/// on and nothing in them that stands for the same folder.
bool isNamedAsKept(llvm::StringRef Name) {
  llvm::SmallString<256> Clean(Name);
  llvm::sys::path::remove_dots(Clean);
  return llvm::sys::path::is_absolute(Name) && Clean == Name;
}

class SeenHeaders : public PPCallbacks {
public:
  SeenHeaders(Preprocessor &Lexed, llvm::ArrayRef<std::string> Open,
              Seen &Noted)
      : Lexed(Lexed), Sources(Lexed.getSourceManager()), Open(Open),
        Noted(Noted) {}

  void InclusionDirective(SourceLocation Hash, const Token &, StringRef Name,
                          bool, CharSourceRange, OptionalFileEntryRef File,
                          StringRef, StringRef, const Module *, bool,
                          SrcMgr::CharacteristicKind Kind) override {
    if (Sources.getFileID(Hash) == Sources.getMainFileID()) {
      finish();
      ++Noted.Headers;
      Top = File;
      TopIsStandard = SrcMgr::isSystem(Kind) && isStandardHeader(Name);
      Noted.IsMissing |= !File;
    }
    Noted.Asked.insert(Name.str());
    if (File)
      Noted.Read.push_back(*File);
    if (File && !Noted.AskedOpen && llvm::is_contained(Open, File->getName()))
      Noted.AskedOpen = {Noted.current(), File->getName().str()};
    if (File && !SrcMgr::isSystem(Kind)) {
      Noted.UserFiles.push_back(File->getName().str());
      if (!isNamedAsKept(File->getName()))
        Noted.setUnfit();
    }
  }

  void HasInclude(SourceLocation, StringRef Name, bool, OptionalFileEntryRef,
                  SrcMgr::CharacteristicKind) override {
    Noted.Asked.insert(Name.str());
  }

  void MacroExpands(const Token &Name, const MacroDefinition &, SourceRange,
                    const MacroArgs *) override {
    if (Name.getIdentifierInfo()->getName() == "__BASE_FILE__")
      Noted.setUnfit();
  }

  void EndOfMainFile() override {
    finish();
    for (FileEntryRef File : Noted.Read)
      if (saysNothingAgain(File))
        Noted.Guarded.insert(File.getName().str());
  }

private:
  bool saysNothingAgain(FileEntryRef File) const {
    return Lexed.getHeaderSearchInfo().isFileMultipleIncludeGuarded(File);
  }

  /// The header that the text named last has been read.
  void finish() {
    if (Top && !saysNothingAgain(*Top) && !TopIsStandard)
      Noted.setUnfit();
  }

  Preprocessor &Lexed;
  const SourceManager &Sources;
  llvm::ArrayRef<std::string> Open;
  Seen &Noted;
  OptionalFileEntryRef Top;
  bool TopIsStandard = false;
};

/// Says nothing, and notes where the first error was.
class NotedErrors : public DiagnosticConsumer {
public:
  explicit NotedErrors(Seen &Noted) : Noted(Noted) {}

  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const Diagnostic &Info) override {
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
    if (Level >= DiagnosticsEngine::Error && !Noted.Broken)
      Noted.Broken = Noted.current();
  }

private:
  Seen &Noted;
};

/// Writes in memory: a disk that is full ends nothing but the keeping.
class PrefixGenerator : public PCHGenerator {
public:
  PrefixGenerator(CompilerInstance &Compiler, std::shared_ptr<PCHBuffer> Bytes,
                  std::vector<uint64_t> &Declarations)
      : PCHGenerator(Compiler.getPreprocessor(), Compiler.getModuleCache(),
                     /*OutputFile=*/"", /*isysroot=*/"", Bytes,
                     Compiler.getCodeGenOpts(),
                     llvm::ArrayRef<std::shared_ptr<ModuleFileExtension>>(),
                     /*AllowASTWithErrors=*/false, /*IncludeTimestamps=*/false),
        Bytes(std::move(Bytes)), Declarations(Declarations), Unasked(Compiler) {
  }

  void InitializeSema(Sema &Unit) override {
    PCHGenerator::InitializeSema(Unit);
    Unasked.begin(Unit);
  }
  bool shouldSkipFunctionBody(Decl *Function) override {
    return Unasked.contains(*Function);
  }
  void HandleCXXImplicitFunctionInstantiation(FunctionDecl *Function) override {
    Unasked.leaveOut(*Function);
  }
  void HandleTranslationUnit(ASTContext &Context) override {
    PCHGenerator::HandleTranslationUnit(Context);
    if (Bytes->IsComplete)
      for (const Decl *D : userDeclarations(Context))
        Declarations.push_back(getWriter().getDeclID(D).getRawValue());
  }

private:
  std::shared_ptr<PCHBuffer> Bytes;
  std::vector<uint64_t> &Declarations;
  parsing::SkippedBodies Unasked;
};

class PrecompileAction : public GeneratePCHAction {
public:
  PrecompileAction(Seen &Noted, const PrefixCandidate &Beginning)
      : Noted(Noted), Beginning(Beginning) {}

  const std::vector<uint64_t> &declarations() const { return Declarations; }
  const AskedWords &words() const { return Words; }
  llvm::StringRef made() const {
    return Bytes->IsComplete ? llvm::toStringRef(Bytes->Data) : "";
  }

protected:
  std::unique_ptr<ASTConsumer>
  CreateASTConsumer(CompilerInstance &Compiler, llvm::StringRef File) override {
    parsing::relaxDiagnostics(Compiler.getDiagnostics());
    return std::make_unique<PrefixGenerator>(Compiler, Bytes, Declarations);
  }
  void ExecuteAction() override {
    CompilerInstance &Compiler = getCompilerInstance();
    Preprocessor &Lexed = Compiler.getPreprocessor();
    Lexed.addPPCallbacks(
        std::make_unique<SeenHeaders>(Lexed, Beginning.Open, Noted));
    parsing::forgetBuiltins(Compiler.getASTContext(), UserVisibleBuiltins);
    parsing::ignoreDebugPragma(Lexed);
    parsing::ignoreSystemMarkers(Lexed);
    OpenPragmas Pragmas;
    Pragmas.attach(Lexed, [&] { return Noted.current(); });
    GeneratePCHAction::ExecuteAction();
    if (auto Open = Pragmas.firstOpen())
      Noted.setUnfit(*Open);
    const IdentifierTable &LookedUp = Lexed.getIdentifierTable();
    Words = AskedWords(LookedUp);
    Noted.AsksForGuard =
        llvm::any_of(Beginning.Guards, [&](const std::string &Guard) {
          return LookedUp.find(Guard) != LookedUp.end();
        });
  }

private:
  Seen &Noted;
  const PrefixCandidate &Beginning;
  std::shared_ptr<PCHBuffer> Bytes = std::make_shared<PCHBuffer>();
  std::vector<uint64_t> Declarations;
  AskedWords Words;
};

} // namespace

NamedBuffer fileThatIncludes(llvm::ArrayRef<LeadingHeader> Headers) {
  std::string Text;
  for (const LeadingHeader &Each : Headers)
    Text += "#include " + Each.Include + "\n";
  return {"/warplint-prefix/" + llvm::utohexstr(llvm::xxh3_64bits(Text)) +
              ".cuh",
          llvm::MemoryBuffer::getMemBufferCopy(Text)};
}

Precompilation
precompile(const CompilerInvocation &Unit, const NamedBuffer &Text,
           const PrefixCandidate &Beginning,
           llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk) {
  auto Invocation = std::make_shared<CompilerInvocation>(Unit);
  FrontendOptions &Frontend = Invocation->getFrontendOpts();
  InputKind Kind = Frontend.Inputs.front().getKind();
  Frontend.Inputs = {FrontendInputFile(Text.Name, Kind)};
  Frontend.ProgramAction = frontend::GeneratePCH;
  Frontend.DisableFree = false;
  Invocation->getDependencyOutputOpts() = DependencyOutputOptions();

  Seen Noted;
  NotedErrors Errors(Noted);
  CompilerInstance Compiler(std::move(Invocation));
  Compiler.setVirtualFileSystem(withBuffers(std::move(Disk), Text));
  Compiler.createFileManager();
  Compiler.createDiagnostics(&Errors, /*ShouldOwnClient=*/false);
  // Where clang says how many errors there were.
  Compiler.setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());
  Compiler.createSourceManager();
  PrecompileAction Action(Noted, Beginning);
  bool Ran = Compiler.ExecuteAction(Action);
  Precompilation Done;
  Done.UnfitHeader = Noted.UnfitHeader;
  Done.Broken = Noted.Broken;
  Done.AskedOpen = Noted.AskedOpen;
  Done.IsUnfit = Noted.UnfitHeader || Noted.Broken || Noted.AskedOpen ||
                 (Ran && (Noted.IsMissing || Noted.AsksForGuard));
  if (Ran && !Done.IsUnfit) {
    Done.Bytes = Action.made().str();
    Done.Contents.Declarations = Action.declarations();
    Done.Contents.UserFiles = std::move(Noted.UserFiles);
    Done.Contents.Guarded = std::move(Noted.Guarded);
    Done.Contents.Asked = std::move(Noted.Asked);
    Done.Contents.Macros =
        commandMacros(Unit, [](llvm::StringRef) { return true; });
  }
  Done.Contents.Words = Action.words();
  return Done;
}

} // namespace warplint::pch
