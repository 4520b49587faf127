//===--- CollectiveStorageTest.cpp - Who works in lent shared memory ------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/TempStorage/CollectiveStorage.h"
#include "AnalysedKernel.h"
#include "Analysis/Dataflow/Loops.h"
#include "Analysis/KernelFacts/AnalysisOptions.h"
#include "clang/AST/DeclTemplate.h"

namespace collective_storage_test {
using namespace clang;
using namespace warplint;
using namespace warplint::test;

/// Collectives in the shape of cub's.
const char *const Cub = R"(
namespace cub { inline namespace v1 {
template <class T> struct Uninitialized {
  char storage[sizeof(T)];
  __device__ T &Alias() { return reinterpret_cast<T &>(*this); }
};
struct NullType {};
template <class T, int N> class BlockSum {
  struct _TempStorage { T values[N]; };
  _TempStorage &temp_storage;
  __device__ _TempStorage &PrivateStorage() {
    __shared__ _TempStorage own;
    return own;
  }
public:
  struct TempStorage : Uninitialized<_TempStorage> {};
  __device__ BlockSum() : temp_storage(PrivateStorage()) {}
  __device__ BlockSum(TempStorage &t) : temp_storage(t.Alias()) {}
  __device__ T Sum(T v) {
    temp_storage.values[threadIdx.x] = v;
    __syncthreads();
    return temp_storage.values[0];
  }
  __device__ T Late(T v) { __syncthreads(); return Sum(v); }
};
template <class T> class WarpSum {
  struct _TempStorage { T values[32]; };
  _TempStorage &temp_storage;
public:
  struct TempStorage : Uninitialized<_TempStorage> {};
  __device__ WarpSum(TempStorage &t) : temp_storage(t.Alias()) {}
  __device__ T Sum(T v) {
    temp_storage.values[threadIdx.x & 31] = v;
    __syncwarp();
    return temp_storage.values[0];
  }
};
template <class T> class WarpNone {
  NullType &temp_storage;
public:
  struct TempStorage : Uninitialized<NullType> {};
  __device__ WarpNone(TempStorage &t) : temp_storage(t.Alias()) {}
  __device__ T Sum(T v) { __syncwarp(); return v; }
};
struct Blocky { struct TempStorage {}; };
} }
namespace ours {
struct BlockSum { struct TempStorage {}; TempStorage &temp_storage; };
}
using Sum = cub::BlockSum<int, 64>;
using Warp = cub::WarpSum<int>;
)";

/// "first, second" as written, for each pair without a barrier between.
Texts reuses(llvm::StringRef Body, const AnalysisOptions &Options = {}) {
  AnalysedKernel K(
      Cub + ("__global__ void k(int n, int *p) {" + Body + "}").str(), Options);
  Texts Found;
  for (const tempstorage::StorageReuse &Reuse :
       tempstorage::findStorageReuses(K.facts()))
    Found.push_back(K.text(Reuse.First.site()) + ", " +
                    K.text(Reuse.Second.site()));
  return Found;
}

TEST(CollectiveStorage, Classes) {
  AnalysedUnit Unit(Cub + std::string("__global__ void k(int *p) {"
                                      "__shared__ Sum::TempStorage s;"
                                      "Sum sum(s); __syncthreads();"
                                      "__shared__ Warp::TempStorage w;"
                                      "Warp a(w);"
                                      "__shared__ cub::WarpNone<int>::"
                                      "TempStorage x; cub::WarpNone<int> b(x);"
                                      "cub::Blocky c; ours::BlockSum *d; }"));
  std::map<std::string, std::string> Known;
  auto Visit = [&](const auto &Self, const DeclContext &In) -> void {
    for (const Decl *D : In.decls()) {
      if (const auto *Namespace = dyn_cast<NamespaceDecl>(D))
        Self(Self, *Namespace);
      llvm::SmallVector<const CXXRecordDecl *, 2> Classes;
      if (const auto *Class = dyn_cast<CXXRecordDecl>(D))
        Classes.push_back(Class);
      if (const auto *Template = dyn_cast<ClassTemplateDecl>(D))
        for (const auto *Special : Template->specializations())
          Classes.push_back(Special);
      for (const CXXRecordDecl *Class : Classes)
        if (auto Of = collectiveOf(*Class))
          Known[Class->getQualifiedNameAsString()] =
              nameOf(Of->Threads).str() + (Of->Storage ? "" : " none");
    }
  };
  Visit(Visit, *Unit.context().getTranslationUnitDecl());
  EXPECT_EQ(Known, (std::map<std::string, std::string>{
                       {"cub::BlockSum", "block"},
                       {"cub::WarpSum", "warp"},
                       {"cub::WarpNone", "warp none"},
                       {"cub::Blocky", "block none"}}));
}

