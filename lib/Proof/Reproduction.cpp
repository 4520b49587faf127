//===--- Reproduction.cpp - A program that shows one finding --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof/Reproduction.h"
#include "Proof/RecorderText.h"
#include "Quoting/Quoting.h"
#include "Syntax/TreeVisitor.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace warplint::proof {

namespace {

/// Bytes of each buffer. Kernels are launched with at most two blocks for each
/// that the witness names, so that this is much more than they need.
constexpr unsigned BufferBytes = 64u << 20;

std::string dim3Of(std::array<int64_t, 3> Extents) {
  for (int64_t &Extent : Extents)
    Extent = std::max<int64_t>(Extent, 1);
  return "dim3(" + std::to_string(Extents[0]) + ", " +
         std::to_string(Extents[1]) + ", " + std::to_string(Extents[2]) + ")";
}

/// Enough blocks for those of the witness.
std::array<int64_t, 3> gridOf(const report::ReportedWitness &Shown) {
  std::array<int64_t, 3> Grid = Shown.GridDim;
  for (const report::ReportedThread &Thread : Shown.Threads)
    for (unsigned Axis = 0; Thread.Block && Axis < 3; ++Axis)
      Grid[Axis] = std::max(Grid[Axis], (*Thread.Block)[Axis] + 1);
  return Grid;
}

std::array<int64_t, 3> blockOf(const report::ReportedWitness &Shown) {
  std::array<int64_t, 3> Block = Shown.BlockDim;
  for (const report::ReportedThread &Thread : Shown.Threads)
    for (unsigned Axis = 0; Axis < 3; ++Axis)
      Block[Axis] = std::max(Block[Axis], Thread.Thread[Axis] + 1);
  return Block;
}

/// Writes the arguments of the launch.
class ArgumentWriter {
public:
  ArgumentWriter(const report::ReportedWitness &Shown,
                 const PrintingPolicy &Policy)
      : Shown(Shown), Policy(Policy) {}

  llvm::Error add(const ParmVarDecl &Parameter, unsigned Number) {
    QualType Type = Parameter.getType().getNonReferenceType();
    std::string Name = "argument" + std::to_string(Number);
    if (const auto *Pointer = Type->getAs<PointerType>()) {
      QualType Pointee = Pointer->getPointeeType();
      if (Pointee->isAnyPointerType() || holdsPointers(Pointee) ||
          Pointee->isFunctionType())
        return impossible(Parameter, "points to pointers");
      Setup += "  void *" + Name + " = buffer();\n";
      Arguments.push_back("(" + Type.getUnqualifiedType().getAsString(Policy) +
                          ")" + Name);
      return llvm::Error::success();
    }
    if (holdsPointers(Type))
      return impossible(Parameter, "holds pointers");
    std::string Written = Type.getUnqualifiedType().getAsString(Policy);
    if (Type->isArithmeticType() || Type->isEnumeralType()) {
      Setup += "  auto " + Name + " = (" + Written + ")(" +
               valueOf(Parameter, Type) + ");\n";
    } else {
      const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
      if (!Record || !Record->hasDefinition() ||
          !(Record->isAggregate() || Record->hasDefaultConstructor()))
        return impossible(Parameter, "has a type that cannot be made here");
      Setup += "  " + Written + " " + Name + "{};\n";
    }
    Arguments.push_back(Name);
    return llvm::Error::success();
  }

  std::string Setup;
  std::vector<std::string> Arguments;

private:
  static llvm::Error impossible(const ParmVarDecl &Parameter, const char *Why) {
    return llvm::createStringError("parameter '%s' %s: run the program itself "
                                   "with 'warplint confirm'",
                                   Parameter.getNameAsString().c_str(), Why);
  }

  static bool holdsPointers(QualType Type) {
    if (Type->isAnyPointerType())
      return true;
    if (const auto *Array = Type->getAsArrayTypeUnsafe())
      return holdsPointers(Array->getElementType());
    const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
    if (!Record || !Record->hasDefinition())
      return false;
    return llvm::any_of(Record->bases(),
                        [](const CXXBaseSpecifier &Base) {
                          return holdsPointers(Base.getType());
                        }) ||
           llvm::any_of(Record->fields(), [](const FieldDecl *Field) {
             return holdsPointers(Field->getType());
           });
  }

  /// What the witness says; otherwise as many as there are threads, which is
  /// what a size most often has to be at least.
  std::string valueOf(const ParmVarDecl &Parameter, QualType Type) const {
    for (const auto &[Name, Value] : Shown.Values)
      if (Name == Parameter.getName())
        return std::to_string(Value);
    if (Type->isBooleanType())
      return "true";
    if (!Type->isIntegerType())
      return "1";
    int64_t Threads = 1;
    for (int64_t Extent : blockOf(Shown))
      Threads *= std::max<int64_t>(Extent, 1);
    for (int64_t Extent : gridOf(Shown))
      Threads *= std::max<int64_t>(Extent, 1);
    return std::to_string(Threads);
  }

