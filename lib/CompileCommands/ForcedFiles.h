//===--- ForcedFiles.h - Files that commands force in -----------*- C++ -*-===//
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

namespace warplint {

/// Takes options out of the clang command \p Words that force a FIFO or a
/// device into a unit. warplint's own file system refuses to open those;
/// clangd's and a stock clang-tidy's would wait for them, perhaps for ever.
/// Returns what was taken out: "-include /dev/zero".
std::vector<std::string> dropForcedDevices(std::vector<std::string> &Words,
                                           llvm::StringRef Directory,
                                           llvm::vfs::FileSystem &Files);

} // namespace warplint

#endif // WARPLINT_COMPILECOMMANDS_FORCEDFILES_H
