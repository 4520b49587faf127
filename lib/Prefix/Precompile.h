//===--- Precompile.h - Making a precompiled header --------- -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_PREFIX_PRECOMPILE_H
#define WARPLINT_PREFIX_PRECOMPILE_H

#include "clang/Frontend/CompilerInvocation.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warplint {

/// A file that is only in memory, and its name there.
struct NamedBuffer {
  std::string Name;
  std::shared_ptr<llvm::MemoryBuffer> Contents;
};

/// \p Disk with \p InMemory, which it refers to.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
withBuffers(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk,
            llvm::ArrayRef<NamedBuffer> InMemory);

/// Has \p Unit parsed after \p Precompiled, which holds what its options force
/// in.
void startAfter(clang::CompilerInvocation &Unit, llvm::StringRef Precompiled);

enum class Precompilation {
  Made,
  /// The text does not stand for itself: it does not parse, declares something
  /// that is not of a system header, or includes a header that would say
  /// something again if a unit included it once more.
  Unfit,
  Failed, ///< For a reason that has nothing to do with the text.
};

/// A file that includes \p Includes, in their order.
NamedBuffer fileThatIncludes(llvm::ArrayRef<std::string> Includes);

/// Parses \p Text, a file in memory, with the options of \p Unit and makes of
/// it a precompiled header, the bytes of \p Made. Never after another one:
/// clang 19 forgets macros of the first whose names the second uses for
/// something else. \p FirstUnfit becomes the number, counted from 0, of the
/// first include that is unfit whatever stands before it, if one is: a header
/// that is not the system's, or that would say something again.
Precompilation precompile(const clang::CompilerInvocation &Unit,
                          const NamedBuffer &Text,
                          llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk,
                          std::string &Made, std::optional<size_t> &FirstUnfit);

} // namespace warplint

#endif // WARPLINT_PREFIX_PRECOMPILE_H
