//===--- ExpectedUnits.h - Announcing units to the cache --------*- C++ -*-===//
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

namespace warplint::lint {

/// Announces to \p Cache that \p Units are to be linted (see
/// `PrefixCache::expect`). Units that clang cannot read are ignored; their own
/// runs say why.
void expectUnits(const pch::PrefixCache &Cache,
                 llvm::ArrayRef<const commands::Translation *> Units);

} // namespace warplint::lint

#endif // WARPLINT_WORKFLOWS_LINT_EXPECTEDUNITS_H
