//===--- HostState.h - State of the host at one point -----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The values of host variables, the writes to host memory that have been
// started, and which of those may be complete. States are joined where paths
// meet: a variable keeps the value that all paths agree on, and a write is in
// progress only if it is so on every path that has started it.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_HOSTSYNC_HOSTSTATE_H
#define WARPLINT_ANALYSIS_DETECTORS_HOSTSYNC_HOSTSTATE_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include <map>
#include <set>
#include <vector>

namespace warplint::hostsync {

/// Numbers of variables and their parts, in the order of their first use.
class HostPlaces {
public:
  using Id = unsigned;
  Id variable(const clang::VarDecl &Var);
  Id temporary(const clang::Expr &Made);
  Id member(Id Of, const clang::FieldDecl &Field);
  Id element(Id Of, int64_t Index);

  /// The members and elements of \p Of used so far, with a key that is equal
  /// for equal parts of different places.
  using Key = std::pair<const void *, int64_t>;
  llvm::ArrayRef<std::pair<Key, Id>> parts(Id Of) const { return Parts[Of]; }
  /// Other functions may change \p Place.
  bool isGlobal(Id Place) const { return Global[Place]; }

private:
  Id add(bool IsGlobal);
  Id part(Id Of, Key Which);

  llvm::DenseMap<const void *, Id> Roots;
  std::vector<std::vector<std::pair<Key, Id>>> Parts;
  std::vector<bool> Global;
};

/// What is known of a pointer, a reference or a handle.
struct HostDatum {
  enum class Kind : uint8_t {
    Unknown,
    Memory,  ///< Points into memory that a GPU writes; by number.
    Stream,  ///< A stream, by number.
    Event,   ///< An event, by number.
    Address, ///< Points to a host variable; by place.
  };
  Kind K = Kind::Unknown;
  unsigned Id = 0;
  bool AtStart = true; ///< Of Memory: points to the first byte.

  bool operator==(const HostDatum &R) const {
    return K == R.K && Id == R.Id && AtStart == R.AtStart;
  }
  bool operator!=(const HostDatum &R) const { return !(*this == R); }
};

/// A write that a launch or copy has started.
struct StartedWrite {
  bool MayBeDone = false;
  /// Streams whose completion implies that of the write.
  std::set<unsigned> Streams;
  /// The last call that waits for something else than this write; null if there
  /// is none.
  const clang::Expr *Missed = nullptr;
};

/// The state of the host on all paths to one point.
struct HostState {
  bool Reached = false;
  std::map<HostPlaces::Id, HostDatum> Data; ///< Absent: unknown.
  /// By event: the writes that are complete when the event is; absent: it may
  /// be any of them.
  std::map<unsigned, std::set<unsigned>> Recorded;
  std::map<unsigned, StartedWrite> Writes;

  /// Joins \p Other, the state on another path. Returns whether anything
  /// changed.
  bool join(const HostState &Other);
  /// All writes may be complete.
  void waitForAll();
};

} // namespace warplint::hostsync

#endif // WARPLINT_ANALYSIS_DETECTORS_HOSTSYNC_HOSTSTATE_H
