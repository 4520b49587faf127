//===--- Verdict.h - What is known of a kernel's properties -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The answer of `warplint prove` about one kernel, as plain data: for each
// property whether it holds, under which assumptions, what violates it, or why
// it is not known. docs/semantics.md says what each property claims.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_FINDING_VERDICT_H
#define WARPLINT_FINDING_VERDICT_H

#include "Finding/Finding.h"

namespace warplint {

/// What a verdict is about.
enum class Property : uint8_t {
  Convergence,     ///< Barriers are reached by all whom they wait for.
  SharedRaceFree,  ///< No data race in shared memory.
  GlobalRaceFree,  ///< No data race in global memory in one launch.
  WarpRaceFree,    ///< No data race that a warp barrier would order.
  Initialized,     ///< Shared memory is written before it is read.
  Ordered,         ///< What is announced is visible to who observes it.
  BarrierProtocol, ///< Barrier objects, named barriers, copies are in phase.
  Grid             ///< Blocks, clusters and grids exist when they are needed.
};
inline constexpr unsigned Properties = unsigned(Property::Grid) + 1;

/// "convergence", "shared-race-free", "global-race-free", "warp-race-free",
/// "initialized", "ordered", "barrier-protocol", "grid".
llvm::StringRef nameOf(Property P);
/// The property that nameOf calls \p Name; nothing for other words.
std::optional<Property> propertyNamed(llvm::StringRef Name);
/// What \p P claims, a clause.
llvm::StringRef meaningOf(Property P);

/// The properties of which a finding of the check \p Id shows that they do not
/// hold; none for checks of host code.
std::vector<Property> propertiesOf(llvm::StringRef Id);

/// What is known of a property.
enum class Standing : uint8_t { Holds, HoldsIf, Violated, Unknown };
/// "holds", "holds-if", "violated", "unknown".
llvm::StringRef nameOf(Standing S);

/// An assumption without which the property is not known to hold.
template <typename Place> struct ConditionOf {
  std::string Id; ///< Of Assumptions.def: "no-alias".
  std::string Sentence;
  std::vector<std::string> Subjects; ///< "in, out"; as the source spells them.
  Place At = {};                     ///< Of the first subject, if it has one.
};

/// Why a property is not known.
template <typename Place> struct UnknownOf {
  std::string Id; ///< "call-without-body".
  std::string Text;
  std::string Settle; ///< What would settle it.
  Place At = {};      ///< The first place, if there is one.
  unsigned Times = 1;
};

/// A finding that shows that a property does not hold.
template <typename Place> struct ViolationOf {
  std::string Check; ///< Without prefix.
  std::string Message;
  Certainty Sure = Certainty::Proven;
  Place At = {};
};

template <typename Place> struct PropertyVerdictOf {
  Standing Says = Standing::Holds;
  std::vector<ConditionOf<Place>> Conditions;
  std::vector<UnknownOf<Place>> Unknowns;
  std::vector<ViolationOf<Place>> Violations;
};

/// A launch of a kernel.
template <typename Place> struct SeenLaunchOf {
  Place At = {};    ///< Not valid if another unit makes it.
  std::string Text; ///< " with 32x8 threads"; with the place if At is resolved.
};

/// An assumption that a contract accepts for one kernel.
struct Acceptance {
  std::string Id;                    ///< Of Assumptions.def.
  std::vector<std::string> Subjects; ///< Only about these; empty: about all.
};

/// What the source and the configuration state of one kernel.
template <typename Place> struct ContractOf {
  std::vector<Property> Proven; ///< Of `proven(...)`, each once.
  std::vector<Acceptance> Accepted;
  std::vector<std::string> Conditions; ///< "n % 32 == 0".
  std::vector<std::string> Problems;   ///< What cannot be read, a clause each.
  Place At = {};                       ///< Of the first comment.

  bool isEmpty() const {
    return Proven.empty() && Accepted.empty() && Conditions.empty() &&
           Problems.empty();
  }
};

/// A barrier without which all that is known of races would be known, too. Of
/// several of one kernel each may go after those before it have gone.
template <typename Place> struct RedundantBarrierOf {
  std::string Spelling; ///< "__syncthreads()".
  Place At = {};
};

/// The verdicts about one kernel. \p Place is the type of a source position.
template <typename Place> struct KernelVerdictOf {
  std::string Kernel; ///< Qualified, with the arguments of a template.
  Place At = {};
  std::vector<SeenLaunchOf<Place>> Launches;
  /// Blocks that were guessed, "256x1x1", if no launch gives one.
  std::vector<std::string> Guessed;
  /// Assumptions that every answer of this kernel rests on and that cannot be
  /// switched off, by id.
  std::vector<std::string> Basis;
  ContractOf<Place> Contract;
  std::vector<RedundantBarrierOf<Place>> Redundant; ///< If asked for.
  std::array<PropertyVerdictOf<Place>, Properties> Of;

  PropertyVerdictOf<Place> &of(Property P) { return Of[unsigned(P)]; }
  const PropertyVerdictOf<Place> &of(Property P) const {
    return Of[unsigned(P)];
  }
};
using KernelVerdict = KernelVerdictOf<clang::SourceLocation>;

/// More assumptions than these are too many to decide by: the property counts
/// as unknown.
inline constexpr unsigned LargestConditionCount = 3;

} // namespace warplint

#endif // WARPLINT_FINDING_VERDICT_H
