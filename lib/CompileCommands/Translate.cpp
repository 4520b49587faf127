//===--- Translate.cpp - From a build's command to one that clang parses --===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileCommands/Translate.h"
#include "CompileCommands/HostCommandLine.h"
#include "CompileCommands/NvccCommandLine.h"
#include "CompileCommands/ResponseFiles.h"
#include "CompileCommands/TargetChoice.h"
#include "CompileCommands/Toolkit.h"
#include "CompileCommands/WindowsEntries.h"
#include "CompileCommands/Words.h"
#include "Support/InputFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using clang::tooling::CompileCommand;
namespace path = llvm::sys::path;

namespace warplint::commands {

namespace {

/// Programs that run the compiler named after them.
constexpr StringLiteral Launchers[] = {
    "ccache",     "sccache",   "distcc",           "icecc", "env", "time",
    "buildcache", "fastbuild", "warplint-launcher"};

/// The newest CUDA release and PTX version that this clang names. Newer headers
/// parse all the same, but without a release clang takes `<<<>>>` for that of
/// CUDA 9.
constexpr unsigned NewestKnownMajor = 13, NewestKnownMinor = 0;
constexpr StringLiteral PtxFeature = "+ptx90";

/// What clang rejects or remarks on by default and nvcc accepts.
constexpr StringLiteral Leniency[] = {
    "-Wno-unknown-cuda-version", "-Wno-register", "-Wno-c++11-narrowing",
    "-Wno-missing-template-arg-list-after-template-kw",
    "-Wno-static-float-init"};

/// `#pragma clang __debug` is there to test how clang crashes; one of its
/// commands does not even end. What else it does, `ignoreDebugPragma` takes
/// away; a stock clang-tidy has this option only.
constexpr StringLiteral Harmless[] = {"-Xclang", "-disable-pragma-debug-crash"};

enum class CompilerStyle { Nvcc, Clang, Other };

/// Everything that one command says, whichever compiler it was written for.
struct CommandFacts {
  std::string Compiler;
  CompilerStyle Style = CompilerStyle::Other;
  std::vector<std::string> ClangOptions;
  std::vector<GpuTarget> Targets;
  std::optional<std::string> CudaPath;
  std::string Language;
  std::vector<std::string> Remarks;
};

StringRef programName(StringRef Word) {
  StringRef Name = path::filename(Word);
  Name.consume_back(".exe");
  return Name;
}

/// The command from its compiler on. CMake starts compilers through itself when
/// it also runs a linter: `cmake -E __run_co_compile ... -- nvcc ...`.
ArrayRef<std::string> dropLaunchers(ArrayRef<std::string> Command) {
  while (Command.size() > 1) {
    StringRef Name = programName(Command.front());
    if (Name == "cmake") {
      auto Separator = llvm::find(Command, "--");
      if (Separator == Command.end())
        return Command;
      Command = Command.drop_front(Separator - Command.begin() + 1);
    } else if (is_contained(Launchers, Name) ||
               (Command.front().find('=') != std::string::npos &&
                Command.front()[0] != '-')) {
      Command = Command.drop_front();
      while (Command.size() > 1 && StringRef(Command.front()).starts_with("-"))
        Command = Command.drop_front(); // The launcher's own option.
    } else {
      return Command;
    }
  }
  return Command;
}

CompilerStyle styleOf(StringRef Compiler, ArrayRef<std::string> Arguments) {
  StringRef Name = programName(Compiler);
  if (Name.starts_with("nvcc"))
    return CompilerStyle::Nvcc;
  if (Name.starts_with("clang"))
    return CompilerStyle::Clang;
  if (any_of(Arguments, isNvccOnlyOption))
    return CompilerStyle::Nvcc;
  return CompilerStyle::Other;
}

void takeHostOptions(HostCommandLine Host, CommandFacts &Facts) {
  append_range(Facts.ClangOptions, Host.ClangOptions);
  append_range(Facts.Targets, Host.Targets);
  append_range(Facts.Remarks, Host.Remarks);
  if (Host.CudaPath)
    Facts.CudaPath = Host.CudaPath;
  if (Facts.Language.empty())
    Facts.Language = Host.Language;
}

Error readCommand(ArrayRef<std::string> Arguments, ResponseFiles &Responses,
                  CommandFacts &Facts) {
  if (Facts.Style == CompilerStyle::Nvcc) {
    Expected<NvccCommandLine> Nvcc = readNvccCommandLine(Arguments, Responses);
    if (!Nvcc)
      return Nvcc.takeError();
    Facts.ClangOptions = std::move(Nvcc->ClangOptions);
    Facts.Targets = std::move(Nvcc->Targets);
    Facts.Remarks = std::move(Nvcc->Remarks);
    Facts.Language = Nvcc->Language == "cu" ? "cuda" : Nvcc->Language;
    takeHostOptions(
        readHostCommandLine(withoutMicrosoftOptions(Nvcc->HostOptions),
                            /*ForClang=*/false),
        Facts);
    return Error::success();
  }
  Expected<std::vector<std::string>> Expanded =
      Responses.expand(Arguments.vec());
  if (!Expanded)
    return Expanded.takeError();
  takeHostOptions(
      readHostCommandLine(*Expanded, Facts.Style == CompilerStyle::Clang),
      Facts);
  return Error::success();
}

/// Puts the command together.
class Assembler {
public:
  Assembler(const TranslationContext &Context, CommandFacts Facts,
            Translation &Result)
      : Context(Context), Facts(std::move(Facts)), Result(Result),
        FileSystem(Context.FileSystem ? Context.FileSystem
                                      : base::regularFiles()) {}

