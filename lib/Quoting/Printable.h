//===--- Printable.h - Escapes for a terminal -------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_QUOTING_PRINTABLE_H
#define WARPLINT_QUOTING_PRINTABLE_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace warplint::quoting {

/// \p Text, which names files or quotes source, with escapes so that it can
/// neither steer a terminal nor begin a line of its own, which a CI system
/// might read as a command. Line ends become `\n` and `\r`, other control
/// characters and bytes that are no UTF-8 `\x1b`, marks that reverse the
/// direction of text `\u{202e}`. Tabs and everything else stay.
std::string printable(llvm::StringRef Text);

/// \p Json in which what printable() escapes is written as `\u001b` in strings:
/// the same document, which does not steer a terminal.
std::string printableJson(llvm::StringRef Json);

} // namespace warplint::quoting

#endif // WARPLINT_QUOTING_PRINTABLE_H
