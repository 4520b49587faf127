//===--- RemoteMemory.cpp - Memory of other processing elements -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaModel/RemoteMemory.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint {

using Kind = RemoteOperation::Kind;

/// \p Name is made of words, and \p Word or words that begin with it are among
/// them.
static bool hasWord(llvm::StringRef Name, llvm::StringRef Word) {
  llvm::SmallVector<llvm::StringRef, 8> Words;
  Name.split(Words, '_');
  return llvm::any_of(
      Words, [&](llvm::StringRef Part) { return Part.starts_with(Word); });
}

/// What the function `nvshmem_` + \p Name does. A put with a signal delivers
/// the signal behind its own data.
static Kind kindOf(llvm::StringRef Name) {
  bool Puts =
      hasWord(Name, "put") || hasWord(Name, "iput") || Name.ends_with("_p");
  if (Puts && !hasWord(Name, "signal"))
    return Kind::Put;
  if (Name.starts_with("signal_op"))
    return Kind::Signal;
  if (hasWord(Name, "atomic"))
    return hasWord(Name, "fetch") ? Kind::Other : Kind::Signal;
  bool KeepsDeliveries =
      Puts || hasWord(Name, "get") || hasWord(Name, "iget") ||
      Name.ends_with("_g") || hasWord(Name, "wait") || hasWord(Name, "test") ||
      hasWord(Name, "my") || hasWord(Name, "n") || Name == "ptr";
  return KeepsDeliveries ? Kind::Other : Kind::Order;
}

std::optional<RemoteOperation> remoteOperation(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee || !Callee->getIdentifier())
    return std::nullopt;
  llvm::StringRef Name = Callee->getName();
  if (!Name.consume_front("nvshmem_") && !Name.consume_front("nvshmemx_"))
    return std::nullopt;
  RemoteOperation Done{kindOf(Name), nullptr};
  if (Done.K == Kind::Put || Done.K == Kind::Signal) {
    if (Call.getNumArgs() == 0)
      return std::nullopt;
    Done.Element = Call.getArg(Call.getNumArgs() - 1);
  }
  return Done;
}

} // namespace warplint
