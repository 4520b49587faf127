//===--- QueryConditions.cpp - Truth values of queries -------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dataflow/Loops.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/Program/DeviceCode.h"
#include "Analysis/TwoThreads/QuerySymbols.h"
#include "Analysis/Uniformity/Uniformity.h"

using namespace clang;

namespace warplint::twothreads {

static bool isTruth(const Term *T) {
  if (const auto *Op = dyn_cast<UnaryTerm>(T))
    return Op->opcode() == UO_LNot;
  const auto *Op = dyn_cast<BinaryTerm>(T);
  return Op && (Op->isComparison() || Op->isLogical());
}

/// \p T if it is a conjunction.
static const BinaryTerm *conjunction(const Term *T) {
  const auto *Op = dyn_cast<BinaryTerm>(T);
  return Op && Op->opcode() == BO_LAnd ? Op : nullptr;
}

const Term *QuerySymbols::logicalNot(const Term *T) {
  if (const auto *Number = dyn_cast<ConstantTerm>(T))
    return Arena.constant(Number->value() == 0);
  if (const auto *Op = dyn_cast<UnaryTerm>(T))
    if (Op->opcode() == UO_LNot && isTruth(Op->of()))
      return Op->of();
  if (!isTruth(T))
    return Arena.binary(BO_EQ, T, Arena.constant(0));
  if (const auto *Op = dyn_cast<BinaryTerm>(T))
    switch (Op->opcode()) {
    case BO_LT:
      return Arena.binary(BO_LE, Op->rhs(), Op->lhs());
    case BO_LE:
      return Arena.binary(BO_LT, Op->rhs(), Op->lhs());
    case BO_EQ:
      return Arena.binary(BO_NE, Op->lhs(), Op->rhs());
    case BO_NE:
      return Arena.binary(BO_EQ, Op->lhs(), Op->rhs());
    default:
      break;
    }
  return Arena.unary(UO_LNot, T);
}

const Term *QuerySymbols::logicalAnd(const Term *L, const Term *R) {
  if (const auto *Number = dyn_cast<ConstantTerm>(L))
    return Number->value() ? R : L;
  if (const auto *Number = dyn_cast<ConstantTerm>(R))
    return Number->value() ? L : R;
  return L == R ? L : Arena.binary(BO_LAnd, L, R);
}

/// Both successors of one branch together are the path to the branch.
const Term *QuerySymbols::logicalOr(const Term *L, const Term *R) {
  if (const auto *Number = dyn_cast<ConstantTerm>(L))
    return Number->value() ? L : R;
  if (const auto *Number = dyn_cast<ConstantTerm>(R))
    return Number->value() ? R : L;
  if (L == R)
    return L;
  if (L == logicalNot(R))
    return Arena.constant(1);
  const BinaryTerm *Left = conjunction(L), *Right = conjunction(R);
  if (Left && Right && Left->lhs() == Right->lhs())
    return logicalAnd(Left->lhs(), logicalOr(Left->rhs(), Right->rhs()));
  return Arena.binary(BO_LOr, L, R);
}

/// \p Symbol is the same in all iterations of the loop of \p Head.
bool QuerySymbols::staysInLoop(const Term *Symbol, const Node &Head) const {
  const SymbolInfo &Of = info(Symbol);
  switch (Of.K) {
  case SymbolInfo::Kind::Position:
  case SymbolInfo::Kind::Parameter:
  case SymbolInfo::Kind::Pitch:
    return true;
  case SymbolInfo::Kind::Iterations:
    return !Of.Of && !Facts.loops().contains(Head, *Of.Loop);
  case SymbolInfo::Kind::Data:
    // Its arguments are looked at, too.
    return Of.Function;
  case SymbolInfo::Kind::Elected:
    return false;
  }
  llvm_unreachable("all kinds are handled");
}

const Term *QuerySymbols::isFirst(const Term *Truth, const Term *Iterations) {
  SymbolSet Used;
  llvm::SmallVector<const Term *, 8> Work{Truth};
  while (!Work.empty()) {
    const Term *T = Work.pop_back_val();
    anyPartOf(T, [&](const Term &Part) {
      if (isa<SymbolTerm>(Part) && Used.insert(&Part))
        for (const Term *Argument : info(&Part).Parts)
          if (Argument)
            Work.push_back(Argument);
      return false;
    });
  }
  const Node &Head = *info(Iterations).Loop;
  if (!Used.contains(Iterations) || llvm::any_of(Used, [&](const Term *Symbol) {
        return Symbol != Iterations && !staysInLoop(Symbol, Head);
      }))
    return nullptr;
  Renaming Before;
  Before[Iterations] = Arena.binary(BO_Sub, Iterations, Arena.constant(1));
  return logicalOr(Arena.binary(BO_EQ, Iterations, Arena.constant(0)),
                   logicalNot(renamed(Truth, Before)));
}

std::vector<const Term *>
QuerySymbols::withoutIdleExits(llvm::ArrayRef<const Term *> Truths,
                               const SymbolSet &Others) {
  llvm::SetVector<const Term *> Parts;
  llvm::SmallVector<const Term *, 32> Work(Truths.begin(), Truths.end());
  while (!Work.empty()) {
    const Term *T = Work.pop_back_val();
    if (conjunction(T))
      Work.append(T->operands().begin(), T->operands().end());
    else
      Parts.insert(T);
  }
  llvm::DenseMap<const Term *, unsigned> Uses;
  for (const Term *Part : Parts)
    for (const Term *Symbol : symbolsOf(Part))
      if (Exits.lookup(Part) != Symbol)
        ++Uses[Symbol];
  // An exit may be all that asks for the iterations of an earlier loop.
  for (bool Changed = true; Changed;) {
    Changed = false;
    Parts.remove_if([&](const Term *Part) {
      auto Exit = Exits.find(Part);
      bool Idle = Exit != Exits.end() && !Uses.lookup(Exit->second) &&
                  symbolsOf(Part).count(Exit->second) &&
                  !Others.count(Exit->second);
      if (Idle)
        for (const Term *Symbol : symbolsOf(Part))
          if (Exit->second != Symbol)
            --Uses[Symbol];
      Changed |= Idle;
      return Idle;
    });
  }
  return {Parts.begin(), Parts.end()};
}

QuerySymbols::Truths QuerySymbols::certainIn(const Term *Truth) {
  using Parts = TermFold<Truths>::Parts;
  return Certain.run(
      Truth, [](const Term *T, Parts &Of) -> std::optional<Truths> {
        llvm::SetVector<const Term *> Found;
        llvm::SmallVector<const Term *, 32> Work{T};
        bool IsKnown = true;
        while (!Work.empty()) {
          const Term *Now = Work.pop_back_val();
          const auto *Op = dyn_cast<BinaryTerm>(Now);
          if (!Found.insert(Now) || !Op || !Op->isLogical())
            continue;
          if (Op->opcode() == BO_LAnd) {
            Work.append({Op->rhs(), Op->lhs()});
            continue;
          }
          std::optional<Truths> L = Of.of(Op->lhs()), R = Of.of(Op->rhs());
          IsKnown &= L && R;
          if (!L || !R)
            continue;
          llvm::DenseSet<const Term *> InBoth(R->begin(), R->end());
          for (const Term *Part : *L)
            if (InBoth.contains(Part))
              Found.insert(Part);
        }
        if (!IsKnown)
          return std::nullopt;
        return Truths(Found.begin(), Found.end());
      });
}

bool QuerySymbols::excludeEachOther(const Term *A, const Term *B) {
  Truths OfA = certainIn(A);
  llvm::DenseSet<const Term *> Known(OfA.begin(), OfA.end());
  return llvm::any_of(certainIn(B), [&](const Term *Part) {
    return Known.contains(logicalNot(Part));
  });
}

QuerySymbols::RenamedTerms QuerySymbols::renamedTerms(const Renaming &To) {
  RenamedTerms Done;
  for (auto [From, Into] : To)
    Done.set(From, Into);
  return Done;
}

const Term *QuerySymbols::renamed(const Term *T, const Renaming &To) {
  RenamedTerms Done = renamedTerms(To);
  return renamed(T, Done);
}

const Term *QuerySymbols::renamed(const Term *T, RenamedTerms &Done) {
  return Done.run(
      T, [&](const Term *T, RenamedParts &Of) { return rename(T, Of); });
}

llvm::ArrayRef<const Term *> QuerySymbols::withoutIdleExits(const Term *Truth) {
  auto &Known = Memo.WithoutExits[Truth];
  if (!Known)
    Known = std::make_unique<std::vector<const Term *>>(
        withoutIdleExits(llvm::ArrayRef(Truth), {}));
  return *Known;
}

void QuerySymbols::collect(const Term *T, SymbolSet &Found) const {
  llvm::SmallVector<const Term *, 32> Work{T};
  llvm::DenseSet<const Term *> Seen;
  while (!Work.empty()) {
    const Term *Next = Work.pop_back_val();
    if (!Seen.insert(Next).second)
      continue;
    if (isa<SymbolTerm>(Next) && Found.insert(Next))
      Work.append(factsAbout(Next).begin(), factsAbout(Next).end());
    Work.append(Next->operands().begin(), Next->operands().end());
  }
}

const SymbolSet &QuerySymbols::symbolsOf(const Term *T) {
  auto &Known = Memo.SymbolsOf[T];
  if (!Known) {
    Known = std::make_unique<SymbolSet>();
    collect(T, *Known);
  }
  return *Known;
}

/// Of the symbols that \p T is made of, facts about them included, one is
/// \p Wanted.
bool QuerySymbols::reaches(
    TermReach &Known, const Term *T,
    llvm::function_ref<bool(const SymbolInfo &)> Wanted) const {
  return Known.reaches(T, [&](const Term &Part, TermList &Of) {
    if (isa<SymbolTerm>(Part)) {
      if (Wanted(info(&Part)))
        return true;
      Of.append(factsAbout(&Part).begin(), factsAbout(&Part).end());
    }
    Of.append(Part.operands().begin(), Part.operands().end());
    return false;
  });
}

bool QuerySymbols::isOwned(const Term *T, unsigned Thread) {
  return reaches(Memo.OwnedBy[Thread - 1], T,
                 [&](const SymbolInfo &Info) { return Info.Thread == Thread; });
}

bool QuerySymbols::isHandedOut(const Term *T) {
  return reaches(Memo.HandedOut, T, [](const SymbolInfo &Info) {
    return Info.K == SymbolInfo::Kind::Elected;
  });
}

/// All lanes of a warp have the symbol alike, as far as they are in one
/// iteration.
static bool isOfWarp(const SymbolInfo &Info, const Uniformity &Agreement) {
  switch (Info.K) {
  case SymbolInfo::Kind::Position:
    return Info.Meaning != "lane" &&
           !llvm::StringRef(Info.Meaning).starts_with("thread");
  case SymbolInfo::Kind::Data:
  case SymbolInfo::Kind::Elected:
    return Info.Of && Agreement.isUniform(Info.Of, Scope::Warp);
  default:
    return true;
  }
}

bool QuerySymbols::isElected(const Term *T, ThreadRelation Relation) {
  auto IsElected = [](const SymbolInfo &Info) {
    return Info.K == SymbolInfo::Kind::Elected && Info.Thread != 0;
  };
  if (Relation != ThreadRelation::SameWarp)
    return reaches(Memo.Elected, T, IsElected);
  return Memo.ElectsLane.run(
      T,
      [&](const Term *Test, TermFold<bool>::Parts &Of) -> std::optional<bool> {
        const auto *Op = dyn_cast<BinaryTerm>(Test);
        const auto *Not = dyn_cast<UnaryTerm>(Test);
        if ((Op && Op->isLogical()) || (Not && Not->opcode() == UO_LNot)) {
          if (!Of.knowsAll(Test->operands()))
            return std::nullopt;
          return llvm::any_of(Test->operands(),
                              [&](const Term *Part) { return *Of.of(Part); });
        }
        auto Is = [&](auto Wanted) {
          return llvm::any_of(symbolsOf(Test), [&](const Term *Symbol) {
            return Wanted(info(Symbol));
          });
        };
        return Is(IsElected) && Is([&](const SymbolInfo &Info) {
                 return !isOfWarp(Info, Facts.uniformity());
               });
      });
}

bool QuerySymbols::isElectedOnAllPaths(const Term *T, ThreadRelation Relation,
                                       bool Holds) {
  while (const auto *Not = dyn_cast<UnaryTerm>(T)) {
    if (Not->opcode() != UO_LNot)
      break;
    T = Not->of();
    Holds = !Holds;
  }
  if (!isElected(T, Relation))
    return false;
  const auto *Op = dyn_cast<BinaryTerm>(T);
  if (!Op || !Op->isLogical())
    return true;
  auto &OfRelation =
      Memo.ElectedPaths[Relation == ThreadRelation::SameWarp][Holds];
  auto [Known, New] = OfRelation.try_emplace(T, false);
  if (!New)
    return Known->second;
  bool Left = isElectedOnAllPaths(Op->lhs(), Relation, Holds),
       Right = isElectedOnAllPaths(Op->rhs(), Relation, Holds);
  bool ArePaths = (Op->opcode() == BO_LOr) == Holds;
  return OfRelation[T] = ArePaths ? Left && Right : Left || Right;
}

} // namespace warplint::twothreads
