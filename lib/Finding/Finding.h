//===--- Finding.h - What a check found, as plain data -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_FINDING_FINDING_H
#define WARPLINT_FINDING_FINDING_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warplint {

/// What is wrong, from "undefined or hangs" to "old spelling".
enum class Category : uint8_t {
  Correctness, ///< Undefined behaviour or a hang on the target.
  Portability, ///< Works on the target by accident of hardware.
  Modernize    ///< Deprecated spelling.
};

/// What a finding rests on, the firmest first.
enum class Certainty : uint8_t {
  /// The threads and all values that show it follow from launch and code.
  Proven,
  /// It takes a parameter, a loaded value or a path that nothing in the build
  /// rules out, and nothing in it brings about.
  Likely,
  /// The memory model leaves it undefined; no known hardware shows it, or
  /// vendors' own code relies on it.
  Model
};

llvm::StringRef nameOf(Category C);
/// "proven", "likely", "model": as options and formats spell it.
llvm::StringRef nameOf(Certainty C);
/// The other way; nothing for other words.
std::optional<Certainty> certaintyNamed(llvm::StringRef Name);
/// \p Message as a line of text says it: with " (likely)" or " (by the model)"
/// behind what is not proven.
std::string withCertainty(llvm::StringRef Message, Certainty C);

/// What a note is to its finding. Text shows all of them in their order; other
/// formats have separate places for them.
enum class NoteRole : uint8_t {
  Reason,    ///< A step of the chain that leads to the finding.
  Operation, ///< Another operation that takes part: the other access, barrier.
  Example,   ///< Says in words what `Finding::Shown` holds.
  Advice     ///< What to do.
};

llvm::StringRef nameOf(NoteRole R);

/// One step of the explanation, in the order a reader needs them.
struct Note {
  clang::SourceLocation Loc;
  std::string Text;
  NoteRole Role = NoteRole::Reason;
};

/// Concrete threads and values that show a finding, as far as a solver or a run
/// over thread identities found them.
struct Witness {
  struct ThreadAt {
    std::array<int64_t, 3> Thread = {0, 0, 0}; ///< Index in its block, x y z.
    /// Index of its block; nothing where any block does, the same for all.
    std::optional<std::array<int64_t, 3>> Block;
    std::string Role;          ///< What it does: "writes", "takes the branch".
    clang::SourceLocation Loc; ///< Where; invalid if it does nothing there.
  };
  std::vector<ThreadAt> Threads;
  /// The launch; 0 where an extent is not known or does not matter.
  std::array<int64_t, 3> BlockDim = {0, 0, 0};
  std::array<int64_t, 3> GridDim = {0, 0, 0};
  /// Parameters, loop variables and elements, by the name the source gives
  /// them.
  std::vector<std::pair<std::string, int64_t>> Values;
  /// The barrier that begins the interval in which the threads meet, invalid if
  /// the kernel's start does; nothing where intervals do not decide.
  std::optional<clang::SourceLocation> Opening;
  /// The question whose answer this is, in SMT-LIB 2; empty unless asked for.
  std::string Query;
};

/// Whether all threads of a block take part, or some.
enum class Taking : uint8_t { All, Some, Unknown };
/// "all", "some", "unknown".
llvm::StringRef nameOf(Taking Who);
/// The other way; Unknown for other words.
Taking takingNamed(llvm::StringRef Name);

/// The barrier intervals of a kernel, and what is done in them, as far as it
/// concerns a finding. \p Place says where something is.
template <typename Place> struct SyncMapOf {
  /// Threads that do something together.
  struct Role {
    Taking Who = Taking::Unknown;
    /// Of Some: runs of ranks in a block of `BlockDim`, first and last.
    std::vector<std::pair<int64_t, int64_t>> Threads;
    /// The branch that keeps the others away, as the source spells it; empty if
    /// there is none.
    std::string Condition;
    Place At = {}; ///< Of the branch.
  };
  struct Step {
    std::string Does; ///< "reads", "arrives and waits" ...
    std::string Text; ///< The access or call as the source spells it.
    Place At = {};
    unsigned Role = 0; ///< Index in `Roles`.
    /// Comes in a later iteration of the loop that the interval begins in.
    bool NextIteration = false;
    bool InFinding = false; ///< One of the accesses that the finding is about.
    /// Runs of ranks of the threads that touch the element of the finding;
    /// nothing where that is not known.
    std::optional<std::vector<std::pair<int64_t, int64_t>>> Touching;
  };
  struct Interval {
    std::optional<Step> Opening; ///< A barrier; nothing: the kernel's start.
    std::vector<Step> Steps;     ///< In the order of the source.
    std::vector<Step> Closings;  ///< Barriers that may end it.
    bool EndsKernel = false;     ///< It may end with the kernel.
    bool IsMeeting = false;      ///< The threads of the finding meet in it.
    unsigned LeftOut = 0;        ///< Steps beyond a limit.
  };

  std::string Object;  ///< That the finding is about; may be empty.
  std::string Element; ///< As the source would spell it; may be empty.
  /// The scope whose barriers bound the intervals: "block", "warp", "grid".
  std::string Scope;
  /// The block that roles are counted in.
  std::array<int64_t, 3> BlockDim = {0, 0, 0};
  std::vector<Role> Roles;
  std::vector<Interval> Intervals; ///< In the order of the source.
  unsigned LeftOut = 0;            ///< Intervals beyond a limit.
};
using SyncMap = SyncMapOf<clang::SourceLocation>;

