//===--- Check.cpp - A rule over facts -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/Check.h"
#include "Analysis/Program/DeviceCode.h"

namespace warplint {

Check::~Check() = default;

bool Check::concerns(const clang::FunctionDecl &Root, DeviceCode &Code) const {
  return Code.traits(Root).Synchronizes;
}

Finding Check::makeFinding(clang::SourceLocation Loc,
                           std::string Message) const {
  Finding F;
  F.Check = Info.Id;
  F.Kind = Info.Kind;
  F.OfCheck = Info.Level;
  F.Loc = Loc;
  F.Message = std::move(Message);
  return F;
}

} // namespace warplint
