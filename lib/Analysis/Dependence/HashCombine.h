//===--- HashCombine.h - Hash values stable across runs ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DEPENDENCE_HASHCOMBINE_H
#define WARPLINT_ANALYSIS_DEPENDENCE_HASHCOMBINE_H

#include <cstdint>

namespace warplint::dependence {

/// Combines \p Hash with \p With, which follows it. The result depends on the
/// order of the parts, and is the same in every run.
inline uint64_t hashCombine(uint64_t Hash, uint64_t With) {
  Hash += With + 0x9e3779b97f4a7c15;
  Hash = (Hash ^ (Hash >> 30)) * 0xbf58476d1ce4e5b9;
  Hash = (Hash ^ (Hash >> 27)) * 0x94d049bb133111eb;
  return Hash ^ (Hash >> 31);
}

} // namespace warplint::dependence

#endif // WARPLINT_ANALYSIS_DEPENDENCE_HASHCOMBINE_H
