//===--- HostApi.cpp - What calls of the host ask of a GPU ----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaModel/HostApi.h"
#include "CudaModel/HostLibrary.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace warplint {

namespace {

/// Builds one row of the table.
class Row {
public:
  constexpr Row(llvm::StringLiteral Name, HostCallKind Kind) {
    Entry.Name = Name;
    Entry.Kind = Kind;
  }
  constexpr Row kernel(int8_t P) const { return with(&E::KernelArg, P); }
  constexpr Row kernelName(int8_t P) const {
    return with(&E::KernelNameArg, P);
  }
  constexpr Row grid(int8_t P) const { return with(&E::GridArg, P); }
  constexpr Row block(int8_t P) const { return with(&E::BlockArg, P); }
  constexpr Row flatGrid(int8_t P) const {
    return grid(P).with(&E::Flat, true);
  }
  constexpr Row flatBlock(int8_t P) const {
    return block(P).with(&E::Flat, true);
  }
  constexpr Row shared(int8_t P) const { return with(&E::SharedArg, P); }
  constexpr Row stream(int8_t P) const { return with(&E::StreamArg, P); }
  constexpr Row config(int8_t P) const { return with(&E::ConfigArg, P); }
  constexpr Row arguments(int8_t P) const { return with(&E::ArgumentsArg, P); }
  constexpr Row passed(int8_t P) const { return with(&E::PassedFrom, P); }
  constexpr Row object(int8_t P) const { return with(&E::ObjectArg, P); }
  constexpr Row source(int8_t P) const { return with(&E::SourceArg, P); }
  constexpr Row direction(int8_t P) const { return with(&E::DirectionArg, P); }
  constexpr Row always(int64_t Direction) const {
    return with(&E::Direction, int8_t(Direction));
  }
  constexpr Row graph(int8_t P) const { return with(&E::GraphArg, P); }
  constexpr Row flags(int8_t P) const { return with(&E::FlagsArg, P); }
  constexpr Row bytes(int8_t P) const { return with(&E::BytesArg, P); }
  constexpr Row chooses(int8_t Grid, int8_t Block) const {
    return with(&E::ChosenGridArg, Grid).with(&E::ChosenBlockArg, Block);
  }
  constexpr Row told(int8_t P) const { return with(&E::OutArg, P); }
  constexpr Row successor(llvm::StringLiteral Name) const {
    return with(&E::Successor, Name);
  }
  constexpr Row cooperative() const { return with(&E::Cooperative, true); }

  constexpr operator HostApiEntry() const { return Entry; }

private:
  using E = HostApiEntry;
  template <typename T> constexpr Row with(T E::*Field, T Value) const {
    Row Result = *this;
    Result.Entry.*Field = Value;
    return Result;
  }
  HostApiEntry Entry;
};

#define HOST_API(NAME, KIND, WITH)                                             \
  [] {                                                                         \
    constexpr Row with(NAME, HostCallKind::KIND);                              \
    return HostApiEntry(WITH);                                                 \
  }(),
const HostApiEntry Table[] = {
#include "CudaModel/HostApi.def"
};

} // namespace

llvm::ArrayRef<HostApiEntry> hostApiTable() { return Table; }

static llvm::StringMap<const HostApiEntry *> makeIndex() {
  llvm::StringMap<const HostApiEntry *> Index;
  for (const HostApiEntry &Entry : Table)
    Index[Entry.Name] = &Entry;
  return Index;
}

const HostApiEntry *lookupHostApi(const FunctionDecl &Callee) {
  static const llvm::StringMap<const HostApiEntry *> Index = makeIndex();
  if (!Callee.getIdentifier() ||
      !Callee.getDeclContext()->getRedeclContext()->isTranslationUnit())
    return nullptr;
  llvm::StringRef Name = Callee.getName();
  if (!Name.starts_with("cu") && !Name.starts_with("__cuda"))
    return nullptr;
  // Headers choose a variant: of the per-thread default stream, of a version.
  if (!Name.consume_back("_ptsz"))
    Name.consume_back("_ptds");
  if (!Name.consume_back("_v2"))
    Name.consume_back("_v3");
  auto Found = Index.find(Name);
  return Found == Index.end() ? nullptr : Found->second;
}

