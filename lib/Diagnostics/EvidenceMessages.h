//===--- EvidenceMessages.h - What findings rest on -------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_DIAGNOSTICS_EVIDENCEMESSAGES_H
#define WARPLINT_DIAGNOSTICS_EVIDENCEMESSAGES_H

#include "Finding/Finding.h"

namespace warplint {

class AssumptionSet;
class Evidence;

/// \p Of as plain data, in its order: assumptions, the launch, cuts. The names
/// of its subjects are the source's.
std::vector<EvidenceItem> itemsOf(const Evidence &Of);

/// Whether everything that \p F rests on is switched on in \p Made.
bool mayReport(const Finding &F, const AssumptionSet &Made);

} // namespace warplint

#endif // WARPLINT_DIAGNOSTICS_EVIDENCEMESSAGES_H