  Error assemble() {
    add({"clang++", "-resource-dir", Context.ResourceDir});
    append_range(Result.Arguments, Harmless);
    if (Result.IsCuda) {
      if (Error Failed = addDevicePass())
        return Failed;
    } else {
      addOptions(Facts.ClangOptions);
      if (!Facts.Language.empty())
        add({"-x", Facts.Language});
    }
    append_range(Result.Arguments, Context.ExtraArguments);
    // A file name is never an option.
    bool LooksLikeOption = StringRef("-@").contains(Result.File.front());
    add({LooksLikeOption ? "./" + Result.File : Result.File});
    return Error::success();
  }

private:
  void add(std::initializer_list<std::string> Words) {
    Result.Arguments.insert(Result.Arguments.end(), Words.begin(), Words.end());
  }

  void addOptions(ArrayRef<std::string> Options) {
    append_range(Result.Arguments, Options);
  }

  Error addDevicePass() {
    ToolkitSearch Search;
    Search.Compiler = Facts.Compiler;
    Search.Directory = Result.Directory;
    Search.CudaPath = Facts.CudaPath;
    Search.FetchedDirs = Context.FetchedToolkits;
    Search.FetchCommand = Context.FetchCommand;
    Search.Prefix = Context.Prefix;
    Search.FileSystem = FileSystem;
    Search.Environment = Context.Environment;
    if (Context.CudaPathOverride) {
      Search.Compiler.clear();
      Search.CudaPath = Context.CudaPathOverride;
    }
    Expected<Toolkit> Found = findToolkit(Search);
    if (!Found)
      return Found.takeError();

    addTarget(*Found);
    addIncludes(*Found);
    if (Facts.Style == CompilerStyle::Nvcc)
      addNvccMacros(*Found);
    append_range(Result.Arguments, Leniency);
    if (Facts.Style != CompilerStyle::Clang)
      add({"-fgnu-keywords"}); // `typeof` with each -std.
    addOptions(ownOptions());
    add({"-x", "cuda"});
    return Error::success();
  }

  void addTarget(const Toolkit &Found) {
    if (Context.TargetOverride)
      Facts.Targets = {*Context.TargetOverride};
    TargetChoice Choice = chooseTarget(Facts.Targets, Found.Major);
    Result.ComputeCapability = Choice.Target.Capability;
    append_range(Result.Remarks, Choice.Remarks);
    unsigned Major = Found.Major, Minor = Found.Minor;
    if (std::tie(Major, Minor) > std::tie(NewestKnownMajor, NewestKnownMinor)) {
      Major = NewestKnownMajor;
      Minor = NewestKnownMinor;
    }
    // Clang's driver makes a temporary file for whatever a command would
    // compile to, before anything is parsed.
    add({"-fsyntax-only"});
    add({"--cuda-device-only", "--cuda-gpu-arch=" + Choice.ClangTarget.str(),
         "-nocudalib", "-nocudainc", "-Xclang",
         "-target-sdk-version=" + utostr(Major) + "." + utostr(Minor),
         "-Xclang", "-target-feature", "-Xclang", PtxFeature.str()});
    // nvcc takes `extern __shared__ float tile[32][33]`, whatever is linked.
    // The macro is for code that asks for it by this option.
    if (!is_contained(Facts.ClangOptions, "-fgpu-rdc"))
      add({"-fgpu-rdc", "-U__CLANG_RDC__"});
    // The builtin __CUDA_ARCH__ is redefined on purpose.
    if (!(Choice.ClangTarget == Choice.Target))
      add({"-Wno-builtin-macro-redefined", "-Wno-macro-redefined"});
    for (const std::string &Macro : Choice.Macros)
      add({"-D" + Macro});
    addTargetList(Choice.Target);
    if (Choice.All.size() > 1)
      add({"-D" + macroNaming(Choice.All)});
  }

  /// nvcc names every target of the command, in rising order; clang names the
  /// one that it is given.
  void addTargetList(GpuTarget Chosen) {
    if (Facts.Style != CompilerStyle::Nvcc)
      return;
    std::vector<unsigned> Numbers = {Chosen.Capability * 10};
    for (GpuTarget Target : Facts.Targets)
      Numbers.push_back(Target.Capability * 10);
    llvm::sort(Numbers);
    Numbers.erase(llvm::unique(Numbers), Numbers.end());
    add({"-U__CUDA_ARCH_LIST__",
         "-D__CUDA_ARCH_LIST__=" +
             join(map_range(Numbers, [](unsigned N) { return utostr(N); }),
                  ",")});
  }