std::optional<LibraryCall> lookupLibraryCall(const FunctionDecl &Callee) {
  if (!Callee.getIdentifier())
    return std::nullopt;
  auto Read = llvm::StringSwitch<int>(Callee.getName())
                  .Cases({"memcpy", "memmove", "__builtin_memcpy"}, 1)
                  .Cases({"memcmp", "bcmp"}, 2)
                  .Cases({"fwrite", "strlen", "puts"}, 0)
                  .Default(-1);
  if (Read == 2)
    return LibraryCall{0, 1};
  if (Read >= 0)
    return LibraryCall{int8_t(Read), -1};
  bool Known =
      Callee.getBuiltinID() != 0 ||
      llvm::StringSwitch<bool>(Callee.getName())
          .Cases({"gettimeofday", "clock", "clock_gettime", "time"}, true)
          .Cases({"rand", "srand", "rand_r", "drand48", "srand48"}, true)
          .Cases({"fflush", "fopen", "fclose", "fread", "fgets"}, true)
          .Cases({"atoi", "atof", "atol", "strtol", "strtoul", "strtod"}, true)
          .Cases({"getenv", "perror", "getopt", "getopt_long"}, true)
          .Cases({"__assert_fail", "__assert", "sleep", "usleep"}, true)
          .Cases({"pthread_mutex_lock", "pthread_mutex_unlock"}, true)
          .Cases({"pthread_mutex_init", "pthread_mutex_destroy"}, true)
          .Default(false);
  return Known ? std::optional(LibraryCall()) : std::nullopt;
}

bool isSmartPointer(const CXXRecordDecl &Class) {
  // The bases have the methods in libstdc++.
  return Class.isInStdNamespace() && Class.getIdentifier() &&
         llvm::StringSwitch<bool>(Class.getName())
             .Cases({"unique_ptr", "shared_ptr"}, true)
             .Cases({"__shared_ptr", "__shared_ptr_access"}, true)
             .Default(false);
}

static bool isStream(QualType Type) {
  QualType To = Type.getNonReferenceType()->getPointeeType();
  const RecordDecl *Record = To.isNull() ? nullptr : To->getAsRecordDecl();
  return Record && Record->getIdentifier() &&
         Record->getName() == "CUstream_st";
}

DeviceLibraryCall deviceLibraryCallOf(const FunctionDecl &Callee) {
  llvm::StringRef Space = outerNamespace(Callee);
  unsigned Count = Callee.getNumParams();
  if (Count == 0 || (Space != "thrust" && Space != "cub"))
    return DeviceLibraryCall::None;
  const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
  bool HasStream = isStream(Callee.getParamDecl(Count - 1)->getType());
  if (Method && Method->isInstance())
    return HasStream && Count == 1 && Callee.getIdentifier() &&
                   Callee.getName() == "on"
               ? DeviceLibraryCall::ChoosesStream
               : DeviceLibraryCall::None;
  if (Space == "thrust")
    return Method ? DeviceLibraryCall::None : DeviceLibraryCall::WithPolicy;
  return HasStream && Callee.getParamDecl(0)->getType()->isVoidPointerType()
             ? DeviceLibraryCall::WithStream
             : DeviceLibraryCall::None;
}

bool isAsynchronousPolicy(QualType Type) {
  const CXXRecordDecl *Class = Type.getNonReferenceType()->getAsCXXRecordDecl();
  return Class && Class->getIdentifier() && Class->getName().contains("nosync");
}

/// Holds copies of what it is made of.
static bool isContainer(const CXXRecordDecl &Class) {
  return Class.isInStdNamespace() && Class.getIdentifier() &&
         llvm::StringSwitch<bool>(Class.getName())
             .Cases({"vector", "deque", "list", "forward_list"}, true)
             .Cases({"set", "multiset", "basic_string", "valarray"}, true)
             .Cases({"unordered_set", "unordered_multiset"}, true)
             .Default(false);
}

std::optional<LibraryCall> lookupRangeRead(const FunctionDecl &Callee) {
  if (const auto *Method = dyn_cast<CXXMethodDecl>(&Callee)) {
    if (!isContainer(*Method->getParent()) || Method->getNumParams() < 2)
      return std::nullopt;
    if (isa<CXXConstructorDecl>(Method) ||
        (Method->getIdentifier() &&
         (Method->getName() == "assign" || Method->getName() == "append")))
      return LibraryCall{0, -1};
    return Method->getIdentifier() && Method->getName() == "insert"
               ? std::optional(LibraryCall{1, -1})
               : std::nullopt;
  }
  if (!Callee.isInStdNamespace() || !Callee.getIdentifier())
    return std::nullopt;
  auto Reads =
      llvm::StringSwitch<int>(Callee.getName())
          .Cases({"accumulate", "reduce", "copy", "copy_n", "copy_if"}, 1)
          .Cases({"max_element", "min_element", "minmax_element"}, 1)
          .Cases({"sort", "stable_sort", "partial_sort", "nth_element"}, 1)
          .Cases({"count", "count_if", "find", "find_if", "find_if_not"}, 1)
          .Cases({"all_of", "any_of", "none_of", "for_each"}, 1)
          .Cases({"is_sorted", "adjacent_find", "partial_sum"}, 1)
          .Cases({"lower_bound", "upper_bound", "binary_search"}, 1)
          .Cases({"inclusive_scan", "exclusive_scan", "unique"}, 1)
          .Cases({"transform", "replace", "remove", "reverse"}, 1)
          .Cases({"equal", "inner_product", "transform_reduce"}, 2)
          .Cases({"mismatch", "lexicographical_compare"}, 2)
          .Default(0);
  if (Reads == 0)
    return std::nullopt;
  return LibraryCall{0, int8_t(Reads == 2 ? 2 : -1)};
}

