//===--- HostFunction.cpp - The function of the host to call --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof/HostFunction.h"
#include "Syntax/TreeVisitor.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Analysis/CallGraph.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <set>

using namespace clang;

namespace warplint::proof {

namespace {

bool isOfDevice(const FunctionDecl &F) {
  return F.hasAttr<CUDAGlobalAttr>() ||
         (F.hasAttr<CUDADeviceAttr>() && !F.hasAttr<CUDAHostAttr>());
}

/// Values of \p Type can be made from its declaration alone.
bool canBeMade(QualType Type, const SourceManager &SM, unsigned Depth = 0) {
  Type = Type.getNonReferenceType();
  if (Type->isArithmeticType() || Type->isEnumeralType())
    return true;
  if (Type->isAnyPointerType()) {
    // Handles of events and graphs are no memory.
    QualType Pointee = Type->getPointeeType();
    const CXXRecordDecl *To = Pointee->getAsCXXRecordDecl();
    return !Pointee->isFunctionType() &&
           (!To || To->hasDefinition() || To->getName() == "CUstream_st");
  }
  if (const auto *Array = Type->getAsArrayTypeUnsafe())
    return canBeMade(Array->getElementType(), SM, Depth);
  const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
  constexpr unsigned MostDepth = 4;
  return Record && Record->hasDefinition() && Depth < MostDepth &&
         !SM.isInSystemHeader(Record->getLocation()) &&
         !Record->isPolymorphic() &&
         llvm::all_of(
             Record->bases(),
             [&](const CXXBaseSpecifier &Base) {
               return canBeMade(Base.getType(), SM, Depth + 1);
             }) &&
         llvm::all_of(
             Record->fields(),
             [&](const FieldDecl *Field) {
               return Field->getAccess() != AS_private &&
                      Field->getAccess() != AS_protected &&
                      canBeMade(Field->getType(), SM, Depth + 1);
             });
}

class HostFunctions : public syntax::TreeVisitor {
public:
  explicit HostFunctions(ASTContext &Context)
      : syntax::TreeVisitor({/*Instances=*/true, /*ImplicitCode=*/false}),
        SM(Context.getSourceManager()) {
    TraverseAST(Context);
    Graph.addToCallGraph(Context.getTranslationUnitDecl());
    for (const auto &[Function, Node] : Graph)
      if (const auto *Caller = dyn_cast_or_null<FunctionDecl>(Function))
        for (const CallGraphNode::CallRecord &Call : *Node)
          if (const auto *F =
                  dyn_cast_or_null<FunctionDecl>(Call.Callee->getDecl()))
            Callers[F->getCanonicalDecl()].push_back(Caller);
  }

  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (F->doesThisDeclarationHaveABody() && !F->isTemplated() &&
        !isOfDevice(*F) &&
        SM.isInMainFile(SM.getExpansionLoc(F->getLocation())))
      All.push_back(F);
    return true;
  }

  const FunctionDecl *chosenFor(llvm::ArrayRef<unsigned> Lines) {
    const FunctionDecl *Own = Lines.empty() ? nullptr : at(Lines.front());
    if (Own && isGood(*Own))
      return Own;
    if (const FunctionDecl *Caller = Own ? callerOf(*Own) : nullptr)
      return Caller;
    for (unsigned Line : Lines)
      if (const FunctionDecl *Other = at(Line); Other && isGood(*Other))
        return Other;
    for (const FunctionDecl *F : All)
      if (Own && F->isMain() && isGood(*F))
        return F;
    return Own && canBeCalled(*Own) ? Own : nullptr;
  }

private:
  unsigned lineOf(SourceLocation At) const {
    return SM.getExpansionLineNumber(At);
  }
  /// The innermost function that has a line.
  const FunctionDecl *at(unsigned Line) const {
    const FunctionDecl *Found = nullptr;
    for (const FunctionDecl *F : All)
      if (lineOf(F->getBeginLoc()) <= Line && Line <= lineOf(F->getEndLoc()) &&
          (!Found || lineOf(Found->getBeginLoc()) <= lineOf(F->getBeginLoc())))
        Found = F;
    return Found;
  }

  static bool canBeCalled(const FunctionDecl &F) {
    if (F.isMain())
      return F.getNumParams() == 0 || F.getNumParams() == 2;
    const auto *Method = dyn_cast<CXXMethodDecl>(&F);
    return !F.isVariadic() && F.getIdentifier() &&
           !F.getParentFunctionOrMethod() &&
           (!Method ||
            (Method->isStatic() && Method->getAccess() == AS_public));
  }
  bool isGood(const FunctionDecl &F) const {
    return canBeCalled(F) &&
           (F.isMain() ||
            llvm::all_of(F.parameters(), [&](const ParmVarDecl *Parameter) {
              return canBeMade(Parameter->getType(), SM);
            }));
  }

