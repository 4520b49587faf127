//===--- Statements.cpp - Effects of statements and accesses --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Budgets/Limits.h"
#include "Analysis/Expr/ClassFields.h"
#include "Analysis/SymbolicExecution/AccessPath.h"
#include "Analysis/SymbolicExecution/ConstantObjects.h"
#include "Analysis/SymbolicExecution/Evaluation.h"
#include "Analysis/SymbolicExecution/WideStores.h"
#include "Assumptions/Assumptions.h"
#include "CudaModel/Destructors.h"
#include "CudaModel/PtxOperands.h"
#include "CudaModel/SpecialRegisters.h"
#include "CudaModel/SyncApi.h"
#include "CudaModel/SyncKindRows.h"
#include "Planted/Faults.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace warplint {

void Evaluation::execute(const CFGElement &Element) {
  if (auto Init = Element.getAs<CFGInitializer>())
    initializeMember(*Init->getInitializer());
  else if (auto Statement = Element.getAs<CFGStmt>())
    executeStatement(*Statement->getStmt());
  else if (auto Destroyed = Element.getAs<CFGAutomaticObjDtor>())
    executeDestructor(*Destroyed, *Destroyed->getTriggerStmt());
  else if (auto Made = Element.getAs<CFGTemporaryDtor>())
    executeDestructor(*Made, *Made->getBindTemporaryExpr());
}

/// What can synchronize and was not inlined is known to be there.
void Evaluation::executeDestructor(const CFGImplicitDtor &Destroyed,
                                   const Stmt &Site) {
  const CXXDestructorDecl *D = Destroyed.getDestructorDecl(Code.context());
  const FunctionDecl *Definition = nullptr;
  if (D && !orderNothingAtEnd(*D->getParent()) && D->hasBody(Definition) &&
      Code.traits(*Definition).Synchronizes)
    record(&Site, Event::Kind::Unknown);
}

void Evaluation::executeStatement(const Stmt &S) {
  if (const auto *Declaration = dyn_cast<DeclStmt>(&S)) {
    for (const Decl *D : Declaration->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D))
        initialize(*Var);
    beginFilling(*Declaration);
    return;
  }
  if (const auto *Return = dyn_cast<ReturnStmt>(&S)) {
    if (const Expr *Value = Return->getRetValue();
        Value && !Value->getType()->isVoidType())
      Current = Access.write(Current, Arena.returnSlot(In),
                             {evaluate(Value), Value, In});
    return;
  }
  if (const auto *Asm = dyn_cast<GCCAsmStmt>(&S))
    return executeAsm(*Asm);
  const auto *E = dyn_cast<Expr>(&S);
  if (!E)
    return;
  // The node after an inlined call holds the call's value already.
  if (Now->returnedFrom() && Now->returnedFrom()->callSite() == E)
    return;
  const Term *Value = compute(E);
  const Term *&Known = Values[{In->id(), E}];
  ValuesChanged |= Known != Value;
  Known = Value;
}

void Evaluation::initialize(const VarDecl &Var) {
  if (!Var.hasLocalStorage())
    return;
  const Term *At = Arena.local(In, &Var);
  const Expr *Init = Var.getInit();
  // A default construction of a trivial type leaves the variable unset.
  const auto *Construct =
      Init ? dyn_cast<CXXConstructExpr>(Init->IgnoreImplicit()) : nullptr;
  bool Unset = !Init || (Construct && Construct->getNumArgs() == 0 &&
                         Construct->getConstructor()->isTrivial());
  const Term *Value = Unset ? Arena.undefined() : evaluate(Init);
  Current = Access.write(Current, At, {Value, Init, In});
  takeOverBases(Init, At);
  initializeElements(Var.getType(), Init, At);
}

