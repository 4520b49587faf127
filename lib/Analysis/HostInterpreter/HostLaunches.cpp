//===--- HostLaunches.cpp - What a launch of host code asks for -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/HostInterpreter/HostInterpreter.h"
#include "Analysis/Launches/ArgumentSlots.h"
#include "Analysis/Launches/BuildNames.h"
#include "Analysis/Launches/HostSyntax.h"
#include "CudaModel/LaunchApi.h"
#include "Target/Limits.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint::host {

/// \p V is one extent: a number where it is known, a term otherwise.
void HostInterpreter::setExtent(HostLaunch &Into, bool OfBlock, unsigned Axis,
                                const HostValue &V, const State &In) {
  auto &Number = (OfBlock ? Into.Block : Into.Grid)[Axis];
  auto &Term = (OfBlock ? Into.Fact.Block : Into.Fact.Grid)[Axis];
  Number = numberOf(V, In);
  Term = Number ? std::nullopt : termOf(V);
}

/// \p V holds the extents x, y and z.
void HostInterpreter::setExtents(HostLaunch &Into, bool OfBlock,
                                 const HostValue &V, const State &In) {
  for (unsigned Axis = 0; Axis < 3; ++Axis)
    setExtent(Into, OfBlock, Axis, V.part(Axis), In);
}

/// The record at argument \p First, or what is in three arguments from there.
HostValue HostInterpreter::recordAt(const CallExpr &Call, int First, bool Flat,
                                    const State &In) {
  unsigned Count = Call.getNumArgs();
  if (First < 0 || unsigned(First) >= Count)
    return {};
  if (!Flat)
    return value(Call.getArg(First), In);
  HostValue Result;
  Result.K = HostValue::Kind::Record;
  for (unsigned I = 0; I < 3 && First + I < Count; ++I)
    Result.Parts.push_back(value(Call.getArg(First + I), In));
  return Result;
}

/// The kernel gets \p Values, in order.
void HostInterpreter::setArguments(HostLaunch &Into,
                                   llvm::ArrayRef<HostValue> Values,
                                   const State &In) {
  for (const launches::ArgumentSlot &Slot :
       launches::argumentSlotsOf(*Into.Kernel)) {
    size_t Index = Slot.Parameter->getFunctionScopeIndex();
    if (Index >= Values.size())
      break; // Nothing is said of what is left out.
    HostValue Value = Values[Index];
    for (size_t Place : Slot.Places)
      Value = Value.part(Place);
    // `k<<<many ? n : 1, 64>>>(!many)`: the test decides which it is.
    auto Number = numberOf(Value, In);
    Into.Fact.Arguments.push_back(
        launches::isIntegerOrPointer(Slot.type())
            ? termOf(Number ? HostValue::number(*Number) : Value)
            : std::nullopt);
  }
}

/// What lies at the addresses in the array that \p Pointer points to.
std::vector<HostValue> HostInterpreter::argumentsAt(const HostValue &Pointer,
                                                    const State &In) {
  const HostValue *List = pointedTo(Pointer, In);
  std::vector<HostValue> Result;
  for (const HostValue &Address :
       List ? llvm::ArrayRef(List->Parts) : llvm::ArrayRef<HostValue>()) {
    const HostValue *At = pointedTo(Address, In);
    Result.push_back(At ? *At : HostValue());
  }
  return Result;
}

void HostInterpreter::finish(HostLaunch &New, const State &In) {
  finish(New.Fact, In);
  New.RestsOn = RestsOn;
  Found.push_back(std::move(New));
}

void HostInterpreter::finish(launches::LaunchConstraint &Fact,
                             const State &In) {
  for (auto Argument : Fact.Arguments) {
    auto Found = Argument ? Allocated.find(*Argument) : Allocated.end();
    Fact.Bytes.push_back(
        Found == Allocated.end() ? std::nullopt : std::optional(Found->second));
  }
  Fact.Holds = In.Holds;
  Fact.Entry = Entry;
  Fact.Entered = Entered;
  Fact.IsByPointer = IsByPointer;
  Fact = launches::withOnlyUsedTerms(std::move(Fact), Terms);
}

