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
// States are joined where paths meet that the same tests have chosen, or that
// order the same: a variable keeps the value that all paths agree on, and an
// operation is in progress only if it is so on every path that has started it.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_HOSTSYNC_HOSTSTATE_H
#define WARPLINT_ANALYSIS_DETECTORS_HOSTSYNC_HOSTSTATE_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/Analysis/CFG.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace warplint::hostsync {

/// Numbers of variables and their parts, in the order of their first use.
class HostPlaces {
public:
  using Id = unsigned;
  Id variable(const clang::VarDecl &Var);
  Id temporary(const clang::Expr &Made);
  /// Of the result of a call, an increment or a lambda.
  Id result(const clang::Expr &Of);
  /// Of what \p F returns.
  Id returned(const clang::FunctionDecl &F);
  Id member(Id Of, const clang::FieldDecl &Field);
  Id element(Id Of, int64_t Index);
  /// The number of elements of the container at \p Of.
  Id size(Id Of);
  /// The function that ends what the smart pointer at \p Of owns, if nothing
  /// else may own it.
  Id deleter(Id Of);
  bool isDeleter(Id Place) const;
  /// What \p Place is an element of, and its index; nothing for others.
  std::optional<std::pair<Id, int64_t>> elementAt(Id Place) const;
  /// \p Count elements behind the element at \p Place; nothing if it is none,
  /// or is behind others.
  std::optional<Id> shifted(Id Place, int64_t Count);
  /// What \p Place is a member or an element of.
  std::optional<Id> around(Id Place) const;

  /// The members and elements of \p Of used so far, with a key that is equal
  /// for equal parts of different places.
  using Key = std::pair<const void *, int64_t>;
  llvm::ArrayRef<std::pair<Key, Id>> parts(Id Of) const { return Parts[Of]; }
  /// Other functions may change \p Place.
  bool isGlobal(Id Place) const { return Global[Place]; }
  /// \p Place is a member or an element.
  bool isPart(Id Place) const { return around(Place).has_value(); }

private:
  static constexpr Id None = ~0u;
  Id root(llvm::DenseMap<const void *, Id> &Known, const void *Of,
          bool IsGlobal = false);
  Id add(bool IsGlobal, Id Around, Key Which);
  Id part(Id Of, Key Which);

  llvm::DenseMap<const void *, Id> Roots, Results;
  std::vector<std::vector<std::pair<Key, Id>>> Parts;
  std::vector<bool> Global;
  std::vector<std::pair<Id, Key>> PartOf; ///< None: of nothing.
};

/// What is known of a pointer, a reference or a handle.
struct HostDatum {
  enum class Kind : uint8_t {
    Unknown,
    Memory,   ///< Points into memory that a GPU uses; by number.
    Stream,   ///< A stream, by number.
    Event,    ///< An event, by number.
    Graph,    ///< A graph, or one that can be launched, by number.
    Address,  ///< Points to a host variable; by place.
    Number,   ///< An integer.
    Callable, ///< A function or the body of a lambda, by number.
    Same,     ///< The value of the variable at a place, which is not known.
  };
  Kind K = Kind::Unknown;
  unsigned Id = 0;
  bool AtStart = true; ///< Of Memory: points to the first byte.
  int64_t Number = 0;  ///< Of a Number: it.

