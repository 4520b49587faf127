//===--- Yaml.h - YAML that others wrote ------------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_FILES_YAML_H
#define WARPLINT_FILES_YAML_H

#include "llvm/Support/VirtualFileSystem.h"

namespace warplint {

/// Whether \p Text may be nested so deep that LLVM's reader, which calls itself
/// for each level, comes to the end of the stack. Counted generously: brackets
/// in quotes and any indentation are levels, too.
bool isYamlTooDeep(llvm::StringRef Text);

/// The machine's regular files but for those that are nested too deep: what
/// configuration is read from.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> configurationFiles();

} // namespace warplint

#endif // WARPLINT_FILES_YAML_H
