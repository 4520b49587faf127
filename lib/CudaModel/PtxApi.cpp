//===--- PtxApi.cpp - What PTX instructions synchronize -------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaModel/ClusterIdentity.h"
#include "CudaModel/PtxOperands.h"
#include "CudaModel/PtxText.h"
#include "CudaModel/RowDetails.h"
#include "CudaModel/SyncApi.h"
#include "CudaModel/UnmodelledCode.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace warplint {

static constexpr SyncApiEntry PtxTable[] = {
#define PTX_API(OPCODE, KIND, SCOPE, WHO, ORDER, DETAILS)                      \
  makeRow(OPCODE, SyncKind::KIND, Scope::SCOPE, Participation::WHO,            \
          MemoryOrder::ORDER, DETAILS),
#include "CudaModel/PtxApi.def"
};

static constexpr llvm::StringLiteral IgnoredOpcodes[] = {
#define PTX_API(OPCODE, KIND, SCOPE, WHO, ORDER, DETAILS)
#define PTX_IGNORED(OPCODE) OPCODE,
#include "CudaModel/PtxApi.def"
};

llvm::ArrayRef<SyncApiEntry> SyncModel::ptxTable() { return PtxTable; }

/// How many components of \p Opcode the instruction has, in order; 0 unless it
/// has all of them.
static unsigned componentsMatched(llvm::StringRef Opcode,
                                  const PtxInstruction &Instruction) {
  auto [Component, Rest] = Opcode.split('.');
  if (Component != Instruction.Mnemonic)
    return 0;
  unsigned Count = 1;
  const auto *Modifier = Instruction.Modifiers.begin();
  while (!Rest.empty()) {
    std::tie(Component, Rest) = Rest.split('.');
    Modifier = std::find(Modifier, Instruction.Modifiers.end(), Component);
    if (Modifier == Instruction.Modifiers.end())
      return 0;
    ++Modifier;
    ++Count;
  }
  return Count;
}

static const SyncApiEntry *rowOf(const PtxInstruction &Instruction) {
  const SyncApiEntry *Best = nullptr;
  unsigned BestCount = 0;
  for (const SyncApiEntry &Row : PtxTable) {
    unsigned Count = componentsMatched(Row.Name, Instruction);
    if (Count > BestCount) {
      Best = &Row;
      BestCount = Count;
    }
  }
  for (llvm::StringRef Ignored : IgnoredOpcodes)
    if (componentsMatched(Ignored, Instruction) > BestCount)
      return nullptr;
  return Best;
}

static std::optional<Scope> scopeModifier(llvm::StringRef Modifier) {
  return llvm::StringSwitch<std::optional<Scope>>(Modifier)
      .Case("cta", Scope::Block)
      .Case("cluster", Scope::Cluster)
      .Cases({"gpu", "gl"}, Scope::Grid)
      .Case("sys", Scope::System)
      .Default(std::nullopt);
}

static AtomicUpdate updateOf(const PtxInstruction &Instruction) {
  for (llvm::StringRef Modifier : Instruction.Modifiers) {
    auto Update = llvm::StringSwitch<AtomicUpdate>(Modifier)
                      .Case("add", AtomicUpdate::Add)
                      .Case("inc", AtomicUpdate::Increment)
                      .Case("dec", AtomicUpdate::Decrement)
                      .Case("exch", AtomicUpdate::Exchange)
                      .Case("cas", AtomicUpdate::CompareExchange)
                      .Case("or", AtomicUpdate::SetBits)
                      .Case("min", AtomicUpdate::Minimum)
                      .Case("max", AtomicUpdate::Maximum)
                      .Default(AtomicUpdate::Other);
    if (Update != AtomicUpdate::Other)
      return Update;
  }
  return AtomicUpdate::Other;
}

static void applyModifiers(SyncOp &Op, const PtxInstruction &Instruction) {
  for (llvm::StringRef Modifier : Instruction.Modifiers) {
    if (std::optional<Scope> Named = scopeModifier(Modifier)) {
      Op.Scope = *Named;
    } else if (std::optional<MemoryOrder> Order = memoryOrderNamed(Modifier)) {
      Op.Order = *Order;
      Op.NamesOrder = true;
    } else if (Modifier == "aligned") {
      Op.Aligned = true;
    }
  }
}

