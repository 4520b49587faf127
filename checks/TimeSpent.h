//===--- TimeSpent.h - What time went into -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For statistics alone: no result depends on the clock.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CHECKS_TIMESPENT_H
#define WARPLINT_CHECKS_TIMESPENT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace warplint {

/// Divides the time from its making on into parts, one behind the other.
class TimeSpent {
public:
  using Part = std::pair<std::string, double>; ///< A name, milliseconds.

  /// What has passed since the part before went into \p What.
  void add(llvm::StringRef What) {
    auto Now = std::chrono::steady_clock::now();
    Parts.push_back(
        {What.str(),
         std::chrono::duration<double, std::milli>(Now - Last).count()});
    Last = Now;
  }
  /// The same, divided already: \p Within say what of it went into what.
  void add(llvm::ArrayRef<Part> Within) {
    Parts.insert(Parts.end(), Within.begin(), Within.end());
    Last = std::chrono::steady_clock::now();
  }
  llvm::ArrayRef<Part> parts() const { return Parts; }
  double milliseconds() const {
    double Sum = 0;
    for (const Part &Each : Parts)
      Sum += Each.second;
    return Sum;
  }

private:
  std::chrono::steady_clock::time_point Last = std::chrono::steady_clock::now();
  std::vector<Part> Parts;
};

} // namespace warplint

#endif // WARPLINT_CHECKS_TIMESPENT_H
