//===--- State.h - A thread's own variables at a program point -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_KERNELIR_STATE_H
#define WARPLINT_ANALYSIS_KERNELIR_STATE_H

#include "Analysis/KernelIR/InlinedCFG.h"
#include "Analysis/Expr/TermArena.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/ImmutableMap.h"
#include <vector>

namespace warplint {

/// What lies at an address and the statement that put it there.
struct Definition {
  const Term *Value = nullptr;
  const clang::Stmt *Site = nullptr; ///< Null: function entry or a join.
  const CallContext *Owner = nullptr;

  bool operator==(const Definition &R) const {
    return Value == R.Value && Site == R.Site && Owner == R.Owner;
  }
  void Profile(llvm::FoldingSetNodeID &ID) const {
    ID.AddPointer(Value);
    ID.AddPointer(Site);
    ID.AddPointer(Owner);
  }
};

/// An address as a map key: object by object, so that what is known of one lies
/// together, and in the order of creation, since states belong to one evaluation,
/// which makes its terms in the order of the program.
struct AddressKey {
  const Term *Address;
  const Term *Root; ///< See rootOf.

  AddressKey(const Term *Address) : Address(Address), Root(rootOf(Address)) {}
  bool operator==(const AddressKey &R) const { return Address == R.Address; }
  bool operator<(const AddressKey &R) const {
    return Root == R.Root ? Address->id() < R.Address->id()
                          : Root->id() < R.Root->id();
  }
  void Profile(llvm::FoldingSetNodeID &ID) const { ID.AddPointer(Address); }
};

using State = llvm::ImmutableMap<AddressKey, Definition>;

/// Adds the addresses at which \p L and \p R do not hold the same, some of them
/// twice. Takes time for the differences, not for what the states share.
void appendDifferences(const State &L, const State &R,
                       std::vector<AddressKey> &Found);

/// The address is inside a variable, temporary or result of one thread.
inline bool isThreadOwned(const Term *Address) {
  return llvm::isa<LocalTerm, TemporaryTerm, ReturnTerm>(rootOf(Address));
}

/// How many elements the array has that \p Array is the address of; 0 if that
/// is not known.
uint64_t extentOf(const Term *Array);

/// Reads and writes of places. Class values are kept field by field; elements
/// of a local array with an index that is not constant share one value, unless
/// all are known and follow from the index.
class StateAccess {
public:
  StateAccess(TermArena &Arena, State::Factory &Factory)
      : Arena(Arena), Factory(Factory) {}

  /// What \p S holds at \p Address; a null value if nothing is known of the
  /// object at all.
  Definition read(const State &S, const Term *Address) const;
  /// \p S after \p New was stored to \p Address.
  State write(State S, const Term *Address, Definition New) const;
  /// \p S without the places that \p A owns.
  State leave(State S, const CallContext &A) const;
  /// The class value at \p Address, a Record where fields are known.
  Definition snapshot(const State &S, const Term *Address,
                      const clang::RecordDecl &Type) const;
  /// What \p Address holds of \p Type: a Record for class values and arrays,
  /// too.
  Definition snapshotOf(const State &S, const Term *Address,
                        clang::QualType Type) const;
  /// \p Elements are what \p Value is for each number that \p Counter may be.
  void rememberForm(llvm::ArrayRef<const Term *> Elements,
                    const PhiTerm &Counter, const Term *Value);

private:
  Definition readWhole(const State &S, const Term *Address) const;
  Definition partOf(Definition Outer, const SubobjectTerm *Part) const;
  State eraseInside(State S, const Term *Address) const;
  std::optional<State> writePart(State &S, const Term *Address,
                                 const Definition &New) const;
  Definition readAcross(const State &S, const SubobjectTerm &Part) const;
  Definition chosenElement(const State &S, const ElementTerm &At) const;
  const Term *choose(llvm::ArrayRef<const Term *> Elements,
                     const Term *Index) const;
  Definition mixOfElements(const State &S, const Term *Array,
                           const Term *Index) const;

  TermArena &Arena;
  State::Factory &Factory;
  /// By the array that was filled; only looked up.
  llvm::DenseMap<const Term *, std::pair<const PhiTerm *, const Term *>> Forms;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_KERNELIR_STATE_H
