//===--- Event.h - What a thread does that others notice --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_KERNELIR_EVENT_H
#define WARPLINT_ANALYSIS_KERNELIR_EVENT_H

#include <cstdint>

namespace clang {
class Stmt;
} // namespace clang

namespace warplint {

class CallContext;
class Node;
class Term;
struct SyncOp;
enum class SyncKind : uint8_t;
enum class SyncFamily : uint8_t;

enum class AccessKind : uint8_t { Read, Write, Atomic };

/// Something a thread does that other threads can notice. Filled in by the
/// evaluation, in execution order within a node.
struct Event {
  enum class Kind : uint8_t {
    Sync,   ///< A synchronization operation (`Op`).
    Access, ///< A memory access outside the thread's own locals.
    Unknown ///< A call whose body is unknown; it may synchronize.
  };
  Kind K = Kind::Unknown;
  AccessKind Access = AccessKind::Read;
  bool Volatile = false;
  uint32_t Bytes = 0; ///< Of an access; 0 if not known.
  /// The access happens only if this holds (`c ? a[i] : b[i]`); null: always.
  const Term *Under = nullptr;
  /// The operation, owned by the DeviceCode: never null for a Sync; of an
  /// Access null unless an operation makes it. Operations on memory have an
  /// event of kind Access right behind the Sync.
  const SyncOp *Op = nullptr;
  const clang::Stmt *Site = nullptr;
  const CallContext *Owner = nullptr;
  const Node *At = nullptr;
  const Term *Address = nullptr; ///< Accesses and operations on an object.
  const Term *Value = nullptr;   ///< Stored value, count of an init.
  const Term *Mask = nullptr;    ///< The lane mask of a warp operation.
  /// Source lane, delta or xor mask of a shuffle; rank of a peer block.
  const Term *Select = nullptr;
  const Term *Id = nullptr, *Count = nullptr; ///< Of a named barrier.
  /// The barrier object that tracks a copy; the completion function of a
  /// barrier object.
  const Term *Completion = nullptr;
  const Term *Width = nullptr; ///< Bytes of a copy.

  bool isSync() const { return K == Kind::Sync; }
  bool isSync(SyncKind Of) const;   // InlinedCFG.cpp
  bool isSync(SyncFamily Of) const; // InlinedCFG.cpp
  /// All arguments are kinds, or all are families.
  template <typename Asked, typename... Others>
  bool isSync(Asked Of, Asked Or, Others... More) const {
    return isSync(Of) || isSync(Or, More...);
  }
  bool isUnknown() const { return K == Kind::Unknown; }
  bool isAccess() const { return K == Kind::Access; }
  bool isRead() const { return isAccess() && Access == AccessKind::Read; }
  bool isStore() const { return isAccess() && Access == AccessKind::Write; }
  bool isAtomic() const { return isAccess() && Access == AccessKind::Atomic; }
  /// Stores, or updates atomically.
  bool writes() const { return isAccess() && Access != AccessKind::Read; }
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_KERNELIR_EVENT_H
