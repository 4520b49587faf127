//===--- TableRows.h - Rows of sparse tables --------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sparse matrix stores its entries row by row: the elements from
// `begins[row]` to `begins[row + 1]` are the columns of one row, which differ,
// and the same elements of another table are their values.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_NONATOMICUPDATES_TABLEROWS_H
#define WARPLINT_ANALYSIS_DETECTORS_NONATOMICUPDATES_TABLEROWS_H

#include "Analysis/Detectors/NonAtomicUpdates/UpdatedPlaces.h"

namespace warplint {
class KernelFacts;
class Term;
} // namespace warplint

namespace warplint::updates {

/// The row in which \p Data, loaded for the address of the write of \p U, is a
/// column: a loop runs along the row, and the value that it adds depends on an
/// element of that column, but not on that alone, since a weighted histogram
/// looks the same. Null if there is none.
const Term *rowOfColumn(const Term *Data, const PlaceUpdate &U,
                        const KernelFacts &Facts);

/// Some table is loaded at \p Row and at the next index: the begin and the end
/// of a row.
bool beginsRows(const Term *Row, const KernelFacts &Facts);

} // namespace warplint::updates

#endif // WARPLINT_ANALYSIS_DETECTORS_NONATOMICUPDATES_TABLEROWS_H
