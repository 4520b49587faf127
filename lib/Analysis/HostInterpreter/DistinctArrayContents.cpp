//===--- DistinctArrayContents.cpp - What the host puts into arrays -------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/HostInterpreter/DistinctArrayContents.h"
#include "Analysis/Launches/HostSyntax.h"
#include "CudaModel/AstNames.h"
#include "CudaModel/HostApi.h"
#include "Syntax/TreeVisitor.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <array>

using namespace clang;

namespace warplint::host {

/// The array that \p E leads into: a variable, its address, an element's, or
/// what a container says of where its elements are; null if it is none.
static const VarDecl *arrayAt(const Expr *E) {
  for (;;) {
    E = E->IgnoreParenCasts();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      return dyn_cast<VarDecl>(Ref->getDecl());
    if (const Expr *Wrapped = wrappedBy(*E))
      E = Wrapped;
    else if (const auto *Op = dyn_cast<UnaryOperator>(E);
             Op &&
             (Op->getOpcode() == UO_AddrOf || Op->getOpcode() == UO_Deref))
      E = Op->getSubExpr();
    else if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
      E = Element->getBase();
    else if (const auto *Sum = dyn_cast<BinaryOperator>(E);
             Sum && Sum->isAdditiveOp() && Sum->getType()->isPointerType())
      E = Sum->getLHS()->getType()->isPointerType() ? Sum->getLHS()
                                                    : Sum->getRHS();
    else if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E))
      E = Member->getImplicitObjectArgument();
    else if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
             Call && Call->getNumArgs() > 0 &&
             (Call->getOperator() == OO_Subscript ||
              Call->getOperator() == OO_Plus || Call->getOperator() == OO_Star))
      E = Call->getArg(0);
    else if (const auto *Made = dyn_cast<CXXConstructExpr>(E);
             Made && Made->getNumArgs() == 1)
      E = Made->getArg(0);
    else
      return nullptr;
  }
}

/// The array and the index of `a[i]`, of a pointer or container.
static std::pair<const Expr *, const Expr *> elementOf(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
    return {Element->getBase(), Element->getIdx()};
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
  if (Call && Call->getOperator() == OO_Subscript)
    return {Call->getArg(0), Call->getArg(1)};
  return {nullptr, nullptr};
}

/// \p Value is \p Index, or that and a constant.
static bool countsWith(const Expr *Value, const VarDecl *Index,
                       const ASTContext &Context) {
  Value = Value->IgnoreParenCasts();
  if (namedVariable(*Value) == Index)
    return true;
  const auto *Op = dyn_cast<BinaryOperator>(Value);
  return Op && Op->isAdditiveOp() && namedVariable(*Op->getLHS()) == Index &&
         Op->getRHS()->isEvaluatable(Context);
}

/// Both are written alike, and neither names one of \p Changing nor does
/// anything.
static bool areSameIndex(const Expr *L, const Expr *R,
                         llvm::ArrayRef<const VarDecl *> Changing,
                         const ASTContext &Context) {
  llvm::FoldingSetNodeID Left, Right;
  L->IgnoreParenImpCasts()->Profile(Left, Context, /*Canonical=*/true);
  R->IgnoreParenImpCasts()->Profile(Right, Context, /*Canonical=*/true);
  llvm::SmallVector<const Stmt *, 8> Work{L};
  while (!Work.empty()) {
    const Stmt *Part = Work.pop_back_val();
    const auto *Ref = dyn_cast_or_null<DeclRefExpr>(Part);
    if (Ref && llvm::is_contained(Changing, Ref->getDecl()))
      return false;
    if (Part)
      Work.append(Part->child_begin(), Part->child_end());
  }
  return Left == Right && !L->HasSideEffects(Context);
}

