//===--- Reproduction.cpp - A program that shows one finding --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof/Reproduction.h"
#include "CudaModel/Collectives.h"
#include "Proof/Arguments.h"
#include "Proof/GivenOptions.h"
#include "Proof/LaunchFacts.h"
#include "Proof/RecorderText.h"
#include "Quoting/Quoting.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/TargetInfo.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace warplint::proof {

namespace {

/// How what a check is about fails when it runs.
struct Failing {
  llvm::StringLiteral Check;
  bool Waits = false; ///< Threads wait at the place for ever.
  /// The error with which the device stops, of cudaError_t, or 0.
  int Stops = 0;
  bool Traffic = false; ///< Shown where stores take long.
  /// Shown without anything that keeps a read in its loop.
  bool Quiet = false;
  bool Early = false;    ///< The kernel starts beside an earlier one.
  bool Again = false;    ///< The second launch goes wrong.
  bool Many = false;     ///< With more blocks than the device holds.
  bool Compiler = false; ///< What is wrong is seen by nvcc alone.
  bool Leaves = false;   ///< Who leaves lets others wait for ever.
  bool Meets = false;    ///< The block should wait at the place.
};
constexpr int LaunchFailure = 719;
constexpr Failing HowChecksFail[] = {
    {.Check = "asm-memory-clobber", .Waits = true, .Quiet = true},
    {.Check = "barrier-dropout", .Waits = true, .Leaves = true},
    {.Check = "barrier-init", .Waits = true, .Stops = LaunchFailure},
    {.Check = "barrier-not-called", .Meets = true},
    {.Check = "barrier-token", .Waits = true},
    {.Check = "cluster-exit", .Waits = true},
    {.Check = "divergent-barrier", .Waits = true},
    {.Check = "exit-before-barrier", .Waits = true, .Leaves = true},
    {.Check = "fence-scope", .Traffic = true},
    {.Check = "grid-sync-launch",
     .Waits = true,
     .Stops = LaunchFailure,
     .Many = true},
    {.Check = "legacy-warp-intrinsic", .Compiler = true},
    {.Check = "lock-discipline", .Traffic = true},
    {.Check = "missing-fence", .Traffic = true},
    {.Check = "named-barrier", .Waits = true},
    {.Check = "pdl-order", .Early = true},
    {.Check = "relaxed-handshake", .Traffic = true},
    {.Check = "stale-read", .Waits = true, .Quiet = true},
    {.Check = "sync-mask", .Waits = true},
    {.Check = "ticket-not-reset", .Waits = true, .Again = true},
};

Failing failingOf(llvm::StringRef Check) {
  for (const Failing &Each : HowChecksFail)
    if (Each.Check == Check)
      return Each;
  return {.Check = ""};
}

std::string dim3Of(std::array<int64_t, 3> Extents) {
  for (int64_t &Extent : Extents)
    Extent = std::max<int64_t>(Extent, 1);
  return "dim3(" + std::to_string(Extents[0]) + ", " +
         std::to_string(Extents[1]) + ", " + std::to_string(Extents[2]) + ")";
}

int64_t sizeOf(const std::array<int64_t, 3> &Extents) {
  int64_t Size = 1;
  for (int64_t Extent : Extents)
    Size *= std::max<int64_t>(Extent, 1);
  return Size;
}

std::string spelled(const FunctionDecl &Called, const PrintingPolicy &Policy) {
  if (Called.isMain())
    return "::warplint_main_of_the_program";
  std::string Name;
  llvm::raw_string_ostream OS(Name);
  Called.getNameForDiagnostic(OS, Policy, /*Qualified=*/true);
  return "::" + Name;
}

std::string withoutIncludeOfSites(llvm::StringRef Header) {
  auto [Before, After] = Header.split("#include \"warplint_sites.h\"\n");
  return (Before + After).str();
}

std::string commentLine(llvm::StringRef Indentation,
                        const report::ReportedPlace &At, llvm::StringRef Says) {
  return "//" + Indentation.str() +
         quoting::forLineComment(At.File + ":" + std::to_string(At.Line) +
                                 ": " + Says.str()) +
         "\n";
}

std::string describe(const report::ReportedFinding &F) {
  std::string Text = commentLine(" ", F.At, F.Message) + "//\n";
  for (const report::ReportedNote &Note : F.Notes)
    if (Note.Role != NoteRole::Advice)
      Text += commentLine("   ", Note.At, Note.Text);
  return Text;
}

/// Messages of the compiler name the user's file.
std::string lineOf(llvm::StringRef File) {
  return "#line 1 " +
         quoting::forStringLiteral(llvm::sys::path::filename(File)) + "\n";
}

const char *wordOf(bool Value) { return Value ? "true" : "false"; }

/// Writes the source of one finding.
class Writer {
public:
  Writer(const report::ReportedFinding &F, const RecordingPlan &Plan,
         const InstrumentedUnit &Unit, ASTContext &Context, GivenOptions Given)
      : F(F), Plan(Plan), Unit(Unit), Context(Context), Given(std::move(Given)),
        Policy(Context.getLangOpts()), Fails(failingOf(F.Check)),
        Launch(dimensionsOf(F, {}, Fails.Many, Body)) {
    // Threads that should have waited for others: being late shows it.
    Fails.Traffic &= llvm::none_of(F.Edits, [](const report::ReportedEdit &E) {
      return llvm::StringRef(E.Replacement).contains(barrierFor(Scope::Block));
    });
    Policy.FullyQualifiedName = true;
    Policy.SuppressUnwrittenScope = true;
  }

