//===--- Printable.h - Where lib/Output finds printable() -------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_OUTPUT_PRINTABLE_H
#define WARPLINT_OUTPUT_PRINTABLE_H

#include "Quoting/Printable.h"

#endif // WARPLINT_OUTPUT_PRINTABLE_H