/// The kernel of the unit that the compiler calls by \p Name, a literal.
HostValue HostInterpreter::kernelNamed(const Expr &Name) {
  const auto *Text = dyn_cast<StringLiteral>(Name.IgnoreParenCasts());
  if (!Text || Text->getCharByteWidth() != 1)
    return {};
  for (const FunctionDecl *Kernel : Kernels)
    if (launches::buildNameOf(*Kernel) == Text->getString()) {
      Handled.insert(Kernel);
      return HostValue::kernel(*Kernel);
    }
  return {};
}

/// \p Call hands out memory, a handle of a kernel or the size of a block
/// through pointers.
bool HostInterpreter::madeBy(const CallExpr &Call, const HostApiEntry &Api,
                             States &Now) {
  bool Copies =
      Api.Kind == HostCallKind::Copy || Api.Kind == HostCallKind::CopyAsync;
  bool Allocates = Api.BytesArg >= 0, Chooses = Api.ChosenBlockArg >= 0,
       Tells = Api.OutArg >= 0;
  int KernelArg = std::max(Api.KernelArg, Api.KernelNameArg);
  bool Finds = KernelArg >= 0 && unsigned(KernelArg) < Call.getNumArgs();
  if (!Allocates && !Chooses && !Finds && !Tells && !Copies)
    return false;
  auto PlaceAt = [&](int Position) -> const Expr * {
    return Position < 0 || unsigned(Position) >= Call.getNumArgs()
               ? nullptr
               : addressedBy(*Call.getArg(Position));
  };
  const Expr *Object = Chooses || Copies ? nullptr : PlaceAt(Api.ObjectArg),
             *Grid = PlaceAt(Api.ChosenGridArg),
             *Block = PlaceAt(Api.ChosenBlockArg),
             *Number = PlaceAt(Copies ? Api.ObjectArg : Api.OutArg);
  // What a kernel has found comes from outside of the host.
  if (Copies && Number && !Number->getType()->isIntegerType())
    Number = nullptr;
  if (!Object && !Block && !Number)
    return false;
  for (unsigned I = 0; I < Call.getNumArgs(); ++I)
    if (const Expr *Place = PlaceAt(I);
        !Place || !llvm::is_contained({Object, Grid, Block, Number}, Place))
      effects(Call.getArg(I), Now);
  for (State &Each : Now) {
    if (Object && Finds) {
      HostValue Handle = Api.KernelNameArg >= 0
                             ? kernelNamed(*Call.getArg(KernelArg))
                             : value(Call.getArg(KernelArg), Each);
      // One by a name that is not known.
      if (Handle.K == HostValue::Kind::Unknown) {
        Handle = HostValue::term(Terms.fresh());
        Given.insert(LaunchTerms::Ref(Handle.Number));
      }
      store(Object, std::move(Handle), Each);
    } else if (Object) {
      auto Bytes = termOf(value(Call.getArg(Api.BytesArg), Each));
      LaunchTerms::Ref Address = Terms.fresh();
      if (Bytes)
        Allocated[Address] = *Bytes;
      store(Object, HostValue::term(Address), Each);
    }
    if (Number)
      store(Number, unknownOf(Number->getType(), /*IsInput=*/true), Each);
    if (Grid) {
      LaunchTerms::Ref Blocks = Terms.fresh(/*IsInput=*/true);
      suppose(*Terms.make(Operator::Less, Terms.constant(0), Blocks), Each);
      store(Grid, HostValue::term(Blocks), Each);
    }
    if (!Block)
      continue;
    // Whole warps.
    LaunchTerms::Ref Warps = Terms.fresh(/*IsInput=*/true);
    LaunchTerms::Ref Size =
        *Terms.make(Operator::Multiply, Warps, Terms.constant(LanesPerWarp));
    suppose(*Terms.make(Operator::Less, Terms.constant(0), Warps), Each);
    suppose(*Terms.make(Operator::LessEqual, Warps,
                        Terms.constant(MaxWarpsPerBlock)),
            Each);
    store(Block, HostValue::term(Size), Each);
  }
  return true;
}

static void collectKernels(const HostValue &V,
                           llvm::SetVector<const FunctionDecl *> &Into) {
  if (V.K == HostValue::Kind::Kernel)
    Into.insert(V.Kernel);
  for (const HostValue &Part : V.Parts)
    collectKernels(Part, Into);
}

