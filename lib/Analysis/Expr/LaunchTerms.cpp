//===--- LaunchTerms.cpp - Numbers that a host has at a launch ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expr/LaunchTerms.h"
#include "Support/Checked.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

namespace warplint {

using Op = Operator;

LaunchTerms::Ref LaunchTerms::add(const Node &New) {
  auto [Found, IsNew] = Known.try_emplace(New, Ref(Nodes.size()));
  if (IsNew)
    Nodes.push_back(New);
  return Found->second;
}

std::optional<int64_t> LaunchTerms::constantOf(Ref T) const {
  return Nodes[T].Op == Op::Constant ? std::optional(Nodes[T].Value)
                                     : std::nullopt;
}

std::optional<unsigned> LaunchTerms::symbolOf(Ref T) const {
  return Nodes[T].Op == Op::Symbol ? std::optional(unsigned(Nodes[T].Value))
                                   : std::nullopt;
}

std::optional<LaunchTerms::Ref> LaunchTerms::make(Op Operator, Ref L, Ref R) {
  auto Left = constantOf(L), Right = constantOf(R);
  if (Left && Right) {
    auto Result = fold(Operator, *Left, *Right);
    return Result ? std::optional(constant(*Result)) : std::nullopt;
  }
  if (Operator == Op::Or && (Left.value_or(0) || Right.value_or(0)))
    return constant(1);
  if (Operator == Op::And && (Left == 0 || Right == 0))
    return constant(0);
  bool IsSum = Operator == Op::Add || Operator == Op::Subtract;
  bool IsProduct = Operator == Op::Multiply || Operator == Op::Divide;
  if ((IsSum && Right == 0) || (IsProduct && Right == 1))
    return L;
  if ((Operator == Op::Add && Left == 0) ||
      (Operator == Op::Multiply && Left == 1))
    return R;
  if (Operator == Op::Multiply && (Left == 0 || Right == 0))
    return constant(0);
  if ((Operator == Op::Divide || Operator == Op::Remainder) && Right == 0)
    return std::nullopt;
  if (L == R && (Operator == Op::Minimum || Operator == Op::Maximum))
    return L;
  if (Right == 0 && isTruthOperator(Nodes[L].Op)) {
    if (Operator == Op::NotEqual)
      return L;
    if (Operator == Op::Equal)
      return negation(L);
  }
  if (auto Simple = simplified(Operator, L, R))
    return Simple;
  return add({Operator, 0, L, R});
}

/// What choices by `?:` and counts of a remainder amount to.
std::optional<LaunchTerms::Ref> LaunchTerms::simplified(Op Operator, Ref L,
                                                        Ref R) {
  // (a + b) - a
  const Node One = Nodes[L], Other = Nodes[R];
  if (Operator == Op::Subtract && One.Op == Op::Add) {
    if (One.Left == R)
      return One.Right;
    if (One.Right == R)
      return One.Left;
  }
  // a - (a + b)
  if (Operator == Op::Subtract && Other.Op == Op::Add && Other.Left == L)
    if (auto Right = constantOf(Other.Right))
      if (auto Negative = fold(Op::Subtract, 0, *Right))
        return constant(*Negative);
  if (Operator != Op::Add)
    return std::nullopt;
  // a + (b - a)
  if (Other.Op == Op::Subtract && Other.Right == L)
    return Other.Left;
  // 1 - truth
  if (constantOf(L) == 1 && Other.Op == Op::Multiply &&
      isTruthOperator(Nodes[Other.Left].Op) && constantOf(Other.Right) == -1)
    return negation(Other.Left);
  // a / b + (a % b != 0), of a length and a part: (a + b - 1) / b
  const Node &Whole = One.Op == Op::Divide ? One : Other,
             &Rest = One.Op == Op::Divide ? Other : One;
  if (Whole.Op != Op::Divide || Rest.Op != Op::NotEqual ||
      constantOf(Rest.Right) != 0)
    return std::nullopt;
  const Node &Over = Nodes[Rest.Left];
  if (Over.Op != Op::Remainder || Over.Left != Whole.Left ||
      Over.Right != Whole.Right)
    return std::nullopt;
  auto Less = make(Op::Subtract, Whole.Right, constant(1));
  auto Sum = Less ? make(Op::Add, Whole.Left, *Less) : std::nullopt;
  return Sum ? make(Op::Divide, *Sum, Whole.Right) : std::nullopt;
}

LaunchTerms::Ref LaunchTerms::negation(Ref T) {
  const Node Of = Nodes[T];
  switch (Of.Op) {
  case Op::Less:
    return add({Op::LessEqual, 0, Of.Right, Of.Left});
  case Op::LessEqual:
    return add({Op::Less, 0, Of.Right, Of.Left});
  case Op::Equal:
    return add({Op::NotEqual, 0, Of.Left, Of.Right});
  case Op::NotEqual:
    return add({Op::Equal, 0, Of.Left, Of.Right});
  case Op::Constant:
    return constant(Of.Value == 0);
  default:
    return add({Op::Equal, 0, T, constant(0)});
  }
}

/// The terms that \p T is made of, operands first.
static std::vector<LaunchTerms::Ref> partsOf(const LaunchTerms &Terms,
                                             LaunchTerms::Ref T) {
  llvm::SmallDenseSet<LaunchTerms::Ref, 16> Needed;
  std::vector<LaunchTerms::Ref> Work{T}, Result;
  while (!Work.empty()) {
    LaunchTerms::Ref Next = Work.back();
    Work.pop_back();
    if (!Needed.insert(Next).second)
      continue;
    Result.push_back(Next);
    if (!Terms[Next].isLeaf())
      Work.insert(Work.end(), {Terms[Next].Left, Terms[Next].Right});
  }
  llvm::sort(Result);
  return Result;
}

std::optional<int64_t> LaunchTerms::evaluate(Ref T, const Values &Of) const {
  return evaluate(T, [&](unsigned Symbol) {
    return Symbol < Of.size() ? Of[Symbol] : std::nullopt;
  });
}

/// What \p T is worth; \p Known says it of parts, and of every symbol that is
/// not open.
static std::optional<int64_t>
evaluated(const LaunchTerms &Terms, LaunchTerms::Ref T,
          llvm::function_ref<std::optional<int64_t>(LaunchTerms::Ref)> Known) {
  llvm::SmallDenseMap<LaunchTerms::Ref, std::optional<int64_t>, 16> Done;
  for (LaunchTerms::Ref Part : partsOf(Terms, T)) {
    const LaunchTerms::Node &N = Terms[Part];
    if (N.Op == Op::Constant) {
      Done[Part] = N.Value;
    } else if (auto Number = Known(Part); Number || N.Op == Op::Symbol) {
      Done[Part] = Number;
    } else {
      auto L = Done[N.Left], R = Done[N.Right];
      Done[Part] = L && R ? fold(N.Op, *L, *R) : base::Checked();
    }
  }
  return Done[T];
}

std::optional<int64_t> LaunchTerms::evaluate(
    Ref T, llvm::function_ref<std::optional<int64_t>(unsigned)> Of) const {
  return evaluated(*this, T, [&](Ref Part) {
    auto Symbol = symbolOf(Part);
    return Symbol ? Of(*Symbol) : std::nullopt;
  });
}

/// One of the two holds, and not both.
static bool areOpposite(const LaunchTerms::Node &L,
                        const LaunchTerms::Node &R) {
  auto Are = [&](Op One, Op Other) { return L.Op == One && R.Op == Other; };
  if (Are(Op::Equal, Op::NotEqual) || Are(Op::NotEqual, Op::Equal))
    return L.Left == R.Left && L.Right == R.Right;
  return (Are(Op::Less, Op::LessEqual) || Are(Op::LessEqual, Op::Less)) &&
         L.Left == R.Right && L.Right == R.Left;
}

namespace {

/// Numbers from `Least` to `Most`, both among them.
struct Numbers {
  LaunchTerms::Ref Of = 0;
  int64_t Least = INT64_MIN, Most = INT64_MAX;
};

} // namespace

/// What the comparison \p N of a term with a number lets the term be; nothing
/// if it is none, or lets it be numbers on both sides of another.
static std::optional<Numbers> numbersIn(const LaunchTerms &Terms,
                                        const LaunchTerms::Node &N) {
  if (N.Op != Op::Less && N.Op != Op::LessEqual && N.Op != Op::Equal)
    return std::nullopt;
  auto L = Terms.constantOf(N.Left), R = Terms.constantOf(N.Right);
  if (L.has_value() == R.has_value())
    return std::nullopt;
  int64_t Open = N.Op == Op::Less, Number = L ? *L : *R;
  if (Number == INT64_MIN || Number == INT64_MAX)
    return std::nullopt;
  Numbers Result;
  Result.Of = L ? N.Right : N.Left;
  if (L || N.Op == Op::Equal)
    Result.Least = Number + Open;
  if (R || N.Op == Op::Equal)
    Result.Most = Number - Open;
  return Result;
}

/// Whether the comparison \p T of a term with a number holds where \p Test, one
/// of the same term, does; nothing where that does not decide it.
static std::optional<int64_t> decidedByNumbers(const LaunchTerms &Terms,
                                               const LaunchTerms::Node &Test,
                                               LaunchTerms::Node T) {
  bool IsDenied = T.Op == Op::NotEqual;
  if (IsDenied)
    T.Op = Op::Equal;
  auto Given = numbersIn(Terms, Test), Wanted = numbersIn(Terms, T);
  if (!Given || !Wanted || Given->Of != Wanted->Of)
    return std::nullopt;
  if (Given->Least >= Wanted->Least && Given->Most <= Wanted->Most)
    return !IsDenied;
  if (Given->Least > Wanted->Most || Given->Most < Wanted->Least)
    return IsDenied;
  return std::nullopt;
}

/// Whether the comparison \p T holds where \p Test, a term, is not 0; nothing
/// where that does not decide it.
static std::optional<int64_t>
decidedBy(const LaunchTerms &Terms, LaunchTerms::Ref Test, LaunchTerms::Ref T) {
  const LaunchTerms::Node &N = Terms[T];
  if (Test == T)
    return 1;
  if (areOpposite(N, Terms[Test]))
    return 0;
  if (auto Decided = decidedByNumbers(Terms, Terms[Test], N))
    return Decided;
  bool IsOfTest = N.Left == Test && Terms.constantOf(N.Right) == 0;
  if (IsOfTest && (N.Op == Op::Equal || N.Op == Op::NotEqual))
    return N.Op == Op::NotEqual;
  return std::nullopt;
}

std::optional<int64_t>
LaunchTerms::numberWhere(Ref T, llvm::ArrayRef<Ref> Holds) const {
  if (auto Number = constantOf(T); Number || Holds.empty())
    return Number;
  // A run makes thousands of terms, and few of them are tested.
  llvm::SmallDenseMap<Ref, int64_t, 8> Fixed;
  for (Ref Test : Holds) {
    const Node &N = Nodes[Test];
    if (N.Op != Op::Equal)
      continue;
    if (auto Number = constantOf(N.Right))
      Fixed[N.Left] = *Number;
    else if (auto Other = constantOf(N.Left))
      Fixed[N.Right] = *Other;
  }
  return evaluated(*this, T, [&](Ref Part) -> std::optional<int64_t> {
    if (auto Number = Fixed.find(Part); Number != Fixed.end())
      return Number->second;
    if (Nodes[Part].Op < Op::Less || Nodes[Part].Op > Op::NotEqual)
      return std::nullopt;
    for (Ref Test : Holds)
      if (auto Decided = decidedBy(*this, Test, Part))
        return Decided;
    return std::nullopt;
  });
}

size_t LaunchTerms::sizeOf(Ref T) const { return partsOf(*this, T).size(); }

bool LaunchTerms::isMadeOfInputs(Ref T) const {
  return llvm::all_of(partsOf(*this, T), [&](Ref Part) {
    return Nodes[Part].Op != Op::Symbol || isInput(Part);
  });
}

llvm::SmallVector<LaunchTerms::Ref, 4> LaunchTerms::symbolTermsOf(Ref T) const {
  llvm::SmallVector<Ref, 4> Result;
  for (Ref Part : partsOf(*this, T))
    if (symbolOf(Part))
      Result.push_back(Part);
  return Result;
}

llvm::SmallVector<LaunchTerms::Ref, 4>
LaunchTerms::alternativesOf(Ref T) const {
  llvm::SmallVector<Ref, 4> Result;
  llvm::SmallVector<Ref, 8> Work{T};
  llvm::DenseSet<Ref> Seen;
  while (!Work.empty()) {
    Ref Next = Work.pop_back_val();
    if (!Seen.insert(Next).second)
      continue;
    if (Nodes[Next].Op == Op::Or)
      Work.append({Nodes[Next].Right, Nodes[Next].Left});
    else
      Result.push_back(Next);
  }
  return Result;
}

llvm::SmallVector<unsigned, 4> LaunchTerms::symbolsOf(Ref T) const {
  llvm::SmallVector<unsigned, 4> Result;
  for (Ref Symbol : symbolTermsOf(T))
    Result.push_back(*symbolOf(Symbol));
  return Result;
}

} // namespace warplint