  static HostDatum number(int64_t N) { return {Kind::Number, 0, true, N}; }
  static HostDatum address(HostPlaces::Id Of) { return {Kind::Address, Of}; }
  bool isKnown() const { return K != Kind::Unknown && K != Kind::Same; }
  /// This, if it is known.
  HostDatum known() const { return isKnown() ? *this : HostDatum(); }
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

/// Where the host is in a loop.
struct LoopIteration {
  static constexpr unsigned Later = ~0u; ///< Any behind those with numbers.
  unsigned Head = 0; ///< Position of the loop's first block.
  unsigned Iteration = 0;
  /// All tests that may leave the loop in this iteration have known outcomes.
  bool IsCounted = true;
};

/// A stream of which only the handle is known: the number of the stream, or the
/// place of the handle.
using StreamHandle = std::pair<HostDatum::Kind, unsigned>;

/// A stream that is being captured into a graph.
struct StreamCapture {
  const clang::Expr *Begin = nullptr; ///< The call that has begun the capture.
  StreamHandle Origin;                ///< The stream of that call.
  unsigned Graph = 0;     ///< The number of the graph that is being made.
  bool IsRelaxed = false; ///< The mode allows calls that may wait.
  bool HasWork = false;   ///< Of a stream that has joined the capture.
  /// What the stream was given, by number: nodes of the graph.
  std::set<unsigned> Does;
  /// HostState::Undecided at the begin.
  llvm::SmallVector<const clang::CFGBlock *, 2> Undecided;
  /// The streams of the capture of which all work is behind this one.
  std::set<StreamHandle> Joined;
  bool operator==(const StreamCapture &R) const {
    return Begin == R.Begin && Origin == R.Origin && Graph == R.Graph &&
           HasWork == R.HasWork && IsRelaxed == R.IsRelaxed &&
           Joined == R.Joined && Does == R.Does;
  }
};

/// Where an event was recorded.
struct CapturedRecord {
  /// In a capture; else outside of each one that is in progress.
  std::optional<StreamHandle> Origin;
  /// A capture has begun since.
  bool IsBefore = false;
  std::set<StreamHandle> Covers; ///< As StreamCapture::Joined.
  bool operator==(const CapturedRecord &R) const {
    return Origin == R.Origin && IsBefore == R.IsBefore && Covers == R.Covers;
  }
};

/// The state of the host on paths to one point.
struct HostState {
  bool Reached = false;
  /// The tests that have chosen this path, by number, and their outcomes.
  std::map<unsigned, bool> Facts;
  std::vector<LoopIteration> Loops; ///< Around, outermost first.
  /// The blocks that end in a test of unknown outcome and have chosen this
  /// path: not all paths from there come here.
  llvm::SmallVector<const clang::CFGBlock *, 2> Undecided;
  std::map<HostPlaces::Id, HostDatum> Data; ///< Absent: unknown.
  /// By event: the operations that are complete when the event is; absent: it
  /// may be any of them.
  std::map<unsigned, std::set<unsigned>> Recorded;
  std::map<unsigned, StartedOperation> Operations;
  /// The current device of the thread; nothing if it is not known.
  std::optional<int64_t> Device;
  /// The device on which a stream or an event was made, if it is known.
  std::map<std::pair<HostDatum::Kind, unsigned>, int64_t> DeviceOf;
  /// The streams that are being captured on all paths.
  std::map<StreamHandle, StreamCapture> Captures;
  std::map<unsigned, CapturedRecord> Records; ///< By event.
  /// By graph: the operations that are its nodes, of graphs that one capture or
  /// known calls have made and nothing has changed.
  std::map<unsigned, std::set<unsigned>> Graphs;

  /// What is known of the value at \p Place.
  HostDatum at(HostPlaces::Id Place) const {
    auto Found = Data.find(Place);
    return Found == Data.end() ? HostDatum() : Found->second;
  }
  /// Joins \p Other, the state on another path. Returns whether anything
  /// changed.
  bool join(const HostState &Other);
  /// Whether the same operations are in progress, and the same is behind them,
  /// as in \p Other.
  bool ordersAs(const HostState &Other) const;
  /// Whether variables hold the same handles, and point to the same memory, as
  /// in \p Other; \p Addresses: and to the same variables.
  bool holdsAs(const HostState &Other, bool Addresses) const;
  /// In an iteration that stands for many.
  bool isWidened() const;
  /// No variable is known to hold the object numbered \p Id.
  void forget(HostDatum::Kind Of, unsigned Id);
  /// All operations may be complete.
  void waitForAll();
};

/// Erases from \p From the entries of which \p Goes holds.
template <typename Map, typename Test> void eraseIf(Map &From, Test Goes) {
  for (auto Each = From.begin(); Each != From.end();)
    Each = Goes(*Each) ? From.erase(Each) : std::next(Each);
}

/// The field of the outermost object, reached by pointer, reference or
/// variable, of which the glvalue \p E is a part; null if it is not part of a
/// record.
const clang::FieldDecl *outermostField(const clang::Expr &E);

} // namespace warplint::hostsync

#endif // WARPLINT_ANALYSIS_DETECTORS_HOSTSYNC_HOSTSTATE_H
