//===--- LinkedOutput.h - Outputs whose name is a link ----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_LINT_LINKEDOUTPUT_H
#define WARPLINT_WORKFLOWS_LINT_LINKEDOUTPUT_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace warplint::lint {

/// Why nothing is written through \p Path; empty if it may be.
///
/// Who names an output names a file, but the link that lies there may have come
/// with the tree: it may lead to the user's start-up files or hooks, and what a
/// report quotes of the tree would run with them. A link is followed to what an
/// earlier run has written (or to a text that has \p Mark), to what is no
/// regular file, and to a file that is empty or not there yet in the link's own
/// folder or below it, where the tree could have brought it itself.
///
/// What was found fit stays so when it is removed to be written anew.
std::string problemWithLink(llvm::StringRef Path, llvm::StringRef Mark = "");

} // namespace warplint::lint

#endif // WARPLINT_WORKFLOWS_LINT_LINKEDOUTPUT_H
