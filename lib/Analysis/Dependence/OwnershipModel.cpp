//===--- OwnershipModel.cpp - Elements that data give to a thread ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dependence/OwnershipModel.h"
#include "Analysis/Dataflow/Loops.h"
#include "Analysis/Dependence/TableWindows.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "Support/Checked.h"
#include <limits>

using namespace clang;

namespace warplint::dependence {

OwnershipModel::OwnershipModel(AccessPair &Pair, ThreadRelation Relation)
    : Pair(Pair), Relation(Relation), Symbols(Pair.symbols()), A(Pair.first()),
      B(Pair.second()) {}

bool readsHandedOut(const LoadTerm &Load, const KernelFacts &Facts) {
  const Term *Root = rootOf(Load.address());
  if (!isa<VariableTerm>(Root))
    return false;
  for (const Node *N : Facts.cfg().order())
    for (const Event &E : N->Events)
      if (E.K == Event::Kind::Access && E.Access == AccessKind::Write &&
          E.Value && rootOf(E.Address) == Root &&
          !walkTerms(E.Value, Facts.values(), [](const Term &Part) {
            return isa<ResultTerm>(Part) ? Walk::Stop : Walk::Enter;
          }))
        return true;
  return false;
}

/// Where in the object the array starts that is indexed last.
static const Term *partOf(const twothreads::IntervalAccess &P,
                          twothreads::ThreadEncoding &Copy) {
  const Term *At = P.Access->Address;
  while (const auto *Field = dyn_cast<FieldTerm>(At))
    At = Field->base();
  if (const auto *Element = dyn_cast<ElementTerm>(At))
    At = Element->base();
  return Copy.encode(At, P.Step).Value;
}

Evidence OwnershipModel::ofElected(const twothreads::SymbolSet &Left) const {
  const KernelFacts &Facts = Symbols.facts();
  bool IsShared = A.Space == MemorySpace::Shared;
  // A pitch among many may be tied to another: only shared counters, which
  // start anew from it, are worth the assumption.
  bool Counts = IsShared && (A.Access->Access == AccessKind::Atomic ||
                             B.Access->Access == AccessKind::Atomic);
  // What two threads store they mean to keep; who reads may be early.
  bool Store = A.Access->Access == AccessKind::Write &&
               B.Access->Access == AccessKind::Write;
  auto IsHandedOut = [&](const twothreads::SymbolInfo &Info) {
    const auto *Load = dyn_cast_or_null<LoadTerm>(Info.Of);
    return Info.K == twothreads::SymbolInfo::Kind::Elected ||
           (Store && Load && readsHandedOut(*Load, Facts));
  };
  Evidence Apart;
  for (const Term *Symbol : Left) {
    const twothreads::SymbolInfo &Info = Symbols.info(Symbol);
    if ((IsHandedOut(Info) &&
         Facts.assume({Assumption::ElectedIndex, Info.Of}, Apart)) ||
        (Info.K == twothreads::SymbolInfo::Kind::Pitch && !Counts &&
         Facts.assume({Assumption::Pitch, Info.Of}, Apart)))
      break;
  }
  return Apart;
}

/// A variable of a loop that starts from a place of the thread's own may never
/// leave the thread's part.
static bool startsFromOwnPlace(const Term *Variable,
                               const twothreads::QuerySymbols &Symbols) {
  const KernelFacts &Facts = Symbols.facts();
  return !walkTerms(Variable, Facts.values(), [&](const Term &T) {
    if (isa<LoadTerm>(T))
      return Walk::Skip;
    return isa<IdentityTerm>(T) &&
                   !Facts.uniformity().isUniform(&T, Symbols.sharing())
               ? Walk::Stop
               : Walk::Enter;
  });
}

/// Says where the thread stands, or how far it has come in a loop of its own.
static bool isOwnPlace(const twothreads::SymbolInfo &Info) {
  return Info.Thread != 0 && Info.K != twothreads::SymbolInfo::Kind::Data;
}

static bool isLoaded(const twothreads::SymbolInfo &Info) {
  return Info.Of && anyPartOf(Info.Of, [](const Term &Part) {
           return isa<LoadTerm>(Part);
         });
}

/// The condition that data stay in the part of the object that the nearest of
/// the thread's own places in its address selects; constant 1 where data select
/// a row, and the place a column that no data lead out of. Null if data and
/// places are not distinguished, or if the other access keeps to such a part,
/// too.
/// \p Left: the symbols that the distance of the two accesses depends on.
const Term *OwnershipModel::staysInPart(unsigned Thread,
                                        const twothreads::SymbolSet &Left) {
  const auto *Sum = dyn_cast<LinearTerm>(Pair.place(Thread).Value);
  if (!Sum)
    return nullptr;
  TermArena &Arena = Symbols.terms();
  const Term *ByData = Arena.constant(0);
  int64_t Most = 0, Least = std::numeric_limits<int64_t>::max();
  llvm::SmallVector<std::pair<const Term *, int64_t>, 4> Places;
  for (auto [Part, Weight] : llvm::zip(Sum->operands(), Sum->coefficients())) {
    bool OfData = false, OfPlace = false;
    for (const Term *Symbol : Symbols.symbolsOf(Part)) {
      const twothreads::SymbolInfo &Info = Symbols.info(Symbol);
      bool IsData =
          Info.K == twothreads::SymbolInfo::Kind::Data && Left.contains(Symbol);
      // What a path that is not followed computes may be the thread's own.
      if (IsData && !isLoaded(Info))
        return nullptr;
      OfData |= IsData;
      OfPlace |= isOwnPlace(Info);
    }
    if ((OfData && OfPlace) || ((OfData || OfPlace) && Weight <= 0))
      return nullptr;
    if (OfData) {
      ByData = Arena.binary(BO_Add, ByData,
                            Arena.binary(BO_Mul, Part, Arena.constant(Weight)));
      Most = std::max(Most, Weight);
      Least = std::min(Least, Weight);
    } else if (OfPlace) {
      Places.push_back({Part, Weight});
    }
  }
  int64_t Row = 0;
  base::Checked Span = (Thread == 1 ? A : B).Access->Bytes;
  for (auto [Part, Weight] : Places) {
    if (Weight > Most && (!Row || Weight < Row))
      Row = Weight;
    TermArena::Range R = Arena.rangeOf(Part);
    Span = Span + (base::Checked(R.Max) - R.Min) * Weight;
  }
  // Where the other access is in such a part, too, threads that share one are
  // meant to have different elements there.
  const auto *There = dyn_cast<LinearTerm>(Pair.place(3 - Thread).Value);
  if (Row && There &&
      llvm::any_of(llvm::zip(There->operands(), There->coefficients()),
                   [&](auto Each) {
                     auto [Part, Weight] = Each;
                     return Weight == Row && Symbols.isOwned(Part, 3 - Thread);
                   }))
    return nullptr;
  if (Row)
    return Symbols.logicalAnd(Arena.binary(BO_LE, Arena.constant(0), ByData),
                              Arena.binary(BO_LT, ByData, Arena.constant(Row)));
  return Span && *Span <= Least ? Arena.constant(1) : nullptr;
}

/// One thread at a time comes, as far as `Apart` of \p Result holds; where two
/// may, `That` says what must hold.
void OwnershipModel::askWhoComes(Ownership &Result) {
  auto Assume = [&](const Term *Subject) {
    return Symbols.facts().assume({Assumption::ElectedThread, Subject},
                                  Result.Apart);
  };
  // Another thread chose who comes.
  bool ElectedOne = Symbols.isElected(Pair.reach(1), Relation),
       ElectedOther = Symbols.isElected(Pair.reach(2), Relation);
  // Through global memory the elected thread may have been waited for.
  if (A.Space == MemorySpace::Shared ? ElectedOne && ElectedOther && !passesBy()
                                     : ElectedOne || ElectedOther) {
    const Term *Both = ElectedOne && ElectedOther ? electedApart() : nullptr;
    if (!Both && Assume(A.Access->Address))
      return;
    if (Both)
      Result.That = Both;
  }
  if (Symbols.sharing() <= Scope::Block)
    if (const Term *Table = windowOver(*A.Access->At, Symbols.facts());
        Table && Table == windowOver(*B.Access->At, Symbols.facts()))
      Assume(Table);
}

OwnershipModel::Ownership OwnershipModel::ownership() {
  Ownership Result;
  Result.That = Symbols.terms().constant(1);
  askWhoComes(Result);
  if (!Result.Apart.empty())
    return Result;
  auto Assume = [&](Assumption That, const Term *Subject) {
    return Symbols.facts().assume({That, Subject}, Result.Apart);
  };
  const Term *Address = A.Access->Address;
  bool IsShared = A.Space == MemorySpace::Shared;
  twothreads::SymbolSet In1, In2, Left;
  Symbols.collect(Pair.place(1).Value, In1);
  Symbols.collect(Pair.place(2).Value, In2);
  Symbols.collect(Pair.distance(), Left);
  Result.Apart = ofElected(Left);
  if (!Result.Apart.empty())
    return Result;
  bool Of1 = false, Of2 = false, Own = false;
  for (const Term *Symbol : Left) {
    const twothreads::SymbolInfo &Info = Symbols.info(Symbol);
    if (Info.K != twothreads::SymbolInfo::Kind::Data)
      continue;
    Of1 |= In1.contains(Symbol);
    Of2 |= In2.contains(Symbol);
    Own |= isa_and_nonnull<PhiTerm>(Info.Of) &&
           startsFromOwnPlace(Info.Of, Symbols);
  }
  if (!Of1 && !Of2)
    return Result;
  // An index that is read from memory can be anything, but not both.
  if ((!IsShared || (Of1 && Of2)) &&
      Assume(Assumption::DistinctIndices, Address))
    return Result;
  const twothreads::SymbolSet &Of = Of1 ? In1 : In2;
  // Nor does it leave the array that it is an index of.
  const Term *Part1 = partOf(A, Pair.encoding(1)),
             *Part2 = partOf(B, Pair.encoding(2));
  if ((Own || (Part1->isConstant() && Part2->isConstant() && Part1 != Part2)) &&
      Assume(Assumption::OwnPart, Address))
    return Result;
  // What is updated atomically is shared with others, and its first element is
  // as likely as any. Otherwise data must not leave the part of the object that
  // the thread's own place selects.
  bool Counts = (Of1 ? A : B).Access->Access == AccessKind::Atomic;
  if (!Counts && llvm::any_of(Of, [&](const Term *Symbol) {
        return isOwnPlace(Symbols.info(Symbol));
      })) {
    const Term *Part = staysInPart(Of1 ? 1 : 2, Left);
    if (!Part && Assume(Assumption::OwnPart, Address))
      return Result;
    if (Part && !Part->isConstant(1) &&
        Symbols.facts().assume({Assumption::OwnPart, Address}, Result.Within))
      Result.That = Symbols.logicalAnd(Result.That, Part);
  }
  for (const Term *Symbol : Of) {
    const twothreads::SymbolInfo &Info = Symbols.info(Symbol);
    if (Info.K != twothreads::SymbolInfo::Kind::Data || !Left.contains(Symbol))
      continue;
    if (Info.Of)
      Result.Loaded.push_back(Info.Of);
    if (Counts)
      Result.That = Symbols.logicalAnd(
          Result.That,
          Symbols.terms().binary(BO_EQ, Symbol, Symbols.terms().constant(0)));
  }
  return Result;
}

/// The loops that count on the place at \p Address while a test of theirs
/// holds (`slots[k++]`): what is tested anew in each iteration chooses a slot,
/// and no thread.
static llvm::SmallVector<const Loop *, 2>
countingLoops(const Term *Address, const twothreads::QuerySymbols &Symbols) {
  const auto &Loops = Symbols.facts().loops();
  llvm::SmallVector<const Loop *, 2> Result;
  twothreads::SymbolSet Used;
  Symbols.collect(Address, Used);
  for (const Term *Symbol : Used) {
    const twothreads::SymbolInfo &Info = Symbols.info(Symbol);
    if (Info.IsCount && Info.Thread != 0)
      if (const Loop *L = Loops.headedBy(*Info.Loop))
        Result.push_back(L);
  }
  return Result;
}

/// \p Path is a test of how far a loop has counted, or of where the thread
/// stands: it says how many elements or threads there are, and chooses none of
/// them.
static bool isLimit(const Term *Path, const twothreads::QuerySymbols &Symbols) {
  const auto *Op = dyn_cast<BinaryTerm>(Path);
  if (!Op || (Op->opcode() != BO_LT && Op->opcode() != BO_LE))
    return false;
  return anyPartOf(Op, [&](const Term &Part) {
    if (!isa<SymbolTerm>(Part))
      return false;
    twothreads::SymbolInfo::Kind K = Symbols.info(&Part).K;
    return K == twothreads::SymbolInfo::Kind::Iterations ||
           K == twothreads::SymbolInfo::Kind::Position;
  });
}

twothreads::LoadSet OwnershipModel::tests() {
  twothreads::LoadSet Of[2];
  auto Counting = countingLoops(Pair.place(1).Value, Symbols);
  auto ChoosesSlot = [&](const Term *Test) {
    return llvm::any_of(Counting, [&](const Loop *L) {
      return !Symbols.facts().loops().isInvariant(Test, *L);
    });
  };
  for (unsigned I : {0u, 1u}) {
    twothreads::SymbolSet Used;
    // How long a loop runs that ends anyway chooses nobody.
    for (const Term *Path : Symbols.withoutIdleExits(Pair.reach(I + 1)))
      if (!isLimit(Path, Symbols))
        Symbols.collect(Path, Used);
    for (const Term *Symbol : Used) {
      const twothreads::SymbolInfo &Info = Symbols.info(Symbol);
      if (Info.K == twothreads::SymbolInfo::Kind::Data && Info.Thread != 0 &&
          Info.Of && !ChoosesSlot(Info.Of))
        Of[I].insert(Info.Of);
    }
  }
  twothreads::LoadSet Both;
  for (const Term *T : Of[0])
    if (Of[1].contains(T))
      Both.insert(T);
  return Both;
}

} // namespace warplint::dependence
