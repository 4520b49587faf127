//===--- TermTraversal.cpp - Paths through terms --------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/Expr/Worklist.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Casting.h"

namespace warplint {

//===----------------------------------------------------------------------===//
// Walks
//===----------------------------------------------------------------------===//

bool walkTerms(
    llvm::ArrayRef<const Term *> From,
    llvm::function_ref<Walk(const Term &, TermList &Instead)> Visit) {
  llvm::SmallPtrSet<const Term *, 32> Seen;
  llvm::SmallVector<const Term *, 32> Stack(llvm::reverse(From));
  llvm::SmallVector<const Term *, 8> Instead;
  while (!Stack.empty()) {
    const Term *T = Stack.pop_back_val();
    if (!T || !Seen.insert(T).second)
      continue;
    Instead.clear();
    switch (Visit(*T, Instead)) {
    case Walk::Stop:
      return false;
    case Walk::Skip:
      continue;
    case Walk::Enter:
      break;
    }
    llvm::ArrayRef<const Term *> Parts = T->operands();
    if (!Instead.empty())
      Parts = Instead;
    llvm::append_range(Stack, llvm::reverse(Parts));
  }
  return true;
}

bool walkTerms(llvm::ArrayRef<const Term *> From,
               llvm::function_ref<Walk(const Term &)> Visit) {
  return walkTerms(From, [&](const Term &T, TermList &) { return Visit(T); });
}

const Term *findPart(const Term *T,
                     llvm::function_ref<bool(const Term &)> Wanted) {
  const Term *Found = nullptr;
  walkTerms(T, [&](const Term &Part) {
    if (!Wanted(Part))
      return Walk::Enter;
    Found = &Part;
    return Walk::Stop;
  });
  return Found;
}

bool anyPartOf(llvm::ArrayRef<const Term *> T, const Evaluation &Values,
               llvm::function_ref<bool(const Term &)> Wanted) {
  return !walkTerms(T, Values, [&](const Term &Part) {
    return Wanted(Part) ? Walk::Stop : Walk::Enter;
  });
}

bool anyPartOf(const Term *T, llvm::function_ref<bool(const Term &)> Wanted) {
  return findPart(T, Wanted) != nullptr;
}

const Term *withoutNarrowing(const Term *T) {
  while (const auto *Narrow = dyn_cast<NarrowTerm>(T))
    T = Narrow->of();
  return T;
}

bool mentions(const Term *T, const Term *Part) {
  return anyPartOf(T, [&](const Term &Next) { return &Next == Part; });
}

//===----------------------------------------------------------------------===//
// Dependence
//===----------------------------------------------------------------------===//

bool TermReach::reaches(
    const Term *From,
    llvm::function_ref<bool(const Term &, TermList &)> Visit) {
  if (auto Found = Known.find(From); Found != Known.end())
    return Found->second;
  // By term that the answer can depend on: the terms that ask for it.
  llvm::DenseMap<const Term *, llvm::SmallVector<const Term *, 2>> AskedBy;
  llvm::SmallVector<const Term *, 16> Stack{From}, Reaching, Parts;
  Known[From] = false;
  while (!Stack.empty()) {
    const Term *T = Stack.pop_back_val();
    Parts.clear();
    bool Reaches = Visit(*T, Parts);
    for (const Term *Part : Parts) {
      if (!Part || Reaches)
        continue;
      auto [Found, New] = Known.try_emplace(Part, false);
      // A term of an earlier question is known for good.
      if (Found->second)
        Reaches = true;
      AskedBy[Part].push_back(T);
      if (New)
        Stack.push_back(Part);
    }
    if (Reaches) {
      Known[T] = true;
      Reaching.push_back(T);
    }
  }
  while (!Reaching.empty())
    for (const Term *Asking : AskedBy.lookup(Reaching.pop_back_val()))
      if (bool &Reaches = Known[Asking]; !Reaches) {
        Reaches = true;
        Reaching.push_back(Asking);
      }
  return Known.lookup(From);
}

bool sameButForSites(const Term *L, const Term *R) {
  if (L == R)
    return true;
  KeyWorklist<std::pair<const Term *, const Term *>> Work({{L, R}});
  while (auto Next = Work.next()) {
    auto [A, B] = *Next;
    if (!A->isLike(*B))
      return false;
    for (auto [PartOfA, PartOfB] : llvm::zip(A->operands(), B->operands()))
      if (PartOfA != PartOfB)
        Work.add({PartOfA, PartOfB});
  }
  return true;
}

llvm::SmallVector<const SubobjectTerm *, 4> pathOf(const Term *Address) {
  llvm::SmallVector<const SubobjectTerm *, 4> Path;
  while (const auto *Part = dyn_cast<SubobjectTerm>(Address)) {
    Path.push_back(Part);
    Address = Part->base();
  }
  std::reverse(Path.begin(), Path.end());
  return Path;
}

llvm::SmallPtrSet<const Node *, 16> joinsIn(const Term *T) {
  llvm::SmallPtrSet<const Node *, 16> Found;
  walkTerms(T, [&](const Term &Part) {
    if (const auto *Join = dyn_cast<PhiTerm>(&Part))
      Found.insert(Join->node());
    return Walk::Enter;
  });
  return Found;
}

std::optional<unsigned> threadAxis(const Term *T) {
  return T->isIdentity(IdentityKind::ThreadIdx)
             ? std::optional<unsigned>(cast<IdentityTerm>(T)->axis())
             : std::nullopt;
}

bool dependsOnParameter(const Term *T) {
  return anyPartOf(T, [](const Term &Part) {
    return isa<ParameterTerm, ExtractTerm>(Part);
  });
}

} // namespace warplint
