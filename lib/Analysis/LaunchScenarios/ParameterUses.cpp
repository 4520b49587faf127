//===--- ParameterUses.cpp - What kernel parameters are for -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/LaunchScenarios/ParameterUses.h"
#include "Analysis/Dataflow/Loops.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/SymbolicExecution/Evaluation.h"
#include "CudaModel/MemorySpace.h"
#include "Support/Checked.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallSet.h"

using namespace clang;

namespace warplint::scenarios {

/// A shared array that is declared with its extents.
static bool isArrayOfKnownSize(const Term *Root) {
  const auto *Object = dyn_cast<VariableTerm>(Root);
  const auto *Var = Object ? dyn_cast<VarDecl>(Object->decl()) : nullptr;
  return Var && memorySpaceOf(*Var) == MemorySpace::Shared &&
         Var->getType()->isConstantArrayType();
}

namespace {

/// Tells what the parameters in a kernel's terms are for.
class RoleWalk {
public:
  RoleWalk(const Evaluation &Values, bool OffsetsAreFree, ParameterUses &Found)
      : Values(Values), OffsetsAreFree(OffsetsAreFree), Found(Found) {}

  /// \p Address is accessed.
  void walkAddress(const Term *Address) {
    // An array with a known end says itself how far an offset can go.
    InArray = isArrayOfKnownSize(rootOf(Address));
    walk(Address, Use::Added);
    InArray = false;
  }

  void finish() {
    if (BlockAxes.size() > 1)
      Found.OfBlocks.clear();
  }

  /// \p Condition decides a branch: what is compared with an index bounds it.
  void walkCondition(const Term *Condition) {
    walkTerms(Condition, [&](const Term &T) {
      if (!Conditions.insert(&T).second)
        return Walk::Skip;
      const auto *Test = dyn_cast<BinaryTerm>(&T);
      if (!Test || !Test->isComparison())
        return Walk::Enter;
      // `i == n` chooses one index; it bounds none.
      if (BinaryOperator::isRelationalOp(Test->opcode()) && dependsOnMore(&T))
        walk(&T, Use::Compared);
      return Walk::Skip;
    });
  }

private:
  enum class Use : uint8_t {
    Added,
    Multiplied,
    Compared,
    Shifted,
    Flipped, ///< `i ^ bit`: leads to a partner, to no part of a buffer.
    Divides, ///< `n / tile` bounds a loop by how many tiles there are.
    Other
  };

  /// Visits the parts of \p First, a use of \p FirstAs, in their order.
  void walk(const Term *First, Use FirstAs) {
    llvm::SmallVector<std::pair<const Term *, Use>, 32> Work{{First, FirstAs}};
    while (!Work.empty()) {
      auto [T, As] = Work.pop_back_val();
      if (!Seen.insert({T, unsigned(As) * 2 + InArray}).second)
        continue;
      if (isIntegerParameter(T)) {
        note(T, As);
        continue;
      }
      if (const auto *Op = dyn_cast<BinaryTerm>(T);
          Op && Op->opcode() == BO_Mul) {
        noteFactor(Op->lhs(), Op->rhs());
        noteFactor(Op->rhs(), Op->lhs());
      }
      if (const auto *Sum = dyn_cast<LinearTerm>(T); Sum && As == Use::Added)
        noteEnds(*Sum);
      // What is read from memory is an unknown of its own.
      if (isa<LoadTerm>(T))
        continue;
      llvm::ArrayRef<Incoming> Joined = Values.incoming(T);
      for (const Incoming &I : llvm::reverse(Joined))
        Work.push_back({I.Reaching.Value, As == Use::Added ? Use::Other : As});
      llvm::ArrayRef<const Term *> Parts = T->operands();
      for (unsigned I = Parts.size(); I-- > 0;)
        Work.push_back({Parts[I], useIn(T, I, As)});
    }
  }

  /// \p Factor is multiplied by \p Other.
  void noteFactor(const Term *Factor, const Term *Other) {
    if (isIntegerParameter(Factor) && choosesBlock(Other))
      Found.OfBlocks.insert(Factor);
  }

