//===--- CommonValues.cpp - What two threads have the same ----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/TwoThreads/CommonValues.h"
#include "Analysis/TwoThreads/CommonContents.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "Support/Checked.h"

using namespace clang;

namespace warplint::twothreads {

const llvm::DenseMap<const Term *, CommonValues::TermList> &
CommonValues::madeInFirst(const Term *T) {
  auto &Known = MadeInFirst[T];
  if (Known)
    return *Known;
  Known = std::make_unique<llvm::DenseMap<const Term *, TermList>>();
  for (const Term *First : Symbols.symbolsOf(T)) {
    const SymbolInfo &Info = Symbols.info(First);
    for (const Term *Made : {Info.Of, Info.Function})
      if (Made && Info.Thread == 1)
        (*Known)[Made].push_back(First);
  }
  return *Known;
}

llvm::ArrayRef<const Term *> CommonValues::symbolsOfSecond(const Term *T) {
  auto &Known = OfSecond[T];
  if (Known)
    return *Known;
  Known = std::make_unique<std::vector<const Term *>>();
  for (const Term *Second : Symbols.symbolsOf(T))
    if (Symbols.info(Second).Thread == 2)
      Known->push_back(Second);
  return *Known;
}

void CommonValues::setEqual(const Term *Second, const Term *First) {
  const Term *&Known = Equal[Second];
  if (Known == First)
    return;
  Known = First;
  Renamed = Symbols.renamedTerms(Equal);
}

bool CommonValues::areSame(const Term *Left, const Term *Right,
                           unsigned Depth) {
  // Only symbols of one kernel term and function can be equal.
  const auto &Alike = madeInFirst(Left);
  for (const Term *Second : symbolsOfSecond(Right)) {
    // Copied: a question can make new symbols.
    const Term *const Paths[] = {Symbols.info(Second).Of,
                                 Symbols.info(Second).Function};
    for (const Term *Made : Paths)
      if (auto Found = Alike.find(Made); Made && Found != Alike.end())
        for (const Term *First : Found->second)
          if (haveSame(First, Second, Depth))
            setEqual(Second, First);
  }
  return areEqual(Left, Symbols.renamed(Right, Renamed), Depth);
}

/// The two are some times `Distance` apart, in whole numbers or parts of one.
bool CommonValues::isNoDistance(const Term *Left, const Term *Right) {
  const auto *Zero = dyn_cast<LinearTerm>(Distance),
             *Relation = dyn_cast<LinearTerm>(
                 Symbols.terms().binary(BO_Sub, Left, Right));
  if (!Zero || !Relation || Zero->operands() != Relation->operands())
    return false;
  auto IsTimes = [&](int64_t Part, int64_t OfZero) {
    base::Checked L = base::Checked(Part) * Zero->coefficients()[0],
                  R = base::Checked(OfZero) * Relation->coefficients()[0];
    return L && R && *L == *R;
  };
  return IsTimes(Relation->constant(), Zero->constant()) &&
         llvm::all_of(llvm::zip(Relation->coefficients(), Zero->coefficients()),
                      [&](auto Both) {
                        return IsTimes(std::get<0>(Both), std::get<1>(Both));
                      });
}

/// They are equal where `Distance` is 0, as is what they are made of.
bool CommonValues::areEqual(const Term *Left, const Term *Right,
                            unsigned Depth) {
  if (Left == Right || isNoDistance(Left, Right))
    return true;
  if (isTooDeep(Depth))
    return false;
  std::pair Question(Left, Right);
  // Two values that are no sums are the parts of their difference: what asks
  // that asks the same question again, and shows nothing.
  auto [Known, New] = Compared.try_emplace(Question, false);
  if (!New)
    return Known->second;
  bool Same = areAlike(Left, Right, Depth);
  return Compared[Question] = Same;
}

/// Both are the same operation on operands that are equal where the threads
/// meet.
bool CommonValues::areAlike(const Term *Left, const Term *Right,
                            unsigned Depth) {
  if (isa<BinaryTerm, UnaryTerm, SelectTerm, NarrowTerm>(Left))
    return Left->isLike(*Right) &&
           llvm::all_of(llvm::zip(Left->operands(), Right->operands()),
                        [&](auto Both) {
                          return areEqual(std::get<0>(Both), std::get<1>(Both),
                                          Depth + 1);
                        });
  // Sums of what is equal, in whatever order.
  const auto *Relation =
      dyn_cast<LinearTerm>(Symbols.terms().binary(BO_Sub, Left, Right));
  if (!Relation || Relation->constant() ||
      !Symbols.facts().limits().allows(BudgetId::CommonParts,
                                       Relation->operands().size()))
    return false;
  llvm::SmallVector<unsigned, 8> Open;
  for (unsigned I = 0; I < Relation->operands().size(); ++I) {
    auto *Twin = llvm::find_if(Open, [&](unsigned J) {
      int64_t C = Relation->coefficients()[I];
      const Term *L = Relation->operand(C > 0 ? I : J),
                 *R = Relation->operand(C > 0 ? J : I);
      return Relation->coefficients()[J] == -C && !isa<LinearTerm>(L) &&
             areEqual(L, R, Depth + 1);
    });
    if (Twin == Open.end())
      Open.push_back(I);
    else
      Open.erase(Twin);
  }
  return Open.empty();
}

/// What \p First stands for in thread 1 is what \p Second does in thread 2.
bool CommonValues::haveSame(const Term *First, const Term *Second,
                            unsigned Depth) {
  std::pair Question(std::pair(First, Second), Depth);
  if (auto Known = Asked.find(Question); Known != Asked.end())
    return Known->second;
  bool Same = compare(First, Second, Depth);
  return Asked[Question] = Same;
}

bool CommonValues::compare(const Term *First, const Term *Second,
                           unsigned Depth) {
  // Copied: a question about a part can make new symbols.
  SymbolInfo L = Symbols.info(First), R = Symbols.info(Second);
  if (L.Thread != 1 || R.Thread != 2)
    return false;
  const auto *Load = dyn_cast_or_null<LoadTerm>(R.Of);
  if (Load && L.Of == R.Of && isSameRead(L, R, *Load, Depth))
    return true;
  if (!L.Function || L.Function != R.Function ||
      L.Parts.size() != R.Parts.size() || isTooDeep(Depth))
    return false;
  // Values and the objects that they point into take turns.
  for (size_t I = 0; I + 1 < L.Parts.size(); I += 2)
    if (L.Parts[I + 1] != R.Parts[I + 1] ||
        !areSame(L.Parts[I], R.Parts[I], Depth + 1))
      return false;
  if (Load)
    Symbols.takeAsSet(*Load);
  return true;
}

bool CommonValues::isSameRead(const SymbolInfo &L, const SymbolInfo &R,
                              const LoadTerm &Load, unsigned Depth) {
  const auto &Contents = Symbols.facts().get<CommonContents>();
  return (L.Address.Root && L.Address.Root == R.Address.Root &&
          !isTooDeep(Depth) &&
          Contents.isAlike(Load, Symbols.sharing() > Scope::Block) &&
          areSame(L.Address.Value, R.Address.Value, Depth + 1)) ||
         Contents.isOneValue(Load, Symbols.sharing() > Scope::Block);
}

bool followsFrom(const Term *Value, const KernelFacts &Facts,
                 llvm::function_ref<bool(const IdentityTerm &)> IsSame) {
  const Uniformity &Agreement = Facts.uniformity();
  return walkTerms(Value, [&](const Term &Part, TermList &Instead) {
    if (const auto *Self = dyn_cast<IdentityTerm>(&Part))
      return IsSame(*Self) || Self->uniformAt() >= Scope::Block ? Walk::Skip
                                                                : Walk::Stop;
    if (isa<UndefinedTerm, ResultTerm, SymbolTerm>(Part))
      return Agreement.isUniform(&Part, Scope::Block) ? Walk::Skip : Walk::Stop;
    if (isa<LoadTerm>(Part) &&
        Agreement.interferenceWithin(&Part, Scope::Block))
      return Walk::Stop;
    if (const auto *Made = dyn_cast<OpaqueTerm>(&Part))
      if ((Made->site() || Made->callContext()) &&
          Made->uniformAt() < Scope::Block)
        return Walk::Stop;
    Instead.append(Part.operands().begin(), Part.operands().end());
    if (!isa<PhiTerm>(Part))
      return Walk::Enter;
    Instead.clear();
    for (const Incoming &I : Facts.values().incoming(&Part))
      Instead.push_back(I.Reaching.Value);
    for (const Node *Branch : Agreement.choosers(&Part)) {
      if (!Branch->Branch)
        return Walk::Stop;
      Instead.push_back(Branch->Branch);
    }
    return Walk::Enter;
  });
}

} // namespace warplint::twothreads
