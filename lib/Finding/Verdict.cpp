//===--- Verdict.cpp - What is known of a kernel's properties -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Finding/Verdict.h"
#include "llvm/ADT/StringSwitch.h"

namespace warplint {

namespace {
struct PropertyRow {
  llvm::StringLiteral Name, Meaning;
};
} // namespace

static constexpr PropertyRow Rows[Properties] = {
    {"convergence", "every barrier and warp collective is reached by all "
                    "threads that it waits for, and by no other"},
    {"shared-race-free", "no two threads of a block make a data race in shared "
                         "memory"},
    {"global-race-free", "no two threads of one launch make a data race in "
                         "global memory"},
    {"warp-race-free", "no two lanes of a warp make a data race that a warp "
                       "barrier would order"},
    {"initialized", "no thread reads an element of shared memory that no "
                    "thread of its block has written"},
    {"ordered", "what one thread announces to another by a flag, a ticket or a "
                "lock is before what the other reads"},
    {"barrier-protocol", "barrier objects, named barriers, pipelines and "
                         "asynchronous copies are used in the phase that they "
                         "are in"},
    {"grid", "blocks, clusters and grids that a thread waits for or reads from "
             "exist, and all take part"}};

llvm::StringRef nameOf(Property P) { return Rows[unsigned(P)].Name; }
llvm::StringRef meaningOf(Property P) { return Rows[unsigned(P)].Meaning; }

std::optional<Property> propertyNamed(llvm::StringRef Name) {
  for (unsigned I = 0; I < Properties; ++I)
    if (Rows[I].Name == Name)
      return Property(I);
  return std::nullopt;
}

std::vector<Property> propertiesOf(llvm::StringRef Id) {
  using P = Property;
  using List = std::vector<Property>;
  return llvm::StringSwitch<List>(Id)
      .Cases({"divergent-barrier", "exit-before-barrier", "sync-mask",
              "shuffle-operand", "legacy-warp-intrinsic", "barrier-not-called"},
             List{P::Convergence})
      .Cases({"shared-memory-race", "temp-storage-reuse"},
             List{P::SharedRaceFree})
      .Case("global-memory-race", List{P::GlobalRaceFree})
      .Case("implicit-warp-sync", List{P::WarpRaceFree})
      .Case("non-atomic-update", List{P::SharedRaceFree, P::GlobalRaceFree})
      .Case("asm-memory-clobber",
            List{P::SharedRaceFree, P::GlobalRaceFree, P::WarpRaceFree,
                 P::Ordered, P::BarrierProtocol})
      .Case("uninitialized-shared-read", List{P::Initialized})
      .Cases({"missing-fence", "fence-scope", "relaxed-handshake", "stale-read",
              "ticket-not-reset", "lock-discipline"},
             List{P::Ordered})
      .Cases({"barrier-init", "barrier-token", "barrier-dropout",
              "async-copy-wait", "named-barrier", "tensor-memory"},
             List{P::BarrierProtocol})
      .Cases({"cluster-exit", "pdl-order", "grid-sync-launch"}, List{P::Grid})
      .Default({});
}

llvm::StringRef nameOf(Standing S) {
  switch (S) {
  case Standing::Holds:
    return "holds";
  case Standing::HoldsIf:
    return "holds-if";
  case Standing::Violated:
    return "violated";
  case Standing::Unknown:
    return "unknown";
  }
  llvm_unreachable("standing without a name");
}

} // namespace warplint
