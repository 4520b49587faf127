//===--- Finding.h - What a check found, as plain data ----------*- C++ -*-===//
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
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warplint {

/// The kind of problem, from "undefined or hangs" to "deprecated spelling".
enum class Category : uint8_t {
  Correctness, ///< Undefined behaviour or a hang on the target.
  Portability, ///< Works on the target by accident of hardware.
  Modernize    ///< Deprecated spelling.
};

/// What a finding is worth to a user who decides which ones to look at.
enum class Tier : uint8_t {
  Correctness, ///< Wrong or hanging on the target as compiled.
  Portability, ///< Right on this target by the way it is built.
  Model,       ///< Forbidden by the memory model alone.
  Performance, ///< Right, and slower than need be.
  Modernize    ///< Deprecated spelling.
};

/// The category of a check of tier \p T.
constexpr Category categoryOf(Tier T) {
  return T == Tier::Correctness                       ? Category::Correctness
         : T == Tier::Portability || T == Tier::Model ? Category::Portability
                                                      : Category::Modernize;
}

/// How firmly a finding is shown, the firmest first.
enum class Certainty : uint8_t {
  /// The threads and all values of the witness follow from launch and code.
  Proven,
  /// The finding needs a value of a parameter, loaded data or a path that
  /// nothing in the build rules out, and that nothing in the build is known to
  /// produce.
  Likely,
  /// The finding needs a guess that holds about as often as it does not: that
  /// indices which threads read, one each, come again.
  Possible,
  /// The memory model leaves the behaviour undefined; no known hardware shows
  /// the bug, or vendors' own code relies on that.
  Model
};

/// "correctness", "portability", "modernize".
llvm::StringRef nameOf(Category C);
/// "proven", "likely", "possible", "model": as options and formats spell it.
llvm::StringRef nameOf(Certainty C);
/// "correctness", "portability", "model", "performance", "modernize".
llvm::StringRef nameOf(Tier T);
/// The tier that nameOf calls \p Name; nothing for other words.
std::optional<Tier> tierNamed(llvm::StringRef Name);
/// The tier of a finding of a check of tier \p OfCheck, which may be of another
/// category than its check.
Tier tierOf(Category Kind, Certainty Sure, Tier OfCheck);
/// The certainty that nameOf calls \p Name; nothing for other words.
std::optional<Certainty> certaintyNamed(llvm::StringRef Name);
/// \p Message as a line of text shows it: followed by " (likely)", "
/// (possible)" or " (by the model)" if \p C is not Proven.
std::string withCertainty(llvm::StringRef Message, Certainty C);

/// What a note says about its finding. Text output shows all notes in their
/// order; other formats have separate places for the roles.
enum class NoteRole : uint8_t {
  Reason,    ///< A step of the chain that leads to the finding.
  Operation, ///< Another operation that takes part: the other access, barrier.
  Example,   ///< Says in words what `Finding::Shown` holds.
  Advice     ///< What to do.
};

/// "reason", "operation", "example", "advice".
llvm::StringRef nameOf(NoteRole R);

/// One step of the explanation of a finding; notes are in the order in which a
/// reader needs them.
struct Note {
  clang::SourceLocation Loc;
  std::string Text;
  NoteRole Role = NoteRole::Reason;
};

/// Concrete threads and values that show a finding, as far as the solver or a
/// simulation of threads found them.
struct Witness {
  struct ThreadAt {
    std::array<int64_t, 3> Thread = {0, 0, 0}; ///< Index in its block, x y z.
    /// Index of the thread's block; nothing if any block shows the finding, the
    /// same block for all threads.
    std::optional<std::array<int64_t, 3>> Block;
    std::string Role;          ///< "writes", "takes the branch" ...
    clang::SourceLocation Loc; ///< Where; invalid if there is no place.
  };
  std::vector<ThreadAt> Threads;
  /// The launch; 0 for an extent that is not known or does not matter.
  std::array<int64_t, 3> BlockDim = {0, 0, 0};
  std::array<int64_t, 3> GridDim = {0, 0, 0};
  /// Parameters, loop variables and elements, by the name the source gives
  /// them.
  std::vector<std::pair<std::string, int64_t>> Values;
  /// The barrier that begins the barrier interval in which the threads meet; an
  /// invalid location if the start of the kernel begins it. Nothing if barrier
  /// intervals do not decide the finding.
  std::optional<clang::SourceLocation> Opening;
  /// The query in SMT-LIB 2 that the solver answered with this witness; empty
  /// unless asked for.
  std::string Query;
};

/// One thing that a finding rests on, besides the code.
struct EvidenceItem {
  enum class Kind : uint8_t {
    Assumption, ///< A row of Assumptions.def.
    Launch,     ///< Where the launch comes from.
    Cut         ///< What a budget left out.
  };
  Kind K = Kind::Assumption;
  /// "chosen-pitch", "launched-here", "calls".
  std::string Id;
  std::string Subject; ///< As the source spells it; empty if there is none.
  std::optional<int64_t> Value = std::nullopt; ///< Taken for `Subject`.
};
/// "assumption", "launch", "cut".
llvm::StringRef nameOf(EvidenceItem::Kind K);

/// The launch that a finding rests on, as data.
struct FindingScenario {
  /// On whose word the kernel has such a block: "launched-here",
  /// "launched-in-build", "bounded-by-code", "stated-by-user", "each-tried",
  /// "guessed".
  std::string Provenance;
  std::string Rule; ///< Of a bound or a guess, in words; or empty.
  /// In threads and blocks; 0 for an extent that is not known.
  std::array<int64_t, 3> BlockDim = {0, 0, 0}, GridDim = {0, 0, 0};
  clang::SourceLocation Site; ///< Of a launch in this unit; or invalid.
  std::string Place;          ///< File and line of another one; or empty.
};

/// How many threads of a block take part.
enum class Taking : uint8_t { All, Some, Unknown };
/// "all", "some", "unknown".
llvm::StringRef nameOf(Taking Who);
/// The value that nameOf calls \p Name; Unknown for other words.
Taking takingNamed(llvm::StringRef Name);

/// The sync map: the barrier intervals of a kernel and what threads do in them,
/// as far as a finding needs it. \p Place is the type of a source position.
template <typename Place> struct SyncMapOf {
  /// A set of threads that execute the same steps.
  struct Role {
    Taking Who = Taking::Unknown;
    /// If Who is Some: ranges of thread ranks in a block of `BlockDim`, first
    /// and last rank included.
    std::vector<std::pair<int64_t, int64_t>> Threads;
    /// The condition of the branch that the other threads do not take, as the
    /// source spells it; empty if there is no such branch.
    std::string Condition;
    Place At = {}; ///< Place of the branch.
  };
  struct Step {
    std::string Does; ///< "reads", "arrives and waits" ...
    std::string Text; ///< The access or call as the source spells it.
    Place At = {};
    unsigned Role = 0; ///< Index in `Roles`.
    /// The step is executed in a later iteration of the loop in which the
    /// interval begins.
    bool NextIteration = false;
    bool InFinding = false; ///< One of the accesses that the finding is about.
    /// Ranges of ranks of the threads that access the element of the finding;
    /// nothing if that is not known.
    std::optional<std::vector<std::pair<int64_t, int64_t>>> Touching;
  };
  struct Interval {
    std::optional<Step> Opening; ///< A barrier; nothing: kernel start.
    std::vector<Step> Steps;     ///< In the order of the source.
    std::vector<Step> Closings;  ///< Barriers that may end the interval.
    bool EndsKernel = false;     ///< The interval may end with the kernel.
    bool IsMeeting = false;      ///< The finding is in this interval.
    unsigned LeftOut = 0;        ///< Steps cut off by a limit.
  };

  std::string Object;  ///< The object of the finding, or empty.
  std::string Element; ///< As the source would spell it, or empty.
  /// The scope whose barriers bound the intervals: "block", "warp", "grid".
  std::string Scope;
  /// The extents of the block in which the ranks of roles are counted.
  std::array<int64_t, 3> BlockDim = {0, 0, 0};
  std::vector<Role> Roles;
  std::vector<Interval> Intervals; ///< In the order of the source.
  unsigned LeftOut = 0;            ///< Intervals cut off by a limit.
};
using SyncMap = SyncMapOf<clang::SourceLocation>;

/// A replacement of source text that fixes the finding.
struct Edit {
  clang::CharSourceRange Range; ///< Empty range: insertion.
  std::string Replacement;
  /// The change cannot alter what a correct program does. Edits that are not
  /// safe are applied only if the user asks for unsafe fixes.
  bool Safe = false;
};

/// A finding of a check. Message and notes are lower case, without a final
/// period; the check id is not part of the text.
struct Finding {
  /// Id without prefix: "divergent-barrier"; of a rule that the project wrote
  /// itself with it: "custom-no-activemask".
  llvm::StringRef Check;
  Category Kind = Category::Correctness;
  Tier OfCheck = Tier::Correctness; ///< See tierOf().
  Certainty Sure = Certainty::Proven;
  clang::SourceLocation Loc;
  std::string Message;
  std::vector<Note> Notes;
  std::optional<Witness> Shown; ///< Also as a note of role Example.
  /// Nothing if no launch decides the finding.
  std::optional<FindingScenario> Scenario;
  std::optional<SyncMap> Map;
  std::vector<EvidenceItem> RestsOn; ///< In the order of first use.
  std::vector<Edit> Edits;
  /// Qualified name of the kernel that shows the finding, or of a device
  /// function that nothing in the unit calls; empty if the finding is about no
  /// kernel.
  std::string Kernel;
};

/// Metadata of a check. One object per check, with static lifetime.
struct CheckInfo {
  llvm::StringLiteral Id;      ///< "divergent-barrier".
  llvm::StringLiteral Summary; ///< One line, no period.
  Category Kind;
  /// Rule of NVIDIA's "CUDA C++ Guidelines for Robust and Safety-Critical
  /// Programming" 3.0.1; empty if it has none.
  llvm::StringLiteral Guideline;
  unsigned Cwe; ///< Common Weakness Enumeration number, 0 if none fits.
  llvm::StringLiteral Since;      ///< First release that has the check.
  Tier Level = Tier::Correctness; ///< `Kind` follows from it.
};

/// The prefix of check ids in all output.
inline constexpr llvm::StringLiteral CheckPrefix = "warplint-";
/// How the ids of rules begin that a project wrote itself; they have no other
/// prefix.
inline constexpr llvm::StringLiteral RulePrefix = "custom-";

/// Whether \p Id is that of a rule of the project's own.
inline bool isOwnRule(llvm::StringRef Id) { return Id.starts_with(RulePrefix); }
/// The name in all output of the check or rule \p Id.
std::string nameOfCheck(llvm::StringRef Id);
/// The id of the check or rule \p Name; empty for other names.
llvm::StringRef idOfCheck(llvm::StringRef Name);

/// Collects the findings of one translation unit. Of two findings of one check
/// at one location, the more certain is kept, the earlier one if both are
/// equally certain: kernels share helpers, and a template is analysed once per
/// instantiation. The kept finding has edits only if both findings have edits.
class FindingList {
public:
  void add(Finding F);
  /// Whether \p F would be kept: no other of its check at its place is as
  /// certain.
  bool wants(const Finding &F) const;
  /// Findings added from now on are about the kernel \p Name. If \p Seen is
  /// given, which names the instance of a template, it is added as a note to
  /// each of them; with \p IsChosen they are Likely at most.
  void beginKernel(std::string Name, std::optional<Note> Seen = {},
                   bool IsChosen = false) {
    Kernel = std::move(Name);
    Instance = std::move(Seen);
    IsOfChosen = IsChosen;
  }
  /// Lets \p Change change each finding.
  void forEach(llvm::function_ref<void(Finding &)> Change) {
    for (Finding &F : Findings)
      Change(F);
  }
  /// Forgets the findings for which \p Is holds.
  void dropIf(llvm::function_ref<bool(const Finding &)> Is);
  /// Forgets all findings of a category.
  void drop(Category Kind);
  /// Forgets all findings that are less certain than \p Least.
  void dropBelow(Certainty Least);
  llvm::ArrayRef<Finding> findings() const { return Findings; }

private:
  size_t indexOf(const Finding &F) const;

  std::vector<Finding> Findings;
  std::string Kernel;
  std::optional<Note> Instance;
  bool IsOfChosen = false;
};

/// Construct of a cut that says: the kernel is a template without an instance.
inline constexpr llvm::StringLiteral MissingInstance = "instances";
/// Construct of a cut in a host function, in the plural.
inline constexpr llvm::StringLiteral HostPaths = "paths through host code";

/// The text for a cut in \p Kernel, which may be a host function: "'f' was not
/// seen whole: left out 3 calls", with \p Construct in the plural. "'f' was not
/// analysed: ..." if \p Construct is MissingInstance. If \p Times is 0, nothing
/// was left out and \p Construct is a whole sentence, about a launch that is
/// not used, say.
std::string leftOutText(llvm::StringRef Kernel, llvm::StringRef Construct,
                        unsigned Times);

/// The text for the host function \p Function, which has the error \p Reason:
/// "host function 'f' was not read whole: ...".
std::string unreadText(llvm::StringRef Function, llvm::StringRef Reason);

} // namespace warplint

#endif // WARPLINT_FINDING_FINDING_H
