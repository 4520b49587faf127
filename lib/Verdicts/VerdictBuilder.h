//===--- VerdictBuilder.h - Collects what a verdict rests on ----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_VERDICTS_VERDICTBUILDER_H
#define WARPLINT_VERDICTS_VERDICTBUILDER_H

#include "Assumptions/Assumptions.h"
#include "Finding/Verdict.h"
#include "Verdicts/Reasons.h"

namespace warplint::verdicts {

/// Collects reasons, assumptions and findings for the properties of one kernel.
class VerdictBuilder {
public:
  using List = std::initializer_list<Property>;
  static constexpr List Races = {Property::SharedRaceFree,
                                 Property::GlobalRaceFree,
                                 Property::WarpRaceFree};

  /// \p Of is not known. \p Detail is what the reason is about, as the source
  /// spells it.
  void unknown(Property Of, Reason Why, clang::SourceLocation At,
               llvm::StringRef Detail = "");
  void unknown(List Of, Reason Why, clang::SourceLocation At,
               llvm::StringRef Detail = "") {
    for (Property Each : Of)
      unknown(Each, Why, At, Detail);
  }
  void unknownOfAll(Reason Why, clang::SourceLocation At,
                    llvm::StringRef Detail = "") {
    for (unsigned I = 0; I < Properties; ++I)
      unknown(Property(I), Why, At, Detail);
  }
  /// \p Of rests on \p That, about \p Subject.
  void assume(Property Of, Assumption That, llvm::StringRef Subject = "",
              clang::SourceLocation At = {});
  /// \p Of rests on all that \p On rests on, and is not known if that is not.
  void inherit(Property Of, Property On, clang::SourceLocation At);
  void violate(Property Of, const Finding &By);

  bool isKnown(Property Of) const {
    return Made.of(Of).Unknowns.empty() && Made.of(Of).Violations.empty();
  }
  /// The verdicts, decided; the builder is empty after that.
  KernelVerdict take();

  KernelVerdict Made;
};

} // namespace warplint::verdicts

#endif // WARPLINT_VERDICTS_VERDICTBUILDER_H