  /// \p Index is an index, or a part of one that counts in its elements.
  void noteEnds(const LinearTerm &Index) {
    for (auto [Part, Factor] :
         llvm::zip(Index.operands(), Index.coefficients()))
      if (isIntegerParameter(Part) && base::magnitude(Factor) == 1) {
        if (InArray)
          Found.InArrays.insert(Part);
        else if (countsAgainst(Index, Factor))
          Found.Ends.insert(Part);
        else if (isLast(Index))
          Found.Lasts.insert(Part);
      }
  }

  /// `n - 1`.
  static bool isLast(const LinearTerm &Index) {
    return Index.constant() < 0 &&
           llvm::all_of(Index.operands(), isIntegerParameter);
  }

  /// A part of \p Index that threads differ in has another sign than \p Factor.
  static bool countsAgainst(const LinearTerm &Index, int64_t Factor) {
    return llvm::any_of(llvm::zip(Index.operands(), Index.coefficients()),
                        [&](auto Part) {
                          auto [Of, By] = Part;
                          return dependsOnMore(Of) && (By < 0) != (Factor < 0);
                        });
  }

  void note(const Term *Parameter, Use As) {
    if (As == Use::Shifted)
      (InArray ? Found.ShiftsInArrays : Found.Shifts).insert(Parameter);
    else if (As == Use::Multiplied)
      Found.Pitches.insert(Parameter);
    else if (As == Use::Compared)
      Found.Bounds.insert(Parameter);
    else if (!InArray && As != Use::Flipped && As != Use::Divides &&
             (As != Use::Added || !OffsetsAreFree))
      Found.Offsets.insert(Parameter);
  }

  /// Made of indices of the block and constants. Notes the axes of those.
  bool choosesBlock(const Term *Factor) {
    return walkTerms(Factor, [&](const Term &T) {
      if (isa<LinearTerm, NarrowTerm>(T))
        return Walk::Enter;
      const auto *Self = dyn_cast<IdentityTerm>(&T);
      if (!Self || Self->identity() != IdentityKind::BlockIdx)
        return Walk::Stop;
      BlockAxes.insert(Self->axis());
      return Walk::Skip;
    });
  }

  static Use useIn(const Term *T, unsigned Operand, Use As) {
    switch (T->kind()) {
    case TermKind::Linear:
      return As == Use::Added &&
                     base::magnitude(
                         cast<LinearTerm>(T)->coefficients()[Operand]) != 1
                 ? Use::Other
                 : As;
    case TermKind::Element:
    case TermKind::Field:
    case TermKind::Narrow:
      return As;
    case TermKind::Binary: {
      auto Op = cast<BinaryTerm>(T)->opcode();
      if (BinaryOperator::isShiftOp(Op) && Operand == 1)
        return Use::Shifted;
      if (Op == BO_Div && Operand == 1 && As == Use::Compared &&
          !dependsOnMore(T->operands()[0]))
        return Use::Divides;
      return Op == BO_Mul          ? Use::Multiplied
             : As == Use::Compared ? Use::Compared
             : As == Use::Shifted  ? Use::Shifted
             : Op == BO_Xor        ? Use::Flipped
                                   : Use::Other;
    }
    default:
      return As == Use::Added ? Use::Other : As;
    }
  }

  /// Not made of parameters and constants alone.
  static bool dependsOnMore(const Term *T) {
    return !walkTerms(T, [](const Term &Part) {
      if (isIntegerParameter(&Part) || Part.isConstant())
        return Walk::Skip;
      return Part.operands().empty() || isa<PhiTerm>(Part) ? Walk::Stop
                                                           : Walk::Enter;
    });
  }