/// The kernel that the launch of \p Callee runs; all kernels that it may run if
/// the kernel is not known.
std::vector<const FunctionDecl *>
HostInterpreter::launchedBy(const Expr &Callee, const State &In) {
  HostValue V = value(&Callee, In);
  // One of a table.
  const VarDecl *Table = V.K == HostValue::Kind::Unknown ||
                                 (V.K == HostValue::Kind::Term &&
                                  !Given.count(LaunchTerms::Ref(V.Number)))
                             ? variableOf(&Callee)
                             : nullptr;
  llvm::SetVector<const FunctionDecl *> Listed;
  if (Table)
    collectKernels(variable(*Table, Callee, In), Listed);
  return Listed.empty() ? launchedBy(V, Callee.getType())
                        : Listed.getArrayRef().vec();
}

/// The kernels that a launch of \p V, a function or a handle of \p Type, may
/// run. None if \p V comes from an unknown caller.
std::vector<const FunctionDecl *>
HostInterpreter::launchedBy(const HostValue &V, QualType Type) const {
  if (V.K == HostValue::Kind::Kernel)
    return {V.Kernel};
  if (V.K == HostValue::Kind::Term && Given.count(LaunchTerms::Ref(V.Number)))
    return {};
  QualType To = Type.getCanonicalType();
  if (To->isPointerType())
    To = To->getPointeeType();
  if (!To->isFunctionType() && !To->isVoidType())
    return Handled.getArrayRef().vec();
  std::vector<const FunctionDecl *> Result;
  for (const FunctionDecl *F : Taken)
    if (F->hasAttr<CUDAGlobalAttr>() &&
        (To->isVoidType() || Context.hasSameType(To, F->getType())))
      Result.push_back(F);
  return Result;
}

/// Adds the kernels in \p V and in the variables that it points to.
void HostInterpreter::collectHanded(
    const HostValue &V, const State &In,
    llvm::SetVector<const FunctionDecl *> &Into) {
  collectKernels(V, Into);
  V.forEachPointee([&](const VarDecl &Var) {
    if (auto Known = In.Known.find(&Var); Known != In.Known.end())
      collectKernels(Known->second, Into);
    else if (keepsItsValue(Var))
      collectKernels(value(Var.getInit(), State()), Into);
  });
}

/// A kernel that goes to where it cannot be followed may be launched there.
void HostInterpreter::noteHandedOn(const CallExpr &Call,
                                   const FunctionDecl *Callee,
                                   const States &Now) {
  if (Callee && !mayBeElsewhere(*Callee, Context))
    return;
  llvm::SetVector<const FunctionDecl *> Kernels;
  for (const State &Each : Now)
    for (const Expr *Argument : Call.arguments())
      collectHanded(value(Argument, Each), Each, Kernels);
  for (const FunctionDecl *Kernel : Kernels)
    Found.push_back(unknownLaunch(*Kernel, Call));
}

/// The choices that are made in \p Of, `dim3(n > 64 ? 128 : 64)`.
static void collectChoices(const Expr *Of,
                           llvm::SmallVectorImpl<const Expr *> &Into) {
  Of = withoutCasts(Of);
  if (const auto *Choice = dyn_cast<ConditionalOperator>(Of))
    Into.push_back(Choice->getCond());
  else if (const auto *Made = dyn_cast<CXXConstructExpr>(Of))
    for (const Expr *Argument : Made->arguments())
      collectChoices(Argument, Into);
}

HostInterpreter::States
HostInterpreter::apartByChoices(llvm::ArrayRef<const Expr *> Extents,
                                const States &Now,
                                llvm::ArrayRef<const Expr *> Arguments) {
  llvm::SmallVector<const Expr *, 2> Choices, OfArguments;
  for (const Expr *Each : Extents)
    collectChoices(Each, Choices);
  if (!Within.allows(BudgetId::HostExtentChoices, Choices.size()))
    Choices.clear();
  for (const Expr *Each : Arguments)
    collectChoices(Each, OfArguments);
  if (Within.allows(BudgetId::HostExtentChoices,
                    Choices.size() + OfArguments.size()))
    llvm::append_range(Choices, OfArguments);
  States Apart = Now;
  for (const Expr *Condition : Choices) {
    States Before = std::move(Apart);
    Apart.clear();
    for (State &Each : Before) {
      if (number(Condition, Each)) {
        Apart.push_back(std::move(Each));
        continue;
      }
      Apart.push_back(Each);
      suppose(Condition, true, Apart.back());
      suppose(Condition, false, Each);
      Apart.push_back(std::move(Each));
    }
  }
  return Apart;
}