/// A change that mends the finding.
struct Edit {
  clang::CharSourceRange Range; ///< Empty range: insertion.
  std::string Replacement;
  /// The change cannot alter what a correct program does. Others are offered
  /// only when the user asks for unsafe fixes.
  bool Safe = false;
};

/// Message and notes are lower case, without a final period; the check id is
/// not part of the text.
struct Finding {
  llvm::StringRef Check; ///< Id without prefix: "divergent-barrier".
  Category Kind = Category::Correctness;
  Certainty Sure = Certainty::Proven;
  clang::SourceLocation Loc;
  std::string Message;
  std::vector<Note> Notes;
  std::optional<Witness> Shown; ///< Also in words, as a note of role Example.
  std::optional<SyncMap> Map;
  std::vector<Edit> Edits;
  /// The kernel that shows it, qualified, or the device function that nothing
  /// in the unit calls; empty if it is about none.
  std::string Kernel;
};

/// What is known of a check without running it. One object per check, with
/// static lifetime.
struct CheckInfo {
  llvm::StringLiteral Id;      ///< "divergent-barrier".
  llvm::StringLiteral Summary; ///< One line, no period.
  Category Kind;
  /// Rule of NVIDIA's "CUDA C++ Guidelines for Robust and Safety-Critical
  /// Programming" 3.0.1; empty if it has none.
  llvm::StringLiteral Guideline;
  unsigned Cwe; ///< Common Weakness Enumeration number, 0 if none fits.
  llvm::StringLiteral Since; ///< First release that has the check.
};

/// All findings carry ids of this prefix when they leave the program.
inline constexpr llvm::StringLiteral CheckPrefix = "warplint-";

/// Collects findings of one translation unit. A finding at a location where
/// its check already reported is dropped, or takes its place if it is more
/// certain: kernels share helpers, and a template is analysed once per
/// instantiation. Edits stay only if all of them have edits.
class FindingList {
public:
  void add(Finding F);
  /// What is added from here on is about \p Name, and rests on what \p Rests
  /// says, if that says anything: it is likely at most.
  void beginKernel(std::string Name, std::optional<Note> Rests = {}) {
    Kernel = std::move(Name);
    RestsOn = std::move(Rests);
  }
  /// Forgets all findings of a category.
  void drop(Category Kind);
  /// Forgets all findings that are less certain than \p Least.
  void dropBelow(Certainty Least);
  llvm::ArrayRef<Finding> findings() const { return Findings; }

private:
  std::vector<Finding> Findings;
  std::string Kernel;
  std::optional<Note> RestsOn;
};

/// What is left out of a kernel that is a template without an instance.
inline constexpr llvm::StringLiteral MissingInstance = "instances";
/// What limits leave out of a function of the host, in the plural.
inline constexpr llvm::StringLiteral HostPaths = "paths through host code";

/// "'f' was not seen whole: left out 3 calls": what a limit of work cut off of
/// \p Kernel, or of a function of the host, \p Construct in the plural. "'f'
/// was not analysed: ..." if there is nothing of it to analyse. With 0 \p Times
/// nothing is left out, and \p Construct is a sentence that says what is not
/// taken.
std::string leftOutText(llvm::StringRef Kernel, llvm::StringRef Construct,
                        unsigned Times);

/// "host function 'f' was not read whole: ...": of a function with an error,
/// \p Reason.
std::string unreadText(llvm::StringRef Function, llvm::StringRef Reason);

} // namespace warplint

#endif // WARPLINT_FINDING_FINDING_H