  const report::ReportedWitness &Shown;
  const PrintingPolicy &Policy;
};

/// Whether a body names dynamic shared memory.
class DynamicSharedFinder : public syntax::TreeVisitor {
public:
  bool VisitDeclRefExpr(DeclRefExpr *Name) override {
    const auto *Var = dyn_cast<VarDecl>(Name->getDecl());
    Found |= Var && Var->hasAttr<CUDASharedAttr>() && Var->hasExternalStorage();
    return true;
  }
  bool Found = false;
};

std::string spelled(const FunctionDecl &Kernel, const PrintingPolicy &Policy) {
  std::string Name;
  llvm::raw_string_ostream OS(Name);
  Kernel.getNameForDiagnostic(OS, Policy, /*Qualified=*/true);
  return "::" + Name;
}

/// The one kernel that reaches both sites; of several the first, which the
/// others share code with.
const RecordedKernel *kernelOf(const InstrumentedUnit &Unit,
                               const RecordingPlan &Plan) {
  for (const RecordedKernel &Kernel : Unit.Kernels)
    if (Kernel.Sites.size() == Plan.Sites.size())
      return &Kernel;
  return nullptr;
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

constexpr llvm::StringLiteral Main = R"(
#undef main
static void *buffer() {
  void *Memory = nullptr;
  size_t Bytes = %BYTES%;
  if (cudaMalloc(&Memory, Bytes) != cudaSuccess ||
      cudaMemset(Memory, 0, Bytes) != cudaSuccess) {
    fprintf(stderr, "no device, or too little memory on it\n");
    exit(2);
  }
  return Memory;
}

int main() {
%SETUP%  %KERNEL%<<<%GRID%, %BLOCK%, %SHARED%>>>(%ARGUMENTS%);
  cudaError_t Failed = cudaGetLastError();
  if (Failed == cudaSuccess)
    Failed = cudaDeviceSynchronize();
  if (Failed != cudaSuccess) {
    fprintf(stderr, "the launch failed: %s\n", cudaGetErrorString(Failed));
    return 2;
  }
  // 1: the two threads met. 0: they did not, in this run.
  return ::warplint_recorder::report();
}
)";

} // namespace

/// Messages of the compiler name the user's file.
static std::string lineOf(llvm::StringRef File) {
  return "#line 1 " +
         quoting::forStringLiteral(llvm::sys::path::filename(File)) + "\n";
}

static std::string filled(std::string Text, llvm::StringRef Mark,
                          llvm::StringRef With) {
  size_t At = Text.find(Mark.str());
  return At == std::string::npos ? Text
                                 : Text.replace(At, Mark.size(), With.str());
}

llvm::Expected<std::string> reproductionOf(const report::ReportedFinding &F,
                                           const RecordingPlan &Plan,
                                           const InstrumentedUnit &Unit,
                                           ASTContext &Context) {
  for (unsigned Site = 0; Site < Plan.Sites.size(); ++Site) {
    if (auto Why = Unit.Refused.find(Site); Why != Unit.Refused.end())
      return llvm::createStringError(
          "line %u of '%s' cannot be recorded: %s", Plan.Sites[Site].Line,
          Plan.Sites[Site].File.c_str(), Why->second.c_str());
    if (Plan.Sites[Site].File != Unit.Main)
      return llvm::createStringError(
          "the access lies in '%s', which the unit includes: run the program "
          "itself with 'warplint confirm'",
          Plan.Sites[Site].File.c_str());
    if (!Unit.Found.count(Site))
      return llvm::createStringError("no access was found at line %u of '%s'",
                                     Plan.Sites[Site].Line,
                                     Plan.Sites[Site].File.c_str());
  }
  const RecordedKernel *Kernel = kernelOf(Unit, Plan);
  if (!Kernel)
    return llvm::createStringError(
        "no kernel of the unit comes to both places");
  for (unsigned Site : Kernel->Sites)
    if (auto Other = Unit.OtherOrder.find(Site); Other != Unit.OtherOrder.end())
      return llvm::createStringError(
          "the kernel orders threads by '%s', which a recording does not see",
          Other->second.c_str());

  PrintingPolicy Policy(Context.getLangOpts());
  Policy.FullyQualifiedName = true;
  ArgumentWriter Arguments(*F.Shown, Policy);
  unsigned Number = 0;
  for (const ParmVarDecl *Parameter : Kernel->Function->parameters())
    if (llvm::Error Failed = Arguments.add(*Parameter, Number++))
      return std::move(Failed);
  DynamicSharedFinder Shared;
  Shared.TraverseStmt(Kernel->Function->getBody());

  std::string Text = Main.str();
  Text = filled(Text, "%BYTES%", std::to_string(BufferBytes));
  Text = filled(Text, "%SETUP%", Arguments.Setup);
  Text = filled(Text, "%KERNEL%", spelled(*Kernel->Function, Policy));
  Text = filled(Text, "%GRID%", dim3Of(gridOf(*F.Shown)));
  Text = filled(Text, "%BLOCK%", dim3Of(blockOf(*F.Shown)));
  Text = filled(Text, "%SHARED%", Shared.Found ? "49152" : "0");
  Text = filled(Text, "%ARGUMENTS%", llvm::join(Arguments.Arguments, ", "));
  return describe(F) +
         "//\n// Build with nvcc and run. Ends with 1 if the two threads "
         "met, with 0 if they did\n// not.\n\n#define WARPLINT_RECORDS\n" +
         sitesHeader(Plan, {0}) + withoutIncludeOfSites(recorderHeader()) +
         "\n// The program's own main is never called.\n#ifdef __NVCC__\n"
         "#pragma nv_diag_suppress 940\n#endif"
         "\n#define main warplint_main_of_the_program\n" +
         lineOf(Unit.Main) + Unit.Sources.at(Unit.Main) + Text;
}

} // namespace warplint::proof
