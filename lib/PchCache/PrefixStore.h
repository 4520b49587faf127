//===--- PrefixStore.h - Precompiled headers on disk -------- -*- C++ -*-===//
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

namespace warplint {

/// A precompiled header that was made before.
struct StoredPrefix : PrefixEntry {
  /// Its name is made of what it holds.
  NamedBuffer Header;
};

/// A folder of precompiled headers, each under a key that says all that it
/// depends on but the files on disk. Several processes may use it at a time,
/// and one that is killed leaves nothing that another takes for whole.
class PrefixStore {
public:
  /// Makes \p Folder if it is missing, for its user alone. Fails if it cannot
  /// be written, or if others could have written it: what it holds is trusted.
  static llvm::Expected<PrefixStore> open(llvm::StringRef Folder);

  /// What is stored under \p Key and undamaged; its inputs may have changed.
  std::optional<StoredPrefix> read(llvm::StringRef Key) const;

  /// Notes what \p Stored, which was read, has for inputs now.
  void renew(llvm::StringRef Key, const StoredPrefix &Stored) const;

  /// How often somebody has asked for \p Key before, as far as that matters.
  /// Notes that somebody has.
  unsigned countAsked(llvm::StringRef Key) const;

  /// A number that is kept under \p Key, 0 at first.
  uint64_t number(llvm::StringRef Key) const;
  void setNumber(llvm::StringRef Key, uint64_t Number) const;

  /// Whether something was noted of what \p Key stands for: that it cannot be
  /// precompiled, say, or is asked for.
  bool isMarked(llvm::StringRef Key) const;
  void mark(llvm::StringRef Key) const;

  /// Nobody has asked for \p Key yet, then.
  void forgetAsked(llvm::StringRef Key) const;

  /// What is to be stored.
  struct Made {
    std::string Bytes; ///< Of the header.
    ReadFiles Inputs;  ///< What they depend on.
    PrecompiledContents Contents;
  };
  /// Stores under \p Key, in place of what is there, what \p Make gives; nothing
  /// if it failed. While another process does so for the same key, waits for that
  /// in place of doing it.
  /// Then takes out what was not used for the longest time until what is left
  /// is no larger than the limit.
  void make(llvm::StringRef Key,
            llvm::function_ref<std::optional<Made>()> Make) const;

  /// In bytes.
  static constexpr uint64_t Limit = uint64_t(2) << 30;

private:
  explicit PrefixStore(llvm::StringRef Folder) : Folder(Folder) {}
  std::string path(const llvm::Twine &Name) const;
  void shrink(llvm::StringRef Kept) const;

  std::string Folder;
};

} // namespace warplint

#endif // WARPLINT_PCHCACHE_PREFIXSTORE_H