void HostInterpreter::launch(const CUDAKernelCallExpr &Call,
                             const States &Now) {
  LaunchConfiguration Config = configurationOf(Call);
  if (!Config.Grid || !Config.Block)
    return;
  if (!Now.empty())
    Reached.insert(&Call);
  llvm::SmallVector<const Expr *, 8> Arguments(Call.arguments());
  for (const State &Each :
       apartByChoices({Config.Grid, Config.Block}, Now, Arguments))
    for (const FunctionDecl *Kernel : launchedBy(*Call.getCallee(), Each)) {
      HostLaunch New;
      New.Kernel = Kernel;
      New.Site = &Call;
      New.FitsDevice = asksResidency();
      setExtents(New, false, value(Config.Grid, Each), Each);
      setExtents(New, true, value(Config.Block, Each), Each);
      if (Config.SharedBytes)
        New.SharedBytes = number(Config.SharedBytes, Each);
      std::vector<HostValue> Passed;
      for (const Expr *Argument : Call.arguments())
        Passed.push_back(value(Argument, Each));
      setArguments(New, Passed, Each);
      finish(New, Each);
    }
}

/// \p Call launches \p Kernel.
void HostInterpreter::launchOf(const FunctionDecl &Kernel, const CallExpr &Call,
                               const HostApiEntry &Api, const State &In) {
  auto HasArgument = [&](int Position) {
    return Position >= 0 && unsigned(Position) < Call.getNumArgs();
  };
  HostLaunch New;
  New.Kernel = &Kernel;
  New.Site = &Call;
  New.FitsDevice = asksResidency();
  setExtents(New, false, recordAt(Call, Api.GridArg, Api.Flat, In), In);
  setExtents(New, true, recordAt(Call, Api.BlockArg, Api.Flat, In), In);
  if (HasArgument(Api.SharedArg))
    New.SharedBytes = number(Call.getArg(Api.SharedArg), In);
  if (Api.Cooperative)
    New.Attributes.Cooperative = TriState::Yes;
  if (HasArgument(Api.ConfigArg))
    readConfiguration(*Call.getArg(Api.ConfigArg), In, New);
  std::vector<HostValue> Passed;
  if (HasArgument(Api.ArgumentsArg))
    Passed = argumentsAt(value(Call.getArg(Api.ArgumentsArg), In), In);
  else if (Api.Kind == HostCallKind::GraphLaunch)
    Passed = argumentsAt(
        fieldAt(*Call.getArg(Api.ConfigArg), ConfigField::Arguments, In), In);
  for (int I = Api.PassedFrom; HasArgument(I); ++I)
    Passed.push_back(value(Call.getArg(I), In));
  setArguments(New, Passed, In);
  finish(New, In);
}

void HostInterpreter::launch(const CallExpr &Call, const HostApiEntry &Api,
                             const States &Now) {
  bool IsInGraph = Api.Kind == HostCallKind::GraphLaunch;
  int Where = IsInGraph ? Api.ConfigArg : Api.KernelArg;
  if (Where < 0 || unsigned(Where) >= Call.getNumArgs())
    return;
  if (!Now.empty())
    Reached.insert(&Call);
  const Expr &Said = *Call.getArg(Where);
  for (const State &Each : Now)
    for (const FunctionDecl *Kernel :
         IsInGraph ? launchedBy(fieldAt(Said, ConfigField::Kernel, Each),
                                Context.VoidPtrTy)
                   : launchedBy(Said, Each))
      launchOf(*Kernel, Call, Api, Each);
}

/// What the field \p Which of the configuration at \p Config holds.
HostValue HostInterpreter::fieldAt(const Expr &Config, ConfigField Which,
                                   const State &In) {
  HostValue Pointer = value(&Config, In);
  const HostValue *Known = pointedTo(Pointer, In);
  QualType Type = Known ? Pointer.pointedType() : QualType();
  const RecordDecl *Record = Type.isNull() ? nullptr : Type->getAsRecordDecl();
  for (const FieldDecl *Field :
       Record ? Record->fields() : RecordDecl::field_range({}, {}))
    if (configFieldOf(*Field) == Which)
      return Known->part(Field->getFieldIndex());
  return {};
}

