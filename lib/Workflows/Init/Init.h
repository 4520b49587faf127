//===--- Init.h - warplint init ---------------------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_INIT_INIT_H
#define WARPLINT_WORKFLOWS_INIT_INIT_H

namespace warplint::init {

/// `warplint init`: says how to get a compilation database of the project in
/// the current folder; where there is one, writes configuration, a job for
/// continuous integration and a baseline, if the user agrees. No file is
/// overwritten. Returns the exit code: 0, 2 without a database, 3 if some file
/// could not be linted whole.
int init();

} // namespace warplint::init

#endif // WARPLINT_WORKFLOWS_INIT_INIT_H
