//===--- PrefixStore.h - Precompiled headers on disk -------- -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_PREFIX_PREFIXSTORE_H
#define WARPLINT_PREFIX_PREFIXSTORE_H

#include "Prefix/Precompile.h"
#include "Prefix/ReadFiles.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace warplint {

/// A precompiled header that was made before.
struct StoredPrefix {
  /// Its name is made of what it holds.
  NamedBuffer Header;
  ReadFiles Inputs;
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

  /// How often somebody has asked for \p Key before, as far as that matters.
  /// Notes that somebody has.
  unsigned countAsked(llvm::StringRef Key) const;

  /// What \p Key stands for cannot be precompiled.
  bool isUnfit(llvm::StringRef Key) const;
  void setUnfit(llvm::StringRef Key) const;

  /// Stores under \p Key, in place of what is there, the bytes of a header that
  /// \p Make gives; it returns what they depend on, nothing if it failed. Does
  /// nothing while another process does so for the same key. Then takes out
  /// what was not used for the longest time until what is left is no larger
  /// than the limit.
  void make(llvm::StringRef Key,
            llvm::function_ref<std::optional<ReadFiles>(std::string &Bytes)>
                Make) const;

  /// In bytes.
  static constexpr uint64_t Limit = uint64_t(2) << 30;

private:
  explicit PrefixStore(llvm::StringRef Folder) : Folder(Folder) {}
  std::string path(const llvm::Twine &Name) const;
  void shrink(llvm::StringRef Kept) const;

  std::string Folder;
};

} // namespace warplint

#endif // WARPLINT_PREFIX_PREFIXSTORE_H
