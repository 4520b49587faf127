//===--- CaptureFault.h - Calls that a capture forbids ----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// While a stream is being captured into a graph, nothing runs that the graph
// will hold: what waits for it, or may wait for everything, fails and ends the
// capture (CUDA Programming Guide, "CUDA Graphs", "Prohibited and Unhandled
// Operations"; CUDA Runtime API, cudaStreamCaptureMode).
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_HOSTSYNC_CAPTUREFAULT_H
#define WARPLINT_ANALYSIS_DETECTORS_HOSTSYNC_CAPTUREFAULT_H

#include "Assumptions/Evidence.h"
#include <cstdint>
#include <vector>

namespace clang {
class Expr;
class FunctionDecl;
} // namespace clang

namespace warplint {
class DeviceCode;
} // namespace warplint

namespace warplint::hostsync {

/// A call or launch that fails since a stream is being captured.
struct CaptureFault {
  enum class Kind : uint8_t {
    WaitsForCapture,  ///< For a stream or event of it, or for the device.
    UsesDefault,      ///< Work in the default stream, which would wait for it.
    MayWait,          ///< Allocates, frees or waits for other streams.
    EventFromOutside, ///< A captured stream waits for an earlier event.
    NotJoined,        ///< It ends while a stream has work that is not behind.
    EndsInOther,      ///< It ends in another stream than it has begun in.
    BegunTwice,
    /// A function of the host frees what the graph uses again when it is
    /// launched again, by Again.
    FreesEachTime,
  };
  Kind Is = Kind::WaitsForCapture;
  const clang::Expr *Site = nullptr;
  /// Begins the capture, or gives the function to the graph.
  const clang::Expr *Begin = nullptr;
  const clang::FunctionDecl *In = nullptr; ///< Makes the call.
  Evidence RestsOn;
  const clang::Expr *Again = nullptr;
};

/// The faults in all host functions of \p Code, each call once, in the order in
/// which they are met. None behind a test whose outcome is not known and that
/// the capture contains.
std::vector<CaptureFault> captureFaults(DeviceCode &Code);

} // namespace warplint::hostsync

#endif // WARPLINT_ANALYSIS_DETECTORS_HOSTSYNC_CAPTUREFAULT_H