  llvm::Expected<std::string> write() {
    NotRecorded = whyNotRecorded();
    if (llvm::Error Failed = choose())
      return std::move(Failed);
    std::string Child = childText(); // Says what could not be set.
    std::vector<std::string> Named;
    std::string Missing =
        definitionsOfMissing(Context, Unit.Unneeded, Policy, Named);
    for (const std::string &Each : Named)
      Arguments.Unset.push_back("'" + Each +
                                "' is not defined here: it does nothing");
    return head() + (Fails.Quiet ? "#define WARPLINT_QUIET\n" : "") +
           (NotRecorded.empty() ? "" : "#define WARPLINT_UNCOUNTED\n") +
           (Kernel ? "" : "#define WARPLINT_HOST\n") +
           "#define WARPLINT_RECORDS\n#define WARPLINT_TRIALS\n" + blocks() +
           sitesHeader(Plan, NotRecorded.empty() ? llvm::ArrayRef<unsigned>({0})
                                                 : llvm::ArrayRef<unsigned>()) +
           withoutIncludeOfSites(recorderHeader()) + Given.Lines +
           "\n// The program's own main is never called.\n#ifdef __NVCC__\n"
           "#pragma nv_diag_suppress 940\n#endif"
           "\n#define main warplint_main_of_the_program\n" +
           lineOf(Unit.Main) + Unit.Whole + "\n#undef main\n" + Missing +
           Child + mainText();
  }

private:
  /// Why the two places cannot be recorded, or "".
  std::string whyNotRecorded() const {
    if (report::confirmableBy(F) == report::Confirmable::No)
      return "what it is about is not seen by recording places";
    for (unsigned Site = 0; Site < Plan.Sites.size(); ++Site) {
      std::string Line = "line " + std::to_string(Plan.Sites[Site].Line);
      if (auto Why = Unit.Refused.find(Site); Why != Unit.Refused.end())
        return Line + ": " + Why->second;
      if (!Unit.Found.count(Site))
        return "no access was found at " + Line;
      if (auto Other = Unit.OtherOrder.find(Site);
          Other != Unit.OtherOrder.end())
        return "the kernel orders threads by '" + Other->second +
               "', which a recording does not see";
    }
    return "";
  }

  llvm::Error choose() {
    for (const RecordedKernel &Each : Unit.Kernels) {
      bool Fits = NotRecorded.empty() ? Each.Sites.size() == Plan.Sites.size()
                                      : Each.HasPlace;
      if (!Fits || Each.Function->isTemplated())
        continue;
      // Of several the one that the finding names; the others share its code.
      if (!Kernel || Each.Function->getName() == F.Kernel)
        Kernel = &Each;
      if (Each.Function->getName() == F.Kernel)
        break;
    }
    if (Kernel) {
      Called = Kernel->Function;
      Body = factsOf(Kernel->Runs, Context);
      Launch = dimensionsOf(F, launchOf(*Called, Context), Fails.Many, Body);
      return llvm::Error::success();
    }
    if (F.At.File == Unit.Main)
      Called = Unit.HostFunction;
    if (Called)
      return llvm::Error::success();
    return llvm::createStringError(
        "no kernel of the unit comes to the place, and no function of the host "
        "that can be called has it");
  }

