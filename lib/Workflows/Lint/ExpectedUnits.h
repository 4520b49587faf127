//===--- ExpectedUnits.h - What units of an audit begin with ---*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_LINT_EXPECTEDUNITS_H
#define WARPLINT_WORKFLOWS_LINT_EXPECTEDUNITS_H

#include "CompileCommands/Translate.h"
#include "PchCache/PrefixCache.h"
#include <vector>

namespace warplint {

/// Tells \p Cache that \p Units are to be linted (see `PrefixCache::expect`). What
/// clang cannot read of them counts for nothing; their own runs say why.
void expectUnits(const PrefixCache &Cache,
                 llvm::ArrayRef<const Translation *> Units);

} // namespace warplint

#endif // WARPLINT_WORKFLOWS_LINT_EXPECTEDUNITS_H
