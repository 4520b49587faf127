//===--- CompileErrors.cpp - What compile errors cost ---------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tidy/CompileErrors.h"
#include "Analysis/HostInterpreter/UnanalyzedBodies.h"
#include "CudaModel/ChosenArguments.h"
#include "Syntax/TreeVisitor.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace clang;

namespace warplint::edge {

void CompileErrors::add(DiagnosticsEngine::Level Level, const Diagnostic &Info,
                        llvm::StringRef Where, llvm::StringRef Remedy) {
  llvm::SmallString<128> Text;
  Info.FormatDiagnostic(Text);
  Errors.push_back(
      {Info.getLocation(), Info.getID(),
       (Where + Text + (Remedy.empty() ? "" : "; ") + Remedy).str(),
       Level == DiagnosticsEngine::Fatal, !Remedy.empty()});
}

/// " (and 2 more errors)"; empty for none.
static std::string andMore(size_t Others) {
  if (!Others)
    return "";
  return " (and " + std::to_string(Others) + " more error" +
         (Others > 1 ? "s)" : ")");
}

std::string CompileErrors::reason() const {
  if (Errors.empty())
    return "";
  auto Fatal = llvm::find_if(Errors, [](const auto &E) { return E.IsFatal; });
  const CompileError &Shown = Fatal == Errors.end() ? Errors.front() : *Fatal;
  std::string Text = (Shown.IsFatal ? "parsing stopped: " : "") + Shown.Text;
  Text += andMore(Errors.size() - 1);
  if (!LostKernels.empty()) {
    Text += "; an error has left nothing to analyse of ";
    for (const std::string &Kernel : LostKernels)
      Text += (&Kernel == &LostKernels.front() ? "'" : ", '") + Kernel + "'";
  }
  // Kernels that were read are judged by the launches that were.
  Text += "; launches in what was not read are unknown";
  return Shown.HasRemedy
             ? Text
             : Text + "; if nvcc compiles it, --print-command shows "
                      "what clang was given";
}

//===----------------------------------------------------------------------===//
// Where errors are
//===----------------------------------------------------------------------===//

/// A lambda is the device's only if it says so.
static bool isForDevice(const FunctionDecl &F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  bool IsLambda = Method && Method->getParent()->isLambda();
  return llvm::any_of(F.attrs(), [&](const Attr *A) {
    return isa<CUDAGlobalAttr>(A) ||
           (isa<CUDADeviceAttr>(A) && !(IsLambda && A->isImplicit()));
  });
}

/// Functions of templates as they are written, and those of which the unit has
/// instances, or has asked for one that could not be made; kernels that an
/// error has left without a body; and all bodies.
class CompileErrors::Functions : public syntax::TreeVisitor {
public:
  Functions()
      : syntax::TreeVisitor({/*Instances=*/true, /*ImplicitCode=*/false}) {}

  bool VisitFunctionDecl(FunctionDecl *F) override {
    bool HasBody =
        F->doesThisDeclarationHaveABody() && !F->isLateTemplateParsed();
    // Whose arguments are chosen is not analysed where it is broken.
    if (!hasChosenArguments(*F) &&
        (HasBody || F->getPointOfInstantiation().isValid()))
      if (const FunctionDecl *From = F->getTemplateInstantiationPattern())
        Instantiated.insert(From->getCanonicalDecl());
    if (HasBody && F->isDependentContext() && !F->getParentFunctionOrMethod())
      Written.push_back(F);
    if (HasBody)
      WithBody.push_back(F);
    bool IsAsked = HasBody || F->getPointOfInstantiation().isValid();
    if (F->hasAttr<CUDAGlobalAttr>() && F->isInvalidDecl() && IsAsked &&
        !hasChosenArguments(*F) && !F->isDependentContext() &&
        !llvm::is_contained(Lost, F->getQualifiedNameAsString()))
      Lost.push_back(F->getQualifiedNameAsString());
    return true;
  }

  // Whoever holds a lambda of the host has its text; one for the device stands
  // for itself, and so does one outside of functions.
  Traversal enter(Decl &D) override {
    Around += isa<FunctionDecl>(D);
    return Traversal::Into;
  }
  void leave(Decl &D) override { Around -= isa<FunctionDecl>(D); }
  Traversal enter(Stmt &S) override {
    if (const auto *Lambda = dyn_cast<LambdaExpr>(&S))
      if (!Around || isForDevice(*Lambda->getCallOperator()))
        WithBody.push_back(Lambda->getCallOperator());
    return Traversal::Into;
  }

