//===--- Serve.h - warplint serve -------------------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_SERVE_SERVE_H
#define WARPLINT_WORKFLOWS_SERVE_SERVE_H

namespace warplint::serve {

/// `warplint serve`: speaks the Model Context Protocol on stdin and stdout
/// until stdin ends. Returns the exit code, 0 unless it could not begin.
int serve();

} // namespace warplint::serve

#endif // WARPLINT_WORKFLOWS_SERVE_SERVE_H
