//===--- Faults.h - Faults planted to try the fuzzers -----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A build with WARPLINT_PLANTED_FAULTS=ON holds the faults of Faults.def, and
// the environment's WARPLINT_PLANTED_FAULT chooses one. In every other build
// planted() is the constant false, and nothing of a fault is in the program.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_PLANTED_FAULTS_H
#define WARPLINT_PLANTED_FAULTS_H

#include <cstdint>

namespace warplint {

enum class Fault : uint8_t {
#define FAULT(id, name, kind, sentence) name,
#include "Planted/Faults.def"
#undef FAULT
};

/// The fault \p F is to be made. What asks stands where the right code is, and
/// reads as it: `if (planted(Fault::X)) <wrong>; <right>`.
#ifdef WARPLINT_PLANTED_FAULTS
bool planted(Fault F);
#else
constexpr bool planted(Fault F) { return false; }
#endif

} // namespace warplint

#endif // WARPLINT_PLANTED_FAULTS_H