int readsIntoFrom(const FunctionDecl &Callee) {
  if (!Callee.getIdentifier())
    return -1;
  return llvm::StringSwitch<int>(Callee.getName())
      .Case("scanf", 1)
      .Cases({"fscanf", "sscanf"}, 2)
      .Default(-1);
}

bool mayMeetThreads(const CXXRecordDecl &Class) {
  if (!Class.getIdentifier())
    return false;
  llvm::StringRef Name = Class.getName();
  return Name.contains("atomic") || Name.contains("thread") ||
         Name.contains("future") || Name.contains("promise") ||
         Name.contains("condition_variable") || Name.contains("barrier") ||
         Name.contains("latch") || Name.contains("semaphore") ||
         Name == "function" || Name == "packaged_task";
}

bool isLock(const CXXRecordDecl &Class) {
  return Class.isInStdNamespace() && Class.getIdentifier() &&
         (Class.getName().contains("mutex") ||
          Class.getName().contains("lock"));
}

bool isResidencyQuery(const ValueDecl &D) {
  if (!D.getIdentifier())
    return false;
  llvm::StringRef Name = D.getName();
  return Name == "multiProcessorCount" ||
         Name == "cudaDevAttrMultiProcessorCount" ||
         Name == "CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT" ||
         Name.starts_with("cudaOccupancyMax") ||
         Name.starts_with("cuOccupancyMax");
}

bool isCodeVersion(const FieldDecl &Field) {
  const RecordDecl &Of = *Field.getParent();
  return Of.getIdentifier() && Field.getIdentifier() &&
         Of.getName() == "cudaFuncAttributes" &&
         (Field.getName() == "ptxVersion" ||
          Field.getName() == "binaryVersion");
}

bool isDeviceProperties(const RecordDecl &Record) {
  if (!Record.getIdentifier())
    return false;
  llvm::StringRef Name = Record.getName();
  return Name == "cudaDeviceProp" || Name == "CUdevprop_st" ||
         Name == "cudaFuncAttributes";
}

bool makesVector(const FunctionDecl &F) {
  const RecordDecl *Made = F.getReturnType()->getAsRecordDecl();
  if (!F.getIdentifier() || !Made || !Made->getIdentifier())
    return false;
  llvm::StringRef Name = F.getName();
  return Name.consume_front("make_") && Name == Made->getName();
}

ConfigField configFieldOf(const FieldDecl &Field) {
  if (!Field.getIdentifier())
    return ConfigField::None;
  return llvm::StringSwitch<ConfigField>(Field.getName())
      .Case("gridDim", ConfigField::Grid)
      .Case("blockDim", ConfigField::Block)
      .Case("gridDimX", ConfigField::GridX)
      .Case("gridDimY", ConfigField::GridY)
      .Case("gridDimZ", ConfigField::GridZ)
      .Case("blockDimX", ConfigField::BlockX)
      .Case("blockDimY", ConfigField::BlockY)
      .Case("blockDimZ", ConfigField::BlockZ)
      .Cases({"dynamicSmemBytes", "sharedMemBytes"}, ConfigField::SharedBytes)
      .Cases({"stream", "hStream"}, ConfigField::Stream)
      .Case("func", ConfigField::Kernel)
      .Case("kernelParams", ConfigField::Arguments)
      .Case("attrs", ConfigField::Attributes)
      .Case("numAttrs", ConfigField::AttributeCount)
      .Case("dst", ConfigField::Destination)
      .Case("fn", ConfigField::HostFunction)
      .Case("userData", ConfigField::HostArgument)
      .Default(ConfigField::None);
}

AttributeField attributeFieldOf(const FieldDecl &Field) {
  if (!Field.getIdentifier())
    return AttributeField::None;
  return llvm::StringSwitch<AttributeField>(Field.getName())
      .Case("id", AttributeField::Id)
      .Cases({"val", "value"}, AttributeField::Value)
      .Case("cooperative", AttributeField::Cooperative)
      .Case("clusterDim", AttributeField::ClusterDimension)
      .Case("programmaticStreamSerializationAllowed",
            AttributeField::ProgrammaticStreamSerialization)
      .Default(AttributeField::None);
}

} // namespace warplint
