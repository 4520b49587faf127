//===--- DeclaratorAttributes.h - Attributes of declarators -----*- C++ -*-===//
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

namespace warplint::parsing {

/// Whether \p D, whose declarator is the last that was parsed, has a body or
/// will get one.
bool isDefinitionBegun(const clang::Decl &D);

/// Forgets the last declarator; must be called before a unit is parsed.
void forgetDeclarators();

} // namespace warplint::parsing

#endif // WARPLINT_FRONTEND_DECLARATORATTRIBUTES_H
