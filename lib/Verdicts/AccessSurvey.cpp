//===--- AccessSurvey.cpp - Accesses and what they are compared with ------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/Participation/PeerOperations.h"
#include "Analysis/SymbolicExecution/Evaluation.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include "Assumptions/Evidence.h"
#include "Diagnostics/EvidenceMessages.h"
#include "Verdicts/Surveys.h"
#include "llvm/ADT/MapVector.h"

using namespace clang;

namespace warplint::verdicts {

namespace {

/// How the kernel accesses what lies behind one root in global memory.
struct RootUse {
  bool Reads = false, Writes = false;             ///< Plainly.
  bool StrongReads = false, StrongWrites = false; ///< Atomic or volatile.
  SourceLocation At;

  bool writes() const { return Writes || StrongWrites; }
};

class AccessSurvey {
public:
  AccessSurvey(const KernelFacts &Facts, KernelUses &Uses, VerdictBuilder &To)
      : Facts(Facts), Uses(Uses), To(To) {}

  void run() {
    for (const Node *N : Facts.cfg().order())
      if (N->Reached)
        for (const Event &E : N->Events)
          if (E.K == Event::Kind::Access)
            look(E);
    compareRoots();
  }

private:
  void look(const Event &E);
  void lookAtGlobal(const Event &E);
  void compareRoots();
  void compare(const Term *A, const RootUse &OfA, const Term *B,
               const RootUse &OfB);

  const KernelFacts &Facts;
  KernelUses &Uses;
  VerdictBuilder &To;
  llvm::MapVector<const Term *, RootUse> Roots;
};

} // namespace

void AccessSurvey::look(const Event &E) {
  SourceLocation At = placeOf(Facts, E);
  bool Writes = E.Access != AccessKind::Read;
  if (participation::peerPlaceOf(E.Address, Facts)) {
    To.unknown(VerdictBuilder::Races, Reason::PeerMemory, At);
    To.unknown({Property::Initialized, Property::Grid}, Reason::PeerMemory, At);
    return;
  }
  auto Space = memorySpaceOf(E.Address, Facts.values());
  if (!Space) {
    To.unknown(VerdictBuilder::Races, Reason::AccessNotFollowed, At);
    To.unknown({Property::Initialized, Property::Ordered},
               Reason::AccessNotFollowed, At);
    Uses.ReadsShared = Uses.WritesShared = Uses.WritesGlobal = true;
    return;
  }
  if (*Space == MemorySpace::Constant || *Space == MemorySpace::Local)
    return;
  bool IsShared = *Space == MemorySpace::Shared;
  Property Of = IsShared ? Property::SharedRaceFree : Property::GlobalRaceFree;
  if (!E.Bytes)
    To.unknown({Of, Property::WarpRaceFree}, Reason::SizeNotKnown, At);
  if (isOfCopy(E) && Writes)
    To.unknown({Of, Property::WarpRaceFree}, Reason::CopyBesideCopy, At);
  if (E.Op && (E.Op->Kind == SyncKind::MatrixLoad ||
               E.Op->Kind == SyncKind::MatrixStore))
    To.unknown({Of, Property::WarpRaceFree}, Reason::MatrixTile, At);
  if (!IsShared)
    return lookAtGlobal(E);
  Uses.WritesShared |= Writes;
  Uses.ReadsShared |= E.Access != AccessKind::Write;
}

void AccessSurvey::lookAtGlobal(const Event &E) {
  bool Writes = E.Access != AccessKind::Read;
  bool IsStrong = E.Volatile || E.Access == AccessKind::Atomic;
  Uses.WritesGlobal |= Writes;
  // The order of blocks may pass through what is read strongly.
  for (const Term *Root : possibleRoots(E.Address, Facts.values())) {
    RootUse &Use = Roots[Root];
    if (Use.At.isInvalid())
      Use.At = placeOf(Facts, E);
    (IsStrong ? Writes ? Use.StrongWrites : Use.StrongReads
     : Writes ? Use.Writes
              : Use.Reads) = true;
  }
}

static bool isNamed(const Term *Root) {
  return isa<VariableTerm, ParameterTerm>(Root);
}

/// The engine compares plain accesses, and counts what it assumes of two
/// parameters. It takes other roots for different objects, and does not compare
/// plain accesses with strong ones.
void AccessSurvey::compare(const Term *A, const RootUse &OfA, const Term *B,
                           const RootUse &OfB) {
  bool Conflict = (OfA.writes() || OfB.writes());
  if (!Conflict || (isa<VariableTerm>(A) && isa<VariableTerm>(B)))
    return;
  bool IsMixed = (OfA.StrongReads || OfA.StrongWrites) !=
                     (OfB.StrongReads || OfB.StrongWrites) ||
                 OfA.StrongReads || OfA.StrongWrites;
  if (isNamed(A) && isNamed(B) && !IsMixed)
    return;
  Evidence Apart({Assumption::NoAlias, A, B});
  for (const EvidenceItem &Item : itemsOf(Apart))
    for (Property P : {Property::GlobalRaceFree, Property::WarpRaceFree})
      To.assume(P, Assumption::NoAlias, Item.Subject, OfB.At);
}

void AccessSurvey::compareRoots() {
  for (auto A = Roots.begin(); A != Roots.end(); ++A) {
    const RootUse &Of = A->second;
    bool Mixed = (Of.StrongWrites && (Of.Reads || Of.Writes)) ||
                 (Of.StrongReads && Of.Writes);
    if (Mixed)
      To.unknown({Property::GlobalRaceFree, Property::WarpRaceFree},
                 Reason::AtomicBesidePlain, Of.At);
    for (auto B = std::next(A); B != Roots.end(); ++B)
      compare(A->first, Of, B->first, B->second);
  }
  if (Uses.ReadsTextures && Uses.WritesGlobal)
    To.assume(Property::GlobalRaceFree, Assumption::NoAlias, "textures");
}

void surveyAccesses(const KernelFacts &Facts, KernelUses &Uses,
                    VerdictBuilder &To) {
  AccessSurvey(Facts, Uses, To).run();
}

bool KernelUses::concerns(Property P) const {
  switch (P) {
  case Property::Convergence:
    return Converges;
  case Property::SharedRaceFree:
    return WritesShared;
  case Property::GlobalRaceFree:
    return WritesGlobal;
  case Property::WarpRaceFree:
    return WritesShared || WritesGlobal;
  case Property::Initialized:
    return ReadsShared;
  case Property::Ordered:
    return HasHandshake;
  case Property::BarrierProtocol:
    return NamesBarriers;
  case Property::Grid:
    return HasGridBarrier;
  }
  llvm_unreachable("no such property");
}

} // namespace warplint::verdicts
