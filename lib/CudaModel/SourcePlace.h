//===--- SourcePlace.h - Where code stands, for orders ----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// What clang numbers a location with depends on what was read before it and on
// whether that came precompiled. An order that an output shows must not.
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CUDAMODEL_SOURCEPLACE_H
#define WARPLINT_CUDAMODEL_SOURCEPLACE_H

#include "clang/Basic/SourceLocation.h"
#include <cstdint>

namespace clang {
class SourceManager;
} // namespace clang

namespace warplint {

/// A number for \p At that follows from the text of its file and, behind a
/// macro, from that of the macro. What comes first in a file has the smaller
/// one, the unit's own file comes before its headers, and what macros make
/// comes last. Two places in headers may share one. 0 if \p At is invalid.
uint64_t sourcePlace(clang::SourceLocation At,
                     const clang::SourceManager &Sources);

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_SOURCEPLACE_H