  std::vector<std::string> Lost;
  std::vector<const FunctionDecl *> Written, WithBody;
  llvm::DenseSet<const FunctionDecl *> Instantiated;

private:
  unsigned Around = 0; ///< Functions.
};

/// Parts of the text of a unit, each with what is included inside of it.
class CompileErrors::Ranges {
public:
  explicit Ranges(const SourceManager &Files) : Files(Files) {}

  void add(SourceRange Part) {
    auto [File, Begin] = placeOf(Part.getBegin());
    auto [EndFile, End] = placeOf(Part.getEnd());
    if (File.isValid() && File == EndFile)
      ByFile[File].push_back({Begin, End});
  }
  /// No part is added any more.
  void finish() {
    for (auto &[File, Parts] : ByFile) {
      llvm::sort(Parts);
      for (size_t I = 1; I < Parts.size(); ++I)
        Parts[I].second = std::max(Parts[I].second, Parts[I - 1].second);
    }
  }
  bool hold(SourceLocation At) const {
    for (auto Place = placeOf(At); Place.first.isValid();
         Place = Files.getDecomposedIncludedLoc(Place.first)) {
      auto Parts = ByFile.find(Place.first);
      if (Parts == ByFile.end())
        continue;
      auto Behind = llvm::partition_point(Parts->second, [&](const auto &Part) {
        return Part.first <= Place.second;
      });
      if (Behind != Parts->second.begin() &&
          Place.second <= std::prev(Behind)->second)
        return true;
    }
    return false;
  }

private:
  std::pair<FileID, unsigned> placeOf(SourceLocation At) const {
    return Files.getDecomposedLoc(Files.getExpansionLoc(At));
  }

  const SourceManager &Files;
  /// Where parts begin and end, in order; an end is no less than those before.
  llvm::DenseMap<FileID, std::vector<std::pair<unsigned, unsigned>>> ByFile;
};

/// The body of \p F, with what a constructor initializes before it.
static SourceRange bodyOf(const FunctionDecl &F) {
  SourceRange Body = F.getBody()->getSourceRange();
  if (const auto *Maker = dyn_cast<CXXConstructorDecl>(&F))
    if (FunctionTypeLoc Type = Maker->getFunctionTypeLoc())
      Body.setBegin(Type.getRParenLoc());
  return Body;
}

namespace {
/// The functions whose bodies are one part of the text: a template and its
/// instances.
struct FunctionPart {
  unsigned Begin = 0, End = 0;
  unsigned Reach = 0; ///< The last end of this and of those before it.
  std::vector<const FunctionDecl *> Functions;
};
} // namespace

/// The innermost of \p Parts of one file, in order, that holds \p Offset; null
/// if none does.
static const FunctionPart *innermost(llvm::ArrayRef<FunctionPart> Parts,
                                     unsigned Offset) {
  auto Behind = llvm::partition_point(
      Parts, [&](const FunctionPart &Each) { return Each.Begin <= Offset; });
  while (Behind != Parts.begin() && (--Behind)->Reach > Offset)
    if (Behind->End > Offset)
      return &*Behind;
  return nullptr;
}

/// A body that is never closed, or not where it was meant to be, may hold what
/// was meant to stand behind it.
static bool isWhole(const FunctionDecl &F, const ASTContext &Context) {
  const SourceManager &Sources = Context.getSourceManager();
  bool Invalid = false;
  const char *Last = Sources.getCharacterData(
      Sources.getExpansionLoc(F.getBody()->getEndLoc()), &Invalid);
  return !Invalid && Last &&
         (*Last == '}' || F.getBody()->getEndLoc().isMacroID()) &&
         !host::wordsIn(bodyOf(F), Sources, Context.getLangOpts())
              .contains("__global__");
}

//===----------------------------------------------------------------------===//
// What they cost
//===----------------------------------------------------------------------===//

void CompileErrors::dropUninstantiated(const Functions &Seen,
                                       const ASTContext &Context) {
  Ranges NotRead(Context.getSourceManager());
  for (const FunctionDecl *F : Seen.Written)
    if (!Seen.Instantiated.count(F->getCanonicalDecl()))
      NotRead.add(F->getBody()->getSourceRange());
  NotRead.finish();
  llvm::erase_if(Errors, [&](const CompileError &E) {
    return !E.IsFatal && E.At.isValid() && NotRead.hold(E.At);
  });
}

namespace {

/// Function bodies in files that have errors, and in files that include such
/// files.
class BodiesOfFiles {
public:
  explicit BodiesOfFiles(const SourceManager &Sources) : Sources(Sources) {}