  /// Clang's wrapper headers must precede the C++ library, and the toolkit that
  /// was chosen every other that the command names; a libcu++ may be the
  /// user's.
  void addIncludes(const Toolkit &Found) {
    add({"-I" + Context.PreludeDir + "/first"});
    add({"-isystem", Context.ResourceDir + "/include/cuda_wrappers", "-isystem",
         Context.PreludeDir + "/before"});
    // Before the C++ library, /usr/include would break its #include_next.
    if (Found.IncludeDir != "/usr/include")
      add({"-isystem", Found.IncludeDir});
    if (!Found.CcclDir.empty())
      add({"-isystem", Found.CcclDir});
    add({"-idirafter", Context.PreludeDir + "/shim"});
    if (Context.ForPlugin)
      add({"-DWARPLINT_PLUGIN"});
    add({"-include", Context.PreludeDir + "/warplint_early.h", "-include",
         "__clang_cuda_runtime_wrapper.h", "-include",
         Context.PreludeDir + "/warplint_late.h"});
  }

  void addNvccMacros(const Toolkit &Found) {
    add({"-DWARPLINT_NVCC", "-D__CUDACC_VER_MAJOR__=" + utostr(Found.Major),
         "-D__CUDACC_VER_MINOR__=" + utostr(Found.Minor),
         "-D__CUDACC_VER_BUILD__=" + utostr(Found.Build)});
    if (std::make_tuple(Found.Major, Found.Minor) >= std::make_tuple(12u, 8u))
      add({"-D__CUDACC_DEVICE_ATOMIC_BUILTINS__=1"});
  }

  bool isToolkit(StringRef Folder) const {
    SmallString<256> Path(Folder);
    sys::path::make_absolute(Result.Directory, Path);
    return FileSystem->exists(Path + "/cuda_runtime.h") &&
           FileSystem->exists(Path + "/crt/host_defines.h");
  }

  /// The command's options, with every include path that is a toolkit behind
  /// the chosen one: two releases do not mix.
  std::vector<std::string> ownOptions() const {
    std::vector<std::string> Options, Last;
    ArrayRef<std::string> Rest = Facts.ClangOptions;
    while (!Rest.empty()) {
      bool Apart = (Rest.front() == "-isystem" || Rest.front() == "-I") &&
                   Rest.size() > 1;
      StringRef Folder = Apart ? StringRef(Rest[1]) : StringRef(Rest.front());
      if (Apart || Folder.consume_front("-I"))
        if (isToolkit(Folder)) {
          Last.insert(Last.end(), {"-isystem", Folder.str()});
          Rest = Rest.drop_front(Apart ? 2 : 1);
          continue;
        }
      Options.push_back(Rest.front());
      Rest = Rest.drop_front();
    }
    append_range(Options, Last);
    return Options;
  }

  const TranslationContext &Context;
  CommandFacts Facts;
  Translation &Result;
  IntrusiveRefCntPtr<vfs::FileSystem> FileSystem;
};

} // namespace

bool isCudaFileName(StringRef File) {
  StringRef Extension = path::extension(File);
  return Extension == ".cu" || Extension == ".cuh";
}

bool isHeaderFileName(StringRef File) {
  return is_contained({".cuh", ".h", ".hpp", ".hh", ".hxx", ".h++", ".inl",
                       ".inc", ".ipp", ".tpp", ".txx", ".tcc"},
                      path::extension(File));
}

bool isSourceFileName(StringRef File) {
  return isCudaFileName(File) || isHeaderFileName(File) ||
         is_contained({".c", ".cc", ".cpp", ".cxx", ".c++", ".C"},
                      path::extension(File));
}

Expected<Translation> translate(const CompileCommand &Command,
                                const TranslationContext &Context) {
  ArrayRef<std::string> Words = dropLaunchers(Command.CommandLine);
  if (Words.empty() || Words.front().empty())
    return commandError("the compile command is empty");
  if (Command.Filename.empty())
    return commandError("the compile command names no source file");

  CommandFacts Facts;
  Facts.Compiler = Words.front();
  Facts.Style = styleOf(Words.front(), Words.drop_front());
  ResponseFiles Responses(Command.Directory, Context.FileSystem
                                                 ? Context.FileSystem
                                                 : base::regularFiles());
  if (Error Failed = readCommand(Words.drop_front(), Responses, Facts))
    return Failed;

  Translation Result;
  Result.Directory = Command.Directory;
  Result.File = Command.Filename;
  Result.IsCuda = Facts.Language.empty() ? isCudaFileName(Command.Filename)
                                         : Facts.Language == "cuda";
  Result.FromNvcc = Facts.Style == CompilerStyle::Nvcc;
  Result.Remarks = std::move(Facts.Remarks);
  Result.ResponseFiles = Responses.filesRead();
  if (Error Failed = Assembler(Context, std::move(Facts), Result).assemble())
    return Failed;
  // No program can be given one: behind it the word would be cut off, and what
  // follows be read as another option's value.
  if (any_of(Result.Arguments,
             [](StringRef Word) { return Word.contains('\0'); }))
    return commandError("a word of the compile command holds a NUL character");
  return Result;
}

} // namespace warplint::commands
