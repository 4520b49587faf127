//===--- Slice.cpp - What a reproduction can do without -------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof/Slice.h"
#include "Syntax/TreeVisitor.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace warplint::proof {

namespace {

/// A token of the unit's own file.
struct Word {
  unsigned Begin, End;
  llvm::StringRef Text;
  bool IsDirective; ///< On a line of the preprocessor.
};

std::vector<Word> wordsOf(const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  FileID Main = SM.getMainFileID();
  llvm::StringRef Text = SM.getBufferData(Main);
  Lexer Raw(SM.getLocForStartOfFile(Main), Context.getLangOpts(), Text.begin(),
            Text.begin(), Text.end());
  std::vector<Word> Words;
  bool InDirective = false;
  for (Token Next;;) {
    Raw.LexFromRawLexer(Next);
    if (Next.is(tok::eof))
      return Words;
    if (Next.isAtStartOfLine())
      InDirective = Next.is(tok::hash);
    unsigned At = SM.getFileOffset(Next.getLocation());
    Words.push_back({At, At + Next.getLength(),
                     Text.substr(At, Next.getLength()), InDirective});
  }
}

struct Definition {
  TextRange Range;
  llvm::StringRef Name;
  bool IsKept = false;
  std::vector<llvm::StringRef> Names; ///< In it.
};

class Slicer {
public:
  Slicer(const ASTContext &Context,
         llvm::function_ref<bool(const FunctionDecl &)> IsRoot)
      : SM(Context.getSourceManager()), IsRoot(IsRoot),
        Words(wordsOf(Context)) {
    collect(*Context.getTranslationUnitDecl());
    offerInstantiations();
  }

  std::vector<TextRange> unneeded() {
    llvm::sort(All, [](const Definition &L, const Definition &R) {
      return L.Range < R.Range;
    });
    llvm::StringSet<> Needed;
    std::vector<llvm::StringRef> Open;
    size_t At = 0;
    for (const Word &Each : Words) {
      while (At < All.size() && All[At].Range.second <= Each.Begin)
        ++At;
      if (At < All.size() && All[At].Range.first <= Each.Begin)
        All[At].Names.push_back(Each.Text);
      else if (Needed.insert(Each.Text).second)
        Open.push_back(Each.Text);
    }
    for (Definition &Each : All)
      if (Each.IsKept)
        need(Each, Needed);
    for (bool Grows = true; Grows;) {
      Grows = false;
      for (Definition &Each : All)
        if (!Each.IsKept && Needed.contains(Each.Name)) {
          Grows = Each.IsKept = true;
          need(Each, Needed);
        }
    }
    std::vector<TextRange> Result;
    for (const Definition &Each : All)
      if (!Each.IsKept)
        Result.push_back(Each.Range);
    return Result;
  }

private:
  static void need(const Definition &Of, llvm::StringSet<> &Needed) {
    for (llvm::StringRef Name : Of.Names)
      Needed.insert(Name);
  }

  void collect(const DeclContext &In) {
    for (const Decl *D : In.decls()) {
      if (isa<NamespaceDecl, LinkageSpecDecl>(D)) {
        collect(*cast<DeclContext>(D));
        continue;
      }
      const FunctionDecl *F = dyn_cast<FunctionDecl>(D);
      if (const auto *Template = dyn_cast<FunctionTemplateDecl>(D))
        F = Template->getTemplatedDecl();
      if (F && F->doesThisDeclarationHaveABody() && F->getIdentifier() &&
          !isa<CXXMethodDecl>(F))
        offer(*F, *D);
    }
  }

  using Position = std::vector<Word>::iterator;

  /// `template void f<4>(int *);` belongs to `f`: without it nobody needs the
  /// instance.
  void offerInstantiations() {
    for (Position At = Words.begin(); At != Words.end(); ++At) {
      Position Next = std::next(At);
      if (At->IsDirective || At->Text != "template" || Next == Words.end() ||
          Next->Text == "<" || Next->Text == "class" || Next->Text == "struct")
        continue;
      if (At != Words.begin() && !std::prev(At)->IsDirective &&
          !llvm::is_contained({";", "}", "{"}, std::prev(At)->Text))
        continue; // A member's template, or `extern template`.
      Position End = std::find_if(At, Words.end(), [](const Word &Each) {
        return Each.Text == ";" || Each.Text == "{" || Each.IsDirective;
      });
      Position Name = std::find_if(At, End, [&](const Word &Each) {
        const Word *Behind = &Each + 1;
        return Behind != Words.data() + Words.size() &&
               ((Behind->Text == "<") ||
                (Behind->Text == "(" && !Each.Text.starts_with("__")));
      });
      if (Name != End && End != Words.end() && End->Text == ";")
        All.push_back({{At->Begin, End->End}, Name->Text, false, {}});
    }
  }

  /// Before \p First, as far as specifiers and attributes of CUDA stand there.
  Position withSpecifiers(Position First) {
    static constexpr llvm::StringLiteral Specifiers[] = {
        "__global__", "__device__", "__host__",          "__forceinline__",
        "static",     "inline",     "__noinline__",      "__inline__",
        "extern",     "\"C\"",      "__launch_bounds__", "__attribute__"};
    while (First != Words.begin()) {
      Position At = std::prev(First);
      if (At->Text == ")") {
        int Depth = 0;
        do {
          Depth += At->Text == ")" ? 1 : At->Text == "(" ? -1 : 0;
        } while (Depth && At-- != Words.begin());
        if (Depth || At == Words.begin())
          break;
        --At;
      }
      if (At->IsDirective || !llvm::is_contained(Specifiers, At->Text))
        break;
      First = At;
    }
    return First;
  }