  void addFilesOf(SourceLocation Error) {
    for (auto At = placeOf(Error); At.first.isValid();
         At = Sources.getDecomposedIncludedLoc(At.first))
      ByFile.try_emplace(At.first);
  }
  /// The bodies of \p Functions; none is added any more.
  void addBodies(llvm::ArrayRef<const FunctionDecl *> Functions) {
    llvm::DenseMap<FileID,
                   std::map<std::pair<unsigned, unsigned>, FunctionPart>>
        Of;
    for (const FunctionDecl *F : Functions) {
      SourceRange Body = bodyOf(*F);
      auto [File, Begin] = placeOf(Body.getBegin());
      auto [EndFile, End] = placeOf(Body.getEnd());
      if (File == EndFile && ByFile.count(File))
        // The longer of two that begin at one place is around the other.
        Of[File][{Begin, ~End}].Functions.push_back(F);
    }
    for (auto &[File, Parts] : Of) {
      unsigned Reach = 0;
      for (auto &[Ends, Each] : Parts) {
        Each.Begin = Ends.first;
        Each.End = ~Ends.second;
        Each.Reach = Reach = std::max(Reach, Each.End);
        ByFile[File].push_back(std::move(Each));
      }
    }
  }
  /// The innermost body around \p Error; null if there is none.
  const FunctionPart *around(SourceLocation Error) const {
    for (auto At = placeOf(Error); At.first.isValid();
         At = Sources.getDecomposedIncludedLoc(At.first)) {
      auto File = ByFile.find(At.first);
      if (File != ByFile.end())
        if (const FunctionPart *In = innermost(File->second, At.second))
          return In;
    }
    return nullptr;
  }

private:
  std::pair<FileID, unsigned> placeOf(SourceLocation At) const {
    return Sources.getDecomposedLoc(Sources.getExpansionLoc(At));
  }

  const SourceManager &Sources;
  llvm::DenseMap<FileID, std::vector<FunctionPart>> ByFile;
};

} // namespace

/// A lambda has no name of its own.
static std::string nameOf(const FunctionDecl &F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  return Method && Method->getParent()->isLambda()
             ? "lambda"
             : F.getQualifiedNameAsString();
}

void CompileErrors::takeHosts(const Functions &Seen,
                              const ASTContext &Context) {
  BodiesOfFiles Of(Context.getSourceManager());
  for (const CompileError &E : Errors)
    if (E.At.isValid())
      Of.addFilesOf(E.At);
  Of.addBodies(Seen.WithBody);
  llvm::MapVector<const FunctionPart *, std::vector<size_t>> ByPart;
  for (size_t I = 0; I < Errors.size(); ++I)
    if (!Errors[I].IsFatal && Errors[I].At.isValid())
      if (const FunctionPart *In = Of.around(Errors[I].At))
        ByPart[In].push_back(I);
  llvm::DenseSet<size_t> Taken;
  for (const auto &[In, Inside] : ByPart) {
    const FunctionDecl &First = *In->Functions.front();
    if (llvm::any_of(In->Functions,
                     [](const FunctionDecl *F) { return isForDevice(*F); }) ||
        llvm::any_of(Inside,
                     [&](size_t I) {
                       return Errors[I].Id ==
                              diag::err_function_definition_not_allowed;
                     }) ||
        !isWhole(First, Context))
      continue;
    Unread.push_back({nameOf(First), Errors[Inside.front()].Text +
                                         andMore(Inside.size() - 1)});
    Bodies.insert(Bodies.end(), In->Functions.begin(), In->Functions.end());
    Taken.insert(Inside.begin(), Inside.end());
  }
  std::vector<CompileError> Left;
  for (size_t I = 0; I < Errors.size(); ++I)
    if (!Taken.count(I))
      Left.push_back(std::move(Errors[I]));
  Errors = std::move(Left);
}

void CompileErrors::settle(const ASTContext &Context) {
  if (Errors.empty())
    return;
  Functions Seen;
  // All of the unit, or what somebody leaves of it to look at.
  for (const Decl *D : Context.getTraversalScope())
    Seen.TraverseDecl(D);
  LostKernels = std::move(Seen.Lost);
  dropUninstantiated(Seen, Context);
  takeHosts(Seen, Context);
}

} // namespace warplint::edge
