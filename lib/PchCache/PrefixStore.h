//===--- PrefixStore.h - Precompiled headers on disk ------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_PCHCACHE_PREFIXSTORE_H
#define WARPLINT_PCHCACHE_PREFIXSTORE_H

#include "PchCache/PrefixEntry.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace warplint::pch {

/// A precompiled header read from the store.
struct StoredPrefix : PrefixEntry {
  /// The header in memory; its name depends only on its contents.
  NamedBuffer Header;
};

/// A folder of precompiled headers by key. A key stands for everything that a
/// header depends on except files on disk. Several processes may use the folder
/// at a time; a process that is killed leaves nothing that another reads as
/// whole.
class PrefixStore {
public:
  /// Opens \p Folder, and makes it if it is missing, accessible to its user
  /// alone. Fails if it cannot be written, or if other users could have written
  /// it, since its contents are trusted.
  static llvm::Expected<PrefixStore> open(llvm::StringRef Folder);

  /// The undamaged header under \p Key, whose inputs may have changed; nothing
  /// if there is none.
  std::optional<StoredPrefix> read(llvm::StringRef Key) const;

  /// Writes the present inputs of \p Stored, which was read under \p Key.
  void renew(llvm::StringRef Key, const StoredPrefix &Stored) const;

  /// Counts a request for \p Key and returns how many there were before, up to
  /// a limit.
  unsigned countAsked(llvm::StringRef Key) const;

  /// The number stored under \p Key; 0 if there is none.
  uint64_t number(llvm::StringRef Key) const;
  void setNumber(llvm::StringRef Key, uint64_t Number) const;

  /// Whether \p Key was marked: it cannot be precompiled, say, or is asked for.
  bool isMarked(llvm::StringRef Key) const;
  void mark(llvm::StringRef Key) const;

  /// Sets the count of requests for \p Key to 0.
  void forgetAsked(llvm::StringRef Key) const;

  /// A precompiled header to store.
  struct Made {
    std::string Bytes; ///< The header.
    ReadFiles Inputs;  ///< Files that it depends on.
    PrecompiledContents Contents;
  };
  /// Stores what \p Make returns under \p Key, replacing what is there; nothing
  /// if it returns nothing. If another process is making the same key, waits
  /// for it instead, for a limited time. Then removes the least recently used
  /// entries until the folder is within the limit.
  void make(llvm::StringRef Key,
            llvm::function_ref<std::optional<Made>()> Make) const;

  /// Limit of the folder's size in bytes.
  static constexpr uint64_t Limit = uint64_t(2) << 30;

private:
  explicit PrefixStore(llvm::StringRef Folder) : Folder(Folder) {}
  std::string path(const llvm::Twine &Name) const;
  void shrink(llvm::StringRef Kept) const;

  std::string Folder;
};

} // namespace warplint::pch

#endif // WARPLINT_PCHCACHE_PREFIXSTORE_H
