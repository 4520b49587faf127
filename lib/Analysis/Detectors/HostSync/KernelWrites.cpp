//===--- KernelWrites.cpp - What a kernel writes for the host -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/HostSync/KernelWrites.h"
#include "Analysis/Budgets/Limits.h"
#include "Syntax/TreeVisitor.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;

namespace warplint::hostsync {

namespace {

/// Where a pointer comes from: parameters by position, managed variables.
struct Origin {
  std::set<unsigned> Parameters;
  /// Fields of records that are parameters.
  llvm::SetVector<std::pair<unsigned, const FieldDecl *>> Members;
  llvm::SetVector<const VarDecl *> Managed;

  size_t size() const {
    return Parameters.size() + Members.size() + Managed.size();
  }
  bool add(const Origin &More) {
    size_t Before = size();
    Parameters.insert(More.Parameters.begin(), More.Parameters.end());
    Members.insert(More.Members.begin(), More.Members.end());
    Managed.insert(More.Managed.begin(), More.Managed.end());
    return size() != Before;
  }
};

} // namespace

const FieldDecl *outermostField(const Expr &E) {
  const FieldDecl *Found = nullptr;
  for (const Expr *At = E.IgnoreParenCasts();;) {
    if (const auto *Member = dyn_cast<MemberExpr>(At)) {
      const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
      Found = Field ? Field->getCanonicalDecl() : nullptr;
      if (Member->isArrow())
        return Found;
      At = Member->getBase()->IgnoreParenCasts();
    } else if (const auto *Element = dyn_cast<ArraySubscriptExpr>(At)) {
      const Expr *Base = Element->getBase()->IgnoreParens();
      const auto *Decay = dyn_cast<CastExpr>(Base);
      if (!Decay || Decay->getCastKind() != CK_ArrayToPointerDecay)
        return Found;
      At = Decay->getSubExpr()->IgnoreParenCasts();
    } else {
      return Found;
    }
  }
}

class KernelWrites::Reader : public syntax::TreeVisitor {
public:
  Reader(KernelWrites &Of, const FunctionDecl &F, WrittenByFunction &Into)
      : Of(Of), Into(Into) {
    for (unsigned I = 0; I < F.getNumParams(); ++I) {
      QualType Type = F.getParamDecl(I)->getType();
      if (Type->isPointerType() || Type->isReferenceType())
        Origins[F.getParamDecl(I)].Parameters.insert(I);
    }
    // What a variable is set to late is used earlier in a loop.
    unsigned Iteration = 0;
    do {
      Changed = false;
      TraverseStmt(F.getBody());
    } while (Changed && Of.Code.limits().allows(BudgetId::WriteIterations,
                                                ++Iteration + 1));
  }

  bool VisitVarDecl(VarDecl *Var) override {
    if (!Var->hasInit())
      return true;
    if (Var->getType()->isPointerType())
      Changed |= Origins[Var].add(ofPointer(Var->getInit()));
    else if (Var->getType()->isReferenceType())
      Changed |= Origins[Var].add(ofObject(Var->getInit()));
    return true;
  }

  bool VisitBinaryOperator(BinaryOperator *Op) override {
    if (!Op->isAssignmentOp())
      return true;
    const auto *Ref = dyn_cast<DeclRefExpr>(Op->getLHS()->IgnoreParens());
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (Var && Var->getType()->isPointerType())
      Changed |= Origins[Var].add(ofPointer(Op->getRHS()));
    writeObject(*Op->getLHS());
    return true;
  }

  bool VisitUnaryOperator(UnaryOperator *Op) override {
    if (Op->isIncrementDecrementOp())
      writeObject(*Op->getSubExpr());
    return true;
  }

  bool VisitCallExpr(CallExpr *Call) override {
    if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(Call);
        Op && Op->isAssignmentOp() && Op->getNumArgs() == 2)
      writeObject(*Op->getArg(0));
    for (const SyncOp &Op : Of.Code.operations(*Call)) {
      bool Stores = Op.Kind == SyncKind::AtomicRMW ||
                    Op.Kind == SyncKind::AtomicStore ||
                    Op.Kind == SyncKind::CachedStore;
      if (Stores && Op.Object && Op.Object->getType()->isPointerType())
        writePointee(*Op.Object);
    }
    const FunctionDecl *Callee = Of.Code.target(*Call);
    if (!Callee || !Callee->hasBody() || isa<CXXMethodDecl>(Callee))
      return true;
    const WrittenByFunction &Inner = Of.of(*Callee);
    for (const auto &[Position, Fields] : Inner.Parameters) {
      if (Position >= Call->getNumArgs())
        continue;
      const Expr &Argument = *Call->getArg(Position);
      if (Callee->getParamDecl(Position)->getType()->isReferenceType())
        writeObject(Argument);
      else if (isa<DeclRefExpr>(Argument.IgnoreParenCasts()))
        write(ofPointer(&Argument), Fields);
      else
        writePointee(Argument);
    }
    for (const auto &[Member, Fields] : Inner.Members)
      if (Member.first < Call->getNumArgs())
        if (auto Record = recordParameter(*Call->getArg(Member.first)))
          Into.Members[{*Record, Member.second}].insert(Fields.begin(),
                                                        Fields.end());
    for (const auto &[Var, Fields] : Inner.Managed)
      Into.Managed[Var].insert(Fields.begin(), Fields.end());
    return true;
  }

private:
  void write(const Origin &To, const WrittenByFunction::Fields &Fields) {
    for (unsigned Position : To.Parameters)
      Into.Parameters[Position].insert(Fields.begin(), Fields.end());
    for (const auto &Member : To.Members)
      Into.Members[Member].insert(Fields.begin(), Fields.end());
    for (const VarDecl *Var : To.Managed)
      Into.Managed[Var].insert(Fields.begin(), Fields.end());
  }
  void writeObject(const Expr &E) { write(ofObject(&E), {outermostField(E)}); }
  /// \p E may be the address of a field.
  void writePointee(const Expr &E) {
    const Expr *Plain = E.IgnoreParenCasts();
    const auto *Op = dyn_cast<UnaryOperator>(Plain);
    if (Op && Op->getOpcode() == UO_AddrOf)
      writeObject(*Op->getSubExpr());
    else
      write(ofPointer(&E), {nullptr});
  }

