//===--- DeviceTraits.cpp - What happens in device functions --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Program/DeviceCode.h"
#include "CudaModel/Destructors.h"
#include "CudaModel/SyncApi.h"
#include "clang/AST/ExprCXX.h"
#include <array>

using namespace clang;

namespace warplint {

/// Statements of a function that costs nothing to open.
static constexpr unsigned StatementsOfSimple = 8;

/// \p S is statements in a row, which are counted in \p Count. Of an `if
/// constexpr` an instance has one successor. Inline PTX is in it where the
/// model says what it does.
static bool isInARow(const Stmt &S, DeviceCode &Code, unsigned &Count) {
  if (const auto *Block = dyn_cast<CompoundStmt>(&S))
    return llvm::all_of(Block->body(), [&](const Stmt *Each) {
      return isInARow(*Each, Code, Count);
    });
  const auto *If = dyn_cast<IfStmt>(&S);
  if (If && If->isConstexpr() && !If->getCond()->isInstantiationDependent()) {
    // What is discarded is gone, or an empty statement.
    return llvm::all_of(std::array{If->getThen(), If->getElse()},
                        [&](const Stmt *Branch) {
                          return !Branch || isInARow(*Branch, Code, Count);
                        });
  }
  return (isa<ReturnStmt, DeclStmt, Expr, NullStmt>(S) ||
          (isa<GCCAsmStmt>(S) && !Code.operations(S).empty())) &&
         ++Count <= StatementsOfSimple;
}

/// A few statements in a row, such as make_int4: opening it costs nothing and
/// keeps its value.
static bool isSimple(const FunctionDecl &F, DeviceCode &Code) {
  unsigned Count = 0;
  const auto *Body = dyn_cast_or_null<CompoundStmt>(F.getBody());
  return Body && isInARow(*Body, Code, Count);
}

/// What ends an object of \p Type, or each of an array of them, and may order
/// threads, as far as it has a body.
static const FunctionDecl *destructorOf(QualType Type,
                                        const ASTContext &Context) {
  const FunctionDecl *Definition = nullptr;
  const auto *Class =
      Type->isDependentType()
          ? nullptr
          : Context.getBaseElementType(Type)->getAsCXXRecordDecl();
  const CXXDestructorDecl *End =
      Class && Class->hasDefinition() ? Class->getDestructor() : nullptr;
  return End && !orderNothingAtEnd(*Class) && End->hasBody(Definition)
             ? Definition
             : nullptr;
}

/// The function of which \p E is the name or the address, with a body; null if
/// it is neither.
static const FunctionDecl *namedBy(const Expr &E) {
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(&E))
    return namedBy(*Default->getExpr());
  if (E.isInstantiationDependent())
    return nullptr;
  const Expr *Name = E.IgnoreParenCasts();
  if (const auto *Op = dyn_cast<UnaryOperator>(Name);
      Op && Op->getOpcode() == UO_AddrOf)
    Name = Op->getSubExpr()->IgnoreParens();
  const auto *Ref = dyn_cast<DeclRefExpr>(Name);
  const auto *F = Ref ? dyn_cast<FunctionDecl>(Ref->getDecl()) : nullptr;
  return F ? F->getDefinition() : nullptr;
}

