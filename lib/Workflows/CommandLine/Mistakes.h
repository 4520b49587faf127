//===--- Mistakes.h - What is wrong with arguments ------------ -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_COMMANDLINE_MISTAKES_H
#define WARPLINT_WORKFLOWS_COMMANDLINE_MISTAKES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace warplint::cli {

/// \p Arguments, the program first, with `help` and `version` in their place as
/// commands spelled as the options that they stand for.
std::vector<const char *> spelledOut(std::vector<const char *> Arguments);

/// The first mistake in \p Arguments, the program first and without what stands
/// behind `--`: an unknown command or option, a value that an option does not
/// take, too few or too many words. A sentence that says what to write;
/// empty if there is none, or none that LLVM would not name as well.
std::string mistakeIn(llvm::ArrayRef<const char *> Arguments);

/// Which of \p Known is most like \p Word; empty if none is like it.
std::string nearest(llvm::StringRef Word, llvm::ArrayRef<std::string> Known);

} // namespace warplint::cli

#endif // WARPLINT_WORKFLOWS_COMMANDLINE_MISTAKES_H