/// The two stores of `t = a[i]; a[i] = a[j]; a[j] = t;`, which leave in the
/// array what was there; none if \p First and what follows is not that.
static std::array<const Expr *, 2> exchange(const Stmt *First,
                                            const Stmt *Second,
                                            const Stmt *Third,
                                            const ASTContext &Context) {
  auto Assignment = [](const Stmt *S) -> const BinaryOperator * {
    const auto *Op = dyn_cast<BinaryOperator>(S);
    return Op && Op->getOpcode() == BO_Assign ? Op : nullptr;
  };
  const auto *Declared = dyn_cast<DeclStmt>(First);
  const auto *Kept = Declared && Declared->isSingleDecl()
                         ? dyn_cast<VarDecl>(Declared->getSingleDecl())
                         : nullptr;
  const Expr *From = Kept ? Kept->getInit() : nullptr;
  if (const auto *Op = Assignment(First)) {
    Kept = namedVariable(*Op->getLHS());
    From = Op->getRHS();
  }
  const auto *One = Assignment(Second), *Other = Assignment(Third);
  if (!Kept || !Kept->getType()->isIntegerType() || !From || !One || !Other ||
      namedVariable(*Other->getRHS()) != Kept)
    return {};
  auto [Base, I] = elementOf(From->IgnoreParenImpCasts());
  auto [To, SameI] = elementOf(One->getLHS());
  auto [Source, J] = elementOf(One->getRHS()->IgnoreParenImpCasts());
  auto [Last, SameJ] = elementOf(Other->getLHS());
  const VarDecl *Array = Base ? namedVariable(*Base) : nullptr;
  if (!Array || !To || !Source || !Last || namedVariable(*To) != Array ||
      namedVariable(*Source) != Array || namedVariable(*Last) != Array ||
      Context.getTypeSize(Kept->getType()) <
          Context.getTypeSize(One->getLHS()->getType()) ||
      !areSameIndex(I, SameI, {Array, Kept}, Context) ||
      !areSameIndex(J, SameJ, {Array, Kept}, Context))
    return {};
  return {One, Other};
}

enum class CallEffect : uint8_t { None, CountsUp, Unknown };

/// What a library's function does to arrays that it gets. What CUDA's do is in
/// the model, if it is anything.
static CallEffect effectOf(const FunctionDecl &Callee) {
  const IdentifierInfo *Id = Callee.getIdentifier();
  if (!Id)
    return CallEffect::Unknown;
  if (Id->getName().starts_with("cuda"))
    return CallEffect::None;
  return llvm::StringSwitch<CallEffect>(Id->getName())
      .Cases({"iota", "sequence"}, CallEffect::CountsUp)
      .Cases({"sort", "stable_sort", "shuffle", "random_shuffle", "reverse",
              "free"},
             CallEffect::None)
      .Cases({"malloc", "calloc", "printf", "fprintf", "assert", "swap"},
             CallEffect::None)
      .Default(CallEffect::Unknown);
}

class DistinctArrayContents::Reader : public syntax::TreeVisitor {
public:
  Reader(DistinctArrayContents &Of, ASTContext &Context)
      : Of(Of), Context(Context) {}

  bool VisitVarDecl(VarDecl *Var) override {
    if (Var->getInit() && Var->getType()->isPointerType())
      lead(Var, Var->getInit());
    return true;
  }
  bool VisitCompoundStmt(CompoundStmt *Block) override {
    for (unsigned I = 0; I + 2 < Block->size(); ++I) {
      auto *Part = Block->body_begin() + I;
      for (const Expr *Store : exchange(Part[0], Part[1], Part[2], Context))
        if (Store)
          Exchanges.insert(Store);
    }
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *Op) override {
    if (!Op->isAssignmentOp() || Exchanges.count(Op))
      return true;
    store(Op->getLHS(), Op->getOpcode() == BO_Assign ? Op->getRHS() : nullptr);
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *Op) override {
    if (Op->isIncrementDecrementOp() && !namedVariable(*Op->getSubExpr()))
      store(Op->getSubExpr(), nullptr);
    return true;
  }
  bool VisitCXXMemberCallExpr(CXXMemberCallExpr *Call) override {
    const CXXMethodDecl *Method = Call->getMethodDecl();
    const IdentifierInfo *Id = Method ? Method->getIdentifier() : nullptr;
    bool IsLook = Method && (Method->isConst() ||
                             (Id && llvm::StringSwitch<bool>(Id->getName())
                                        .Cases({"data", "begin", "end"}, true)
                                        .Cases({"resize", "reserve"}, true)
                                        .Default(false)));
    if (!IsLook)
      note(arrayAt(Call->getImplicitObjectArgument())).Anything = true;
    return true;
  }
  bool VisitCallExpr(CallExpr *Call) override {
    if (const FunctionDecl *Callee = Call->getDirectCallee())
      if (!isa<CXXOperatorCallExpr>(Call))
        pass(*Callee, llvm::ArrayRef(Call->getArgs(), Call->getNumArgs()));
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *Made) override {
    if (!Made->getConstructor()->isCopyOrMoveConstructor())
      pass(*Made->getConstructor(),
           llvm::ArrayRef(Made->getArgs(), Made->getNumArgs()));
    return true;
  }

private:
  Fill &note(const VarDecl *Array) { return Of.Fills[Array]; }

  /// The pointer \p To is made to lead where \p From does.
  void lead(const VarDecl *To, const Expr *From) {
    From = From->IgnoreParenCasts();
    if (const VarDecl *Array = arrayAt(From))
      note(To).CopiedFrom.push_back(Array);
    else if (!isa<CallExpr, CXXNewExpr, CXXNullPtrLiteralExpr, IntegerLiteral,
                  GNUNullExpr>(From))
      note(To).Anything = true;
  }

