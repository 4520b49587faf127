//===--- DeclaratorAttributes.h - Attributes where nvcc takes them -*- C++ -*-//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_FRONTEND_DECLARATORATTRIBUTES_H
#define WARPLINT_FRONTEND_DECLARATORATTRIBUTES_H

namespace clang {
class Decl;
} // namespace clang

namespace warplint {

/// \p D, whose declarator is the last that was read, has a body or will get
/// one.
bool isDefinitionBegun(const clang::Decl &D);

/// To be called before a unit is parsed.
void forgetDeclarators();

} // namespace warplint

#endif // WARPLINT_FRONTEND_DECLARATORATTRIBUTES_H
