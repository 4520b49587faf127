//===--- Reasons.h - Why a property is not known ----------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_VERDICTS_REASONS_H
#define WARPLINT_VERDICTS_REASONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace warplint::verdicts {

/// A row of Reasons.def.
enum class Reason : uint8_t {
#define REASON(Name, ...) Name,
#include "Verdicts/Reasons.def"
#undef REASON
};

/// The columns of a row of Reasons.def.
struct ReasonInfo {
  llvm::StringLiteral Id, Text, Settle;
};

/// All rows, by number of their Reason.
llvm::ArrayRef<ReasonInfo> allReasons();
inline const ReasonInfo &infoOf(Reason R) { return allReasons()[unsigned(R)]; }

} // namespace warplint::verdicts

#endif // WARPLINT_VERDICTS_REASONS_H
