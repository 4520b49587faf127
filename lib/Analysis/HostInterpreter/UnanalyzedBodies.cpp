//===--- UnanalyzedBodies.cpp - Host functions that were not read whole ---===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/HostInterpreter/UnanalyzedBodies.h"
#include "Syntax/TreeVisitor.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace clang;

namespace warplint::host {

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

/// The words of \p Text from \p Begin to \p End.
static void addWords(llvm::StringRef Text, unsigned Begin, unsigned End,
                     const LangOptions &Language, llvm::StringSet<> &To) {
  if (Begin >= Text.size())
    return;
  SourceLocation Start;
  Lexer Words(Start, Language, Text.begin(), Text.begin() + Begin, Text.end());
  for (Token Word;;) {
    bool IsLast = Words.LexFromRawLexer(Word);
    const char *Behind = Words.getBufferLocation();
    if (Behind - Word.getLength() >= Text.begin() + End)
      return;
    if (Word.is(tok::raw_identifier))
      To.insert(Word.getRawIdentifier());
    if (IsLast || Word.is(tok::eof))
      return;
  }
}

llvm::StringSet<> wordsIn(SourceRange Part, const SourceManager &Sources,
                          const LangOptions &Language) {
  llvm::StringSet<> Words;
  auto [File, Begin] =
      Sources.getDecomposedLoc(Sources.getExpansionLoc(Part.getBegin()));
  auto [EndFile, End] =
      Sources.getDecomposedLoc(Sources.getExpansionLoc(Part.getEnd()));
  if (File.isValid() && File == EndFile)
    addWords(Sources.getBufferData(File), Begin, End + 1, Language, Words);
  return Words;
}

namespace {

/// Functions and the words of their text.
class Texts {
public:
  Texts(const SourceManager &Sources, const LangOptions &Language)
      : Sources(Sources), Language(Language) {}

  void add(const FunctionDecl &F) {
    auto Begin = placeOf(F.getBeginLoc()), End = placeOf(F.getEndLoc());
    if (Begin.first.isInvalid() || Begin.first != End.first ||
        !Known.insert({Begin, End.second}).second)
      return;
    ByFile[Begin.first].push_back({Begin.second, End.second, All.size()});
    All.push_back({&F, wordsIn(F.getSourceRange(), Sources, Language)});
  }
  /// Adds what stands there in place of macros and of what is included.
  void addUsed() {
    unsigned Count = Sources.local_sloc_entry_size();
    for (unsigned I = 0; I < Count; ++I) {
      const SrcMgr::SLocEntry &Entry = Sources.getLocalSLocEntry(I);
      unsigned Next = I + 1 < Count
                          ? Sources.getLocalSLocEntry(I + 1).getOffset()
                          : Sources.getNextLocalOffset();
      if (Entry.isFile())
        addIncluded(Entry.getFile());
      else
        addExpanded(Entry.getExpansion(), Next - Entry.getOffset());
    }
  }

  std::vector<std::pair<const FunctionDecl *, llvm::StringSet<>>> All;

private:
  using Place = std::pair<FileID, unsigned>;
  struct Stretch {
    unsigned Begin = 0, End = 0;
    size_t Index = 0; ///< In All.
  };

  Place placeOf(SourceLocation At) const {
    return Sources.getDecomposedLoc(Sources.getExpansionLoc(At));
  }
  /// The words of the function in which \p At is, or what includes its file;
  /// null if there is none.
  llvm::StringSet<> *wordsAt(SourceLocation At) {
    for (Place Here = placeOf(At); Here.first.isValid();
         Here = Sources.getDecomposedIncludedLoc(Here.first)) {
      auto File = ByFile.find(Here.first);
      if (File == ByFile.end())
        continue;
      for (const Stretch &Each : File->second)
        if (Each.Begin <= Here.second && Here.second <= Each.End)
          return &All[Each.Index].second;
    }
    return nullptr;
  }
  void addIncluded(const SrcMgr::FileInfo &File) {
    auto Text = File.getContentCache().getBufferDataIfLoaded();
    SourceLocation In = File.getIncludeLoc();
    if (llvm::StringSet<> *Words = Text && In.isValid() ? wordsAt(In) : nullptr)
      addWords(*Text, 0, Text->size(), Language, *Words);
  }
  void addExpanded(const SrcMgr::ExpansionInfo &Used, unsigned Size) {
    llvm::StringSet<> *Words = wordsAt(Used.getExpansionLocStart());
    if (!Words)
      return;
    auto [From, Start] =
        Sources.getDecomposedLoc(Sources.getSpellingLoc(Used.getSpellingLoc()));
    addWords(Sources.getBufferData(From), Start, Start + Size, Language,
             *Words);
  }

