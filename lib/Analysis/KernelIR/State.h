//===--- State.h - A thread's own variables at a program point --*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_KERNELIR_STATE_H
#define WARPLINT_ANALYSIS_KERNELIR_STATE_H

#include "Analysis/Expr/TermArena.h"
#include "Analysis/KernelIR/InlinedCFG.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/ImmutableMap.h"
#include <vector>

namespace warplint {

/// The value at an address and the statement that stored it there.
struct Definition {
  const Term *Value = nullptr;        ///< Null: nothing is known.
  const clang::Stmt *Site = nullptr;  ///< Null: function entry or a phi.
  const CallContext *Owner = nullptr; ///< The call context of `Site`.

  bool operator==(const Definition &R) const {
    return Value == R.Value && Site == R.Site && Owner == R.Owner;
  }
  void Profile(llvm::FoldingSetNodeID &ID) const {
    ID.AddPointer(Value);
    ID.AddPointer(Site);
    ID.AddPointer(Owner);
  }
};

/// An address as a map key. Keys are sorted by object, so that all entries of
/// one object are neighbours, and within an object by creation of the term.
/// This order is deterministic, since one evaluation makes its terms in the
/// order of the program.
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

/// Appends to \p Found the addresses at which \p L and \p R have different
/// definitions, some of them twice. Takes time for the differences, not for the
/// trees that both states share.
void appendDifferences(const State &L, const State &R,
                       std::vector<AddressKey> &Found);

/// Whether \p Address lies in a local variable, a temporary or a result, all of
/// which belong to one thread.
inline bool isThreadOwned(const Term *Address) {
  return llvm::isa<LocalTerm, TemporaryTerm, ReturnTerm>(rootOf(Address));
}

/// The declared number of elements of the array at \p Array, a local variable
/// or a field; 0 if it is not known.
uint64_t extentOf(const Term *Array);

/// Reads and writes states. Class values are kept field by field. A store to a
/// local array at an index that is not constant gives all elements one opaque
/// value; a load at such an index is exact only if all elements are known and
/// follow from the index. Refers to both arguments of the constructor.
class StateAccess {
public:
  StateAccess(TermArena &Arena, State::Factory &Factory)
      : Arena(Arena), Factory(Factory) {}

  /// The definition at \p Address in \p S; a null value if nothing is known of
  /// the object at all.
  Definition read(const State &S, const Term *Address) const;
  /// \p S after a store of \p New to \p Address.
  State write(State S, const Term *Address, Definition New) const;
  /// \p S without the objects that \p A owns, whose lifetime has ended.
  State leave(State S, const CallContext &A) const;
  /// The value at \p Address of class \p Type: a Record of the fields, or an
  /// opaque value for unions and classes with too many fields.
  Definition snapshot(const State &S, const Term *Address,
                      const clang::RecordDecl &Type) const;
  /// The value at \p Address of any type \p Type: a Record for classes and for
  /// small arrays of which elements are known, otherwise the result of read().
  Definition snapshotOf(const State &S, const Term *Address,
                        clang::QualType Type) const;
  /// Records that each of \p Elements is \p Value with \p Counter replaced by
  /// the index of the element. A read at any index is then \p Value with
  /// \p Counter replaced by that index.
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
  /// `Counter` and `Value` of rememberForm(), by a Record of the elements; only
  /// looked up.
  llvm::DenseMap<const Term *, std::pair<const PhiTerm *, const Term *>> Forms;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_KERNELIR_STATE_H
