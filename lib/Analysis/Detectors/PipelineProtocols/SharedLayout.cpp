//===--- SharedLayout.cpp - Shared memory by numbers ----------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/PipelineProtocols/SharedLayout.h"
#include "Analysis/Expr/TermTraversal.h"

using namespace clang;

namespace warplint::pipelines {

/// As code may take for granted of what swizzled tensor copies fill.
static constexpr int64_t Alignment = 1024;

/// What a descriptor can name.
static constexpr int64_t EndOfMemory = int64_t(1) << 18;

int64_t matrixStart(int64_t Descriptor) {
  constexpr int64_t AddressBits = 0x3FFF, BytesPerUnit = 16;
  return (Descriptor & AddressBits) * BytesPerUnit;
}

SharedLayout::SharedLayout(const KernelFacts &Facts) : Facts(Facts) {
  int64_t Next = 0;
  std::vector<const Term *> Dynamic;
  for (const Term *T : Facts.values().programTerms()) {
    const auto *Root = dyn_cast<VariableTerm>(T);
    if (!Root || !isShared(AccessPath{T}))
      continue;
    QualType Type = Root->decl()->getType();
    if (Type->isIncompleteType() || Type->isDependentType()) {
      Dynamic.push_back(T);
      continue;
    }
    int64_t Bytes = std::min(
        EndOfMemory, Facts.context().getTypeSizeInChars(Type).getQuantity());
    Next = std::min(Next, EndOfMemory);
    Variables.push_back({T, Next, Next + Bytes});
    Next = (Next + Bytes + Alignment - 1) / Alignment * Alignment;
  }
  // They all begin at one place.
  for (const Term *T : Dynamic)
    Variables.push_back({T, Next, EndOfMemory});
  if (Next >= EndOfMemory || Dynamic.size() > 1)
    Variables.clear();
}

std::optional<int64_t> SharedLayout::startOf(const AccessPath &At) const {
  for (const Variable &V : Variables)
    if (V.Root == At.Root) {
      auto Part = asPartOf(AccessPath{V.Root}, At, Facts.context());
      return Part ? std::optional(V.Begin + Part->Bytes) : std::nullopt;
    }
  return std::nullopt;
}

std::optional<AccessPath> SharedLayout::variableAt(int64_t &Number) const {
  for (const Variable &V : Variables)
    if (V.Begin <= Number && Number < V.End) {
      Number -= V.Begin;
      return AccessPath{V.Root};
    }
  return std::nullopt;
}

llvm::ArrayRef<const Term *> SharedLayout::addressesIn(const Term *T) {
  auto [Known, New] = Inside.try_emplace(T);
  if (New)
    walkTerms(T, [&](const Term &Part) {
      if (isa<SubobjectTerm, VariableTerm, NarrowTerm, LinearTerm>(Part))
        if (auto At = locate(&Part); At && isShared(*At)) {
          Known->second.push_back(&Part);
          return Walk::Skip;
        }
      return isa<LoadTerm, PhiTerm>(Part) ? Walk::Skip : Walk::Enter;
    });
  return Known->second;
}

} // namespace warplint::pipelines