  Origin originOf(const VarDecl &Var) const {
    auto Found = Origins.find(&Var);
    return Found == Origins.end() ? Origin() : Found->second;
  }

  /// The position of the parameter, a record or a reference to one, that \p E
  /// names.
  std::optional<unsigned> recordParameter(const Expr &E) const {
    const Expr *Plain = E.IgnoreImplicit();
    if (const auto *Copy = dyn_cast<CXXConstructExpr>(Plain);
        Copy && Copy->getConstructor()->isCopyOrMoveConstructor())
      Plain = Copy->getArg(0);
    const auto *Ref = dyn_cast<DeclRefExpr>(Plain->IgnoreParenImpCasts());
    const auto *Parameter =
        Ref ? dyn_cast<ParmVarDecl>(Ref->getDecl()) : nullptr;
    return Parameter &&
                   Parameter->getType().getNonReferenceType()->isRecordType()
               ? std::optional(Parameter->getFunctionScopeIndex())
               : std::nullopt;
  }

  /// Of the object that the glvalue \p E is a part of.
  Origin ofObject(const Expr *E) {
    E = E->IgnoreParenCasts();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
      if (!Var)
        return {};
      if (memorySpaceOf(*Var) == MemorySpace::Managed) {
        Origin Result;
        Result.Managed.insert(Var->getCanonicalDecl());
        return Result;
      }
      return Var->getType()->isReferenceType() ? originOf(*Var) : Origin();
    }
    if (const auto *Member = dyn_cast<MemberExpr>(E))
      return Member->isArrow() ? ofPointer(Member->getBase())
                               : ofObject(Member->getBase());
    if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
      return ofPointer(Element->getBase());
    if (const auto *Op = dyn_cast<UnaryOperator>(E);
        Op && Op->getOpcode() == UO_Deref)
      return ofPointer(Op->getSubExpr());
    return {};
  }

  /// Of what the pointer \p E points to.
  Origin ofPointer(const Expr *E) {
    E = E->IgnoreParens();
    while (const auto *Cast = dyn_cast<CastExpr>(E)) {
      if (Cast->getCastKind() == CK_ArrayToPointerDecay)
        return ofObject(Cast->getSubExpr());
      E = Cast->getSubExpr()->IgnoreParens();
    }
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
      return Var && Var->getType()->isPointerType() ? originOf(*Var) : Origin();
    }
    if (const auto *Member = dyn_cast<MemberExpr>(E)) {
      const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
      auto Record = Field && !Member->isArrow()
                        ? recordParameter(*Member->getBase())
                        : std::nullopt;
      Origin Result;
      if (Record)
        Result.Members.insert({*Record, Field->getCanonicalDecl()});
      return Result;
    }
    if (const auto *Op = dyn_cast<UnaryOperator>(E)) {
      if (Op->getOpcode() == UO_AddrOf)
        return ofObject(Op->getSubExpr());
      if (Op->isIncrementDecrementOp())
        return ofPointer(Op->getSubExpr());
    }
    if (const auto *Op = dyn_cast<BinaryOperator>(E);
        Op && Op->isAdditiveOp()) {
      Origin Result = ofPointer(Op->getLHS());
      Result.add(ofPointer(Op->getRHS()));
      return Result;
    }
    if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
      Origin Result = ofPointer(Choice->getTrueExpr());
      Result.add(ofPointer(Choice->getFalseExpr()));
      return Result;
    }
    return {};
  }

  KernelWrites &Of;
  WrittenByFunction &Into;
  std::map<const VarDecl *, Origin> Origins; ///< Looked up, never iterated.
  bool Changed = false;
};

const WrittenByFunction &KernelWrites::of(const FunctionDecl &Function) {
  const FunctionDecl *Definition = nullptr;
  if (!Function.hasBody(Definition))
    Definition = &Function;
  auto [Slot, New] = Known.try_emplace(Definition);
  if (New && Definition->hasBody())
    Reader(*this, *Definition, Slot->second);
  return Slot->second;
}

} // namespace warplint::hostsync
