//===--- texture_fetch_functions.h - Gone since CUDA 13 ----------*- C++ -*-===//
//-*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang's CUDA wrapper includes this name unconditionally. Older toolkits hold
// a header of their own, which comes first on the include path.
//
//===----------------------------------------------------------------------===//
