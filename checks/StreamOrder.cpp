//===--- StreamOrder.cpp - warplint-stream-order --------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations in different streams run in any order and at the same time, unless
// an event, a wait of the host or the default stream orders them (CUDA
// Programming Guide, "Asynchronous Concurrent Execution", "Streams"). The
// default stream and streams that are made non-blocking do not wait for each
// other.
//
//===----------------------------------------------------------------------===//

#include "checks/StreamCheck.h"

namespace warplint {

namespace {

class StreamOrder : public StreamCheck {
public:
  using StreamCheck::StreamCheck;

private:
  std::string messageOf(const hostsync::StreamFault &Fault) const override;
  std::string adviceFor(const hostsync::StreamFault &Fault) const override;
};

} // namespace

std::string StreamOrder::messageOf(const hostsync::StreamFault &Fault) const {
  if (Fault.Is != hostsync::StreamFault::Kind::Unordered)
    return {};
  bool Writes = Fault.Second.Use == hostsync::MemoryUse::Writes;
  bool Wrote = Fault.First.Use == hostsync::MemoryUse::Writes;
  return nameOf(Fault.Second) + (Writes ? " writes" : " reads") +
         " memory that " + nameOf(Fault.First) + " may still " +
         (Wrote ? "write" : "read") + " in another stream";
}

std::string StreamOrder::adviceFor(const hostsync::StreamFault &) const {
  return "record an event behind the first in its stream and let the second "
         "stream wait for it, or use one stream for both";
}

std::unique_ptr<Check> makeStreamOrder(const CheckInfo &Info) {
  return std::make_unique<StreamOrder>(Info);
}

} // namespace warplint
