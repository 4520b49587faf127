//===--- ForcedFiles.h - Forced includes of devices -------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_COMPILECOMMANDS_FORCEDFILES_H
#define WARPLINT_COMPILECOMMANDS_FORCEDFILES_H

#include "llvm/Support/VirtualFileSystem.h"
#include <string>
#include <vector>

namespace warplint::commands {

/// Removes from the clang command \p Words, run in \p Directory, the options
/// that include a FIFO or a device. warplint's own file system refuses to open
/// those; clangd's and a stock clang-tidy's would wait for them, perhaps for
/// ever.
///
/// \returns what was removed: "-include /dev/zero".
std::vector<std::string> dropForcedDevices(std::vector<std::string> &Words,
                                           llvm::StringRef Directory,
                                           llvm::vfs::FileSystem &Files);

} // namespace warplint::commands

#endif // WARPLINT_COMPILECOMMANDS_FORCEDFILES_H