  /// In the order of the source.
  std::vector<const FunctionDecl *> callersOf(const FunctionDecl &F) const {
    std::vector<const FunctionDecl *> Found;
    auto Add = [&](const FunctionDecl *Called) {
      if (auto Known = Callers.find(Called->getCanonicalDecl());
          Known != Callers.end())
        llvm::append_range(Found, Known->second);
    };
    Add(&F);
    if (const auto *Method = dyn_cast<CXXMethodDecl>(&F)) {
      // Who makes an object destroys it, and who makes a closure has it called.
      if (isa<CXXDestructorDecl>(Method))
        for (const CXXConstructorDecl *Made : Method->getParent()->ctors())
          Add(Made);
      if (const auto *Around = dyn_cast_or_null<FunctionDecl>(
              Method->getParent()->getParentFunctionOrMethod()))
        Found.push_back(Around);
    }
    llvm::sort(Found, [&](const FunctionDecl *L, const FunctionDecl *R) {
      return SM.isBeforeInTranslationUnit(L->getBeginLoc(), R->getBeginLoc());
    });
    return Found;
  }
  const FunctionDecl *callerOf(const FunctionDecl &F) const {
    std::vector<const FunctionDecl *> Open{&F};
    llvm::DenseSet<const FunctionDecl *> Known{F.getCanonicalDecl()};
    for (size_t I = 0; I < Open.size(); ++I)
      for (const FunctionDecl *Caller : callersOf(*Open[I])) {
        if (!Known.insert(Caller->getCanonicalDecl()).second)
          continue;
        const FunctionDecl *Definition = nullptr;
        if (!Caller->hasBody(Definition) || Definition->isTemplated())
          continue;
        if (llvm::is_contained(All, Definition) && isGood(*Definition))
          return Definition;
        Open.push_back(Definition);
      }
    return nullptr;
  }

  const SourceManager &SM;
  CallGraph Graph;
  std::vector<const FunctionDecl *> All;
  llvm::DenseMap<const FunctionDecl *, std::vector<const FunctionDecl *>>
      Callers;
};

class LaunchesOfHost : public syntax::TreeVisitor {
public:
  explicit LaunchesOfHost(ASTContext &Context)
      : SM(Context.getSourceManager()) {
    TraverseAST(Context);
  }

  Traversal enter(Decl &D) override {
    if (const auto *F = dyn_cast<FunctionDecl>(&D))
      Device.push_back(isOfDevice(*F));
    return Traversal::Into;
  }
  void leave(Decl &D) override {
    if (isa<FunctionDecl>(D))
      Device.pop_back();
  }
  bool VisitCUDAKernelCallExpr(CUDAKernelCallExpr *Call) override {
    const CallExpr *How = Call->getConfig();
    if (!How || How->getNumArgs() == 0 || (!Device.empty() && Device.back()))
      return true;
    // In a function of both sides it is a launch by the device: the kernel and
    // its arguments come first, and what is not written stands at the brackets.
    constexpr unsigned Usual = 4;
    unsigned Count = How->getNumArgs(),
             Grid = Count > Usual ? Count - Usual : 0,
             Stream = Grid + Usual - 1;
    bool HasStream = Stream < Count && isWritten(*How->getArg(Stream));
    const Expr *Is = How->getArg(HasStream ? Stream : Grid)->IgnoreImplicit();
    SourceRange Range = Is->getSourceRange();
    if (Range.isInvalid() || Range.getBegin().isMacroID() ||
        Range.getEnd().isMacroID() || !SM.isInMainFile(Range.getBegin()) ||
        SM.getCharacterData(Range.getBegin())[0] == '{' ||
        !Seen.insert(Range.getBegin()).second)
      return true;
    Found.push_back(
        {Range, HasStream, SM.getExpansionLineNumber(Call->getBeginLoc())});
    return true;
  }

  std::vector<HostLaunch> Found;

private:
  bool isWritten(const Expr &Argument) const {
    return !isa<CXXDefaultArgExpr>(Argument) &&
           SM.getCharacterData(SM.getSpellingLoc(Argument.getBeginLoc()))[0] !=
               '<';
  }

  const SourceManager &SM;
  std::vector<bool> Device; ///< Of the functions around.
  std::set<SourceLocation> Seen;
};

} // namespace

const FunctionDecl *hostFunctionFor(llvm::ArrayRef<unsigned> Lines,
                                    ASTContext &Context) {
  return HostFunctions(Context).chosenFor(Lines);
}

std::vector<HostLaunch> hostLaunches(ASTContext &Context) {
  return std::move(LaunchesOfHost(Context).Found);
}

} // namespace warplint::proof
