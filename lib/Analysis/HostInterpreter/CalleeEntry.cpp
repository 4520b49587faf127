//===--- CalleeEntry.cpp - What a function of the host sees of its caller -===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two paths that call a function often differ, in what the function can see,
// only in the names of unknown numbers: results of checked calls, variables of
// loops. The function launches the same on both paths, and is run for the first
// only.
//
//===----------------------------------------------------------------------===//

#include "Analysis/HostInterpreter/HostInterpreter.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint::host {

HostInterpreter::State HostInterpreter::entryOf(const FunctionDecl &Callee,
                                                const CallExpr &Call,
                                                const State &Caller) {
  State Entry;
  Entry.Call = ++Calls;
  Entry.Holds = Caller.Holds;
  Entry.Version = Caller.Version;
  const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
  unsigned Shift = isa<CXXOperatorCallExpr>(Call) && Method;
  const Expr *Object = Shift ? Call.getArg(0) : nullptr;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call))
    Object = Member->getImplicitObjectArgument();
  auto Name = !Object                              ? std::nullopt
              : Object->getType()->isPointerType() ? pointeeOf(Object, Caller)
                                                   : nameOf(Object, Caller);
  if (Name)
    Entry.Objects[nullptr] = std::move(*Name);
  llvm::SmallVector<const VarDecl *, 4> Pointees;
  auto Note = [&](const VarDecl &Var) { Pointees.push_back(&Var); };
  for (const auto &[Var, Value] : Caller.Known)
    if (Var && !Var->hasLocalStorage())
      Note(*Var);
  if (const VarDecl *Var = Object ? objectVariable(*Object, Caller) : nullptr) {
    Entry.This = Var;
    Note(*Var);
  }
  for (unsigned I = 0;
       I + Shift < Call.getNumArgs() && I < Callee.getNumParams(); ++I) {
    const ParmVarDecl *Parameter = Callee.getParamDecl(I);
    if (Parameter->getType()->isReferenceType())
      if (auto Bound = nameOf(Call.getArg(I + Shift), Caller))
        Entry.Objects[Parameter] = std::move(*Bound);
    if (HostValue V = value(Call.getArg(I + Shift), Caller);
        V.K != HostValue::Kind::Unknown) {
      V.forEachPointee(Note);
      Entry.Known[Parameter] = std::move(V);
    }
  }
  // The variables of the enclosing function that a lambda captures.
  if (Method && Method->getParent()->isLambda())
    Closures.forEachSeen(*Method->getParent(), Note);
  for (const ParmVarDecl *Parameter : Callee.parameters())
    if (const CXXRecordDecl *Given = closureOf(Parameter->getType()))
      Closures.forEachSeen(*Given, Note);
  while (!Pointees.empty()) {
    const VarDecl *Var = Pointees.pop_back_val();
    auto Known = Caller.Known.find(Var);
    if (Known != Caller.Known.end() && Entry.Known.insert(*Known).second)
      Known->second.forEachPointee(Note);
  }
  return Entry;
}

/// Calls \p Visit for each number that is open in \p V.
static void forEachTerm(const HostValue &V,
                        llvm::function_ref<void(LaunchTerms::Ref)> Visit) {
  if (V.K == HostValue::Kind::Term)
    Visit(LaunchTerms::Ref(V.Number));
  for (const HostValue &Part : V.Parts)
    forEachTerm(Part, Visit);
}

/// True if a function entered with \p Entry can read the object whose name
/// starts with \p Root.
bool HostInterpreter::canName(const Step &Root, const State &Entry,
                              const Symbols &Visible) const {
  if (Root.K == Step::Kind::Address)
    return llvm::any_of(Terms.symbolTermsOf(Root.Number),
                        [&](LaunchTerms::Ref S) { return Visible.count(S); });
  return (Root.K == Step::Kind::Variable && Root.Number == 0) ||
         llvm::any_of(Entry.Objects, [&](const auto &Each) {
           return Each.second.front() == Root;
         });
}

/// True if a function entered with \p Entry may read again what the symbol
/// \p Symbol stands for.
bool HostInterpreter::isReadAgain(LaunchTerms::Ref Symbol, const State &Entry,
                                  const Symbols &Visible) const {
  auto From = ReadFrom.find(Symbol);
  return From != ReadFrom.end() && From->second->second == Entry.Version &&
         canName(From->second->first.front(), Entry, Visible);
}

/// The symbols that a function entered with \p Entry can reach. Removes from
/// Entry.Holds the conditions that do not depend on them, directly or through
/// another condition.
HostInterpreter::Symbols HostInterpreter::keepVisible(State &Entry) const {
  Symbols Visible;
  auto See = [&](LaunchTerms::Ref T) {
    auto Of = Terms.symbolTermsOf(T);
    Visible.insert(Of.begin(), Of.end());
  };
  for (const auto &[Var, Value] : Entry.Known)
    forEachTerm(Value, See);
  for (const std::optional<LaunchTerms::Ref> &T : Entered)
    if (T)
      See(*T);
  std::vector<llvm::SmallVector<LaunchTerms::Ref, 4>> Of;
  for (LaunchTerms::Ref T : Entry.Holds)
    Of.push_back(Terms.symbolTermsOf(T));
  std::vector<bool> Kept(Of.size());
  for (bool Grows = true; Grows;) {
    Grows = false;
    for (auto [I, Spoken] : llvm::enumerate(Of)) {
      if (Kept[I] || llvm::none_of(Spoken, [&](LaunchTerms::Ref S) {
            return Visible.count(S) || isReadAgain(S, Entry, Visible);
          }))
        continue;
      Visible.insert(Spoken.begin(), Spoken.end());
      Kept[I] = Grows = true;
    }
  }
  size_t Place = 0;
  llvm::erase_if(Entry.Holds, [&](LaunchTerms::Ref) { return !Kept[Place++]; });
  return Visible;
}