TEST(CollectiveStorage, TwoInARow) {
  EXPECT_EQ(reuses("__shared__ Sum::TempStorage s; p[0] = Sum(s).Sum(1);"
                   "p[1] = Sum(s).Sum(2);"),
            Texts{"Sum(s).Sum(1), Sum(s).Sum(2)"});
  EXPECT_EQ(reuses("__shared__ Sum::TempStorage s; p[0] = Sum(s).Sum(1);"
                   "__syncthreads(); p[1] = Sum(s).Sum(2);"),
            Texts{});
  EXPECT_EQ(reuses("__shared__ Sum::TempStorage s, t; p[0] = Sum(s).Sum(1);"
                   "p[1] = Sum(t).Sum(2);"),
            Texts{});
  EXPECT_EQ(reuses("p[0] = Sum().Sum(1); p[1] = Sum().Sum(2);"),
            Texts{"Sum().Sum(1), Sum().Sum(2)"});
}

TEST(CollectiveStorage, OnlyTheNearestPairs) {
  EXPECT_EQ(
      reuses("__shared__ Sum::TempStorage s; p[0] = Sum(s).Sum(1);"
             "p[1] = Sum(s).Sum(2); p[2] = Sum(s).Sum(3);"),
      (Texts{"Sum(s).Sum(1), Sum(s).Sum(2)", "Sum(s).Sum(2), Sum(s).Sum(3)"}));
}

TEST(CollectiveStorage, OwnBarriersOfACollective) {
  // Before it touches the storage.
  EXPECT_EQ(reuses("__shared__ Sum::TempStorage s; p[0] = Sum(s).Sum(1);"
                   "p[1] = Sum(s).Late(2);"),
            Texts{});
  // In another collective.
  EXPECT_EQ(reuses("__shared__ Sum::TempStorage s, t; p[0] = Sum(s).Sum(1);"
                   "p[1] = Sum(t).Sum(2); p[2] = Sum(s).Sum(3);"),
            Texts{});
}

TEST(CollectiveStorage, Loops) {
  EXPECT_EQ(reuses("__shared__ Sum::TempStorage s;"
                   "for (int i = 0; i < n; ++i) p[i] = Sum(s).Sum(i);"),
            Texts{"Sum(s).Sum(i), Sum(s).Sum(i)"});
  EXPECT_EQ(reuses("__shared__ Sum::TempStorage s[2];"
                   "for (int i = 0; i < n; ++i) p[i] = Sum(s[i & 1]).Sum(i);"),
            Texts{});
}

TEST(CollectiveStorage, Warps) {
  std::string Two = "__shared__ Warp::TempStorage w[4];"
                    "p[0] = Warp(w[threadIdx.x / 32]).Sum(1);";
  std::string Again = "p[1] = Warp(w[threadIdx.x / 32]).Sum(2);";
  EXPECT_EQ(reuses(Two + Again).size(), 1u);
  EXPECT_EQ(reuses(Two + "__syncwarp();" + Again), Texts{});
  EXPECT_EQ(reuses(Two + "__syncthreads();" + Again), Texts{});
  EXPECT_EQ(reuses(Two + "p[1] = Warp(w[2 + threadIdx.x / 32]).Sum(2);"),
            Texts{});
  std::string Block = "__shared__ Sum::TempStorage s; p[0] = Sum(s).Sum(1);"
                      "__syncwarp(); p[1] = Sum(s).Sum(2);";
  EXPECT_EQ(reuses(Block).size(), 1u);
  EXPECT_EQ(reuses(Block, launch({32, 1, 1})), Texts{});
}

TEST(CollectiveStorage, SharedWithOtherData) {
  std::string Union =
      "__shared__ union { Sum::TempStorage s; int raw[64]; } u;";
  EXPECT_EQ(reuses(Union + "p[0] = Sum(u.s).Sum(1); u.raw[threadIdx.x] = n;"),
            Texts{"Sum(u.s).Sum(1), u.raw[threadIdx.x]"});
  EXPECT_EQ(
      reuses(Union + "p[0] = u.raw[threadIdx.x]; p[1] = Sum(u.s).Sum(1);"),
      Texts{"u.raw[threadIdx.x], Sum(u.s).Sum(1)"});
  EXPECT_EQ(reuses(Union + "p[0] = Sum(u.s).Sum(1); p[1] = u.raw[0];"),
            Texts{});
  std::string Struct =
      "__shared__ struct { Sum::TempStorage s; int raw[64]; } u;";
  EXPECT_EQ(reuses(Struct + "p[0] = Sum(u.s).Sum(1); u.raw[threadIdx.x] = n;"),
            Texts{});
}

TEST(CollectiveStorage, ParametersOfAFunctionThatNobodyCalls) {
  AnalysedKernel K(Cub +
                   std::string("__device__ int k(Sum::TempStorage &s) {"
                               "return Sum(s).Sum(1) + Sum(s).Sum(2); }"));
  EXPECT_EQ(tempstorage::findStorageReuses(K.facts()).size(), 1u);
}

} // namespace collective_storage_test
