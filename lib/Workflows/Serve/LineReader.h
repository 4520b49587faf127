//===--- LineReader.h - Reading lines from a pipe ---------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_SERVE_LINEREADER_H
#define WARPLINT_WORKFLOWS_SERVE_LINEREADER_H

#include <deque>
#include <optional>
#include <string>

namespace warplint::serve {

/// Reads lines of limited length from a pipe.
class LineReader {
public:
  /// Reads from \p Descriptor, at most \p Most bytes a line.
  LineReader(int Descriptor, size_t Most)
      : Descriptor(Descriptor), Most(Most) {}

  struct Line {
    std::string Text;
    bool TooLong = false; ///< Then Text is empty.
  };

  /// Waits at most \p Milliseconds, for ever if negative, for input, and reads
  /// it.
  void wait(int Milliseconds);
  /// Takes the next complete line; nothing if there is none yet.
  std::optional<Line> next();
  /// Whether the input has ended and all lines were taken.
  bool hasEnded() const { return Ended && Lines.empty(); }

private:
  void take(const char *Bytes, size_t Count);
  void finishLine();

  int Descriptor;
  size_t Most;
  std::deque<Line> Lines;
  Line Unfinished;
  bool Ended = false;
};

} // namespace warplint::serve

#endif // WARPLINT_WORKFLOWS_SERVE_LINEREADER_H
