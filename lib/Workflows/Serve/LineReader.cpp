//===--- LineReader.cpp - Reading lines from a pipe -----------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Serve/LineReader.h"
#include <algorithm>
#include <cerrno>
#include <poll.h>
#include <unistd.h>

namespace warplint::serve {

void LineReader::finishLine() {
  if (Unfinished.TooLong)
    Unfinished.Text.clear();
  Lines.push_back(std::move(Unfinished));
  Unfinished = Line();
}

void LineReader::take(const char *Bytes, size_t Count) {
  for (const char *End = Bytes + Count; Bytes != End;) {
    const char *Stop = std::find(Bytes, End, '\n');
    if (Unfinished.Text.size() + (Stop - Bytes) > Most) {
      Unfinished.TooLong = true;
      Unfinished.Text = std::string();
    }
    if (!Unfinished.TooLong)
      Unfinished.Text.append(Bytes, Stop);
    Bytes = Stop;
    if (Bytes != End) {
      ++Bytes;
      finishLine();
    }
  }
}

void LineReader::wait(int Milliseconds) {
  if (Ended) {
    // The pipe is at its end: there is nothing to wait for but the time.
    poll(nullptr, 0, std::max(Milliseconds, 0));
    return;
  }
  pollfd Watched = {Descriptor, POLLIN, 0};
  if (poll(&Watched, 1, Milliseconds) <= 0)
    return;
  char Bytes[1 << 16];
  ssize_t Count = read(Descriptor, Bytes, sizeof(Bytes));
  if (Count > 0)
    return take(Bytes, Count);
  if (Count < 0 && (errno == EINTR || errno == EAGAIN))
    return;
  Ended = true;
  if (!Unfinished.Text.empty() || Unfinished.TooLong)
    finishLine();
}

std::optional<LineReader::Line> LineReader::next() {
  if (Lines.empty())
    return std::nullopt;
  Line Next = std::move(Lines.front());
  Lines.pop_front();
  return Next;
}

} // namespace warplint::serve