const Expr *asmArgument(const GCCAsmStmt &Asm, const PtxOperand &Operand) {
  int Number = -1;
  if (Operand.Argument)
    Number = *Operand.Argument;
  else if (!Operand.NamedArgument.empty())
    Number = Asm.getNamedOperand(Operand.NamedArgument);
  if (Number < 0)
    return nullptr;
  unsigned Index = Number;
  if (Index < Asm.getNumOutputs())
    return Asm.getOutputExpr(Index);
  Index -= Asm.getNumOutputs();
  if (Index < Asm.getNumInputs())
    return Asm.getInputExpr(Index);
  // The hidden inputs that GCC numbers after all others, one per "+" output.
  Index -= Asm.getNumInputs();
  for (unsigned Output = 0; Output < Asm.getNumOutputs(); ++Output)
    if (Asm.isOutputPlusConstraint(Output) && Index-- == 0)
      return Asm.getOutputExpr(Output);
  return nullptr;
}

namespace {

/// Fills the operation that one PTX instruction performs.
class InstructionReader {
public:
  InstructionReader(const GCCAsmStmt &Asm, const PtxProgram &Program,
                    size_t Index, const SyncApiEntry &Row)
      : Asm(Asm), Program(Program), Index(Index),
        Instruction(Program.Instructions[Index]), Row(Row) {}

  SyncOp read() {
    setDefaults();
    applyModifiers(Op, Instruction);
    if (Op.Kind == SyncKind::AtomicRMW)
      Op.Update = updateOf(Instruction);
    Op.Mask = operand(Row.MaskArg, &Op.MaskImmediate);
    readObject();
    readValue();
    Op.Select = operand(Row.SelectArg, &Op.SelectImmediate);
    Op.Segment = operand(Row.SegmentArg, &Op.SegmentImmediate);
    Op.Compare = operand(Row.CompareArg, nullptr);
    Op.Completion = operand(Row.CompletionArg, nullptr);
    Op.Width = operand(Row.WidthArg, &Op.WidthImmediate);
    Op.Id = operand(Row.IdArg, &Op.IdImmediate);
    if (Row.IdArg >= 0)
      readThreadCount();
    readAccess();
    if (Op.Predicated)
      readGuard();
    // `try_wait` that branches back until it succeeds is a wait.
    if (Op.Kind == SyncKind::ObjectTryWait && Program.isInLoop(Index))
      Op.Kind = Op.Parity ? SyncKind::ObjectWaitParity : SyncKind::ObjectWait;
    return std::move(Op);
  }

private:
  void setDefaults() {
    Op = operationOf(Row);
    Op.Predicated = !Instruction.Predicate.empty();
    Op.Spelling = Row.Name.str();
    Op.Origin = &Asm;
  }

  const Expr *operand(int Position, std::optional<uint64_t> *Immediate) const {
    if (Position < 0 || size_t(Position) >= Instruction.Operands.size())
      return nullptr;
    PtxOperand Operand = parsePtxOperand(Instruction.Operands[Position]);
    if (Immediate)
      *Immediate = Operand.Immediate;
    return asmArgument(Asm, Operand);
  }

  /// The instruction before number \p Before that leaves its result in register
  /// \p Name of this text.
  std::optional<size_t> definitionOf(llvm::StringRef Name,
                                     size_t Before) const {
    for (size_t I = Before; I-- > 0;) {
      const auto &Operands = Program.Instructions[I].Operands;
      if (Operands.size() >= 2 && Operands[0] == Name)
        return I;
    }
    return std::nullopt;
  }

