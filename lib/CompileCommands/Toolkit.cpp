//===--- Toolkit.cpp - Finding CUDA's headers -----------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileCommands/Toolkit.h"
#include "CompileCommands/Words.h"
#include "Support/InputFile.h"
#include "Support/Json.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/VersionTuple.h"
#include <algorithm>

using namespace llvm;
namespace path = llvm::sys::path;

namespace warplint::commands {

StringRef nameOf(ToolkitOrigin Origin) {
  switch (Origin) {
  case ToolkitOrigin::CompilerPath:
    return "beside the compiler";
  case ToolkitOrigin::CudaPathOption:
    return "from --cuda-path";
  case ToolkitOrigin::Environment:
    return "from CUDA_HOME or CUDA_PATH";
  case ToolkitOrigin::UsualPlace:
    return "in a usual place";
  case ToolkitOrigin::Fetched:
    return "fetched";
  case ToolkitOrigin::PythonPackages:
    return "from Python's packages";
  }
  llvm_unreachable("covered switch");
}

namespace {

/// Where the headers lie below the root of a toolkit.
constexpr StringLiteral Layouts[] = {"include", "targets/x86_64-linux/include",
                                     "targets/sbsa-linux/include",
                                     "targets/aarch64-linux/include", ""};

constexpr StringLiteral EnvironmentVariables[] = {"CUDA_HOME", "CUDA_PATH"};

/// After /usr/local/cuda and /usr/local/cuda-*. Debian keeps the headers in
/// /usr/include.
constexpr StringLiteral UsualPlaces[] = {
    "/opt/cuda", "/usr/lib/nvidia-cuda-toolkit", "/usr/lib/cuda", "/usr"};

class Finder {
public:
  explicit Finder(const ToolkitSearch &Search)
      : Search(Search), FileSystem(Search.FileSystem ? Search.FileSystem
                                                     : base::regularFiles()) {}

  Expected<Toolkit> find() {
    for (const std::string &Root : rootsBesideCompiler())
      if (auto Found = tryRoot(Root, ToolkitOrigin::CompilerPath))
        return *Found;
    if (Search.CudaPath) {
      if (auto Found = tryRoot(*Search.CudaPath, ToolkitOrigin::CudaPathOption))
        return *Found;
      return commandError("no CUDA toolkit in --cuda-path '" +
                          *Search.CudaPath + "'");
    }
    for (StringRef Name : EnvironmentVariables)
      if (auto Root = environment(Name))
        if (auto Found = tryRoot(*Root, ToolkitOrigin::Environment))
          return *Found;
    for (const std::string &Root : usualPlaces())
      if (auto Found = tryRoot(Root, ToolkitOrigin::UsualPlace))
        return *Found;
    for (const std::string &Root : Search.FetchedDirs)
      if (auto Found = tryRoot(Root, ToolkitOrigin::Fetched))
        return *Found;
    for (const std::string &Root : pythonPackages())
      if (auto Found = tryRoot(Root, ToolkitOrigin::PythonPackages))
        return *Found;
    return commandError("no CUDA toolkit found (looked in " +
                        join(Tried, ", ") +
                        "); install one, name it with --cuda-path, or fetch "
                        "NVIDIA's headers" +
                        (Search.FetchCommand.empty()
                             ? " with scripts/fetch_toolkit.py of warplint's "
                               "sources"
                             : ": " + Search.FetchCommand));
  }

private:
  std::optional<std::string> environment(StringRef Name) const {
    std::optional<std::string> Value = Search.Environment
                                           ? Search.Environment(Name)
                                           : sys::Process::GetEnv(Name);
    return Value && !Value->empty() ? Value : std::nullopt;
  }

  bool exists(const Twine &Path) const { return FileSystem->exists(Path); }

  std::string absolute(StringRef Path) const {
    SmallString<256> Absolute(Path);
    sys::path::make_absolute(Search.Directory, Absolute);
    return Absolute.str().str();
  }