/// The elements of small arrays that \p Init, an object of \p Type at \p At,
/// lists; those left out are 0.
void Evaluation::initializeElements(QualType Type, const Expr *Init,
                                    const Term *At) {
  const auto *List =
      dyn_cast_or_null<InitListExpr>(Init ? Init->IgnoreImplicit() : nullptr);
  if (!List)
    return;
  if (!List->isSemanticForm() && List->getSemanticForm())
    List = List->getSemanticForm();
  auto Listed = [&](unsigned I) {
    return I < List->getNumInits() ? List->getInit(I) : nullptr;
  };
  if (const auto *Class = Type->getAsCXXRecordDecl();
      Class && Class->hasDefinition() && !Class->isUnion()) {
    unsigned I = Class->getNumBases();
    for (const FieldDecl *Field : Class->fields())
      if (!Field->isUnnamedBitField() && !Field->getType()->isReferenceType())
        initializeElements(Field->getType(), Listed(I++),
                           Arena.fieldOf(At, Field));
    return;
  }
  const auto *Array = Code.context().getAsConstantArrayType(Type);
  if (!Array ||
      !limits().allows(BudgetId::InitializedElements, Array->getZExtSize()))
    return;
  QualType Part = Array->getElementType();
  for (unsigned I = 0; I < Array->getZExtSize(); ++I) {
    const Expr *Each = Listed(I);
    const Term *Place = Arena.elementOf(At, Arena.constant(I), bytesOf(Part));
    if (Part->isScalarType())
      Current = Access.write(
          Current, Place,
          {Each ? evaluate(Each) : Arena.constant(0), Each ? Each : List, In});
    else
      initializeElements(Part, Each, Place);
  }
}

/// A class value holds no fields of bases that have many (see fieldsHeldBy);
/// what those hold is found where \p Init constructed the object, and comes to
/// \p To.
void Evaluation::takeOverBases(const Expr *Init, const Term *To) {
  while (const auto *Full = dyn_cast_or_null<FullExpr>(Init))
    Init = Full->getSubExpr();
  const auto *Construct =
      dyn_cast_or_null<CXXConstructExpr>(Init ? Init->IgnoreCasts() : nullptr);
  if (!Construct || !P.opened(*In, Construct))
    return;
  const Term *From = Arena.temporary(In, Construct);
  auto TakeOver = [&](const auto &Self, const CXXRecordDecl &Class) -> void {
    for (const CXXBaseSpecifier &Base : Class.bases()) {
      const CXXRecordDecl *Of = Base.getType()->getAsCXXRecordDecl();
      if (!Of || !Of->hasDefinition())
        continue;
      for (const FieldDecl *Field : Of->fields())
        if (Definition Reaching = Access.snapshotOf(
                Current, Arena.fieldOf(From, Field), Field->getType());
            Reaching.Value)
          Current = Access.write(Current, Arena.fieldOf(To, Field), Reaching);
      Self(Self, *Of);
    }
  };
  TakeOver(TakeOver, *Construct->getConstructor()->getParent());
}

void Evaluation::initializeMember(const CXXCtorInitializer &Init) {
  if (!In->This || !Init.getInit())
    return;
  const Term *Value = evaluate(Init.getInit());
  if (const FieldDecl *Field = Init.getAnyMember()) {
    const Term *Place = Arena.fieldOf(In->This, Field);
    const Expr *From = Init.getInit();
    store(Place, Value, From, Field->getType());
    if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(From))
      From = Default->getExpr();
    initializeElements(Field->getType(), From, Place);
    return;
  }
  const auto *Made = dyn_cast<CXXMethodDecl>(&In->function());
  const RecordDecl *Built = Made ? Made->getParent() : nullptr;
  const auto *Whole = dyn_cast<RecordTerm>(Value);
  if (Whole && Whole->recordType())
    for (const FieldDecl *Field : fieldsOfClass(*Whole->recordType(), limits()))
      store(memberOf(In->This, Built, Field, *Init.getInit()),
            Arena.extract(Value, Field), Init.getInit(), Field->getType());
  if (isThreadOwned(In->This))
    takeOverBases(Init.getInit(), In->This);
}

/// The peer's address that `mapa` in \p Asm leaves in \p Output; null if none.
const Term *Evaluation::mappedBy(const GCCAsmStmt &Asm, const Expr *Output) {
  for (const SyncOp &Op : Code.operations(Asm))
    if (Op.Kind == SyncKind::PeerAddress && Op.Value == Output && Op.Object)
      if (const Term *Rank = Op.Select ? evaluate(Op.Select)
                             : Op.SelectImmediate
                                 ? Arena.constant(*Op.SelectImmediate)
                                 : nullptr)
        return addressAtPeer(Asm, addressOperand(Op.Object), Rank);
  return nullptr;
}

