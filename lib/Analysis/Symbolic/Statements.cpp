//===--- Statements.cpp - Effects of statements and accesses --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Symbolic/Evaluation.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace warplint {

void Evaluation::execute(const CFGElement &Element) {
  if (auto Init = Element.getAs<CFGInitializer>())
    initializeMember(*Init->getInitializer());
  else if (auto Statement = Element.getAs<CFGStmt>())
    executeStatement(*Statement->getStmt());
  else if (auto Destroyed = Element.getAs<CFGAutomaticObjDtor>())
    executeDestructor(*Destroyed);
}

/// Destructors are not opened; one that can synchronize is known to be there.
void Evaluation::executeDestructor(const CFGAutomaticObjDtor &Destroyed) {
  const CXXDestructorDecl *D = Destroyed.getDestructorDecl(Code.context());
  const FunctionDecl *Definition = nullptr;
  if (D && D->hasBody(Definition) && Code.traits(*Definition).Synchronizes)
    record(Destroyed.getTriggerStmt(), Event::Kind::Unknown);
}

void Evaluation::executeStatement(const Stmt &S) {
  if (const auto *Declaration = dyn_cast<DeclStmt>(&S)) {
    for (const Decl *D : Declaration->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D))
        initialize(*Var);
    return;
  }
  if (const auto *Return = dyn_cast<ReturnStmt>(&S)) {
    if (const Expr *Value = Return->getRetValue();
        Value && !Value->getType()->isVoidType())
      Current = Access.write(Current, Arena.returnSlot(In),
                             {evaluate(Value), Value, In});
    return;
  }
  if (const auto *Asm = dyn_cast<GCCAsmStmt>(&S))
    return executeAsm(*Asm);
  const auto *E = dyn_cast<Expr>(&S);
  if (!E)
    return;
  // The node after an opened call holds the call's value already.
  if (Now->returnedFrom() && Now->returnedFrom()->callSite() == E)
    return;
  const Term *Value = compute(E);
  const Term *&Known = Values[{In->id(), E}];
  ValuesChanged |= Known != Value;
  Known = Value;
}

void Evaluation::initialize(const VarDecl &Var) {
  if (!Var.hasLocalStorage())
    return;
  const Term *At = Arena.local(In, &Var);
  const Expr *Init = Var.getInit();
  // A default construction of a trivial type leaves the variable unset.
  const auto *Construct =
      Init ? dyn_cast<CXXConstructExpr>(Init->IgnoreImplicit()) : nullptr;
  bool Unset = !Init || (Construct && Construct->getNumArgs() == 0 &&
                         Construct->getConstructor()->isTrivial());
  const Term *Value = Unset ? Arena.undefined() : evaluate(Init);
  Current = Access.write(Current, At, {Value, Init, In});
  takeOverBases(Init, At);
}

/// A class value holds the class's own fields; what its bases hold is found
/// where \p Init constructed the object, and comes to \p To.
void Evaluation::takeOverBases(const Expr *Init, const Term *To) {
  while (const auto *Full = dyn_cast_or_null<FullExpr>(Init))
    Init = Full->getSubExpr();
  const auto *Construct =
      dyn_cast_or_null<CXXConstructExpr>(Init ? Init->IgnoreCasts() : nullptr);
  if (!Construct || !P.opened(*In, Construct))
    return;
  const Term *From = Arena.temporary(In, Construct);
  auto TakeOver = [&](const auto &Self, const CXXRecordDecl &Class) -> void {
    for (const CXXBaseSpecifier &Base : Class.bases()) {
      const CXXRecordDecl *Of = Base.getType()->getAsCXXRecordDecl();
      if (!Of || !Of->hasDefinition())
        continue;
      for (const FieldDecl *Field : Of->fields())
        if (Definition Held = Access.read(Current, Arena.fieldOf(From, Field));
            Held.Value)
          Current = Access.write(Current, Arena.fieldOf(To, Field), Held);
      Self(Self, *Of);
    }
  };
  TakeOver(TakeOver, *Construct->getConstructor()->getParent());
}

void Evaluation::initializeMember(const CXXCtorInitializer &Init) {
  if (!In->This || !Init.getInit())
    return;
  const Term *Value = evaluate(Init.getInit());
  if (const FieldDecl *Field = Init.getAnyMember()) {
    store(Arena.fieldOf(In->This, Field), Value, Init.getInit(),
          Field->getType());
    return;
  }
  // Fields of a base are distinct declarations: the base needs no place of its
  // own inside the object.
  const auto *Whole = dyn_cast<RecordTerm>(Value);
  if (Whole && Whole->recordType())
    for (const FieldDecl *Field : Whole->recordType()->fields())
      store(Arena.fieldOf(In->This, Field), Arena.extract(Value, Field),
            Init.getInit(), Field->getType());
  if (isThreadOwned(In->This))
    takeOverBases(Init.getInit(), In->This);
}