  /// The object, which a register of the text may hold:
  /// `mapa.shared::cluster.u32 r, %0, %1; mbarrier.arrive... _, [r];`.
  void readObject() {
    if (Row.ObjectArg < 0 ||
        size_t(Row.ObjectArg) >= Instruction.Operands.size())
      return;
    PtxOperand Named = parsePtxOperand(Instruction.Operands[Row.ObjectArg]);
    Op.Object = asmArgument(Asm, Named);
    Op.ObjectOffset = Named.Offset;
    if (Named.OffsetArgument) {
      PtxOperand Added;
      Added.Argument = Named.OffsetArgument;
      Op.ObjectOffsetBy = asmArgument(Asm, Added);
    }
    if (Op.Object)
      return;
    llvm::StringRef Name =
        llvm::StringRef(Instruction.Operands[Row.ObjectArg]).trim("[] ");
    Name = Name.take_until([](char C) { return C == '+'; }).rtrim();
    for (auto Made = definitionOf(Name, Index); Made;
         Made = definitionOf(Name, *Made)) {
      const PtxInstruction &Maker = Program.Instructions[*Made];
      Name = Maker.Operands[1];
      if (Maker.Mnemonic == "mapa" && Maker.Operands.size() == 3) {
        PtxOperand Rank = parsePtxOperand(Maker.Operands[2]);
        Op.PeerRank = asmArgument(Asm, Rank);
        Op.PeerRankImmediate = Rank.Immediate;
      } else if (Maker.Mnemonic != "mov" && Maker.Mnemonic != "cvta" &&
                 Maker.Mnemonic != "cvt" && Maker.Mnemonic != "add") {
        return;
      }
      Op.Object = asmArgument(Asm, parsePtxOperand(Name));
    }
  }

  /// One value for all that is stored: not the first part of a vector. A
  /// descriptor: not an address in tensor memory.
  void readValue() {
    bool IsVector =
        Row.ValueArg >= 0 &&
        size_t(Row.ValueArg) < Instruction.Operands.size() &&
        (partsOfVector(Instruction.Operands[Row.ValueArg]).size() > 1 ||
         (Row.Kind == SyncKind::MatrixMultiply &&
          llvm::StringRef(Instruction.Operands[Row.ValueArg])
              .starts_with("[")));
    if (!IsVector)
      Op.Value = operand(Row.ValueArg, &Op.ValueImmediate);
  }

  /// What each thread loads or stores. A row of a matrix has 16 bytes, and the
  /// first lanes give the addresses of the rows (PTX ISA, "ldmatrix").
  void readAccess() {
    if (Op.Kind == SyncKind::MatrixLoad || Op.Kind == SyncKind::MatrixStore) {
      unsigned Rows = Instruction.hasModifier("m16n16") ? 16 : 8;
      Op.Bytes = 16;
      Op.Lanes = Rows * (Instruction.hasModifier("x4")   ? 4
                         : Instruction.hasModifier("x2") ? 2
                                                         : 1);
      return;
    }
    Op.Bytes = bytesMoved(Instruction);
    if (Op.Kind == SyncKind::TensorAlloc)
      Op.Lanes = 1; // One store for the warp.
    if ((Op.Kind == SyncKind::CachedLoad || Op.exchangesValues()) &&
        !Instruction.Operands.empty())
      for (const std::string &Part : partsOfVector(Instruction.Operands[0]))
        Op.Results.push_back(isReplaced(Part)
                                 ? nullptr
                                 : asmArgument(Asm, parsePtxOperand(Part)));
  }

  /// Another instruction leaves its result in \p Register afterwards: `ld.s32
  /// %0, [%1]; add.s32 %0, %0, 1;`.
  bool isReplaced(llvm::StringRef Register) const {
    size_t First = Program.isInLoop(Index) ? 0 : Index + 1;
    for (size_t I = First; I < Program.Instructions.size(); ++I) {
      const auto &Operands = Program.Instructions[I].Operands;
      if (I != Index && !Operands.empty() &&
          llvm::any_of(partsOfVector(Operands[0]), [&](llvm::StringRef Part) {
            return Part.take_until([](char C) { return C == '|'; }).trim() ==
                   Register;
          }))
        return true;
    }
    return false;
  }