  /// From its specifiers to the end of the body.
  void offer(const FunctionDecl &F, const Decl &Whole) {
    SourceLocation Begin = SM.getExpansionLoc(Whole.getBeginLoc()),
                   End = F.getBody()->getEndLoc();
    if (End.isMacroID() || !SM.isInMainFile(Begin) || !SM.isInMainFile(End) ||
        F.getLocation().isMacroID())
      return;
    unsigned From = SM.getFileOffset(Begin), To = SM.getFileOffset(End) + 1;
    auto First = llvm::partition_point(
        Words, [&](const Word &Each) { return Each.Begin < From; });
    First = withSpecifiers(First);
    // A macro that makes other definitions may stand there, or what is not
    // known here.
    if (First != Words.begin() && !std::prev(First)->IsDirective &&
        !llvm::is_contained({";", "}", "{", ")"}, std::prev(First)->Text))
      return;
    int Depth = 0;
    auto Last = First;
    for (; Last != Words.end() && Last->Begin < To; ++Last) {
      if (!Last->IsDirective)
        continue;
      if (Last->Text == "define" || Last->Text == "undef" ||
          Last->Text == "include" || Last->Text == "pragma")
        return;
      if (Last->Text == "if" || Last->Text == "ifdef" || Last->Text == "ifndef")
        ++Depth;
      if (Last->Text == "endif" && --Depth < 0)
        return;
      if ((Last->Text == "else" || Last->Text == "elif") && Depth == 0)
        return;
    }
    if (First == Words.end() || Depth)
      return;
    All.push_back({{First->Begin, To}, F.getName(), IsRoot(F), {}});
  }

  const SourceManager &SM;
  llvm::function_ref<bool(const FunctionDecl &)> IsRoot;
  std::vector<Word> Words;
  std::vector<Definition> All;
};

/// Functions that are named and that nothing defines.
class MissingFinder : public syntax::TreeVisitor {
public:
  MissingFinder(ASTContext &Context, llvm::ArrayRef<TextRange> Without)
      : syntax::TreeVisitor({/*Instances=*/true, /*ImplicitCode=*/false}),
        SM(Context.getSourceManager()), Without(Without) {}

  bool VisitDeclRefExpr(DeclRefExpr *Name) override {
    const auto *F = dyn_cast<FunctionDecl>(Name->getDecl());
    if (!F || F->isDefined() || F->isTemplated() || F->isDefaulted() ||
        F->isDeleted() || F->getBuiltinID() || isa<CXXMethodDecl>(F) ||
        F->isTemplateInstantiation() || !F->getIdentifier() ||
        F->isOverloadedOperator() ||
        SM.isInSystemHeader(SM.getExpansionLoc(F->getLocation())) ||
        F->getReturnType()->isReferenceType())
      return true;
    SourceLocation At = SM.getExpansionLoc(Name->getBeginLoc());
    unsigned Offset = SM.getFileOffset(At);
    if (SM.isInMainFile(At) &&
        llvm::any_of(Without, [&](const TextRange &Each) {
          return Each.first <= Offset && Offset < Each.second;
        }))
      return true;
    if (Seen.insert(F->getCanonicalDecl()).second)
      Found.push_back(F);
    return true;
  }
  std::vector<const FunctionDecl *> Found;

private:
  const SourceManager &SM;
  llvm::ArrayRef<TextRange> Without;
  std::set<const FunctionDecl *> Seen;
};

std::string definitionOf(const FunctionDecl &F, const PrintingPolicy &Policy) {
  std::string Text, Ends;
  for (const DeclContext *In = F.getDeclContext(); In && !In->isFileContext();
       In = In->getParent())
    if (!isa<LinkageSpecDecl>(In))
      return "";
  std::string Around;
  for (const DeclContext *In = F.getDeclContext(); In; In = In->getParent())
    if (const auto *Space = dyn_cast<NamespaceDecl>(In)) {
      Around = (llvm::Twine(Space->isInline() ? "inline " : "") + "namespace " +
                Space->getName() + " { " + Around)
                   .str();
      Ends += " }";
    }
  Text = Around;
  if (F.isExternC())
    Text += "extern \"C\" ";
  if (F.hasAttr<CUDADeviceAttr>())
    Text += F.hasAttr<CUDAHostAttr>() ? "__host__ __device__ " : "__device__ ";
  if (F.hasAttr<CUDAGlobalAttr>())
    Text += "__global__ ";
  Text += "__attribute__((weak)) ";
  std::string Parameters;
  for (const ParmVarDecl *Parameter : F.parameters())
    Parameters += (Parameters.empty() ? "" : ", ") +
                  Parameter->getType().getAsString(Policy);
  if (F.isVariadic())
    Parameters += Parameters.empty() ? "..." : ", ...";
  bool IsVoid = F.getReturnType()->isVoidType();
  return Text + F.getReturnType().getAsString(Policy) + " " +
         F.getNameAsString() + "(" + Parameters + ")" +
         (IsVoid ? " {}" : " { return {}; }") + Ends + "\n";
}

} // namespace

std::vector<TextRange>
unneededFunctions(const ASTContext &Context,
                  llvm::function_ref<bool(const FunctionDecl &)> IsRoot) {
  return Slicer(Context, IsRoot).unneeded();
}

std::string definitionsOfMissing(ASTContext &Context,
                                 llvm::ArrayRef<TextRange> Without,
                                 const PrintingPolicy &Policy,
                                 std::vector<std::string> &Named) {
  MissingFinder Finder(Context, Without);
  Finder.TraverseAST(Context);
  std::string Text;
  for (const FunctionDecl *F : Finder.Found)
    if (std::string Definition = definitionOf(*F, Policy);
        !Definition.empty()) {
      Text += Definition;
      Named.push_back(F->getNameAsString());
    }
  return Text;
}

} // namespace warplint::proof
