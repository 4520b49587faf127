//===--- Instrument.h - A unit that records its accesses -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewrites the sources of a parsed unit so that the sites of a plan are
// recorded when it runs. The rewritten text differs from the user's only by
// what is inserted; clang's Rewriter makes it.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_PROOF_INSTRUMENT_H
#define WARPLINT_PROOF_INSTRUMENT_H

#include "Proof/MacroText.h"
#include "Proof/Points.h"
#include "Proof/RecordingPlan.h"
#include "Proof/Slice.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include <map>
#include <set>

namespace warplint::proof {

/// A kernel from which a site can be reached, as `reproduce` calls it.
struct RecordedKernel {
  const clang::FunctionDecl *Function = nullptr;
  std::set<unsigned> Sites; ///< Positions in the plan.
  /// It runs a function of the unit's own file that has one of the lines for
  /// which points were asked.
  bool HasPlace = false;
  bool NeedsCluster = false; ///< It does what blocks of a cluster do.
  bool NeedsGrid = false;    ///< All blocks wait for each other.
  /// It and the functions that it calls, as far as they are user code.
  std::vector<const clang::FunctionDecl *> Runs;
};

struct InstrumentedUnit {
  /// By path as in a report (ReportedPlace::File). The unit's own file is
  /// always among them if any site was found.
  std::map<std::string, std::string> Sources;
  std::string Main;         ///< The unit's own file.
  std::set<unsigned> Found; ///< Sites that are recorded now.
  /// Why a site of this unit cannot be recorded.
  std::map<unsigned, std::string> Refused;
  /// What else than barriers orders threads in the kernels that reach a site:
  /// a recording does not see it.
  std::map<unsigned, std::string> OtherOrder;
  std::vector<RecordedKernel> Kernels; ///< In the order of the source.
  /// What a reproduction calls if no kernel reaches its lines; may be null.
  const clang::FunctionDecl *HostFunction = nullptr;
  /// Where threads can be made late; the first is the start of kernels and has
  /// no place. Empty unless asked for.
  std::vector<DelayPoint> Points;
  /// With points: the unit's own file with the headers that it includes where
  /// it does, but those of the system, and without `Unneeded`.
  std::string Whole;
  std::vector<TextRange> Unneeded;
};

/// What a reproduction asks for.
struct ReproductionWish {
  /// Of the unit's own file: threads can be made late in functions that have
  /// one of these (see findPoints).
  std::vector<unsigned> Lines;
  std::string Kernel; ///< Of several that reach them, or empty.
  /// A function of the host is called, whatever kernels have such a line.
  bool OfHost = false;
  /// What macros make of the unit; null: nothing is recorded there.
  const ExpandedTokens *Tokens = nullptr;
};

/// What the reproduction of \p F asks for.
ReproductionWish wishFor(const report::ReportedFinding &F);

/// \p Root is what paths of the plan are relative to; files elsewhere are never
/// rewritten. \p Recorder is the path of warplint_recorder.h as the sources
/// include it; empty: they do not include it. \p Wish is for reproductions.
InstrumentedUnit instrument(clang::ASTContext &Context,
                            const RecordingPlan &Plan, llvm::StringRef Root,
                            llvm::StringRef Recorder,
                            const ReproductionWish &Wish = {});

} // namespace warplint::proof

#endif // WARPLINT_PROOF_INSTRUMENT_H