/// Writes an Entry as words, so that equal words mean equal entries.
class HostInterpreter::KeyWriter {
public:
  template <typename... Word> void add(Word... Words) {
    (Key.push_back(uint64_t(Words)), ...);
  }
  void add(const void *Pointer) { add(reinterpret_cast<uintptr_t>(Pointer)); }
  /// What \p V is but for the terms in it, which become the fact's arguments.
  void add(const HostValue &V) {
    bool IsTerm = V.K == HostValue::Kind::Term;
    add(V.K, IsTerm ? 0 : V.Number, V.Parts.size());
    add(V.Kernel);
    add(V.Pointee);
    add(V.Path.size());
    for (size_t Index : V.Path)
      add(Index);
    if (IsTerm)
      Fact.Arguments.push_back(LaunchTerms::Ref(V.Number));
    for (const HostValue &Part : V.Parts)
      add(Part);
  }
  void add(const ObjectName &Name) {
    add(Name.size());
    for (const Step &Each : Name) {
      add(Each.K, Each.Number);
      add(Each.Decl);
    }
  }
  /// The terms as `withOnlyUsedTerms` names them. False if it has left some
  /// out.
  bool addTerms(const LaunchTerms &From) {
    size_t Count = Fact.Arguments.size(), Bytes = Fact.Bytes.size();
    launches::LaunchConstraint Named =
        launches::withOnlyUsedTerms(std::move(Fact), From);
    auto IsReported = [](const std::optional<LaunchTerms::Ref> &T) {
      return T.has_value();
    };
    if (Named.Arguments.size() != Count || Named.Bytes.size() != Bytes ||
        !llvm::all_of(Named.Arguments, IsReported))
      return false;
    add(Named.Terms.size(), Count, Bytes, Named.Entered.size(),
        Named.Holds.size());
    for (const LaunchTerms::Node &N : Named.Terms.nodes())
      add(N.Op, N.Value, N.Left, N.Right);
    for (auto *List : {&Named.Arguments, &Named.Bytes, &Named.Entered})
      for (const std::optional<LaunchTerms::Ref> &T : *List)
        add(T.has_value(), T.value_or(0));
    for (LaunchTerms::Ref T : Named.Holds)
      add(T);
    return true;
  }

  launches::LaunchConstraint Fact;
  std::vector<uint64_t> Key;
};

/// The key of all that decides which launches \p F reaches, with symbols
/// renumbered in the order in which they are met. Nothing if the key would be
/// too long.
std::optional<std::vector<uint64_t>>
HostInterpreter::keyOf(const FunctionDecl &F, const State &Entry,
                       const Symbols &Visible) const {
  KeyWriter To;
  To.add(&F);
  To.add(Depth, IsByPointer, asksResidency(), Handled.size(), Running.size());
  std::vector<const void *> Under(Running.begin(), Running.end());
  llvm::sort(Under);
  for (const void *Each : Under)
    To.add(Each);
  To.add(Entry.This);
  To.add(Entry.Known.size(), Entry.Objects.size());
  for (const auto &[Var, Value] : Entry.Known) {
    To.add(Var);
    To.add(Value);
  }
  for (const auto &[Var, Name] : Entry.Objects) {
    To.add(Var);
    To.add(Name);
  }
  // What is known of symbols beside what has been tested.
  llvm::SmallVector<LaunchTerms::Ref, 16> Sorted(Visible.begin(),
                                                 Visible.end());
  llvm::sort(Sorted);
  for (LaunchTerms::Ref S : Sorted) {
    if (OfShifts.count(S))
      return std::nullopt;
    auto Bytes = Allocated.find(S);
    bool IsRead = isReadAgain(S, Entry, Visible), IsGiven = Given.count(S);
    if (!IsRead && !IsGiven && Bytes == Allocated.end())
      continue;
    To.Fact.Arguments.push_back(S);
    To.Fact.Bytes.push_back(
        Bytes == Allocated.end() ? std::nullopt : std::optional(Bytes->second));
    To.add(IsRead, IsGiven);
    if (IsRead)
      To.add(ReadFrom.find(S)->second->first);
  }
  To.Fact.Entered = Entered;
  To.Fact.Holds = Entry.Holds;
  if (!To.addTerms(Terms))
    return std::nullopt;
  for (char C : this->Entry)
    To.add(C);
  return std::move(To.Key);
}

/// Runs \p F for its launches, unless it was run with an entry of the same key.
void HostInterpreter::enter(const FunctionDecl &F, State Entry) {
  /// The words of keys that take the time of one statement to write and look
  /// up.
  static constexpr size_t WordsPerStep = 64;
  Symbols Visible = keepVisible(Entry);
  auto Key = keyOf(F, Entry, Visible);
  if (Key) {
    addSteps(Key->size() / WordsPerStep);
    auto &Known = Entries[&F];
    if (Known.count(*Key))
      return;
    if (!Within.allows(BudgetId::HostEntries, Known.size() + 1))
      return leaveOut(F);
    Known.insert(std::move(*Key));
  }
  runFunction(F, std::move(Entry));
}

} // namespace warplint::host