void DeviceCode::collectDirect(const Stmt *S, DirectTraits &Direct) {
  if (!S)
    return;
  if (const auto *E = dyn_cast<Expr>(S))
    if (const auto &I = identityOf(*E)) {
      Direct.Own.ReadsThreadIdentity |= I->UniformAt < Scope::Grid;
      return;
    }
  llvm::ArrayRef<SyncOp> Ops = operations(*S);
  for (const SyncOp &Op : Ops)
    if (Op.Kind != SyncKind::CachedLoad && Op.Kind != SyncKind::MatrixLoad &&
        Op.Kind != SyncKind::RegisterFence && Op.Kind != SyncKind::HostSync)
      Direct.Own.Synchronizes = true;
  if (const auto *Asm = dyn_cast<GCCAsmStmt>(S))
    for (unsigned I = 0; I < Asm->getNumOutputs(); ++I)
      if (auto Read = Model.identityOf(*Asm, I))
        Direct.Own.ReadsThreadIdentity |= Read->UniformAt < Scope::Grid;
  if (isa<CallExpr, CXXConstructExpr, CXXInheritedCtorInitExpr>(S) &&
      Ops.empty())
    if (const FunctionDecl *Callee = target(*cast<Expr>(S)))
      Direct.Callees.insert(Callee);
  // Who is given a function may call it.
  if (const auto *Call = dyn_cast<CallExpr>(S))
    for (const Expr *Argument : Call->arguments())
      if (const FunctionDecl *Given = namedBy(*Argument))
        Direct.Callees.insert(Given);
  if (const auto *Declared = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Declared->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D); Var && Var->hasLocalStorage())
        if (const FunctionDecl *End = destructorOf(Var->getType(), Context))
          Direct.Callees.insert(End);
  if (const auto *Made = dyn_cast<CXXBindTemporaryExpr>(S))
    if (const FunctionDecl *End = destructorOf(Made->getType(), Context))
      Direct.Callees.insert(End);
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(S))
    collectDirect(Default->getExpr(), Direct);
  for (const Stmt *Child : S->children())
    collectDirect(Child, Direct);
}

const DeviceCode::DirectTraits &DeviceCode::direct(const FunctionDecl &F) {
  auto &Known = Direct[&F];
  if (Known)
    return *Known;
  auto Collected = std::make_unique<DirectTraits>();
  if (F.doesThisDeclarationHaveABody() && !F.isDependentContext()) {
    collectDirect(F.getBody(), *Collected);
    if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(&F))
      for (const CXXCtorInitializer *Init : Constructor->inits())
        collectDirect(Init->getInit(), *Collected);
    if (const auto *Destructor = dyn_cast<CXXDestructorDecl>(&F);
        Destructor && !Destructor->getParent()->isInvalidDecl()) {
      auto AddEnd = [&](QualType Type) {
        if (const FunctionDecl *End = destructorOf(Type, Context))
          Collected->Callees.insert(End);
      };
      for (const FieldDecl *Field : Destructor->getParent()->fields())
        AddEnd(Field->getType());
      for (const CXXBaseSpecifier &Base : Destructor->getParent()->bases())
        AddEnd(Base.getType());
    }
    Collected->Own.Simple = isSimple(F, *this);
  }
  // Collecting can have grown the map: look the slot up again.
  return *(Direct[&F] = std::move(Collected));
}

void DeviceCode::addReachable(const FunctionDecl &F, FunctionSet &Reached) {
  llvm::SmallVector<const FunctionDecl *, 32> Work{&F};
  while (!Work.empty())
    for (const FunctionDecl *Callee : direct(*Work.pop_back_val()).Callees)
      if (Reached.insert(Callee).second)
        Work.push_back(Callee);
}

const BodyTraits &DeviceCode::traits(const FunctionDecl &Function) {
  auto Known = Traits.find(&Function);
  if (Known != Traits.end())
    return Known->second;
  BodyTraits Whole = direct(Function).Own;
  FunctionSet Reached;
  addReachable(Function, Reached);
  for (const FunctionDecl *Callee : Reached) {
    Whole.Synchronizes |= direct(*Callee).Own.Synchronizes;
    Whole.ReadsThreadIdentity |= direct(*Callee).Own.ReadsThreadIdentity;
  }
  // Most functions do neither, nor does what they call, then.
  if (!Whole.Synchronizes && !Whole.ReadsThreadIdentity)
    for (const FunctionDecl *Callee : Reached)
      Traits[Callee] = direct(*Callee).Own;
  return Traits[&Function] = Whole;
}

} // namespace warplint
