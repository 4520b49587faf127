//===--- Resources.cpp - Pages that agents can read -----------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Protocol/Resources.h"
#include "Report/Pages.h"

using llvm::json::Array;
using llvm::json::Object;

namespace warplint::protocol {

static constexpr llvm::StringLiteral Scheme = "warplint://checks/",
                                     Markdown = "text/markdown";

Array describeResources(llvm::ArrayRef<CheckInfo> Checks) {
  Array All;
  for (const CheckInfo &Info : Checks)
    All.push_back(Object{{"uri", (Scheme + Info.Id).str()},
                         {"name", (CheckPrefix + Info.Id).str()},
                         {"description", Info.Summary},
                         {"mimeType", Markdown}});
  return All;
}

std::optional<Object> readResource(llvm::StringRef Uri,
                                   llvm::ArrayRef<CheckInfo> Checks) {
  llvm::StringRef Id = Uri;
  if (!Id.consume_front(Scheme))
    return std::nullopt;
  for (const CheckInfo &Info : Checks)
    if (Info.Id == Id)
      return Object{{"contents", Array{Object{{"uri", Uri.str()},
                                              {"mimeType", Markdown},
                                              {"text", report::pageOf(Id)}}}}};
  return std::nullopt;
}

} // namespace warplint::protocol
