//===--- HostCodeTest.cpp - Launches as host code is spelled --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnalysedKernel.h"
#include "Analysis/Launches/Launches.h"

namespace host_code_test {
using namespace warplint;
using namespace warplint::test;

/// The sizes along x of the blocks that `k` is launched with, 0 where that is
/// not known, by \p Body in a function with an int n behind \p More.
std::vector<uint32_t> blocksBy(const std::string &Body,
                               const std::string &More = "") {
  AnalysedUnit Unit("__global__ void k(int *p) { p[0] = 1; }"
                    "__global__ void other(int *p) { p[0] = 1; }" +
                    More + "void run(int n, int *p) {" + Body + "}");
  std::vector<uint32_t> Result;
  for (const launches::KernelLaunch &Each :
       Unit.code().launchesOf(Unit.function("k")))
    Result.push_back(Each.Extents.Block[0]);
  return Result;
}

using Sizes = std::vector<uint32_t>;

TEST(HostCode, ChosenExtents) {
  EXPECT_EQ(blocksBy("k<<<1, n ? 64 : 96>>>(p);"), (Sizes{64, 96}));
  EXPECT_EQ(blocksBy("k<<<1, dim3(n > 3 ? 64 : 96)>>>(p);"), (Sizes{64, 96}));
  EXPECT_EQ(blocksBy("dim3 b(n ? 64 : 96); k<<<1, b>>>(p);"), (Sizes{64, 96}));
  EXPECT_EQ(blocksBy("if (n) k<<<1, n ? 64 : 96>>>(p);"), Sizes{64});
}

/// One operand decides where nothing is known of the other.
TEST(HostCode, OperandsThatDecideAlone) {
  const std::string Ask = "int ask();";
  EXPECT_EQ(blocksBy("int t = 64; int m = 1; if (ask() < 30 && m > 9) t = 96;"
                     "k<<<1, t>>>(p);",
                     Ask),
            Sizes{64});
  EXPECT_EQ(blocksBy("int m = 1; if (ask() || m == 1) k<<<1, 32>>>(p);"
                     "else k<<<1, 64>>>(p);",
                     Ask),
            Sizes{32});
  EXPECT_EQ(
      blocksBy("int m = 1; k<<<1, (!ask() && m != 1) ? 96 : 64>>>(p);", Ask),
      Sizes{64});
  EXPECT_EQ(blocksBy("int t = 64; int m = 10; if (ask() < 30 && m > 9) t = 96;"
                     "k<<<1, t>>>(p);",
                     Ask),
            (Sizes{96, 64}));
}

//===----------------------------------------------------------------------===//
// What may have changed is not known
//===----------------------------------------------------------------------===//

TEST(HostCode, StreamsReadIntoVariables) {
  EXPECT_EQ(blocksBy("Stream in; int t = 64; in >> t; k<<<1, t>>>(p);",
                     "struct Stream { Stream &operator>>(int &); };"),
            Sizes{0});
}

TEST(HostCode, MethodsChangeTheirObjects) {
  const std::string Box = "struct Box { int t; virtual void change(int m);"
                          "  void set(int m) { t = m; } void far(int m); };";
  EXPECT_EQ(blocksBy("use(*new Box, p, n);",
                     Box + "void use(Box &b, int *p, int n) { b.t = 64;"
                           "b.change(n); k<<<1, b.t>>>(p); }"),
            Sizes{0});
  const std::string Plain = "struct Plain { int t; void far(int m);"
                            "  void set(int m) { t = m; } };";
  EXPECT_EQ(blocksBy("Plain b; b.t = 64; b.far(n); k<<<1, b.t>>>(p);", Plain),
            Sizes{0});
  EXPECT_EQ(blocksBy("Plain b; b.t = 64; b.set(n); k<<<1, b.t>>>(p);", Plain),
            Sizes{0});
  EXPECT_EQ(blocksBy("Plain b; b.t = 64; b.set(96); k<<<1, b.t>>>(p);", Plain),
            Sizes{96});
  EXPECT_EQ(blocksBy("Plain b; b.t = 64; Plain *q = &b; q->far(n);"
                     "k<<<1, b.t>>>(p);",
                     Plain),
            Sizes{0});
}

TEST(HostCode, Jumps) {
  EXPECT_EQ(blocksBy("int t = 64; again: k<<<1, t>>>(p); t = n;"
                     "if (n-- > 0) goto again;"),
            Sizes{0});
  EXPECT_EQ(
      blocksBy("int t = 128; if (n) goto out; t = 64; out: k<<<1, t>>>(p);"),
      Sizes{0});
  EXPECT_EQ(blocksBy("int t = 64; if (n) goto out; k<<<1, t>>>(p); out:;"),
            Sizes{64});
}

TEST(HostCode, LabelsInsideOfStatements) {
  EXPECT_EQ(blocksBy("int t = 64; switch (n) { case 0: { if (n) { case 1: "
                     "t = 128; } } } k<<<1, t>>>(p);"),
            Sizes{0});
}

TEST(HostCode, VariablesOutsideOfFunctions) {
  EXPECT_EQ(blocksBy("ext = 64; far(); k<<<1, ext>>>(p);",
                     "extern int ext; void far();"),
            Sizes{0});
  EXPECT_EQ(blocksBy("ext = 64; k<<<1, ext>>>(p);", "extern int ext;"),
            Sizes{64});
}

TEST(HostCode, NumbersThatDoNotFit) {
  EXPECT_EQ(blocksBy("int big = 320; unsigned char t = big; k<<<1, t>>>(p);"),
            Sizes{64});
  EXPECT_EQ(blocksBy("unsigned char t = n; k<<<1, t + 0>>>(p);"), Sizes{0});
}

TEST(HostCode, Exceptions) {
  EXPECT_EQ(blocksBy("int t = 64; try { t = 128; may(); t = 64; } catch (...) "
                     "{} k<<<1, t>>>(p);",
                     "void may();"),
            (Sizes{64, 0}));
}

TEST(HostCode, CallsThroughPointers) {
  EXPECT_EQ(blocksBy("int t = 64; void (*f)(int &) = change; f(t); "
                     "k<<<1, t>>>(p);",
                     "void change(int &x) { x = 128; }"),
            Sizes{0});
  EXPECT_EQ(blocksBy("int t = 64; int *q = &t; set(&q, n); k<<<1, t>>>(p);",
                     "void set(int **p, int m) { **p = m; }"),
            Sizes{0});
  EXPECT_EQ(blocksBy("int t = 64; ref(t) = n; k<<<1, t>>>(p);",
                     "int &ref(int &x) { return x; }"),
            Sizes{0});
}

TEST(HostCode, ChangesInOperands) {
  EXPECT_EQ(blocksBy("int t = 64; n > 3 ? (t = 128) : 0; k<<<1, t>>>(p);"),
            (Sizes{128, 64}));
  EXPECT_EQ(blocksBy("int t = 64; n > 3 && (t = 128); k<<<1, t>>>(p);"),
            (Sizes{128, 64}));
}

TEST(HostCode, Unions) {
  EXPECT_EQ(blocksBy("U u; u.i = 64; u.s = n; k<<<1, u.i>>>(p);",
                     "union U { int i; short s; };"),
            Sizes{0});
}

TEST(HostCode, Constructors) {
  EXPECT_EQ(blocksBy("C c(64); k<<<1, c.v>>>(p);",
                     "struct C { int v; C(int m) : v(2 * m) {} };"),
            Sizes{128});
  EXPECT_EQ(blocksBy("C c(64, 128); k<<<1, c.u>>>(p);",
                     "struct C { int u, v; C(int m, int k) : u(k), v(m) {} };"),
            Sizes{128});
  EXPECT_EQ(blocksBy("C c(64); k<<<1, c.v>>>(p);",
                     "struct C { int v; C(int m) : v(m) { v += m; } };"),
            Sizes{128});
  // A destructor may change what it holds an address of.
  EXPECT_EQ(blocksBy("int t = 64; { D d{&t}; } k<<<1, t>>>(p);",
                     "struct D { int *q; ~D() { *q = 128; } };"),
            Sizes{0});
}

TEST(HostCode, VolatileVariables) {
  EXPECT_EQ(blocksBy("volatile int t = 64; k<<<1, t>>>(p);"), Sizes{0});
}

//===----------------------------------------------------------------------===//
// Launches that stand elsewhere
//===----------------------------------------------------------------------===//

TEST(HostCode, KernelsThatAreHandedOn) {
  EXPECT_EQ(blocksBy("k<<<1, 64>>>(p); far(k);", "void far(void (*)(int *));"),
            (Sizes{64, 0}));
  EXPECT_EQ(
      blocksBy("k<<<1, 64>>>(p); far(other);", "void far(void (*)(int *));"),
      Sizes{64});
}

TEST(HostCode, KernelsByPointers) {
  const std::string Table = "void (*t[])(int *) = {k, other};";
  EXPECT_EQ(blocksBy(Table + "t[n]<<<1, 64>>>(p);"), Sizes{64});
  EXPECT_EQ(blocksBy("k<<<1, 64>>>(p); void (*t[])(int *) = {other, other};"
                     "t[n]<<<1, 96>>>(p);"),
            Sizes{64});
  // One that may be any of its type whose address is taken.
  EXPECT_EQ(blocksBy("k<<<1, 64>>>(p); kept<<<1, n>>>(p);",
                     "void (*kept)(int *) = k; void set(void (*f)(int *)) "
                     "{ kept = f; }"),
            (Sizes{64, 0}));
  EXPECT_EQ(blocksBy("k<<<1, 64>>>(p); kept<<<1, n>>>(p);",
                     "void (*kept)(int *); void set(void (*f)(int *)) "
                     "{ kept = f; }"),
            Sizes{64});
}

TEST(HostCode, FunctionsByPointers) {
  const std::string Start = "void start(int *p, int t) { k<<<1, t>>>(p); }";
  EXPECT_EQ(blocksBy("start(p, 64);", Start), Sizes{64});
  EXPECT_EQ(blocksBy("start(p, 64); later(start);",
                     Start + "void later(void (*)(int *, int));"),
            (Sizes{0, 64}));
}

//===----------------------------------------------------------------------===//
// What is known
//===----------------------------------------------------------------------===//

TEST(HostCode, LoopsOverLists) {
  EXPECT_EQ(blocksBy("const int s[] = {64, 128}; for (int t : s) "
                     "k<<<1, t>>>(p);"),
            (Sizes{64, 128}));
  EXPECT_EQ(blocksBy("struct Row { void (*f)(int *); int t; } rows[] = "
                     "{{k, 64}, {other, 128}}; for (auto &r : rows) "
                     "r.f<<<1, r.t>>>(p);"),
            Sizes{64});
  EXPECT_EQ(blocksBy("int s[] = {64, n}; s[n] = 3; for (int t : s) "
                     "k<<<1, t>>>(p);"),
            Sizes{0});
}

TEST(HostCode, MembersOfObjects) {
  EXPECT_EQ(blocksBy("S s(96); s.go(p);",
                     "struct S { dim3 block; int n; S(int t) : block(t), n(t) "
                     "{} void go(int *p) { k<<<1, block>>>(p); } };"),
            Sizes{96});
  EXPECT_EQ(blocksBy("S s; prepare(&s); go(&s, p); go(&s, p);",
                     "struct S { int t; }; void prepare(S *s) { s->t = 96; }"
                     "void go(S *s, int *p) { k<<<1, s->t>>>(p); }"),
            Sizes{96});
}

TEST(HostCode, ErrorChecksInMacros) {
  EXPECT_EQ(blocksBy("int t = 96; do { int e = get(&t); if (e) fail(); } "
                     "while (0); k<<<1, t>>>(p);",
                     "int get(int *t) { *t = 32; return 0; }"
                     "[[noreturn]] void fail();"),
            Sizes{32});
}

TEST(HostCode, NumbersThatAreWorkedOut) {
  EXPECT_EQ(blocksBy("k<<<1, pow2(100)>>>(p);",
                     "int pow2(int x) { --x; x |= x >> 1; x |= x >> 2; "
                     "x |= x >> 4; return ++x; }"),
            Sizes{128});
  EXPECT_EQ(blocksBy("dim3 b; b.x = b.y = 8; k<<<1, b>>>(p);"), Sizes{8});
}

//===----------------------------------------------------------------------===//
// Fields of bases
//===----------------------------------------------------------------------===//

TEST(HostCode, FieldsOfBases) {
  const std::string Classes =
      "struct A { int t; int pad; }; struct O { int o; };"
      "struct B : O, A { int more; }; struct C : B { int last; };";
  EXPECT_EQ(blocksBy("B b; b.t = 64; b.more = 3; k<<<1, b.t>>>(p);", Classes),
            Sizes{64});
  EXPECT_EQ(blocksBy("C c; c.t = 64; c.o = 5; c.more = 6; k<<<1, c.t>>>(p);",
                     Classes),
            Sizes{64});
  EXPECT_EQ(blocksBy("B b{{1}, {64, 2}, 3}; k<<<1, b.t>>>(p);", Classes),
            Sizes{64});
  EXPECT_EQ(
      blocksBy("B b{{1}, {64, 2}, 3}; B d = b; k<<<1, d.t>>>(p);", Classes),
      Sizes{64});
  EXPECT_EQ(
      blocksBy("B b{{1}, {64, 2}, 3}; A a = b; k<<<1, a.t>>>(p);", Classes),
      Sizes{64});
  EXPECT_EQ(
      blocksBy("B b{{1}, {64, 2}, 3}; B *q = &b; k<<<1, q->t>>>(p);", Classes),
      Sizes{64});
  EXPECT_EQ(blocksBy("B b{{1}, {64, 2}, 3}; const A &a = b;"
                     "k<<<1, a.t>>>(p);",
                     Classes),
            Sizes{64});
  // A whole base is given, or changed by others.
  EXPECT_EQ(blocksBy("B b{{1}, {64, 2}, 3}; (A &)b = A{96, 1};"
                     "k<<<1, b.t>>>(p);",
                     Classes),
            Sizes{96});
  EXPECT_EQ(blocksBy("B b{{1}, {64, 2}, 3}; A &a = b; a.t = n;"
                     "k<<<1, b.t>>>(p);",
                     Classes),
            Sizes{0});
  EXPECT_EQ(blocksBy("B b{{1}, {64, 2}, 3}; far(b); k<<<1, b.t>>>(p);",
                     Classes + "void far(A &);"),
            Sizes{0});
}

TEST(HostCode, MethodsOfBases) {
  const std::string Classes =
      "struct A { int t = 64; void set(int m) { t = m; } void far(); };"
      "struct B : A { int more; void both(int m) { set(m); more = m; } };";
  EXPECT_EQ(blocksBy("B b; k<<<1, b.t>>>(p);", Classes), Sizes{64});
  EXPECT_EQ(blocksBy("B b; b.set(n); k<<<1, b.t>>>(p);", Classes), Sizes{0});
  EXPECT_EQ(blocksBy("B b; b.both(n); k<<<1, b.t>>>(p);", Classes), Sizes{0});
  EXPECT_EQ(blocksBy("B b; b.far(); k<<<1, b.t>>>(p);", Classes), Sizes{0});
}

TEST(HostCode, ConstructorsOfBases) {
  const std::string Classes =
      "class A { protected: int t; public: A(int n) : t(n) {} };"
      "class B : public A { int more; public: B(int n) : A(n), more(3) {}"
      "  void go(int *p) { k<<<1, t>>>(p); } };";
  EXPECT_EQ(blocksBy("B b(64); b.go(p);", Classes), Sizes{64});
  EXPECT_EQ(blocksBy("B b(n); b.go(p);", Classes), Sizes{0});
  const std::string Virtual =
      "struct A { int t; A(int n) : t(n) {} };"
      "struct B : virtual A { int more; B(int n) : A(n), more(3) {} };";
  EXPECT_EQ(blocksBy("B b(64); k<<<1, b.t>>>(p);", Virtual), Sizes{0});
}

//===----------------------------------------------------------------------===//
// Functions that are called on several paths
//===----------------------------------------------------------------------===//

/// What the launches by functions that \p Body calls say: how many of them
/// differ.
size_t factsBy(const std::string &Body, const std::string &More) {
  AnalysedUnit Unit("__global__ void k(int *p, int n) { p[0] = n; }"
                    "extern \"C\" int cudaMalloc(void **, size_t);" +
                    More + "void run(int n, int m, int c, int *p) {" + Body +
                    "}");
  size_t Result = 0;
  for (const launches::KernelLaunch &Each :
       Unit.code().launchesOf(Unit.function("k")))
    Result += Each.Facts.size();
  return Result;
}

TEST(HostCode, EntriesThatDifferInNamesOnly) {
  const std::string Go =
      "void go(int *p, int b, int n) { k<<<b, 64>>>(p, n); }";
  EXPECT_EQ(factsBy("if (c) go(p, n, n); else go(p, m, m);", Go), 1u);
  EXPECT_EQ(factsBy("if (c) go(p, n, m); else go(p, m, n);", Go), 1u);
  // How its numbers belong together.
  EXPECT_EQ(factsBy("if (c) go(p, n, n); else go(p, n, m);", Go), 2u);
  EXPECT_EQ(factsBy("if (c) go(p, n, n + 1); else go(p, n, n + 2);", Go), 2u);
}

TEST(HostCode, GenericLambdas) {
  const std::string Copy = "struct Copy { Copy(int *p, int n); };"
                           "template <typename F> int hand(F f);";
  EXPECT_EQ(
      blocksBy("auto f = [&](auto kind) { using T = decltype(kind);"
               "  T first(n); T *q(reinterpret_cast<T *>(p)); Copy c(p, n);"
               "  T both[2] = {T(n), T(1)}; k<<<1, 64>>>(p); };"
               "if (n) f(1); else f(2.f);",
               Copy),
      Sizes{64});
  // As one that is not generic.
  EXPECT_EQ(
      blocksBy("auto f = [=](auto size) { k<<<1, size>>>(p); }; f(96);", Copy),
      blocksBy("auto f = [=](int size) { k<<<1, size>>>(p); }; f(96);"));
  // Handed to somebody, with what nobody knows.
  EXPECT_EQ(blocksBy("hand([=](auto size) { k<<<1, size>>>(p); });",
                     "void far(); extern int n0;"
                     "template <typename F> void hand(F f) { far(); f(n0); }")
                .size(),
            1u);
}

TEST(HostCode, LambdasThatOnlyCallsInSightRun) {
  const std::string To =
      "template <typename F> void twice(F f) { f(96); f(96); }"
      "template <typename F> void on(const F &f) { f(96); }"
      "template <typename F> void by(F &&f) { on(f); }"
      "template <typename F> void call(F f) { f(); }"
      "void take(void *);"
      "template <typename F> void keep(F f) { take(&f); }"
      "struct Kept { template <typename F> Kept(F f) { take(&f); } };"
      "void far(void (*)(int));";
  const std::string Made = "auto f = [=](int t) { k<<<1, t>>>(p); };";
  for (const char *Seen :
       {"f(96);", "if (n) f(96);", "auto g = f; g(96);", "twice(f);", "on(f);",
        "by(f);", "[&] { f(96); }();", "auto g = [f] { f(96); }; g();",
        "by([&](int t) { f(t); });"})
    EXPECT_EQ(blocksBy(Made + Seen, To), Sizes{96}) << Seen;
  for (const char *Seen :
       {"[&](int t) { k<<<1, t>>>(p); }(96);",
        "auto f = [=](auto t) { k<<<1, t>>>(p); }; f(96);",
        "twice([=](auto t) { k<<<1, t>>>(p); });",
        "int t = 96; auto f = [=] { k<<<1, t>>>(p); }; f();",
        "auto f = [t = 96] { k<<<1, t>>>(nullptr); }; f();",
        "int t = 96; call([=] { k<<<1, t>>>(p); });",
        "int t = 96; auto f = [=] { k<<<1, t>>>(p); }; call([=] { f(); });",
        "int t = 32; auto f = [&] { k<<<1, t>>>(p); }; t = 96; f();"})
    EXPECT_EQ(blocksBy(Seen, To), Sizes{96}) << Seen;
  // Who else runs it is not known.
  for (const char *Lost :
       {"f(96); keep(f);", "f(96); Kept kept(f);", "f(96); auto *g = &f;",
        "twice(f); by([=](int) { keep(f); });", "f(96); auto &g = f; keep(g);"})
    EXPECT_EQ(blocksBy(Made + Lost, To), (Sizes{0, 96})) << Lost;
  EXPECT_EQ(
      blocksBy("auto f = [](int t) { k<<<1, t>>>(nullptr); }; far(f); f(96);",
               To),
      (Sizes{0, 96}));
  // A copy keeps what it was made of.
  EXPECT_EQ(
      blocksBy("int t = 64; auto f = [=] { k<<<1, t>>>(p); }; t = 96; f();",
               To),
      (Sizes{64, 0}));
}

/// `all` calls `launch`, which is to do \p Launch, with more numbers than are
/// followed.
std::string manyCallsOf(const std::string &Launch) {
  std::string Text = "void launch(int *p, int n) { int m;";
  for (int Statement = 0; Statement < 400; ++Statement)
    Text += "m = 3;";
  Text += Launch + "}";
  for (std::string Name : {"some", "all"}) {
    Text += "void " + Name + "(int *p, int n) {";
    for (int Call = 1; Call < 31; ++Call)
      Text += (Name == "all" ? "some(p, n * " : "launch(p, n + ") +
              std::to_string(Call) + ");";
    Text += "}";
  }
  return Text;
}

TEST(HostCode, MoreCallsThanAreFollowed) {
  auto Blocks = blocksBy("all(p, n);", manyCallsOf("k<<<n, 64>>>(p);"));
  EXPECT_FALSE(Blocks.empty());
  EXPECT_TRUE(llvm::all_of(Blocks, [](uint32_t N) { return N == 64; }));
  // What another kernel is launched with, or never, does not matter to it.
  for (const char *Two :
       {"other<<<1, n>>>(p);", "if (false) other<<<1, 32>>>(p);"})
    EXPECT_EQ(blocksBy("all(p, n); two(p, n);",
                       manyCallsOf("k<<<n, 64>>>(p);") +
                           "void two(int *p, int n) {" + Two + "}"),
              Sizes(Blocks.size(), 64))
        << Two;
  // For any caller nothing tells which kernel the other function launches.
  Blocks = blocksBy("all(p, n); one(p, k);",
                    manyCallsOf("k<<<n, 64>>>(p);") +
                        "void one(int *p, void (*f)(int *)) {"
                        "  f<<<1, 32>>>(p); }");
  EXPECT_TRUE(llvm::is_contained(Blocks, 0u));
  // What the function gets is its block.
  Blocks = blocksBy("all(p, n);", manyCallsOf("k<<<1, n>>>(p);"));
  EXPECT_TRUE(llvm::is_contained(Blocks, 0u));
}

TEST(HostCode, EntriesBehindTests) {
  const std::string Go = "void go(int *p, int b) { k<<<b, 64>>>(p, b); }";
  EXPECT_EQ(factsBy("if (n % 64 == 0) go(p, n); go(p, m);", Go), 2u);
  // Of which the function sees nothing.
  EXPECT_EQ(factsBy("if (n % 64 == 0) go(p, m); else go(p, m);", Go), 1u);
}

TEST(HostCode, EntriesWithObjectsThatAreReadAgain) {
  const std::string Job =
      "struct Job { int n; };"
      "void go(const Job &j, int b, int *p) { k<<<b, 64>>>(p, j.n); }"
      "void start(const Job &j, int b, int c, int *p) {";
  EXPECT_EQ(factsBy("", Job + "go(j, j.n, p); go(j, b, p); }"), 2u);
  EXPECT_EQ(factsBy("", Job + "if (j.n % 64) return; go(j, b, p); }"
                              "void other(const Job &j, int b, int *p) {"
                              "go(j, b, p); }"),
            2u);
  EXPECT_EQ(factsBy("", Job + "go(j, b, p); go(j, c, p); }"), 1u);
}

TEST(HostCode, EntriesWithMemory) {
  const std::string Go = "void go(int *p, int n) { k<<<1, 64>>>(p, n); }";
  EXPECT_EQ(factsBy("int *q; cudaMalloc((void **)&q, n * 4); go(q, n);"
                    "go(p, n);",
                    Go),
            2u);
}

} // namespace host_code_test
