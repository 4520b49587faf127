//===--- SyncKinds.h - Kinds of operations ----------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CUDAMODEL_SYNCKINDS_H
#define WARPLINT_CUDAMODEL_SYNCKINDS_H

#include <cstdint>

namespace warplint {

/// What a call or PTX instruction does; more is known in SyncKindRows.h.
enum class SyncKind : uint8_t {
#define SYNC_KIND(NAME, FAMILY, WAITS, ARRIVES, TOUCHES, ORDERS, SOURCE) NAME,
#include "CudaModel/SyncKinds.def"
};

enum class SyncFamily : uint8_t;    // SyncKindRows.h
SyncFamily familyOf(SyncKind Kind); // SyncApi.cpp

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_SYNCKINDS_H
