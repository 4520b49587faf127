//===--- Leftovers.h - Files of runs that were killed -----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_SUPPORT_LEFTOVERS_H
#define WARPLINT_SUPPORT_LEFTOVERS_H

#include <string>

namespace warplint::base {

/// The name of a file that is written beside another: none that a user gives,
/// whatever the length of the other's.
std::string temporaryName();

/// Says that the open file \p Descriptor of such a name is being written.
void holdTemporary(int Descriptor);

/// Removes the files of such names in the open \p Folder that a run of this
/// user has left: old ones that nobody writes. A process looks once at each
/// folder.
void removeLeftovers(int Folder);

} // namespace warplint::base

#endif // WARPLINT_SUPPORT_LEFTOVERS_H
