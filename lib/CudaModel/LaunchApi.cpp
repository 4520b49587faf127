//===--- LaunchApi.cpp - What host code says of a launch ------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaModel/LaunchApi.h"

using namespace clang;

namespace warplint {

LaunchConfiguration configurationOf(const CUDAKernelCallExpr &Launch) {
  const CallExpr *Config = Launch.getConfig();
  if (!Config)
    return {};
  const FunctionDecl *Callee = Config->getDirectCallee();
  unsigned First = Callee && Callee->getIdentifier() &&
                           Callee->getName() == "cudaLaunchDevice"
                       ? 2
                       : 0;
  auto Argument = [&](unsigned I) {
    return First + I < Config->getNumArgs() ? Config->getArg(First + I)
                                            : nullptr;
  };
  return {Argument(0), Argument(1), Argument(2), Argument(3)};
}

bool isDefaultStreamPerThread(const ASTContext &Unit) {
  return Unit.getLangOpts().GPUDefaultStream ==
             LangOptions::GPUDefaultStreamKind::PerThread ||
         Unit.Idents.get("CUDA_API_PER_THREAD_DEFAULT_STREAM")
             .hasMacroDefinition();
}

bool isProgrammaticSerialization(const EnumConstantDecl &Name) {
  return Name.getName() ==
             "cudaLaunchAttributeProgrammaticStreamSerialization" ||
         Name.getName() ==
             "CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION";
}

bool isProgrammaticSwitch(const ValueDecl &Member) {
  return Member.getIdentifier() &&
         Member.getName() == "programmaticStreamSerializationAllowed";
}

bool takesLaunchAttributes(const SyncApiEntry &Row) {
  return Row.Name == "cudaLaunchKernelEx" ||
         Row.Name == "cudaLaunchKernelExC" || Row.Name == "cuLaunchKernelEx";
}

} // namespace warplint
