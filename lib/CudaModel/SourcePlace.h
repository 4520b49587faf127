//===--- SourcePlace.h - Order of source locations --------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang's numbers of locations depend on what was read before and on whether
// that came precompiled. An order that reaches an output must not depend on
// either.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CUDAMODEL_SOURCEPLACE_H
#define WARPLINT_CUDAMODEL_SOURCEPLACE_H

#include "clang/Basic/SourceLocation.h"
#include <cstdint>

namespace clang {
class SourceManager;
} // namespace clang

namespace warplint {

/// A number for \p At that depends only on the text of its file and, in a
/// macro, on the text of the macro. Within a file it grows with the offset; the
/// unit's own file comes before headers, and what macros make comes last. Two
/// places in headers may share one number. 0 if \p At is invalid.
uint64_t sourcePlace(clang::SourceLocation At,
                     const clang::SourceManager &Sources);

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_SOURCEPLACE_H
