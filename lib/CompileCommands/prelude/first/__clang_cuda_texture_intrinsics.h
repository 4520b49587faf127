//===--- __clang_cuda_texture_intrinsics.h - One declaration ---*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUDA's texture and surface functions all call one builtin of nvcc, whose
// first argument says what is done. Clang's header of this name defines it by
// half a megabyte of templates, a third of what a plain kernel costs to parse.
// Nothing is compiled to code here, so a declaration is enough.
//
//===----------------------------------------------------------------------===//

#pragma once
#pragma clang system_header

template <class... _Args>
__attribute__((device)) void __nv_tex_surf_handler(const char *, _Args...);
