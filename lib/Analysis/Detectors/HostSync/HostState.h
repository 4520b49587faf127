//===--- HostState.h - State of the host at one point -----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The values of host variables, the device's operations that have been started,
// which of those may be complete, and which streams may go on behind them.
// States are joined where paths meet: a variable keeps the value that all paths
// agree on, and an operation is in progress only if it is so on every path that
// has started it.
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
  /// \p Place is a member or an element.
  bool isPart(Id Place) const { return IsPart[Place]; }

private:
  Id add(bool IsGlobal, bool IsPartOfOther = false);
  Id part(Id Of, Key Which);

  llvm::DenseMap<const void *, Id> Roots;
  std::vector<std::vector<std::pair<Key, Id>>> Parts;
  std::vector<bool> Global, IsPart;
};

/// What is known of a pointer, a reference or a handle.
struct HostDatum {
  enum class Kind : uint8_t {
    Unknown,
    Memory,  ///< Points into memory that a GPU uses; by number.
    Stream,  ///< A stream, by number.
    Event,   ///< An event, by number.
    Address, ///< Points to a host variable; by place.
    Number,  ///< An integer.
  };
  Kind K = Kind::Unknown;
  unsigned Id = 0;
  bool AtStart = true; ///< Of Memory: points to the first byte.
  int64_t Number = 0;  ///< Of a Number: it.

  static HostDatum number(int64_t N) { return {Kind::Number, 0, true, N}; }
  bool operator==(const HostDatum &R) const {
    return K == R.K && Id == R.Id && AtStart == R.AtStart && Number == R.Number;
  }
  bool operator!=(const HostDatum &R) const { return !(*this == R); }
};

/// What a launch, copy, allocation or release does to one piece of memory.
struct StartedOperation {
  bool MayBeDone = false; ///< For the host.
  /// Streams in which whatever is started from now on is behind the operation.
  std::set<unsigned> Streams;
  /// The last call that waits for something else than this operation; null if
  /// there is none.
  const clang::Expr *Missed = nullptr;
  /// Whatever is started from now on, in any stream, is behind it.
  bool IsBehindAll = false;
  /// Paths lead here that have not started it.
  bool IsPartial = false;
  /// An earlier iteration of a loop has started it.
  bool IsCarried = false;

  /// Takes in what \p Other, the same operation on another path, may be
  /// ordered by. Returns whether anything changed.
  bool join(const StartedOperation &Other);
};

/// The state of the host on all paths to one point.
struct HostState {
  bool Reached = false;
  std::map<HostPlaces::Id, HostDatum> Data; ///< Absent: unknown.
  /// By event: the operations that are complete when the event is; absent: it
  /// may be any of them.
  std::map<unsigned, std::set<unsigned>> Recorded;
  std::map<unsigned, StartedOperation> Operations;

  /// Joins \p Other, the state on another path. Returns whether anything
  /// changed.
  bool join(const HostState &Other);
  /// No variable is known to hold the object numbered \p Id.
  void forget(HostDatum::Kind Of, unsigned Id);
  /// All operations may be complete.
  void waitForAll();
};

/// The field of the outermost object, reached by pointer, reference or
/// variable, of which the glvalue \p E is a part; null if it is not part of a
/// record.
const clang::FieldDecl *outermostField(const clang::Expr &E);

} // namespace warplint::hostsync

#endif // WARPLINT_ANALYSIS_DETECTORS_HOSTSYNC_HOSTSTATE_H
