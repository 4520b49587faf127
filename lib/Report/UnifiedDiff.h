//===--- UnifiedDiff.h - Two texts as a unified diff ---------- -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_REPORT_UNIFIEDDIFF_H
#define WARPLINT_REPORT_UNIFIEDDIFF_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace warplint::report {

/// What makes \p New of \p Old, as `git apply` and `patch -p1` read it, with
/// three lines of context; both texts are of the file \p Name, relative to the
/// folder in which the diff is applied. Empty if the texts are equal. Bytes
/// stay as they are.
std::string unifiedDiff(llvm::StringRef Name, llvm::StringRef Old,
                        llvm::StringRef New);

} // namespace warplint::report

#endif // WARPLINT_REPORT_UNIFIEDDIFF_H