  std::string head() const {
    const LangOptions &Language = Context.getLangOpts();
    llvm::StringRef Target = Context.getTargetInfo().getTargetOpts().CPU;
    std::string Standard = Language.CPlusPlus23   ? "c++23"
                           : Language.CPlusPlus20 ? "c++20"
                                                  : "c++17";
    std::string Text = describe(F) +
                       "//\n// Build and run:\n//   nvcc -std=" + Standard +
                       targetOf(Target) + Given.Flags +
                       " -o shown shown.cu && ./shown\n//\n"
                       "// It ends with 1 and says what was seen: ";
    Text += NotRecorded.empty() ? "the two threads that met, " : "";
    Text += "a result that\n// depends on which threads come late, who waits "
            "for ever. It ends with 0 if nothing\n// of that was seen, with 2 "
            "if every run ended in an error.\n";
    if (Fails.Compiler)
      Text += "// nvcc does not build it: that shows the finding.\n";
    if (!NotRecorded.empty())
      Text += "// Not recorded: " + quoting::forLineComment(NotRecorded) + "\n";
    for (const std::string &Each : Arguments.Unset)
      Text += "// Not set: " + quoting::forLineComment(Each) + "\n";
    return Text + "\n";
  }

  /// Instructions of one architecture alone need its own code, and no text for
  /// later ones (PTX ISA, "Target ISA Notes").
  std::string targetOf(llvm::StringRef Target) const {
    if (!Target.consume_front("sm_"))
      return "";
    bool IsOwn = Target.consume_back("a");
    for (llvm::StringRef Instruction : {"wgmma.", "setmaxnreg.", "tcgen05."})
      IsOwn |= llvm::StringRef(Unit.Whole).contains(Instruction);
    std::string Name = Target.str() + (IsOwn ? "a" : "");
    return IsOwn ? " -gencode arch=compute_" + Name + ",code=sm_" + Name
                 : " -arch=sm_" + Name;
  }

  /// The blocks of the witness are looked at, whatever their number.
  std::string blocks() const {
    std::vector<std::string> Numbers;
    for (unsigned I = 0; F.Shown && I < F.Shown->Threads.size(); ++I)
      if (const auto &Block = F.Shown->Threads[I].Block)
        Numbers.push_back(
            std::to_string(
                (*Block)[0] +
                std::max<int64_t>(Launch.Grid[0], 1) *
                    ((*Block)[1] +
                     std::max<int64_t>(Launch.Grid[1], 1) * (*Block)[2])) +
            "ull");
    if (Numbers.size() != 2)
      return "";
    return "#define WARPLINT_BLOCKS " + Numbers[0] + ", " + Numbers[1] + "\n";
  }

  std::string launchText(llvm::StringRef Shared) const {
    std::string Name = spelled(*Called, Policy);
    std::string Given = llvm::join(Arguments.Names, ", ");
    bool IsCluster =
        Kernel->NeedsCluster && !Called->hasAttr<CUDAClusterDimsAttr>();
    Dimensions How = Launch;
    if (Kernel->NeedsCluster)
      How.Grid[0] = (std::max<int64_t>(How.Grid[0], 8) + 7) / 8 * 8;
    std::string Grid = dim3Of(How.Grid), Block = dim3Of(How.Block);
    if (Launch.IsGuessed)
      Block = "dim3(Runs.threads(" + std::to_string(How.Block[0]) + "))";
    bool IsGrid = Kernel->NeedsGrid && !Fails.Many;
    if (!IsCluster && !Fails.Early && !IsGrid)
      return "    " + Name + "<<<" + Grid + ", " + Block + ", " + Shared.str() +
             ", Stream>>>(" + Given + ");\n";
    return "    Runs.launch(" + Name + ", " + Grid + ", " + Block + ", " +
           Shared.str() + ", /*Cluster=*/" + (IsCluster ? "2" : "0") +
           ", /*Together=*/" + wordOf(IsGrid) + ", Early" +
           (Given.empty() ? "" : ", ") + Given + ");\n";
  }