  void store(const Expr *To, const Expr *Value) {
    if (const VarDecl *Whole = namedVariable(*To)) {
      if (Whole->getType()->isPointerType() && Value)
        lead(Whole, Value);
      else if (!Whole->getType()->isArithmeticType())
        note(Whole).Anything = true;
      return;
    }
    const VarDecl *Array = arrayAt(To);
    if (!Array)
      return;
    auto [Base, Index] = elementOf(To);
    const VarDecl *At = Index ? namedVariable(*Index) : nullptr;
    if (At && Value && namedVariable(*Base) == Array &&
        countsWith(Value, At, Context))
      note(Array).Counted = true;
    else
      note(Array).Anything = true;
  }

  void copy(const HostApiEntry &Row, llvm::ArrayRef<const Expr *> Arguments) {
    auto At = [&](int Position) {
      return Position >= 0 && size_t(Position) < Arguments.size()
                 ? arrayAt(Arguments[Position])
                 : nullptr;
    };
    const VarDecl *From = At(Row.SourceArg);
    if (const VarDecl *To = At(Row.ObjectArg)) {
      if (From)
        note(To).CopiedFrom.push_back(From);
      else
        note(To).Anything = true;
    }
  }

  void pass(const FunctionDecl &Callee,
            llvm::ArrayRef<const Expr *> Arguments) {
    if (const HostApiEntry *Row = lookupHostApi(Callee)) {
      if (Row->Kind == HostCallKind::Copy ||
          Row->Kind == HostCallKind::CopyAsync ||
          Row->Kind == HostCallKind::Set ||
          (Row->Kind == HostCallKind::Harmless && Row->BytesArg < 0))
        copy(*Row, Arguments);
      return;
    }
    const FunctionDecl *Body = Callee.getDefinition();
    bool IsKernel = Callee.hasAttr<CUDAGlobalAttr>();
    SourceManager &SM = Context.getSourceManager();
    bool IsOwn = Body && !SM.isInSystemHeader(Body->getLocation());
    CallEffect Effect =
        IsOwn || IsKernel ? CallEffect::Unknown : effectOf(Callee);
    for (auto [Position, Argument] : llvm::enumerate(Arguments)) {
      const VarDecl *Array = arrayAt(Argument);
      if (!Array || Array->getType()->isArithmeticType() ||
          Position >= Callee.getNumParams())
        continue;
      const ParmVarDecl *As =
          (Body ? Body : &Callee)->getParamDecl(unsigned(Position));
      QualType Type = As->getType();
      bool MayWrite = (Type->isPointerType() || Type->isReferenceType()) &&
                      !Type->getPointeeType().isConstQualified();
      if (IsKernel || IsOwn) {
        note(As).CopiedFrom.push_back(Array);
        if (MayWrite && IsKernel)
          note(Array).Anything = true;
        else if (MayWrite)
          note(Array).WrittenAs.push_back(As);
      } else if (Effect == CallEffect::CountsUp) {
        note(Array).Counted = true;
      } else if (Effect == CallEffect::Unknown &&
                 (MayWrite || Type->isRecordType())) {
        note(Array).Anything = true;
      }
    }
  }

  DistinctArrayContents &Of;
  ASTContext &Context;
  llvm::DenseSet<const Expr *> Exchanges; ///< Stores that are part of one.
};

DistinctArrayContents::DistinctArrayContents(
    llvm::ArrayRef<const FunctionDecl *> Functions) {
  for (const FunctionDecl *F : Functions)
    if (Stmt *Body = F->getBody())
      Reader(*this, F->getASTContext()).TraverseStmt(Body);
  Fills.erase(nullptr);
}

bool DistinctArrayContents::areDistinct(
    const VarDecl *Array, llvm::SmallVectorImpl<const VarDecl *> &Asked) const {
  auto Found = Fills.find(Array);
  if (Found == Fills.end() || Found->second.Anything ||
      llvm::is_contained(Asked, Array))
    return false;
  Asked.push_back(Array);
  const Fill &Of = Found->second;
  bool Counted = Of.Counted;
  for (const VarDecl *As : Of.WrittenAs)
    if (auto Written = Fills.find(As); Written != Fills.end()) {
      if (Written->second.Anything)
        return false;
      Counted |= Written->second.Counted;
    }
  if (!llvm::all_of(Of.CopiedFrom, [&](const VarDecl *From) {
        return areDistinct(From, Asked);
      }))
    return false;
  Asked.pop_back();
  return Counted || !Of.CopiedFrom.empty();
}

bool DistinctArrayContents::areDistinct(const ParmVarDecl &Parameter) const {
  llvm::SmallVector<const VarDecl *, 8> Asked;
  return areDistinct(&Parameter, Asked);
}

} // namespace warplint::host