  /// The compiler's file, looked up in PATH if it is a bare name.
  std::optional<std::string> compilerFile() const {
    if (Search.Compiler.empty())
      return std::nullopt;
    if (path::has_parent_path(Search.Compiler))
      return absolute(Search.Compiler);
    SmallVector<StringRef, 16> Folders;
    std::string Path = environment("PATH").value_or("");
    StringRef(Path).split(Folders, ':', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    for (StringRef Folder : Folders) {
      SmallString<256> Candidate(Folder);
      path::append(Candidate, Search.Compiler);
      if (exists(Candidate))
        return Candidate.str().str();
    }
    return std::nullopt;
  }

  /// For ROOT/bin/nvcc, ROOT; first as the path is spelled, then without
  /// symbolic links, because /usr/local/bin/nvcc may point into a toolkit. Only
  /// nvcc lies in its toolkit; /usr/bin/clang++ says nothing about /usr.
  std::vector<std::string> rootsBesideCompiler() const {
    std::vector<std::string> Roots;
    std::optional<std::string> File = compilerFile();
    if (!File || !path::filename(*File).starts_with("nvcc"))
      return Roots;
    auto AddRootOf = [&](StringRef Program) {
      StringRef Folder = path::parent_path(Program);
      if (path::filename(Folder) == "bin")
        Roots.push_back(path::parent_path(Folder).str());
    };
    AddRootOf(*File);
    SmallString<256> Real;
    if (!FileSystem->getRealPath(*File, Real))
      AddRootOf(Real);
    return Roots;
  }

  /// What is called \p Name and a version in \p Folder, the newest first.
  std::vector<std::string> versionsIn(const Twine &Folder,
                                      StringRef Name) const {
    std::vector<std::pair<VersionTuple, std::string>> Versioned;
    std::error_code Error;
    for (vfs::directory_iterator Entry = FileSystem->dir_begin(Folder, Error),
                                 End;
         !Error && Entry != End; Entry.increment(Error)) {
      StringRef Rest = path::filename(Entry->path());
      VersionTuple Version;
      if (Rest.consume_front(Name) && !Version.tryParse(Rest))
        Versioned.emplace_back(Version, Entry->path().str());
    }
    llvm::sort(Versioned, std::greater<>());
    std::vector<std::string> Paths;
    for (auto &[Version, Path] : Versioned)
      Paths.push_back(std::move(Path));
    return Paths;
  }

  /// /usr/local/cuda, then /usr/local/cuda-*, the newest first.
  std::vector<std::string> usualPlaces() const {
    std::vector<std::string> Places = {"/usr/local/cuda"};
    append_range(Places, versionsIn("/usr/local", "cuda-"));
    Places.insert(Places.end(), std::begin(UsualPlaces), std::end(UsualPlaces));
    return Places;
  }

  /// Where pip puts NVIDIA's header packages since CUDA 13. What others depend
  /// on is often the runtime's alone, which does not parse without the
  /// compiler's.
  std::vector<std::string> pythonPackages() const {
    std::vector<std::string> Roots;
    if (Search.Prefix.empty())
      return Roots;
    for (const std::string &Python :
         versionsIn(Search.Prefix + "/lib", "python"))
      for (StringRef Packages : {"/site-packages", "/dist-packages"})
        for (const std::string &Root :
             versionsIn(Python + Packages + "/nvidia", "cu"))
          if (exists(Root + "/include/crt/host_config.h"))
            Roots.push_back(Root);
    return Roots;
  }

  std::optional<Toolkit> tryRoot(StringRef Spelled, ToolkitOrigin Origin) {
    std::string Root = absolute(Spelled);
    if (!is_contained(Tried, Root))
      Tried.push_back(Root);
    for (StringRef Layout : Layouts) {
      SmallString<256> Include(Root);
      path::append(Include, Layout);
      path::remove_dots(Include);
      if (!exists(Include + "/cuda_runtime.h") || !exists(Include + "/cuda.h"))
        continue;
      Toolkit Found;
      Found.IncludeDir = Include.str().str();
      Found.Origin = Origin;
      if (exists(Include + "/cccl"))
        Found.CcclDir = (Include + "/cccl").str();
      if (readVersion(Root, Found))
        return Found;
    }
    return std::nullopt;
  }

  std::string contentsOf(const Twine &Path) const {
    auto Buffer = FileSystem->getBufferForFile(Path);
    return Buffer ? (*Buffer)->getBuffer().str() : std::string();
  }

  /// The headers decide the release, since they are what is parsed; only
  /// version.json knows nvcc's build.
  bool readVersion(StringRef Root, Toolkit &Found) const {
    std::optional<unsigned> Number =
        macroValue(contentsOf(Found.IncludeDir + "/cuda.h"), "CUDA_VERSION");
    if (!Number)
      Number = macroValue(contentsOf(Found.IncludeDir + "/cuda_runtime_api.h"),
                          "CUDART_VERSION");
    VersionTuple Nvcc = nvccVersion(Root);
    if (Number) {
      Found.Major = *Number / 1000;
      Found.Minor = *Number % 1000 / 10;
    } else if (!Nvcc.empty()) {
      Found.Major = Nvcc.getMajor();
      Found.Minor = Nvcc.getMinor().value_or(0);
    } else {
      return false;
    }
    if (Nvcc.getMajor() == Found.Major &&
        Nvcc.getMinor().value_or(0) == Found.Minor)
      Found.Build = Nvcc.getSubminor().value_or(0);
    return true;
  }

  static std::optional<unsigned> macroValue(StringRef Text, StringRef Name) {
    for (StringRef Rest = Text; !Rest.empty();) {
      auto [Line, Next] = Rest.split('\n');
      Rest = Next;
      Line = Line.ltrim();
      if (!Line.consume_front("#"))
        continue;
      Line = Line.ltrim();
      unsigned Value;
      if (Line.consume_front("define") && (Line = Line.ltrim(), true) &&
          Line.consume_front(Name) && Line.starts_with(" ") &&
          !Line.ltrim().consumeInteger(10, Value))
        return Value;
    }
    return std::nullopt;
  }

  VersionTuple nvccVersion(StringRef Root) const {
    VersionTuple Version;
    Expected<json::Value> Parsed =
        base::parseJson(contentsOf(Root + "/version.json"));
    if (!Parsed) {
      consumeError(Parsed.takeError());
      return Version;
    }
    if (const json::Object *Top = Parsed->getAsObject())
      if (const json::Object *Nvcc = Top->getObject("cuda_nvcc"))
        Version.tryParse(Nvcc->getString("version").value_or(""));
    return Version;
  }

  const ToolkitSearch &Search;
  IntrusiveRefCntPtr<vfs::FileSystem> FileSystem;
  std::vector<std::string> Tried;
};

} // namespace

Expected<Toolkit> findToolkit(const ToolkitSearch &Search) {
  return Finder(Search).find();
}

} // namespace warplint::commands