  /// `setp.ne.b32 p, %1, 0;` before `@p`, and nothing else that sets `p`.
  void readGuard() {
    const PtxInstruction *Made = nullptr;
    for (const PtxInstruction &I : Program.Instructions)
      if (!I.Operands.empty() && I.Operands[0] == Instruction.Predicate) {
        if (Made)
          return;
        Made = &I;
      }
    if (!Made || Made->Mnemonic != "setp" || Made->Operands.size() != 3 ||
        !Made->Predicate.empty() || Made->Modifiers.empty())
      return;
    auto Opcode = llvm::StringSwitch<std::optional<BinaryOperatorKind>>(
                      Made->Modifiers[0])
                      .Case("eq", BO_EQ)
                      .Case("ne", BO_NE)
                      .Cases({"lt", "lo"}, BO_LT)
                      .Cases({"le", "ls"}, BO_LE)
                      .Cases({"gt", "hi"}, BO_GT)
                      .Cases({"ge", "hs"}, BO_GE)
                      .Default(std::nullopt);
    PtxOperand Right = parsePtxOperand(Made->Operands[2]);
    const Expr *RightExpr = asmArgument(Asm, Right);
    if (!Opcode || (!RightExpr && !Right.Immediate))
      return;
    Op.Guard = {asmArgument(Asm, parsePtxOperand(Made->Operands[1])), RightExpr,
                Right.Immediate.value_or(0),
                Instruction.PredicateNegated
                    ? BinaryOperator::negateComparisonOp(*Opcode)
                    : *Opcode};
  }

  /// `bar.red` ends with the predicate that it reduces, so that its count is
  /// there only if a further operand follows.
  void readThreadCount() {
    bool IsReduction = Row.IdArg == 1;
    size_t WithCount = Row.CountArg + (IsReduction ? 2 : 1);
    bool HasCount = Instruction.Operands.size() >= WithCount;
    if (IsReduction)
      Op.Value = operand(Instruction.Operands.size() - 1, &Op.ValueImmediate);
    if (!HasCount)
      return;
    Op.Count = operand(Row.CountArg, &Op.CountImmediate);
    Op.Participants = Participation::Counted;
    if (Op.ResultUniformAt == Scope::Block)
      Op.ResultUniformAt = Scope::Warp;
  }

  const GCCAsmStmt &Asm;
  const PtxProgram &Program;
  size_t Index;
  const PtxInstruction &Instruction;
  const SyncApiEntry &Row;
  SyncOp Op;
};

} // namespace

llvm::SmallVector<SyncOp, 2> SyncModel::classify(const GCCAsmStmt &Asm) const {
  llvm::SmallVector<SyncOp, 2> Ops;
  PtxProgram Program = parsePtx(Asm.getAsmString());
  for (size_t I = 0; I < Program.Instructions.size(); ++I)
    if (const SyncApiEntry *Row = rowOf(Program.Instructions[I]))
      Ops.push_back(InstructionReader(Asm, Program, I, *Row).read());
  return Ops;
}

/// Leaves the same address or number in another form: a number of 64 bits in
/// one of 32 only where it is an address in shared memory.
static bool converts(const PtxInstruction &I, bool OfShared) {
  if (!I.Predicate.empty() || I.Operands.size() != 2)
    return false;
  bool Narrows = I.Mnemonic == "cvt" && I.Modifiers.size() == 2 &&
                 I.Modifiers[0] == "u32" && I.Modifiers[1] == "u64";
  bool Widens = I.Mnemonic == "cvt" && I.Modifiers.size() == 2 &&
                I.Modifiers[0] == "u64" && I.Modifiers[1] == "u32";
  return I.Mnemonic == "cvta" || I.Mnemonic == "mov" || Widens ||
         (Narrows && OfShared);
}

