//===--- Worklist.h - What is still to be looked at -------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks over graphs are loops, not recursion: a program may be deep.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_EXPR_WORKLIST_H
#define WARPLINT_ANALYSIS_EXPR_WORKLIST_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <cassert>
#include <initializer_list>
#include <optional>

namespace warplint {

/// Objects to look at, each once; those that were added last come first.
template <typename T, unsigned Size = 16> class Worklist {
public:
  using Set = llvm::SmallPtrSet<const T *, Size>;

  Worklist() = default;
  Worklist(std::initializer_list<const T *> First) { addAll(First); }
  template <typename Range> explicit Worklist(const Range &First) {
    addAll(First);
  }

  /// Adds \p Item, which is not null, unless it was there before; true if it
  /// was not.
  bool add(const T *Item) {
    assert(Item && "null says that there is none");
    bool IsNew = Seen.insert(Item).second;
    if (IsNew)
      Waiting.push_back(Item);
    return IsNew;
  }
  template <typename Range> void addAll(const Range &Items) {
    for (const T *Item : Items)
      add(Item);
  }
  /// \p Item will not be looked at.
  void bar(const T *Item) { Seen.insert(Item); }
  /// Takes the next object out; null if there is none.
  const T *next() { return Waiting.empty() ? nullptr : Waiting.pop_back_val(); }
  /// All that were added or barred.
  const Set &seen() const { return Seen; }

private:
  Set Seen;
  llvm::SmallVector<const T *, Size> Waiting;
};

/// Likewise for other keys of sets: pairs, numbers.
template <typename Key, unsigned Size = 16> class KeyWorklist {
public:
  explicit KeyWorklist(llvm::ArrayRef<Key> First = {}) { addAll(First); }

  bool add(const Key &Item) {
    bool IsNew = Seen.insert(Item).second;
    if (IsNew)
      Waiting.push_back(Item);
    return IsNew;
  }
  void addAll(llvm::ArrayRef<Key> Items) {
    for (const Key &Item : Items)
      add(Item);
  }
  /// Takes the next key out; nothing if there is none.
  std::optional<Key> next() {
    return Waiting.empty() ? std::nullopt
                           : std::optional<Key>(Waiting.pop_back_val());
  }
  const llvm::DenseSet<Key> &seen() const { return Seen; }

private:
  llvm::DenseSet<Key> Seen;
  llvm::SmallVector<Key, Size> Waiting;
};

/// Numbers to look at, the least first. One that was taken out may be added
/// again: nodes are numbered in the order in which a fixpoint is found soonest.
class OrderedWorklist {
public:
  /// For numbers below \p Count.
  explicit OrderedWorklist(unsigned Count) : Waiting(Count) {}

  void add(unsigned Number) {
    Waiting.set(Number);
    Least = std::min(Least, Number);
  }
  /// Takes out the least number; nothing if there is none.
  std::optional<unsigned> next() {
    int Found = Least ? Waiting.find_next(Least - 1) : Waiting.find_first();
    if (Found < 0)
      return std::nullopt;
    Waiting.reset(unsigned(Found));
    Least = unsigned(Found) + 1;
    return unsigned(Found);
  }

private:
  llvm::BitVector Waiting;
  unsigned Least = 0; ///< No number below it is waiting.
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_EXPR_WORKLIST_H