  const Evaluation &Values;
  bool OffsetsAreFree, InArray = false;
  ParameterUses &Found;
  llvm::DenseSet<std::pair<const Term *, unsigned>> Seen;
  llvm::DenseSet<const Term *> Conditions;
  llvm::SmallSet<unsigned, 3> BlockAxes;
};

} // namespace

/// What \p First, the start of a loop's variable, counts: threads, blocks.
static ParameterUses::Step countedFrom(const Term *First,
                                       const Evaluation &Values) {
  static constexpr unsigned AllAxes = 7;
  ParameterUses::Step Found;
  walkTerms(First, Values, [&](const Term &T) {
    if (const auto *Self = dyn_cast<IdentityTerm>(&T))
      switch (Self->identity()) {
      case IdentityKind::ThreadIdx:
        Found.Threads |= 1u << Self->axis();
        break;
      case IdentityKind::BlockIdx:
        Found.Blocks |= 1u << Self->axis();
        break;
      case IdentityKind::ThreadRankInGrid:
        Found.Blocks = AllAxes;
        [[fallthrough]];
      case IdentityKind::ThreadRankInBlock:
        Found.Threads = AllAxes;
        break;
      case IdentityKind::BlockRankInGrid:
        Found.Blocks = AllAxes;
        break;
      default:
        break;
      }
    return isa<LoadTerm>(T) ? Walk::Skip : Walk::Enter;
  });
  return Found;
}

/// Loops that go on by a parameter in each iteration, or by a constant.
static void findSteps(const Evaluation &Values, ParameterUses &Found) {
  for (const Term *Phi : Values.joins().phis()) {
    const Induction *Loop = Values.inductions().find(Phi);
    if (!Loop)
      continue;
    if (auto Step = Loop->constantStep())
      Found.LargestStep =
          std::max(Found.LargestStep, base::absolute(*Step).orElse(0));
    if (Loop->K == Induction::Kind::Added && isIntegerParameter(Loop->Step))
      Found.Steps.insert({Loop->Step, countedFrom(Loop->First, Values)});
  }
}

/// A pointer that the kernel gets, or a variable: what is accessed from there
/// is no element of another.
static bool isObjectOfItsOwn(const Term *Root) {
  while (const auto *Part = dyn_cast<ExtractTerm>(Root))
    Root = Part->from();
  return isa<ParameterTerm, VariableTerm>(Root);
}

/// No two pitches that one object is accessed by have one place. Beside parts
/// of memory that are a block's own there is room for few: only then those of
/// different objects share one.
static void placePitches(const KernelFacts &Facts, ParameterUses &Found) {
  llvm::SmallVector<const Term *, 8> Pitches;
  for (const Term *Pitch : Found.Pitches)
    if (!Found.OfBlocks.contains(Pitch))
      Pitches.push_back(Pitch);
  llvm::MapVector<const Term *, llvm::SmallVector<const Term *, 8>> Addresses;
  if (Pitches.size() > 1 && !Found.OfBlocks.empty())
    for (const Event &E : Facts.cfg().events())
      if (E.isAccess()) {
        const Term *Root = rootOf(E.Address);
        Addresses[isObjectOfItsOwn(Root) ? Root : nullptr].push_back(E.Address);
      }
  // Null stands for any object.
  llvm::DenseMap<const Term *, llvm::SmallSetVector<const Term *, 4>> In;
  for (const auto &[Root, Of] : Addresses)
    walkTerms(Of, Facts.values(), [&, Root = Root](const Term &T) {
      if (!isIntegerParameter(&T))
        return isa<LoadTerm>(T) ? Walk::Skip : Walk::Enter;
      In[&T].insert(Root);
      return Walk::Skip;
    });
  auto MayMeet = [&](const Term *L, const Term *R) {
    const auto &OfL = In[L], &OfR = In[R];
    return OfL.empty() || OfR.empty() || OfL.contains(nullptr) ||
           OfR.contains(nullptr) ||
           llvm::any_of(OfL, [&](const Term *At) { return OfR.contains(At); });
  };
  for (auto Pitch = Pitches.begin(); Pitch != Pitches.end(); ++Pitch) {
    llvm::SmallSet<size_t, 8> Taken;
    for (const Term *Before : llvm::make_range(Pitches.begin(), Pitch))
      if (MayMeet(Before, *Pitch))
        Taken.insert(Found.PlaceOfPitch[Before]);
    size_t Place = 0;
    while (Taken.contains(Place))
      ++Place;
    Found.PlaceOfPitch[*Pitch] = Place;
  }
}

ParameterUses parameterUses(const KernelFacts &Facts, bool OffsetsAreFree) {
  ParameterUses Found;
  findSteps(Facts.values(), Found);
  RoleWalk Walk(Facts.values(), OffsetsAreFree, Found);
  for (const Node *N : Facts.cfg().order()) {
    for (const Event &E : N->Events)
      if (E.isAccess())
        Walk.walkAddress(E.Address);
    if (N->Branch)
      Walk.walkCondition(N->Branch);
  }
  Walk.finish();
  placePitches(Facts, Found);
  return Found;
}

} // namespace warplint::scenarios