void Evaluation::executeAsm(const GCCAsmStmt &Asm) {
  for (const SyncOp &Op : Code.operations(Asm))
    recordOperation(Asm, Op);
  llvm::SmallVector<const Term *, 4> Inputs;
  for (unsigned I = 0; I < Asm.getNumInputs(); ++I)
    Inputs.push_back(evaluate(Asm.getInputExpr(I)));
  for (unsigned I = 0; I < Asm.getNumOutputs(); ++I) {
    const Expr *Output = Asm.getOutputExpr(I);
    auto Read = Code.model().identityOf(Asm, I);
    const Term *Value =
        !Read ? Arena.opaque(In, &Asm, Inputs,
                             Code.operations(Asm).empty() ? Scope::System
                                                          : Scope::Thread)
        : Read->Kind == IdentityKind::Opaque
            ? Arena.opaque(In, &Asm, {}, Read->UniformAt)
            : Arena.identity(*Read);
    store(evaluate(Output), Value, &Asm, Output->getType());
  }
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// What an access is under when it is in one arm of `Condition ? a : b`.
const Term *Evaluation::underAlso(const Term *Condition, bool Holds) {
  const Term *Here = Holds ? Condition : Arena.unary(UO_LNot, Condition);
  return Under ? Arena.binary(BO_LAnd, Under, Here) : Here;
}

uint32_t Evaluation::bytesOf(QualType Type) const {
  if (Type->isIncompleteType() || Type->isDependentType())
    return 0;
  return Code.context().getTypeSizeInChars(Type).getQuantity();
}

const Term *Evaluation::load(const Term *Address, const Expr *Site,
                             QualType Type) {
  if (const auto *Choice = dyn_cast<SelectTerm>(Address)) {
    auto Arm = [&](const Term *At, bool Holds) {
      llvm::SaveAndRestore Only(Under, underAlso(Choice->condition(), Holds));
      return load(At, Site, Type);
    };
    const Term *IfTrue = Arm(Choice->ifTrue(), true),
               *IfFalse = Arm(Choice->ifFalse(), false);
    return Arena.select(Choice->condition(), IfTrue, IfFalse);
  }
  if (isThreadOwned(Address)) {
    const RecordDecl *Record = Type->getAsRecordDecl();
    Definition Held = Record ? Access.snapshot(Current, Address, *Record)
                             : Access.read(Current, Address);
    if (!Held.Value)
      Held.Value = Arena.undefined();
    Reads[{In->id(), Site}] = Held;
    return Held.Value;
  }
  Event &Read = record(Site, Event::Kind::Access);
  Read.Access = AccessKind::Read;
  Read.Address = Address;
  Read.Volatile = Type.isVolatileQualified();
  Read.Bytes = bytesOf(Type);
  return Arena.load(Address, In, Site);
}

void Evaluation::store(const Term *Address, const Term *Value, const Stmt *Site,
                       QualType Type, const Stmt *Source) {
  if (const auto *Choice = dyn_cast<SelectTerm>(Address)) {
    // Either may be written: both keep what they had or take the new value.
    const Term *If = Choice->condition();
    for (bool Holds : {true, false}) {
      llvm::SaveAndRestore Only(Under, underAlso(If, Holds));
      const Term *Arm = Holds ? Choice->ifTrue() : Choice->ifFalse();
      Definition Old =
          isThreadOwned(Arm) ? Access.read(Current, Arm) : Definition();
      const Term *New = Value;
      if (Old.Value)
        New = Holds ? Arena.select(If, Value, Old.Value)
                    : Arena.select(If, Old.Value, Value);
      store(Arm, New, Site, Type, Source);
    }
    return;
  }
  if (isThreadOwned(Address)) {
    Current =
        Access.write(Current, Address, {Value, Source ? Source : Site, In});
    return;
  }
  Event &Write = record(Site, Event::Kind::Access);
  Write.Access = AccessKind::Write;
  Write.Address = Address;
  Write.Value = Value;
  Write.Volatile = Type.isVolatileQualified();
  Write.Bytes = bytesOf(Type);
}

} // namespace warplint
