//===--- TermOrder.cpp - An order of terms that is the same in every run --===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expr/Term.h"
#include "Analysis/KernelIR/InlinedCFG.h"
#include "CudaModel/SourcePlace.h"
#include "clang/AST/ASTContext.h"
#include <tuple>

namespace warplint {

using clang::SourceManager;

static TermPlace ofStatement(const clang::Stmt &S,
                             const SourceManager &Sources) {
  return {sourcePlace(S.getBeginLoc(), Sources),
          sourcePlace(S.getEndLoc(), Sources)};
}

static TermPlace ofDeclaration(const clang::Decl &D) {
  const SourceManager &Sources = D.getASTContext().getSourceManager();
  return {sourcePlace(D.getLocation(), Sources),
          sourcePlace(D.getBeginLoc(), Sources)};
}

TermPlace Term::position() const {
  if (!Data)
    return {};
  switch (Kind) {
  case TermKind::Phi:
    return {static_cast<const warplint::Node *>(Data)->id(), 0};
  case TermKind::Load:
  case TermKind::Opaque:
  case TermKind::Result:
  case TermKind::Temporary:
    return Owner ? ofStatement(
                       *static_cast<const clang::Stmt *>(Data),
                       Owner->function().getASTContext().getSourceManager())
                 : TermPlace();
  case TermKind::Field:
  case TermKind::Extract:
    return ofDeclaration(*static_cast<const clang::FieldDecl *>(Data));
  case TermKind::Record:
    return ofDeclaration(*static_cast<const clang::RecordDecl *>(Data));
  case TermKind::Variable:
  case TermKind::Local:
  case TermKind::Parameter:
    return ofDeclaration(*static_cast<const clang::ValueDecl *>(Data));
  case TermKind::Constant:
  case TermKind::Undefined:
  case TermKind::Identity:
  case TermKind::Linear:
  case TermKind::Unary:
  case TermKind::Binary:
  case TermKind::Select:
  case TermKind::Narrow:
  case TermKind::Symbol:
  case TermKind::Return:
  case TermKind::Element:
    return {};
  }
  llvm_unreachable("all kinds are handled");
}

bool Term::isLike(const Term &Other) const {
  return Kind == Other.Kind && Opcode == Other.Opcode && Value == Other.Value &&
         Coefficients == Other.Coefficients &&
         Operands.size() == Other.Operands.size() &&
         (Kind == TermKind::Load ||
          (Data == Other.Data && Owner == Other.Owner));
}

/// The finalizer of SplitMix64: what goes in spreads over all bits.
static uint64_t mix(uint64_t Hash, uint64_t With) {
  Hash += With + 0x9e3779b97f4a7c15;
  Hash = (Hash ^ (Hash >> 30)) * 0xbf58476d1ce4e5b9;
  Hash = (Hash ^ (Hash >> 27)) * 0x94d049bb133111eb;
  return Hash ^ (Hash >> 31);
}

uint64_t Term::structure() const {
  uint64_t Hash = mix(uint64_t(Kind) << 8 | Opcode, uint64_t(Value));
  Hash = mix(mix(Hash, Place.first), Place.second);
  Hash = mix(Hash, Owner ? Owner->id() + 1 : 0);
  for (const Term *Part : Operands)
    Hash = mix(Hash, Part->Structure);
  for (int64_t C : Coefficients)
    Hash = mix(Hash, uint64_t(C));
  return Hash;
}

bool precedes(const Term *L, const Term *R) {
  auto Key = [](const Term *T) {
    return std::make_tuple(T->isConstant(), T->Kind, T->Opcode, T->Value,
                           T->Place, T->Owner ? T->Owner->id() + 1 : 0,
                           T->Operands.size(), T->Structure, T->Id);
  };
  return L != R && Key(L) < Key(R);
}

} // namespace warplint
