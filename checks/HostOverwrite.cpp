//===--- HostOverwrite.cpp - warplint-host-overwrite ----------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls that start a copy or a kernel return before it has read the memory of
// the host that it is given (CUDA Programming Guide, "Asynchronous Concurrent
// Execution"): the host may use the memory again once it has waited.
//
//===----------------------------------------------------------------------===//

#include "checks/StreamCheck.h"

namespace warplint {

namespace {

class HostOverwrite : public StreamCheck {
public:
  using StreamCheck::StreamCheck;

private:
  std::string messageOf(const hostsync::StreamFault &Fault) const override;
  std::string adviceFor(const hostsync::StreamFault &Fault) const override;
};

} // namespace

std::string HostOverwrite::messageOf(const hostsync::StreamFault &Fault) const {
  if (Fault.Is != hostsync::StreamFault::Kind::Overwritten)
    return {};
  bool Reads = Fault.First.Use == hostsync::MemoryUse::Reads;
  bool Frees = Fault.Second.Use == hostsync::MemoryUse::Frees;
  return std::string("the host ") + (Frees ? "frees" : "writes") +
         " memory that " + nameOf(Fault.First) + " may still " +
         (Reads ? "read" : "write");
}

std::string HostOverwrite::adviceFor(const hostsync::StreamFault &) const {
  return "wait for the stream, or for an event behind the operation, before "
         "the memory is used again, or take turns with a second buffer";
}

std::unique_ptr<Check> makeHostOverwrite(const CheckInfo &Info) {
  return std::make_unique<HostOverwrite>(Info);
}

} // namespace warplint
