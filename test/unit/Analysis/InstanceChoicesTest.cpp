//===--- InstanceChoicesTest.cpp - What template arguments choose ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/KernelFacts/InstanceChoices.h"
#include "AnalysedKernel.h"
#include "Analysis/KernelFacts/InstanceBudgets.h"

namespace instance_choices_test {
using namespace warplint;
using namespace warplint::test;

/// A letter for each kernel of \p Code, in source order: the same ones for the
/// same choices.
std::string choicesOf(const std::string &Code) {
  AnalysedUnit Unit(Code);
  InstanceChoices Choices(Unit.code());
  std::string Letters;
  std::vector<InstanceChoices::Choices> Known;
  for (const clang::FunctionDecl *Kernel : Unit.code().kernels()) {
    InstanceChoices::Choices Made = Choices.of(*Kernel);
    auto At = llvm::find(Known, Made);
    Letters += char('a' + (At - Known.begin()));
    if (At == Known.end())
      Known.push_back(Made);
  }
  return Letters;
}

/// The same for `k<...>`, with \p Arguments one after the other, whose
/// parameter is \p Parameter and whose body is \p Body, behind \p Before.
std::string choicesOf(const std::string &Parameter, const std::string &Body,
                      const std::vector<std::string> &Arguments,
                      const std::string &Before = "") {
  std::string Code = Before + "template <" + Parameter +
                     "> __global__ void k(int *p, int n) {" + Body + "}";
  for (const std::string &Argument : Arguments)
    Code += "template __global__ void k<" + Argument + ">(int *, int);";
  return choicesOf(Code);
}

TEST(InstanceChoices, TypesAndSizesAreNone) {
  EXPECT_EQ(choicesOf("typename T",
                      "__shared__ T s[64]; s[threadIdx.x] = T(p[0]);"
                      "__syncthreads(); p[1] = int(s[5]);",
                      {"int", "float", "double"}),
            "aaa");
  EXPECT_EQ(choicesOf("int N",
                      "for (int i = 0; i < N; ++i) p[threadIdx.x + N * i] = i;",
                      {"1", "2", "300"}),
            "aaa");
  // Nor is what only computes.
  EXPECT_EQ(choicesOf("typename T", "p[threadIdx.x] = twice(T(n));",
                      {"int", "float"},
                      "__device__ int twice(int i) { return 2 * i; }"
                      "__device__ int twice(float f) {"
                      "  if (f < 0) return 0; return int(f + f); }"),
            "aa");
}

TEST(InstanceChoices, ConstantsChooseSuccessors) {
  for (const char *Body :
       {"p[threadIdx.x] = n; if constexpr (N > 1) __syncthreads();",
        "p[threadIdx.x] = n; if (N > 1) __syncthreads();",
        "p[threadIdx.x] = n; if (N <= 1) {} else __syncthreads();",
        "p[threadIdx.x] = n; N > 1 ? __syncthreads() : (void)0;",
        "if (N > 1) p[threadIdx.x] = n;",
        "if (N > 1) { if (n > 3) return; } __syncthreads();",
        "switch (N) { case 1: p[0] = 1; break; default: p[n] = n; }"})
    EXPECT_EQ(choicesOf("int N", Body, {"1", "2"}), "ab") << Body;
  EXPECT_EQ(choicesOf("int N",
                      "p[threadIdx.x] = n; if (N > 1) __syncthreads();",
                      {"1", "2", "0", "3"}),
            "abab");
}

TEST(InstanceChoices, CallsCount) {
  const char *Flags = "struct Yes { __device__ static void wait() {"
                      "  __syncthreads(); } };"
                      "struct Also { __device__ static void wait() {"
                      "  __syncthreads(); } };"
                      "struct No { __device__ static void wait() {} };";
  EXPECT_EQ(choicesOf("typename T", "p[threadIdx.x] = n; T::wait();",
                      {"Yes", "No", "Also"}, Flags),
            "abc");
  // However deep.
  EXPECT_EQ(choicesOf("typename T", "p[threadIdx.x] = n; through<T>();",
                      {"Yes", "No", "Also"},
                      std::string(Flags) +
                          "template <typename T> __device__ void inner() {"
                          "  T::wait(); }"
                          "template <typename T> __device__ void through() {"
                          "  inner<T>(); }"),
            "abc");
  // What a lambda does is done where it is called.
  EXPECT_EQ(choicesOf("int N",
                      "auto f = [&] { if (N > 1) __syncthreads(); }; f();",
                      {"1", "2"}),
            "ab");
  // Recursion ends.
  EXPECT_EQ(choicesOf("int N", "p[0] = down(n);", {"1", "2"},
                      "__device__ int down(int i) {"
                      "  return i ? down(i - 1) : 0; }"),
            "aa");
}

TEST(InstanceChoices, EnumeratorsAndVolatileCount) {
  EXPECT_EQ(choicesOf("Where W", "at<W>(p);", {"Near", "Far"},
                      "enum Where { Near, Far };"
                      "template <Where W> __device__ void at(int *p) {"
                      "  p[threadIdx.x] = 1; }"),
            "ab");
  EXPECT_EQ(choicesOf("typename T", "T *q = p; while (*q == 0) ;",
                      {"int", "volatile int", "const int"}),
            "aba");
}

TEST(InstanceChoices, LaunchesCountButForSizes) {
  const std::string Kernel =
      "template <int N> __global__ void k(int *p) { p[threadIdx.x] = N; }"
      "template __global__ void k<1>(int *);";
  EXPECT_EQ(choicesOf(Kernel + "void f(int *p) { k<2><<<1, 256>>>(p);"
                               "  k<3><<<4, 512>>>(p); k<4><<<1, 32>>>(p); }"),
            "abbc");
}

TEST(InstanceChoices, CombinationsAreNone) {
  AnalysedUnit Unit(
      "template <bool A, bool B> __global__ void k(int *p) {"
      "  if (A) p[threadIdx.x] = 1; if (B) __syncthreads(); p[0] = 2; }"
      "template __global__ void k<false, false>(int *);"
      "template __global__ void k<true, true>(int *);"
      "template __global__ void k<true, false>(int *);");
  InstanceChoices Choices(Unit.code());
  auto Kernels = Unit.code().kernels();
  ASSERT_EQ(Kernels.size(), 3u);
  InstanceChoices::Choices Seen = Choices.of(*Kernels[0]);
  for (const auto &Choice : Choices.of(*Kernels[1]))
    Seen.insert(Choice);
  EXPECT_NE(Choices.of(*Kernels[2]), Choices.of(*Kernels[0]));
  EXPECT_NE(Choices.of(*Kernels[2]), Choices.of(*Kernels[1]));
  for (const auto &Choice : Choices.of(*Kernels[2]))
    EXPECT_TRUE(Seen.count(Choice));
}

/// How many choices each of `k<...>` brings that those before have not.
std::vector<size_t> newChoices(const std::string &Code) {
  AnalysedUnit Unit(Code);
  InstanceChoices Choices(Unit.code());
  InstanceChoices::Choices Seen;
  std::vector<size_t> Found;
  for (const clang::FunctionDecl *Kernel : Unit.code().kernels()) {
    size_t Before = Seen.size();
    for (const auto &Choice : Choices.of(*Kernel))
      Seen.insert(Choice);
    Found.push_back(Seen.size() - Before);
  }
  return Found;
}

TEST(InstanceChoices, FunctionsAndEnumeratorsAreChosen) {
  const std::string Before =
      "struct Yes { __device__ static void wait() { __syncthreads(); } };"
      "struct No { __device__ static void wait() {} };"
      "struct Some { __device__ static void wait() { __syncwarp(); } };"
      "template <typename T, typename N> __global__ void k(int *p, N n) {"
      "  p[threadIdx.x] = n; T::wait(); }";
  auto Of = newChoices(Before +
                       "template __global__ void k<No, int>(int *, int);"
                       "template __global__ void k<Yes, int>(int *, int);"
                       "template __global__ void k<Some, int>(int *, int);"
                       "template __global__ void k<Some, float>(int *, float);"
                       "template __global__ void k<Yes, char>(int *, char);");
  ASSERT_EQ(Of.size(), 5u);
  EXPECT_GT(Of[1], 0u);
  EXPECT_GT(Of[2], 0u);
  EXPECT_EQ(Of[3], 0u);
  EXPECT_EQ(Of[4], 0u);
  Of = newChoices("enum Where { Near, Far };"
                  "template <Where W> __global__ void k(int *p) {"
                  "  p[threadIdx.x] = W; }"
                  "template __global__ void k<Near>(int *);"
                  "template __global__ void k<Far>(int *);");
  ASSERT_EQ(Of.size(), 2u);
  EXPECT_GT(Of[1], 0u);
  Of = newChoices("template <typename T> __global__ void k(T *p) {"
                  "  p[threadIdx.x] = 1; }"
                  "template __global__ void k<int>(int *);"
                  "template __global__ void k<float>(float *);"
                  "template __global__ void k<volatile int>(volatile int *);");
  ASSERT_EQ(Of.size(), 3u);
  EXPECT_EQ(Of[1], 0u);
  EXPECT_GT(Of[2], 0u);
}

TEST(InstanceChoices, LessIsAChoice) {
  // No barrier behind one, nothing volatile behind what is.
  auto Of = newChoices(
      "struct Yes { __device__ static void wait() { __syncthreads(); } };"
      "struct No { __device__ static void wait() {} };"
      "template <typename T, typename N> __global__ void k(int *p, N *n) {"
      "  p[threadIdx.x] = *n; T::wait(); }"
      "template __global__ void k<Yes, volatile int>(int *, volatile int *);"
      "template __global__ void k<No, volatile int>(int *, volatile int *);"
      "template __global__ void k<Yes, int>(int *, int *);"
      "template __global__ void k<No, int>(int *, int *);");
  ASSERT_EQ(Of.size(), 4u);
  EXPECT_GT(Of[1], 0u);
  EXPECT_GT(Of[2], 0u);
  EXPECT_EQ(Of[3], 0u);
}

TEST(InstanceBudgets, LeaveOutWhatOthersHaveShown) {
  AnalysedUnit Unit(
      "template <bool A, bool B> __global__ void k(int *p) {"
      "  if (A) p[threadIdx.x] = 1; if (B) __syncthreads(); p[0] = 2; }"
      "template <int N> __global__ void other(int *p) { p[0] = N; }"
      "__global__ void plain(int *p) { p[0] = 1; }"
      "template __global__ void k<false, true>(int *);"
      "template __global__ void k<false, false>(int *);"
      "template __global__ void k<true, true>(int *);"
      "template __global__ void k<true, false>(int *);"
      "template __global__ void other<1>(int *);"
      "template __global__ void other<2>(int *);");
  auto Kernels = Unit.code().kernels();
  ASSERT_EQ(Kernels.size(), 7u);
  auto Named = [&](llvm::StringRef Name) {
    std::vector<const clang::FunctionDecl *> Of;
    for (const clang::FunctionDecl *Kernel : Kernels)
      if (Kernel->getName() == Name)
        Of.push_back(Kernel);
    return Of;
  };
  auto K = Named("k"), Other = Named("other"), Plain = Named("plain");
  AnalysisOptions Options;
  const Budgets &Budget = Options.Budget;
  InstanceBudgets Shares(Options, Unit.code());

  EXPECT_EQ(Shares.optionsFor(*K[0]), &Options);
  Shares.add(*K[0], Budget.forRepeatedInstances());
  // The same again, as long as they have not taken much.
  EXPECT_EQ(Shares.optionsFor(*K[0]), &Options);
  Shares.add(*K[0], 1);
  EXPECT_EQ(Shares.optionsFor(*K[0]), nullptr);
  // What is new is looked at as before, then with less.
  EXPECT_EQ(Shares.optionsFor(*K[1]), &Options);
  Shares.add(*K[1], Budget.forInstances());
  const AnalysisOptions *Less = Shares.optionsFor(*K[2]);
  ASSERT_NE(Less, nullptr);
  EXPECT_EQ(Less->Budget.Work, Budget.ofFurtherInstance().Work);
  // A new combination of which each choice was seen.
  EXPECT_EQ(Shares.optionsFor(*K[3]), nullptr);

  // Templates do not pay for each other, and others for nobody.
  EXPECT_EQ(Shares.optionsFor(*Other[0]), &Options);
  EXPECT_EQ(Shares.optionsFor(*Other[1]), &Options);
  EXPECT_EQ(Shares.optionsFor(*Plain[0]), &Options);
  Shares.add(*Plain[0], Budget.Work);
  EXPECT_EQ(Shares.optionsFor(*Plain[0]), &Options);
}

} // namespace instance_choices_test
