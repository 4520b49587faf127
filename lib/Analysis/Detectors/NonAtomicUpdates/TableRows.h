//===--- TableRows.h - Rows of sparse tables --------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sparse matrix has its entries row by row: from `begins[row]` to
// `begins[row + 1]` stand the columns of one row, which differ, and at the same
// places of another table what stands there.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_NONATOMICUPDATES_TABLEROWS_H
#define WARPLINT_ANALYSIS_DETECTORS_NONATOMICUPDATES_TABLEROWS_H

#include "Analysis/Detectors/NonAtomicUpdates/UpdatedPlaces.h"

namespace warplint {

/// The row in which \p Data, which is read where \p U writes, is a column: a loop
/// goes along the row, and what it adds is made of what stands in that column, but
/// not that alone: then the keys of a histogram with weights look the same.
/// Null if there is none.
const Term *rowOfColumn(const Term *Data, const PlaceUpdate &U,
                        const KernelFacts &Facts);

/// Some table is read at \p Row and behind it: where a row begins, and the next.
bool beginsRows(const Term *Row, const KernelFacts &Facts);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_NONATOMICUPDATES_TABLEROWS_H
