//===--- LineReader.h - Lines as they come ---------------------- -*- C++
//-*-===//
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

namespace warplint {

/// Lines from a pipe, of a length that is limited.
class LineReader {
public:
  /// Reads from \p Descriptor, at most \p Most bytes a line.
  LineReader(int Descriptor, size_t Most)
      : Descriptor(Descriptor), Most(Most) {}

  struct Line {
    std::string Text;
    bool TooLong = false; ///< Then the text is left out.
  };

  /// Waits at most \p Milliseconds for something to read, without end if they
  /// are negative, and reads it.
  void wait(int Milliseconds);
  /// The next line that came; nothing if there is none by now.
  std::optional<Line> next();
  /// Nothing more will come.
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

} // namespace warplint

#endif // WARPLINT_WORKFLOWS_SERVE_LINEREADER_H