/// What a plain load in \p Asm leaves in \p Output; null if none does.
const Term *Evaluation::loadedBy(const GCCAsmStmt &Asm, const Expr *Output) {
  llvm::ArrayRef<SyncOp> Ops = Code.operations(Asm);
  if (Ops.size() != 1 || Ops[0].Kind != SyncKind::CachedLoad ||
      Ops[0].Predicated || !Ops[0].Object || Ops[0].Results.empty())
    return nullptr;
  const SyncOp &Op = Ops[0];
  const auto *Part = llvm::find(Op.Results, Output);
  if (Part == Op.Results.end() || !Op.Bytes || Op.isAtPeer() ||
      Op.ObjectOffsetBy)
    return nullptr;
  const Term *At = addressOperand(Op.Object);
  int64_t Offset = Op.ObjectOffset +
                   (Part - Op.Results.begin()) * (Op.Bytes / Op.Results.size());
  if (!At || isThreadOwned(At))
    return nullptr;
  if (Offset)
    At = Arena.binary(BO_Add, At, Arena.constant(Offset));
  return Arena.load(pointerFrom(At, Arena, Code.context()), In, &Asm);
}

/// Whether the outputs of a statement with the operations \p Ops are computed
/// from its inputs and from loads alone.
static bool computesFromLoads(llvm::ArrayRef<SyncOp> Ops) {
  return llvm::all_of(Ops, [](const SyncOp &Op) {
    return Op.isOf(SyncFamily::Fence) ||
           (Op.Kind == SyncKind::CachedLoad && Op.Object && !Op.isAtPeer() &&
            !Op.ObjectOffsetBy);
  });
}

/// The scope over which the outputs of \p Asm, with the operations \p Ops, are
/// uniform if its inputs are. Lanes that test one phase of one barrier object
/// together are assumed to get one result.
static Scope agreeOnOutputs(const GCCAsmStmt &Asm, llvm::ArrayRef<SyncOp> Ops,
                            const AssumptionUses &Assumptions) {
  if (computesFromLoads(Ops))
    return agreeOnSpecialRegisters(Asm);
  return Ops.size() == 1 && Ops[0].Kind == SyncKind::ObjectTryWait &&
                 Assumptions.assume(Assumption::SameAnswer)
             ? Scope::Warp
             : Scope::Thread;
}