/// The list of attributes that \p Pointer points to.
HostValue HostInterpreter::attributesAt(const HostValue &Pointer,
                                        const State &In) {
  const HostValue *Known = pointedTo(Pointer, In);
  QualType Type = Known ? Pointer.pointedType() : QualType();
  if (Type.isNull())
    return {};
  if (Type->isArrayType())
    return *Known;
  HostValue Single;
  Single.K = HostValue::Kind::Record;
  Single.Parts.push_back(*Known);
  return Single;
}

void HostInterpreter::readConfiguration(const Expr &Config, const State &In,
                                        HostLaunch &Into) {
  Into.Attributes = {TriState::Unknown, TriState::Unknown};
  HostValue Pointer = value(&Config, In);
  const HostValue *Known = pointedTo(Pointer, In);
  const RecordDecl *Record =
      Config.getType()->isPointerType()
          ? Config.getType()->getPointeeType()->getAsRecordDecl()
          : nullptr;
  if (!Known || !Record)
    return;
  HostValue Attributes;
  const RecordDecl *AttributeType = nullptr;
  std::optional<int64_t> Count;
  for (const FieldDecl *Field : Record->fields()) {
    HostValue V = Known->part(Field->getFieldIndex());
    ConfigField Which = configFieldOf(*Field);
    if (Which == ConfigField::Grid)
      setExtents(Into, false, V, In);
    else if (Which == ConfigField::Block)
      setExtents(Into, true, V, In);
    else if (Which >= ConfigField::GridX && Which <= ConfigField::GridZ)
      setExtent(Into, false, unsigned(Which) - unsigned(ConfigField::GridX), V,
                In);
    else if (Which >= ConfigField::BlockX && Which <= ConfigField::BlockZ)
      setExtent(Into, true, unsigned(Which) - unsigned(ConfigField::BlockX), V,
                In);
    else if (Which == ConfigField::SharedBytes)
      Into.SharedBytes = V.asNumber();
    else if (Which == ConfigField::AttributeCount)
      Count = V.asNumber();
    else if (Which == ConfigField::Attributes) {
      AttributeType = Field->getType()->getPointeeType()->getAsRecordDecl();
      Attributes = attributesAt(V, In);
    }
  }
  if (!Count || !AttributeType)
    return;
  Into.Attributes = {};
  for (int64_t I = 0;
       I < *Count && Within.allows(BudgetId::HostAttributes, I + 1); ++I)
    readAttribute(Attributes.part(size_t(I)), *AttributeType, Into);
}

/// Whether a flag is set.
static TriState triStateOf(const HostValue &Flag) {
  auto Number = Flag.asNumber();
  return !Number ? TriState::Unknown : *Number ? TriState::Yes : TriState::No;
}

void HostInterpreter::readAttribute(const HostValue &Attribute,
                                    const RecordDecl &Of, HostLaunch &Into) {
  std::optional<int64_t> Id;
  HostValue Cooperative, Cluster, Overlaps;
  for (const FieldDecl *Field : Of.fields()) {
    HostValue V = Attribute.part(Field->getFieldIndex());
    AttributeField Which = attributeFieldOf(*Field);
    if (Which == AttributeField::Id)
      Id = V.asNumber();
    const RecordDecl *Values = Field->getType()->getAsRecordDecl();
    if (Which != AttributeField::Value || !Values)
      continue;
    for (const FieldDecl *Kind : Values->fields()) {
      HostValue Part = V.part(Kind->getFieldIndex());
      AttributeField Chosen = attributeFieldOf(*Kind);
      if (Chosen == AttributeField::Cooperative)
        Cooperative = Part;
      else if (Chosen == AttributeField::ClusterDimension)
        Cluster = Part;
      else if (Chosen == AttributeField::ProgrammaticStreamSerialization)
        Overlaps = Part;
    }
  }
  if (!Id)
    Into.Attributes = {TriState::Unknown, TriState::Unknown};
  else if (*Id == int64_t(LaunchAttributeId::Cooperative))
    Into.Attributes.Cooperative = triStateOf(Cooperative);
  else if (*Id == int64_t(LaunchAttributeId::ClusterDimension))
    Into.Cluster = {Cluster.part(0).asNumber(), Cluster.part(1).asNumber(),
                    Cluster.part(2).asNumber()};
  else if (*Id == int64_t(LaunchAttributeId::ProgrammaticStreamSerialization))
    Into.Attributes.OverlapsPredecessor = triStateOf(Overlaps);
}

} // namespace warplint::host