  const SourceManager &Sources;
  const LangOptions &Language;
  llvm::DenseMap<FileID, std::vector<Stretch>> ByFile;
  std::set<std::pair<Place, unsigned>> Known;
};

} // namespace

//===----------------------------------------------------------------------===//
// What they name
//===----------------------------------------------------------------------===//

static std::string placeOf(const FunctionDecl &F,
                           const SourceManager &Sources) {
  PresumedLoc At =
      Sources.getPresumedLoc(Sources.getExpansionLoc(F.getLocation()));
  return At.isInvalid() ? ""
                        : llvm::sys::path::filename(At.getFilename()).str() +
                              ":" + std::to_string(At.getLine());
}

/// Finds the user's declarations that have one of the words for a name.
class UnanalyzedBodies::Reader : public syntax::TreeVisitor {
public:
  Reader(UnanalyzedBodies &Into, const llvm::StringMap<std::string> &Words)
      : syntax::TreeVisitor({/*Instances=*/true, /*ImplicitCode=*/false}),
        Into(Into), Words(Words) {}

  Traversal enter(Stmt &) override { return Traversal::Beside; }
  Traversal enter(Decl &D) override {
    if (const auto *Field = dyn_cast<FieldDecl>(&D); Field && placeIn(*Field))
      Into.Fields.push_back(Field);
    return Traversal::Into;
  }
  bool VisitVarDecl(VarDecl *Var) override {
    if (Var->hasGlobalStorage() && placeIn(*Var))
      Into.Variables.push_back(Var->getCanonicalDecl());
    return true;
  }
  bool VisitFunctionDecl(FunctionDecl *F) override {
    // Operators, constructors and conversions are called without their names.
    const std::string *Place = placeIn(*F);
    if (F->isDependentContext() || (F->getIdentifier() && !Place))
      return true;
    if (!F->hasAttr<CUDAGlobalAttr>()) {
      Into.Functions.push_back(F);
      return true;
    }
    const FunctionDecl *Definition = nullptr;
    F->hasBody(Definition);
    if (Place)
      Into.Kernels.insert(
          {Definition ? Definition : F->getCanonicalDecl(), *Place});
    return true;
  }

private:
  const std::string *placeIn(const NamedDecl &D) const {
    auto Known = D.getIdentifier() ? Words.find(D.getName()) : Words.end();
    return Known == Words.end() ? nullptr : &Known->second;
  }

  UnanalyzedBodies &Into;
  /// With file and line of the first function that has it.
  const llvm::StringMap<std::string> &Words;
};

UnanalyzedBodies::UnanalyzedBodies(
    const ASTContext &Context, llvm::ArrayRef<const FunctionDecl *> Functions,
    llvm::ArrayRef<Decl *> TopLevel) {
  if (Functions.empty())
    return;
  const SourceManager &Sources = Context.getSourceManager();
  Texts Read(Sources, Context.getLangOpts());
  for (const FunctionDecl *F : Functions)
    Read.add(*F);
  Read.addUsed();
  llvm::StringMap<std::string> Words;
  for (const auto &[F, Used] : Read.All)
    for (const auto &Word : Used)
      Words.try_emplace(Word.getKey(), placeOf(*F, Sources));
  Reader Named(*this, Words);
  for (const Decl *D : TopLevel)
    Named.TraverseDecl(D);
  // The body of a lambda is a part of the expression.
  for (const FunctionDecl *F : Functions)
    if (const auto *Method = dyn_cast<CXXMethodDecl>(F);
        F->doesThisDeclarationHaveABody() &&
        !(Method && Method->getParent()->isLambda())) {
      auto *Known = const_cast<FunctionDecl *>(F);
      Taken.push_back({Known, Known->getBody()});
      Known->setBody(nullptr);
    }
}

UnanalyzedBodies::~UnanalyzedBodies() {
  for (auto [F, Body] : Taken)
    F->setBody(Body);
}

} // namespace warplint::host
