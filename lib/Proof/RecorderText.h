//===--- RecorderText.h - The recorder as one header ------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_PROOF_RECORDERTEXT_H
#define WARPLINT_PROOF_RECORDERTEXT_H

#include <string>

namespace warplint::proof {

/// The text of recorder/warplint_recorder.h with that of the headers beside it
/// where it includes them: a copy of a program gets one header. What is left of
/// its own to include is `warplint_sites.h`.
std::string recorderHeader();

} // namespace warplint::proof

#endif // WARPLINT_PROOF_RECORDERTEXT_H
