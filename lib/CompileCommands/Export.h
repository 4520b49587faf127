//===--- Export.h - Writing translated compile commands ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_COMPILECOMMANDS_EXPORT_H
#define WARPLINT_COMPILECOMMANDS_EXPORT_H

#include "CompileCommands/Translate.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace warplint::commands {

/// A compilation database, as text, whose only entry is the untranslated
/// \p Command: the input of one action of an audit.
std::string databaseOf(const clang::tooling::CompileCommand &Command);

/// Writes \p Units as compile_commands.json into \p Folder, which is made if it
/// does not exist. A stock clang-tidy with warplint's plugin, or clangd, can
/// run these commands.
llvm::Error exportDatabase(llvm::StringRef Folder,
                           llvm::ArrayRef<Translation> Units);

} // namespace warplint::commands

#endif // WARPLINT_COMPILECOMMANDS_EXPORT_H
