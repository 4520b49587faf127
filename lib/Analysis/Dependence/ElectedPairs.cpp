//===--- ElectedPairs.cpp - Accesses of threads that were chosen ----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dataflow/Loops.h"
#include "Analysis/Dependence/OwnershipModel.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/TwoThreads/Elections.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "CudaModel/SyncKindRows.h"

using namespace clang;

namespace warplint::dependence {

/// \p E may make lanes wait for one of them.
static bool meetsLanes(const Event &E) {
  return E.isUnknown() || E.isSync(SyncFamily::Barrier, SyncFamily::WarpBarrier,
                                   SyncFamily::Exchange);
}

/// One of the two threads can come without being chosen, and without waiting
/// for anyone who was.
bool OwnershipModel::passesBy() {
  return !(Symbols.isElectedOnAllPaths(Pair.reach(1), Relation) &&
           Symbols.isElectedOnAllPaths(Pair.reach(2), Relation)) &&
         llvm::none_of(Pair.interval().Steps, [](const IntervalStep &Step) {
           llvm::ArrayRef<Event> Events = Step.At->Events;
           return llvm::any_of(Events.slice(Step.First, Step.Last - Step.First),
                               meetsLanes);
         });
}

bool isOfLanes(const Term *T, twothreads::QuerySymbols &Symbols) {
  const KernelFacts &Facts = Symbols.facts();
  bool Exchanged = false;
  return walkTerms(T,
                   [&](const Term &Part) {
                     const auto *Made = dyn_cast<ResultTerm>(&Part);
                     const Event *E =
                         Made ? Facts.values().operationOf(*Made) : nullptr;
                     Exchanged |= E && E->Op->exchangesValues();
                     return twothreads::isLeftBySync(&Part, Facts.code())
                                ? Walk::Stop
                                : Walk::Enter;
                   }) &&
         Exchanged;
}

/// The lanes of the warp of thread \p Thread let it come with \p Path.
static bool isElectedByLanes(const Term *Path, unsigned Thread,
                             twothreads::QuerySymbols &Symbols) {
  return llvm::all_of(Symbols.symbolsOf(Path), [&](const Term *Symbol) {
    const twothreads::SymbolInfo &Info = Symbols.info(Symbol);
    return Info.K != twothreads::SymbolInfo::Kind::Elected ||
           Info.Thread != Thread || (Info.Of && isOfLanes(Info.Of, Symbols));
  });
}

/// The atomics that let thread \p Thread come with \p Path; nothing if
/// something else may have let it come alone.
static std::optional<twothreads::Elections::AtomicSet>
electorsOf(const Term *Path, unsigned Thread, ThreadRelation Relation,
           twothreads::QuerySymbols &Symbols) {
  twothreads::Elections::AtomicSet Result;
  for (const Term *Symbol : Symbols.symbolsOf(Path)) {
    const twothreads::SymbolInfo &Info = Symbols.info(Symbol);
    if (Info.K != twothreads::SymbolInfo::Kind::Elected ||
        Info.Thread != Thread)
      continue;
    auto By =
        Symbols.facts().get<twothreads::Elections>().behind(Info.Of, Relation);
    if (!By)
      return std::nullopt;
    Result.insert(By->begin(), By->end());
  }
  return Result;
}

/// Both threads were chosen, each by its own warp or to change what is there:
/// what must hold for them to be two, by atomics at different addresses or in
/// different warps. Null if only one of them may have been chosen.
const Term *OwnershipModel::electedApart() {
  auto By1 = electorsOf(Pair.reach(1), 1, Relation, Symbols),
       By2 = electorsOf(Pair.reach(2), 2, Relation, Symbols);
  bool OfWarps = By1 && By2 && By1->empty() && By2->empty() &&
                 isElectedByLanes(Pair.reach(1), 1, Symbols) &&
                 isElectedByLanes(Pair.reach(2), 2, Symbols);
  if (!OfWarps && !(A.Access->Access == AccessKind::Write && updatesPlace(A)) &&
      !(B.Access->Access == AccessKind::Write && updatesPlace(B)))
    return nullptr;
  auto IsIn = [](const twothreads::Elections::AtomicSet &Set) {
    return [&](const Event *E) { return Set.contains(E); };
  };
  // What is done behind one atomic may have waited for what another counts.
  if (!By1 || !By2 || !llvm::all_of(*By1, IsIn(*By2)) ||
      !llvm::all_of(*By2, IsIn(*By1)))
    return nullptr;
  const Term *Result = Symbols.terms().constant(1);
  for (const Event *First : *By1)
    for (const Event *Second : *By2) {
      twothreads::EncodedValue At1 = Pair.encoding(1).encode(First->Address,
                                                             A.Step),
                               At2 = Pair.encoding(2).encode(Second->Address,
                                                             B.Step);
      if (!At1.Root || !At2.Root)
        return nullptr;
      if (At1.Root == At2.Root)
        Result = Symbols.logicalAnd(
            Result, Symbols.terms().binary(BO_NE, At1.Value, At2.Value));
    }
  return Result->isConstant(0) ? nullptr : Result;
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

/// \p T is a number that the source spells.
static bool isSpelled(const Term *T) {
  const auto *Made = dyn_cast<OpaqueTerm>(T);
  return isa<ConstantTerm>(T) ||
         (Made && isa_and_nonnull<FloatingLiteral>(Made->site()));
}

/// All that data decide about which threads of one \p S reach \p Of is an order
/// of one loaded value and a number: it says which elements matter, and chooses
/// none of them.
static bool isUnderThreshold(const Event &Of, Scope S,
                             const KernelFacts &Facts) {
  auto IsOfData = [&](const Term *T) {
    return anyPartOf(T, Facts.values(), [](const Term &Part) {
      return isa<LoadTerm, OpaqueTerm, ResultTerm>(Part);
    });
  };
  const Term *Only = nullptr;
  for (const Node *Branch : Facts.paths().allControls(*Of.At)) {
    if (Facts.uniformity().isUniformBranch(*Branch, S))
      continue;
    bool Decides = !Branch->Branch || IsOfData(Branch->Branch);
    if (Decides && (!Branch->Branch || (Only && Only != Branch->Branch)))
      return false;
    if (Decides)
      Only = Branch->Branch;
  }
  auto IsLogical = [](const Term *T) {
    const auto *Op = dyn_cast<BinaryTerm>(T);
    return isa<UnaryTerm>(T) || (Op && Op->isLogical());
  };
  while (Only && IsLogical(Only)) {
    auto Deciding = llvm::make_filter_range(Only->operands(), IsOfData);
    Only = llvm::hasSingleElement(Deciding) ? *Deciding.begin() : nullptr;
  }
  const auto *Order = dyn_cast_or_null<BinaryTerm>(Only);
  return Order && (Order->opcode() == BO_LT || Order->opcode() == BO_LE) &&
         ((isa<LoadTerm>(Order->lhs()) && isSpelled(Order->rhs())) ||
          (isa<LoadTerm>(Order->rhs()) && isSpelled(Order->lhs())));
}

twothreads::LoadSet OwnershipModel::tests() {
  if (isUnderThreshold(*A.Access, Symbols.sharing(), Symbols.facts()) &&
      isUnderThreshold(*B.Access, Symbols.sharing(), Symbols.facts()))
    return {};
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