const Expr *convertedBy(const GCCAsmStmt &Asm, const Expr *Output) {
  PtxProgram Program = parsePtx(Asm.getAsmString());
  bool OfShared = llvm::any_of(Program.Instructions, [](const auto &I) {
    return I.Mnemonic == "cvta" &&
           (I.hasModifier("shared") || I.hasModifier("shared::cta"));
  });
  llvm::StringRef Name;
  const Expr *From = Output;
  for (const PtxInstruction &I : llvm::reverse(Program.Instructions)) {
    if (!converts(I, OfShared))
      return nullptr;
    const Expr *To = asmArgument(Asm, parsePtxOperand(I.Operands[0]));
    if (From ? To != From : I.Operands[0] != Name)
      continue;
    Name = I.Operands[1];
    From = asmArgument(Asm, parsePtxOperand(Name));
  }
  return From == Output ? nullptr : From;
}

/// Instructions without a row that compute from registers, go on elsewhere in
/// the text, or wait for time alone. Those of matrices need the whole warp.
static constexpr llvm::StringLiteral Computing[] = {
    "abs",      "activemask", "add",   "addc",     "and",       "bfe",
    "bfi",      "bfind",      "bmsk",  "bra",      "brev",      "clz",
    "cnot",     "copysign",   "cos",   "cvt",      "cvta",      "div",
    "dp2a",     "dp4a",       "ex2",   "fma",      "fns",       "getctarank",
    "isspacep", "lg2",        "lop3",  "mad",      "madc",      "max",
    "min",      "mov",        "mul",   "mul24",    "nanosleep", "neg",
    "not",      "or",         "popc",  "prefetch", "prefetchu", "prmt",
    "rcp",      "rem",        "ret",   "rsqrt",    "sad",       "selp",
    "set",      "setp",       "shf",   "shl",      "shr",       "sin",
    "slct",     "sqrt",       "sub",   "subc",     "szext",     "tanh",
    "testp",    "vabsdiff4",  "vadd4", "vmax4",    "vmin4",     "vsub4",
    "xor"};
static constexpr llvm::StringLiteral OfMatrices[] = {"mma", "movmatrix",
                                                     "wmma"};

static bool isIgnored(const PtxInstruction &I) {
  return llvm::any_of(IgnoredOpcodes, [&](llvm::StringRef Opcode) {
    return componentsMatched(Opcode, I) > 0;
  });
}

std::string instructionWithoutRow(const GCCAsmStmt &Asm) {
  for (const PtxInstruction &I : parsePtx(Asm.getAsmString()).Instructions) {
    bool IsKnown = rowOf(I) || isIgnored(I) ||
                   llvm::is_contained(Computing, I.Mnemonic) ||
                   (llvm::is_contained(OfMatrices, I.Mnemonic) &&
                    !I.hasModifier("load") && !I.hasModifier("store")) ||
                   (I.Mnemonic == "mbarrier" && I.hasModifier("pending_count"));
    if (!IsKnown)
      return I.Mnemonic;
  }
  return "";
}

bool needsWholeWarp(const GCCAsmStmt &Asm) {
  PtxProgram Program = parsePtx(Asm.getAsmString());
  return llvm::any_of(Program.Instructions, [](const PtxInstruction &I) {
    return llvm::is_contained(OfMatrices, I.Mnemonic) ||
           (I.hasModifier("aligned") && I.Mnemonic != "bar" &&
            I.Mnemonic != "barrier");
  });
}

bool electsLane(const GCCAsmStmt &Asm) {
  PtxProgram Program = parsePtx(Asm.getAsmString());
  return llvm::any_of(Program.Instructions, [](const PtxInstruction &I) {
    return I.Mnemonic == "elect";
  });
}

bool writesAtMany(const SyncOp &Op) {
  return Op.Entry->Multicast || (Op.Kind == SyncKind::AsyncCopy && Op.Mask);
}

bool reachesOtherBlocks(const SyncOp &Op) {
  constexpr llvm::StringLiteral Multicast = "multicast";
  const auto *Asm = dyn_cast_or_null<GCCAsmStmt>(Op.Origin);
  return writesAtMany(Op) || llvm::StringRef(Op.Spelling).contains(Multicast) ||
         (Asm && llvm::StringRef(Asm->getAsmString()).contains(Multicast));
}

} // namespace warplint
