//===--- Printable.cpp - Foreign text in one line of a terminal -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Quoting/Printable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"

namespace warplint::quoting {

/// Unicode's controls C0, DEL and C1.
static bool isControl(llvm::UTF32 C) {
  return C < 0x20 || (C >= 0x7f && C < 0xa0);
}

/// Line and paragraph separators; embeddings, overrides and isolates of the
/// bidirectional algorithm (UAX #9), which show text in another order.
static bool isMisleading(llvm::UTF32 C) {
  return (C >= 0x2028 && C <= 0x202e) || (C >= 0x2066 && C <= 0x2069);
}

static std::string escapeOf(llvm::UTF32 C) {
  if (C == '\n')
    return "\\n";
  if (C == '\r')
    return "\\r";
  std::string Digits = llvm::utohexstr(C, /*LowerCase=*/true);
  return C < 0x100 ? "\\x" + std::string(Digits.size() < 2, '0') + Digits
                   : "\\u{" + Digits + "}";
}

std::string printable(llvm::StringRef Text) {
  std::string Result;
  const llvm::UTF8 *At = Text.bytes_begin(), *End = Text.bytes_end();
  while (At != End) {
    const llvm::UTF8 *Begin = At;
    llvm::UTF32 C = 0;
    if (llvm::convertUTF8Sequence(&At, End, &C, llvm::strictConversion) !=
        llvm::conversionOK) {
      At = Begin + 1;
      Result += escapeOf(*Begin);
    } else if (C != '\t' && (isControl(C) || isMisleading(C))) {
      Result += escapeOf(C);
    } else {
      Result.append(Begin, At);
    }
  }
  return Result;
}

std::string printableJson(llvm::StringRef Json) {
  std::string Result;
  const llvm::UTF8 *At = Json.bytes_begin(), *End = Json.bytes_end();
  while (At != End) {
    const llvm::UTF8 *Begin = At;
    llvm::UTF32 C = 0;
    // Below 0x20 only JSON's own line ends can be left.
    if (llvm::convertUTF8Sequence(&At, End, &C, llvm::strictConversion) !=
        llvm::conversionOK)
      At = Begin + 1;
    else if (C >= 0x20 && (isControl(C) || isMisleading(C))) {
      std::string Digits = llvm::utohexstr(C, /*LowerCase=*/true);
      Result += "\\u" + std::string(4 - Digits.size(), '0') + Digits;
      continue;
    }
    Result.append(Begin, At);
  }
  return Result;
}

} // namespace warplint::quoting
