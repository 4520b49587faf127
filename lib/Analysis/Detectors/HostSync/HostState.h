//===--- HostState.h - What the host knows at one point ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Variables of the host and what they hold, the writes to memory of the host
// that were started, and which of them may be complete. States are joined where
// paths meet: a variable keeps what all paths agree on, a write is in progress
// only if it is on every path that has started it.
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

namespace warplint {

/// Numbers for variables and their parts, given in the order of their first
/// use.
class HostPlaces {
public:
  using Id = unsigned;
  Id variable(const clang::VarDecl &Var);
  Id temporary(const clang::Expr &Made);
  Id member(Id Of, const clang::FieldDecl &Field);
  Id element(Id Of, int64_t Index);

  /// The members and elements of \p Of that were used so far, with a key that
  /// is the same for the same part of other places.
  using Key = std::pair<const void *, int64_t>;
  llvm::ArrayRef<std::pair<Key, Id>> parts(Id Of) const { return Parts[Of]; }
  /// Other functions may change it.
  bool isGlobal(Id Place) const { return Global[Place]; }

private:
  Id add(bool IsGlobal);
  Id part(Id Of, Key Which);

  llvm::DenseMap<const void *, Id> Roots;
  std::vector<std::vector<std::pair<Key, Id>>> Parts;
  std::vector<bool> Global;
};

/// What a pointer, a reference or a handle is known to be.
struct HostDatum {
  enum class Kind : uint8_t {
    Unknown,
    Memory,  ///< Points into memory that a GPU writes, by number.
    Stream,  ///< A stream, by number.
    Event,   ///< An event, by number.
    Address, ///< Points to a variable of the host, by place.
  };
  Kind K = Kind::Unknown;
  unsigned Id = 0;
  bool AtStart = true; ///< Of Memory: points to its first byte.

  bool operator==(const HostDatum &R) const {
    return K == R.K && Id == R.Id && AtStart == R.AtStart;
  }
  bool operator!=(const HostDatum &R) const { return !(*this == R); }
};

/// A write that a launch or copy has started.
struct StartedWrite {
  bool MayBeDone = false;
  /// Streams whose end is not before that of the write.
  std::set<unsigned> Streams;
  /// The last call that waits, but not for this; null if there is none.
  const clang::Expr *Missed = nullptr;
};

struct HostState {
  bool Reached = false;
  std::map<HostPlaces::Id, HostDatum> Data; ///< Absent: unknown.
  /// Writes that are complete when an event is, by event; absent: any.
  std::map<unsigned, std::set<unsigned>> Recorded;
  std::map<unsigned, StartedWrite> Writes;

  /// Takes in what holds on another path. Whether something changed.
  bool join(const HostState &Other);
  /// Everything may be complete.
  void waitForAll();
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_HOSTSYNC_HOSTSTATE_H
