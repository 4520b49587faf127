//===--- UnknownEncoding.cpp - Values that are not known ------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/TwoThreads/Elections.h"
#include "Analysis/TwoThreads/ThreadEncoding.h"
#include "CudaModel/Arithmetic.h"
#include "CudaModel/LaneFunctions.h"

using namespace clang;

namespace warplint::twothreads {

bool isLeftBySync(const Term *T, DeviceCode &Code) {
  const auto *Made = dyn_cast<OpaqueTerm>(T);
  return Made && isa_and_nonnull<GCCAsmStmt>(Made->site()) &&
         !Code.operations(*Made->site()).empty();
}

/// What a function or constructor of the user makes that is not seen. It counts
/// as the same for all threads, so that nothing is said to vary; that is no
/// reason to take it for the same.
static bool isMadeUnseen(const OpaqueTerm &Made, const DeviceCode &Code) {
  const auto *E = dyn_cast_or_null<Expr>(Made.site());
  return E && Made.operands().empty() && Code.callsUserCode(*E);
}

/// What clang did not understand.
static bool isOfError(const OpaqueTerm &Made) {
  const auto *E = dyn_cast_or_null<Expr>(Made.site());
  return E && (E->containsErrors() || E->isTypeDependent());
}

/// It is unknown whether \p T is the same for two threads: clang did not
/// understand its source, the code that makes it is not seen, or it is one of
/// the elements of a thread's own array, and which or what that holds was not
/// followed.
static bool isNotUnderstood(const Term *T, const DeviceCode &Code) {
  if (isa<UndefinedTerm>(T))
    return true;
  bool OfElement = false;
  for (const auto *Part = dyn_cast<ExtractTerm>(T); Part;
       Part = dyn_cast<ExtractTerm>(T)) {
    OfElement |= !Part->field();
    T = Part->from();
  }
  if (OfElement)
    return true;
  const auto *Made = dyn_cast<OpaqueTerm>(T);
  if (!Made || !Made->site())
    return Made;
  return isa<Expr>(Made->site()) &&
         (isOfError(*Made) || isMadeUnseen(*Made, Code));
}

/// All threads agree on \p T, and not only as far as it is known.
bool ThreadEncoding::isKnownToAgree(const Term *T) const {
  return isUniform(T) && walkTerms(T, [&](const Term &Part) {
           if (isa<LoadTerm>(Part))
             return Walk::Skip;
           const auto *Made = dyn_cast<OpaqueTerm>(&Part);
           return isa<UndefinedTerm>(Part) ||
                          (Made &&
                           (isOfError(*Made) ||
                            isMadeUnseen(*Made, Symbols.facts().code())))
                      ? Walk::Stop
                      : Walk::Enter;
         });
}

EncodedValue ThreadEncoding::asNumber(const EncodedValue &Of) {
  return Of.Root ? number(Symbols.terms().binary(
                       BO_Add, Symbols.startOf(Of.Root, Thread), Of.Value))
                 : Of;
}

/// Lanes exchange what they have in \p T: a mask of lanes chooses some of them,
/// and so do what was chosen before and what another block says by a flag. What
/// they make of data is data.
bool ThreadEncoding::choosesThreads(const ResultTerm &T, unsigned Step) {
  const Event *E = Values.operationOf(T);
  if (!E || !E->Value || !E->Op->exchangesValues())
    return true;
  auto Of = laneFunctionOf(*E->Op->Entry);
  if (!Of || Of == LaneFunction::Ballot || Of == LaneFunction::MatchAny)
    return true;
  return Symbols.isHandedOut(encode(E->Value, Step).Value) ||
         anyPartOf(E->Value, Values, [&](const Term &Part) {
           return isa<LoadTerm>(Part) && Symbols.isHandshake(&Part);
         });
}

/// \p Made is the number of the lowest bit that is set in its argument.
static bool isLowestBit(const OpaqueTerm &Made) {
  const auto *Call = dyn_cast_or_null<CallExpr>(Made.site());
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee && arithmeticOf(*Callee) == ArithmeticFunction::LowestBit;
}

EncodedValue ThreadEncoding::computeUnknown(const Term *T, unsigned Step) {
  // It may be anything, for each thread something else.
  if (isNotUnderstood(T, Symbols.facts().code()) && !isKnownToAgree(T))
    return number(Symbols.unknown(T, Thread, {}, SymbolInfo::Kind::Elected));
  const auto *Result = dyn_cast<ResultTerm>(T);
  auto Kind = (Result && choosesThreads(*Result, Step)) ||
                      isLeftBySync(T, Symbols.facts().code()) ||
                      (isa<IdentityTerm>(T) && !isUniform(T)) ||
                      (isa<LoadTerm>(T) && Symbols.isHandshake(T))
                  ? SymbolInfo::Kind::Elected
                  : SymbolInfo::Kind::Data;
  // A function of equal arguments has one value in both threads.
  const auto *Read = dyn_cast<LoadTerm>(T);
  const auto *Computed = dyn_cast<OpaqueTerm>(T);
  bool IsFunction = (Computed && Computed->uniformAt() >= Symbols.sharing() &&
                     !T->operands().empty()) ||
                    (Read && Symbols.isFixed(T));
  // Blocks that wait for a flag see it when it comes.
  bool Waits =
      Read && Symbols.sharing() > Scope::Block && Symbols.isHandshake(T);
  bool Uniform = isUniform(T) && !Waits;
  bool WasAnother = Step == Before && !Read && Versions.changes(T);
  if (!IsFunction || WasAnother) {
    const Term *Symbol = Symbols.unknown(T, Uniform ? 0 : Thread, {}, Kind);
    if (Read) {
      EncodedValue Address = encode(Read->address(), Step);
      if (Address.Root)
        Symbols.setAddress(Symbol, Address);
    }
    return number(Symbol);
  }
  llvm::SmallVector<const Term *, 8> Parts;
  unsigned Owner = 0;
  for (const Term *Op : T->operands()) {
    EncodedValue Part = encode(Op, Step);
    Parts.push_back(Part.Value);
    Parts.push_back(Part.Root);
    Owner = std::max(Owner, Symbols.ownerOf(Part.Value));
    if (Symbols.isHandedOut(Part.Value))
      Kind = SymbolInfo::Kind::Elected;
  }
  if (Read && Owner == 0)
    Symbols.takeAsSet(*Read);
  // All loads from one address of memory that is not written give one value.
  const Term *Symbol =
      Symbols.unknown(T, Owner, Parts, Kind, Read ? Read->address() : T);
  if (Read)
    if (EncodedValue Address = encode(Read->address(), Step); Address.Root)
      Symbols.setAddress(Symbol, Address);
  // 0 for no bit, and only for that.
  if (Computed && isLowestBit(*Computed) && !Parts[1]) {
    const Term *None = Symbols.terms().constant(0);
    const Term *Set = Symbols.terms().binary(BO_NE, Parts[0], None),
               *Found = Symbols.terms().binary(BO_NE, Symbol, None);
    Symbols.addFact(Symbol, Symbols.logicalOr(
                                Symbols.logicalAnd(Set, Found),
                                Symbols.logicalAnd(Symbols.logicalNot(Set),
                                                   Symbols.logicalNot(Found))));
  }
  return number(Symbol);
}

} // namespace warplint::twothreads
