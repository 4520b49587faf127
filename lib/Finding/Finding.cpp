//===--- Finding.cpp - What a check found, as plain data -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Finding/Finding.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

namespace warplint {

llvm::StringRef nameOf(Category C) {
  switch (C) {
  case Category::Correctness:
    return "correctness";
  case Category::Portability:
    return "portability";
  case Category::Modernize:
    return "modernize";
  }
  llvm_unreachable("category without a name");
}

llvm::StringRef nameOf(Confidence C) {
  return C == Confidence::High ? "high" : "medium";
}

llvm::StringRef nameOf(NoteRole R) {
  switch (R) {
  case NoteRole::Reason:
    return "reason";
  case NoteRole::Operation:
    return "operation";
  case NoteRole::Example:
    return "example";
  case NoteRole::Advice:
    return "advice";
  }
  llvm_unreachable("role without a name");
}

void FindingList::add(Finding F) {
  auto Known = llvm::find_if(Findings, [&](const Finding &Other) {
    return Other.Check == F.Check && Other.Loc == F.Loc;
  });
  if (Known == Findings.end())
    Findings.push_back(std::move(F));
  else if (F.Edits.empty())
    // What does not mend every way to come here mends none.
    Known->Edits.clear();
}

void FindingList::drop(Category Kind) {
  llvm::erase_if(Findings, [&](const Finding &F) { return F.Kind == Kind; });
}

} // namespace warplint