  std::string childText() {
    int64_t Usual = sizeOf(Launch.Grid) * sizeOf(Launch.Block);
    if (Fails.Many)
      Usual = sizeOf(Launch.Block);
    if (!Called->isMain())
      Arguments =
          makeArguments(*Called, F.Shown ? &*F.Shown : nullptr, Usual, Policy);
    std::string Text = "static ::warplint_recorder::Outcome\n"
                       "warplint_child(::warplint_recorder::Trial &Runs) {\n" +
                       Arguments.Setup + makeGlobals(Context, Policy);
    std::string Does;
    if (Kernel) {
      std::string Shared = "0";
      if (Body.HasDynamicShared) {
        Shared = "Shared";
        Text += "  unsigned Shared = Runs.dynamicShared((const void *)" +
                spelled(*Called, Policy) + ");\n";
      }
      if (Kernel->NeedsCluster || Called->hasAttr<CUDAClusterDimsAttr>())
        Text += "  Runs.hasShared((const void *)" + spelled(*Called, Policy) +
                ", " + Shared + ");\n";
      Does = launchText(Shared);
    } else {
      std::string Call = spelled(*Called, Policy) + "(" +
                         (Called->isMain() && !Called->parameters().empty()
                              ? "1, Runs.words()"
                              : llvm::join(Arguments.Names, ", ")) +
                         ")";
      Does = Called->getReturnType()->isVoidType()
                 ? "    " + Call + ";\n"
                 : "    Runs.returns(" + Call + ");\n";
    }
    return Text + "  return Runs.run([&](auto Stream, bool Early) {\n" +
           "    (void)Stream, (void)Early;\n" + Does + "  }, " +
           wordOf(Fails.Early && Kernel) + ");\n}\n\n";
  }

  std::string mainText() const {
    std::string Places, Lines;
    unsigned Count = 0;
    for (unsigned I = 0; I < Unit.Points.size(); ++I) {
      Lines += std::to_string(Unit.Points[I].Line) + ", ";
      if (Unit.Points[I].OfFinding || Fails.Many) {
        Places += std::to_string(I) + ", ";
        ++Count;
      }
    }
    std::string Constants;
    for (int64_t Each : Body.Constants)
      Constants += std::to_string(Each) + ", ";
    bool Meets = Fails.Meets && F.At.File == Unit.Main &&
                 namesBarrier(F.At.Line, Context);
    return "int main() {\n  const int Places[] = {" + Places +
           "0};\n  const unsigned Lines[] = {" + Lines +
           "0};\n  const long long Constants[] = {" + Constants +
           "0};\n  const ::warplint_recorder::Facts About = {" +
           std::to_string(Unit.Points.size()) + ", Places, " +
           std::to_string(Count) + ", Lines, /*Host=*/" + wordOf(!Kernel) +
           ",\n      /*Compares=*/" +
           wordOf(!Fails.Compiler &&
                  (!NotRecorded.empty() ||
                   report::confirmableBy(F) == report::Confirmable::Mask)) +
           ", /*Waits=*/" + wordOf(Fails.Waits) + ", /*Stops=*/" +
           std::to_string(Fails.Stops) + ",\n      /*Traffic=*/" +
           wordOf(Fails.Traffic) + ", /*Again=*/" + wordOf(Fails.Again) +
           ", /*Leaves=*/" + wordOf(Fails.Leaves) + ", /*Meets=*/" +
           wordOf(Meets) + ", /*Guessed=*/" +
           wordOf(Kernel && Launch.IsGuessed) + ",\n      " +
           std::to_string(Body.Constants.size()) + ", Constants, \"" +
           report::fingerprintOf(F) +
           "\"};\n  return ::warplint_recorder::show(warplint_child, "
           "About);\n}\n";
  }

  const report::ReportedFinding &F;
  const RecordingPlan &Plan;
  const InstrumentedUnit &Unit;
  ASTContext &Context;
  const GivenOptions Given;
  PrintingPolicy Policy;
  Failing Fails;
  BodyFacts Body; ///< Of the kernel.
  Dimensions Launch;
  std::string NotRecorded;
  const RecordedKernel *Kernel = nullptr;
  const FunctionDecl *Called = nullptr; ///< It, or a function of the host.
  MadeArguments Arguments;
};

} // namespace

llvm::Expected<std::string>
reproductionOf(const report::ReportedFinding &F, const RecordingPlan &Plan,
               const InstrumentedUnit &Unit, ASTContext &Context,
               llvm::ArrayRef<std::string> Arguments) {
  if (Unit.Whole.empty())
    return llvm::createStringError("the unit lies outside the project");
  return Writer(F, Plan, Unit, Context, givenOptions(Arguments)).write();
}

} // namespace warplint::proof
