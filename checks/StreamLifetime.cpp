//===--- StreamLifetime.cpp - warplint-stream-lifetime --------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory that a stream allocates may be used behind the allocation and before
// the release, in the order of the streams and not of the host (CUDA
// Programming Guide, "Stream Ordered Memory Allocator").
//
//===----------------------------------------------------------------------===//

#include "checks/StreamCheck.h"

namespace warplint {

namespace {

class StreamLifetime : public StreamCheck {
public:
  using StreamCheck::StreamCheck;

private:
  std::string messageOf(const hostsync::StreamFault &Fault) const override;
  std::string adviceFor(const hostsync::StreamFault &Fault) const override;
};

} // namespace

std::string
StreamLifetime::messageOf(const hostsync::StreamFault &Fault) const {
  using Kind = hostsync::StreamFault::Kind;
  switch (Fault.Is) {
  case Kind::Unordered:
  case Kind::Overwritten:
  case Kind::ReadEarly:
    return {};
  case Kind::NotYetAllocated:
    return nameOf(Fault.Second) +
           " uses memory that another stream may not have allocated yet";
  case Kind::FreedInUse:
    return nameOf(Fault.Second) + " frees memory that " + nameOf(Fault.First) +
           " may still use in another stream";
  case Kind::UsedAfterFree:
    return nameOf(Fault.Second) + " uses memory that has been freed";
  }
  return {};
}

std::string
StreamLifetime::adviceFor(const hostsync::StreamFault &Fault) const {
  using Kind = hostsync::StreamFault::Kind;
  switch (Fault.Is) {
  case Kind::NotYetAllocated:
    return "allocate it in the stream that uses it, or let that stream wait "
           "for "
           "an event behind the allocation";
  case Kind::FreedInUse:
    return "free it in the stream that uses it last, or wait for that stream "
           "before";
  case Kind::UsedAfterFree:
  case Kind::Unordered:
  case Kind::Overwritten:
  case Kind::ReadEarly:
    break;
  }
  return "free it behind its last use";
}

std::unique_ptr<Check> makeStreamLifetime(const CheckInfo &Info) {
  return std::make_unique<StreamLifetime>(Info);
}

} // namespace warplint
