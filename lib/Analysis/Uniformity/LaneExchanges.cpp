//===--- LaneExchanges.cpp - Values that are uniform after exchanges ------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A shuffle takes values of other lanes, and butterflies, trees and copies to
// groups make values that some lanes have in common. One step of them is
// evaluated in all lanes (LaneAgreement.h) from what its parts are known to
// have in common; the fixpoint over phis carries that through loops and calls.
//
//===----------------------------------------------------------------------===//

#include "Analysis/KernelIR/State.h"
#include "Analysis/SymbolicExecution/ShuffleSource.h"
#include "Analysis/Uniformity/LaneAgreement.h"
#include "Analysis/Uniformity/Uniformity.h"
#include <array>

using namespace clang;

namespace warplint {

/// Lanes have as much in common of \p T as of all that it is computed from.
uint8_t Uniformity::bitsOfParts(const Term *T) const {
  const auto *Read = dyn_cast<LoadTerm>(T);
  const auto *Made = dyn_cast<OpaqueTerm>(T);
  if (T->operands().empty() || isa<ResultTerm>(T) ||
      (Made && (Made->site() || Made->callContext()) &&
       Made->uniformAt() < Scope::Warp))
    return 0;
  uint8_t Result = LaneBits;
  for (const Term *Part : T->operands())
    Result &= samenessOf(Part).Bits;
  if (Read && Result != 0 &&
      (isThreadOwned(Read->address()) || isChangedFromOutside(*Read) ||
       interferenceWithin(Read, Scope::Warp)))
    return 0;
  return Result;
}

/// Completes what is known of \p T, which is made of \p Parts: lanes may have
/// more in common of what they have exchanged, and of their places, than of the
/// parts.
void Uniformity::refine(const Term *T, llvm::ArrayRef<const Term *> Parts,
                        Sameness &Found) const {
  const auto *Made = dyn_cast<ResultTerm>(T);
  const Event *Exchange = Made ? Values.operationOf(*Made) : nullptr;
  bool Gets = Exchange && (Exchange->isSync(SyncKind::Shuffle) ||
                           Exchange->isSync(SyncKind::Match));
  const auto *Op = dyn_cast<BinaryTerm>(T);
  bool Compares = Op && (Op->isComparison() || Op->isLogical());
  // What shows each difference between places where it is drawn.
  bool Computes =
      isa<IdentityTerm, LinearTerm, NarrowTerm>(T) ||
      (Op && !Compares && (Op->opcode() == BO_Xor || Op->rhs()->isConstant()));
  Found.Behind = isa<PhiTerm>(T) ? PhiSameness.lookup(T).Behind : Gets;
  Found.IsPlace = Computes;
  llvm::SmallPtrSet<const Term *, 4> Own;
  for (const Term *Part : Parts) {
    Sameness Of = samenessOf(Part);
    if (Of.Over < Scope::Warp)
      Own.insert(Part);
    Found.IsPlace &= Of.IsPlace || Of.Over >= Scope::Warp;
    if (!Gets && !isa<PhiTerm>(T) && Of.Behind && Of.Behind < LaneBitCount)
      Found.Behind = Found.Behind
                         ? std::min<uint8_t>(Found.Behind, Of.Behind + 1)
                         : Of.Behind + 1;
  }
  if (!isa<PhiTerm>(T) && Found.Over < Scope::Warp)
    Found.Bits = bitsOfParts(T);
  // One part alone is as much the same as the whole, but for a test of masks.
  // Equal numbers of two lanes are seldom drawn: a test shows nothing else.
  auto IsOfMatch = [&] {
    const Event *E = exchangeBefore(T);
    return E && E->isSync(SyncKind::Match);
  };
  bool MayGain =
      Gets || isa<PhiTerm>(T)
          ? Found.Behind != 0
          : Found.IsPlace ||
                (Found.Behind && (Compares ? IsOfMatch() : Own.size() > 1));
  if (MayGain && Found.Over < Scope::Warp)
    exchange(T, Found);
  if (Found.Bits == LaneBits)
    Found.Over = std::max(Found.Over, Scope::Warp);
}

/// The shuffle, or match, from which \p T is made in the fewest steps.
const Event *Uniformity::exchangeBefore(const Term *T) const {
  for (unsigned Steps = 0; Steps <= LaneBitCount; ++Steps) {
    if (const auto *Made = dyn_cast<ResultTerm>(T))
      if (const Event *E = Values.operationOf(*Made);
          E && E->Op->exchangesValues())
        return E;
    llvm::SmallVector<const Term *, 4> Parts(T->operands());
    for (const Incoming &In : Values.incoming(T))
      Parts.push_back(In.Reaching.Value);
    const Term *Next = nullptr;
    uint8_t Least = 0;
    for (const Term *Part : Parts)
      if (uint8_t Behind = Part == T ? 0 : samenessOf(Part).Behind;
          Behind && (!Least || Behind < Least)) {
        Least = Behind;
        Next = Part;
      }
    if (!Next)
      return nullptr;
    T = Next;
  }
  return nullptr;
}

/// The bits that make no difference to \p T, in an iteration of the loop whose
/// variable it is or behind that.
uint8_t Uniformity::bitsOf(const Term *T, bool InIteration) const {
  return InIteration ? BitsInIteration.lookup(T) : samenessOf(T).Bits;
}

/// What lanes have in common of \p T as all of them compute it from what they
/// have in common of its parts. What the warp has, all warps of the block have
/// if they put in the same. The variable of a loop is that behind the loop,
/// which must not be asked for before.
void Uniformity::exchange(const Term *T, Sameness &Found) const {
  auto Before = ByExchange.find(T);
  bool IsKnown =
      Before != ByExchange.end() &&
      llvm::all_of(llvm::SmallVector<Exchange::Part, 4>(Before->second.Given),
                   [&](const auto &Each) {
                     return bitsOf(Each.Of, Each.InIteration) == Each.Bits;
                   });
  Exchange Now = IsKnown ? ByExchange.lookup(T) : Exchange();
  if (!IsKnown) {
    const Induction *Steps =
        isa<PhiTerm>(T) ? Values.inductions().find(T) : nullptr;
    const Event *E = exchangeBefore(T);
    auto BitsOf = [&](const Term *Part, bool InIteration) -> uint32_t {
      uint8_t Bits = bitsOf(Part, InIteration);
      if (llvm::none_of(Now.Given, [&](const auto &Each) {
            return Each.Of == Part && Each.InIteration == InIteration;
          }))
        Now.Given.push_back({Part, Bits, InIteration});
      return Bits;
    };
    auto Made =
        laneAgreement(T, Steps || !E ? nullptr : E->At, Trust::None, Values,
                      Arena, View, Exchanged.get(), BitsOf, Found.Bits);
    // Which lanes have the same is seldom as asked.
    bool IsSeen = Made && (Made->Varies || !E || E->isSync(SyncKind::Shuffle));
    llvm::SmallVector<const Induction *, 4> Together;
    if (IsSeen)
      llvm::copy_if(Made->Loops, std::back_inserter(Together),
                    [&](const Induction *Each) {
                      return Steps && &Each->head() == &Steps->head();
                    });
    if (IsSeen &&
        (Together.empty() || (E && !isAskedWithin(Together, *E->At)))) {
      // What stopped early, as nothing is gained, has seen too few draws.
      Now.Bits =
          (Made->AgreeingBits & ~Found.Bits) ? uint8_t(Made->AgreeingBits) : 0;
      Now.Of = Arena.opaque(nullptr, nullptr, Made->Inputs.getArrayRef(),
                            Scope::System);
    }
    ByExchange[T] = Now;
  }
  Found.Bits |= Now.Bits;
  if (Now.Bits == LaneBits)
    Found.Over = std::max(Found.Over, mayAssumeWholeWarps(Arena) &&
                                              isUniformAcrossWarps(Now.Of)
                                          ? Scope::Block
                                          : Scope::Warp);
}

/// In the loop of \p Steps, to which \p Inside belongs, something else than
/// exchanges and what is made of their results asks for what those count before
/// it is over.
bool Uniformity::isAskedWithin(llvm::ArrayRef<const Induction *> Steps,
                               const Node &Inside) const {
  const Node &Head = Steps[0]->head();
  auto IsInside = [&](const Node &N) {
    return View.contains(N) && View.dominates(Head, N) &&
           View.successorTo(Head, N) == View.successorTo(Head, Inside);
  };
  auto IsExchange = [](const Event *E) {
    return E && isWholeWarpCollective(*E) && E->Op->Kind == SyncKind::Shuffle;
  };
  // With a result beside it, it differs by thread anyway.
  auto Asks = [&](const Term *T) {
    bool OfSteps = false, OfResult = false;
    if (T)
      walkTerms(T, [&](const Term &Part) {
        OfSteps |= llvm::any_of(
            Steps, [&](const Induction *S) { return S->Variable == &Part; });
        OfResult |= IsExchange(wholeWarpCollective(&Part)) &&
                    !isUniform(&Part, Scope::Warp);
        return Walk::Enter;
      });
    return OfSteps && !OfResult;
  };
  auto AsksEvent = [&](const Event &E) {
    return !IsExchange(&E) &&
           llvm::any_of(std::array{E.Under, E.Address, E.Value, E.Mask,
                                   E.Select, E.Id, E.Count},
                        Asks);
  };
  if (llvm::any_of(P.order(), [&](const Node *N) {
        return IsInside(*N) &&
               (Asks(N->Branch) || llvm::any_of(N->Events, AsksEvent));
      }))
    return true;
  llvm::DenseSet<const Term *> Making; // Looked up.
  for (const Induction *Each : Steps)
    walkTerms(Each->Next, Values, [&](const Term &Part) {
      Making.insert(&Part);
      return Walk::Enter;
    });
  return llvm::any_of(Values.joins().phis(), [&](const Term *Phi) {
    return !Making.contains(Phi) &&
           llvm::any_of(Values.incoming(Phi), [&](const Incoming &In) {
             return IsInside(*In.From) && Asks(In.Reaching.Value);
           });
  });
}

} // namespace warplint