void Evaluation::executeAsm(const GCCAsmStmt &Asm) {
  llvm::ArrayRef<SyncOp> Ops;
  if (Arena.assumptions().assume(Assumption::AsmAsWritten))
    Ops = Code.operations(Asm);
  const Term *Exchanged = nullptr;
  for (const SyncOp &Op : Ops)
    if (Op.Kind != SyncKind::PeerAddress) {
      Event Done = recordOperation(Asm, Op);
      if (Ops.size() == 1 && Op.exchangesValues() && !Op.Predicated)
        Exchanged = resultOf(Done);
    }
  llvm::SmallVector<const Term *, 4> Inputs;
  for (unsigned I = 0; I < Asm.getNumInputs(); ++I)
    Inputs.push_back(evaluate(Asm.getInputExpr(I)));
  Scope Agreed = agreeOnOutputs(Asm, Ops, Arena.assumptions());
  bool Computes = computesFromLoads(Ops);
  for (const SyncOp &Op : Ops) {
    if (!Computes || Op.Kind != SyncKind::CachedLoad)
      continue;
    const Term *At = addressOperand(Op.Object);
    if (!At || isThreadOwned(At)) {
      Agreed = Scope::Thread;
      break;
    }
    At = Op.ObjectOffset
             ? Arena.binary(BO_Add, At, Arena.constant(Op.ObjectOffset))
             : At;
    Inputs.push_back(
        Arena.load(pointerFrom(At, Arena, Code.context()), In, &Asm));
  }
  for (unsigned I = 0; I < Asm.getNumOutputs(); ++I) {
    const Expr *Output = Asm.getOutputExpr(I);
    auto Read = Code.model().identityOf(Asm, I);
    const Term *Value = mappedBy(Asm, Output);
    if (!Value)
      Value = loadedBy(Asm, Output);
    if (!Value && Ops.empty())
      if (const Expr *Converted = convertedBy(Asm, Output))
        Value = evaluate(Converted);
    if (Exchanged && llvm::is_contained(Ops[0].Results, Output))
      Value = Exchanged;
    if (auto Lane = Code.model().electedBy(Asm, I);
        Lane && Arena.assumptions().assume(Assumption::FirstLane))
      Value = Arena.binary(BO_EQ, Arena.identity(*Lane), Arena.constant(0));
    if (!Value)
      Value = !Read ? Arena.opaque(In, &Asm, Inputs, Agreed)
              : Read->Kind == IdentityKind::Opaque
                  ? Arena.opaque(In, &Asm, {}, Read->UniformAt)
                  : Arena.identity(*Read);
    store(evaluate(Output), Value, &Asm, Output->getType());
  }
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// The addresses that \p Choice may mean, each once, true successors first.
/// Choices share their parts: an address that several paths lead to is there if
/// one of them is taken.
std::vector<Evaluation::ChosenAddress>
Evaluation::addressesIn(const SelectTerm &Choice) {
  // Topological order: each conditional operator after those that contain it.
  llvm::SmallVector<const Term *, 8> Order;
  llvm::DenseSet<const Term *> Seen;
  llvm::SmallVector<std::pair<const Term *, bool>, 16> Work{{&Choice, false}};
  while (!Work.empty()) {
    auto [T, Left] = Work.pop_back_val();
    if (Left) {
      Order.push_back(T);
      continue;
    }
    if (!Seen.insert(T).second)
      continue;
    Work.push_back({T, true});
    if (const auto *Inner = dyn_cast<SelectTerm>(T))
      Work.append({{Inner->ifTrue(), false}, {Inner->ifFalse(), false}});
  }
  llvm::DenseMap<const Term *, const Term *> Paths;
  auto AddPath = [&](const Term *To, const Term *Before, const Term *Here) {
    const Term *Path = Before ? Arena.binary(BO_LAnd, Before, Here) : Here;
    const Term *&Known = Paths[To];
    Known = Known ? Arena.binary(BO_LOr, Known, Path) : Path;
  };
  std::vector<ChosenAddress> Found;
  for (const Term *T : llvm::reverse(Order)) {
    const Term *Path = Paths.lookup(T);
    const auto *Inner = dyn_cast<SelectTerm>(T);
    if (!Inner) {
      Found.push_back({T, Path});
      continue;
    }
    const Term *If = Inner->condition();
    AddPath(Inner->ifTrue(), Path, If);
    AddPath(Inner->ifFalse(), Path, Arena.unary(UO_LNot, If));
  }
  return Found;
}

/// What an access is under when it is made only if \p Chosen.
const Term *Evaluation::underAlso(const Term *Chosen) {
  return Under ? Arena.binary(BO_LAnd, Under, Chosen) : Chosen;
}

uint32_t Evaluation::bytesOf(QualType Type) const {
  if (Type->isIncompleteType() || Type->isDependentType())
    return 0;
  return Code.context().getTypeSizeInChars(Type).getQuantity();
}

const Term *Evaluation::ownCopy(const Term *Address) {
  const VarDecl *Array = Slots.arrayOf(Address);
  const LaunchExtents &Launch = Arena.launch();
  if (!Array || Launch.Block[1] > 1 || Launch.Block[2] > 1)
    return nullptr;
  const CallContext *Root = In;
  while (!Root->isRoot())
    Root = Root->caller();
  const Term *Copy = Arena.local(Root, Array);
  llvm::SmallVector<const SubobjectTerm *, 4> Parts;
  for (const auto *Part = cast<SubobjectTerm>(Address);
       !variableAt(Part->base()); Part = cast<SubobjectTerm>(Part->base()))
    Parts.push_back(Part);
  for (const SubobjectTerm *Part : llvm::reverse(Parts)) {
    const auto *Field = dyn_cast<FieldTerm>(Part);
    if (!Field)
      return nullptr;
    Copy = Arena.fieldOf(Copy, Field->field());
  }
  return Copy;
}

const Term *Evaluation::load(const Term *Address, const Expr *Site,
                             QualType Type) {
  if (const auto *Choice = dyn_cast<SelectTerm>(Address)) {
    TermFold<const Term *> Loaded;
    for (const ChosenAddress &One : addressesIn(*Choice)) {
      llvm::SaveAndRestore Only(Under, underAlso(One.If));
      Loaded.set(One.Address, load(One.Address, Site, Type));
    }
    return Loaded.run(
        Choice, [&](const Term *T, auto &Parts) -> std::optional<const Term *> {
          const auto *Of = cast<SelectTerm>(T);
          auto IfTrue = Parts.of(Of->ifTrue()),
               IfFalse = Parts.of(Of->ifFalse());
          if (!IfTrue || !IfFalse)
            return std::nullopt;
          return Arena.select(Of->condition(), *IfTrue, *IfFalse);
        });
  }
  if (auto Number = constantAt(Address, Code.context(), limits()))
    if (const Term *Known = numberTerm(*Number))
      return Known;
  if (isThreadOwned(Address)) {
    Address = placeBefore(Address, Site);
    const RecordDecl *Record = Type->getAsRecordDecl();
    Definition Reaching = Record ? Access.snapshot(Current, Address, *Record)
                                 : Access.read(Current, Address);
    if (!Reaching.Value)
      Reaching.Value = Arena.undefined();
    // Bits of a number that is kept there: see NumberParts.
    const auto *Part = dyn_cast<NarrowTerm>(Reaching.Value);
    if (Part && Type->isSignedIntegerType() &&
        Part->bits() == Code.context().getTypeSize(Type))
      Reaching.Value =
          Arena.narrow(Reaching.Value, Part->bits(), /*Signed=*/true);
    Reads[{In->id(), Site}] = Reaching;
    return Reaching.Value;
  }
  auto ReadPart = [&](const Term *At, QualType Of) {
    Event &Read = record(Site, Event::Kind::Access);
    Read.Access = AccessKind::Read;
    Read.Address = At;
    Read.Volatile = Type.isVolatileQualified();
    Read.Bytes = bytesOf(Of);
  };
  if (const ClassFields *Named = Copied.of(*Site, In->function().getBody()))
    for (const FieldDecl *Field : *Named)
      ReadPart(Arena.fieldOf(Address, Field), Field->getType());
  else
    ReadPart(Address, Type);
  // What one path has stored, others may not have.
  if (const Term *Copy = Type->isScalarType() ? ownCopy(Address) : nullptr) {
    const Term *Stored = Access.read(Current, Copy).Value;
    const auto *Join = dyn_cast_or_null<PhiTerm>(Stored);
    if (Stored && !isa<UndefinedTerm>(Stored) &&
        !(Join && rootOf(Join->place()) == rootOf(Copy)))
      return Stored;
  }
  return Arena.load(Address, In, Site);
}

void Evaluation::store(const Term *Address, const Term *Value, const Stmt *Site,
                       QualType Type, const Stmt *Source) {
  if (const auto *Choice = dyn_cast<SelectTerm>(Address)) {
    // Any may be written: each keeps what it had or takes the new value.
    for (const ChosenAddress &One : addressesIn(*Choice)) {
      llvm::SaveAndRestore Only(Under, underAlso(One.If));
      Definition Old = isThreadOwned(One.Address)
                           ? Access.read(Current, One.Address)
                           : Definition();
      const auto *Not = dyn_cast<UnaryTerm>(One.If);
      const Term *New = Value;
      if (Old.Value)
        New = Not && Not->opcode() == UO_LNot
                  ? Arena.select(Not->of(), Old.Value, Value)
                  : Arena.select(One.If, Value, Old.Value);
      store(One.Address, New, Site, Type, Source);
    }
    return;
  }
  if (isThreadOwned(Address)) {
    Definition New{Value, Source ? Source : Site, In};
    if (storeEach(Address, New, Site, Type))
      return;
    Current = Access.write(Current, Address, New);
    for (auto [I, Part] : llvm::enumerate(
             partsBehind(Address, bytesOf(Type), Arena, Code.context()))) {
      // Whatever of the value lies there.
      New.Value =
          Arena.opaque(nullptr, nullptr,
                       {Value, Arena.constant(int64_t(I) + 1)}, Scope::System);
      Current = Access.write(Current, Part, New);
    }
    return;
  }
  if (planted(Fault::StoreInCall) && !In->isRoot())
    return;
  Event &Write = record(Site, Event::Kind::Access);
  Write.Access = AccessKind::Write;
  Write.Address = Address;
  Write.Value = Value;
  Write.Volatile = Type.isVolatileQualified();
  Write.Bytes = bytesOf(Type);
  if (const Term *Copy = Type->isScalarType() ? ownCopy(Address) : nullptr)
    Current = Access.write(Current, Copy, {Value, Source ? Source : Site, In});
}

} // namespace warplint
