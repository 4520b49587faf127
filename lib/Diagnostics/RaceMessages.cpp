//===--- RaceMessages.cpp - Races in the user's words ---------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/RaceMessages.h"
#include "Analysis/SymbolicExecution/AccessPath.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include "Analysis/SyncTimeline/SyncTimeline.h"
#include "Assumptions/Assumptions.h"
#include "Assumptions/Evidence.h"
#include "Diagnostics/BufferMessages.h"
#include "Diagnostics/Certainties.h"
#include "Diagnostics/EvidenceMessages.h"
#include "Diagnostics/TimelineMessages.h"
#include "Support/Checked.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace warplint {

/// A library gives its own members names that programs may not use (C++
/// [lex.name]): who reads a message does not know them.
static bool isOfLibrary(const FieldDecl *Field) {
  llvm::StringRef Name = Field && Field->getDeclName().isIdentifier()
                             ? Field->getName()
                             : llvm::StringRef();
  return Name.starts_with("__") ||
         (Name.size() > 1 && Name[0] == '_' && llvm::isUpper(Name[1]));
}

std::string nameOfRoot(const Term *Root) {
  while (true) {
    if (const auto *Join = dyn_cast<PhiTerm>(Root))
      Root = Join->place();
    else if (const auto *Pointer = dyn_cast<LoadTerm>(Root))
      Root = Pointer->address();
    else if (const auto *Element = dyn_cast<ElementTerm>(Root))
      Root = Element->base();
    else if (const auto *Member = dyn_cast<FieldTerm>(Root);
             Member && isOfLibrary(Member->field()))
      Root = Member->base();
    else if (const auto *Part = dyn_cast<ExtractTerm>(Root);
             Part && isOfLibrary(Part->field()))
      Root = Part->from();
    else
      break;
  }
  const NamedDecl *Named = declarationOf(Root);
  if (const auto *Part = dyn_cast<ExtractTerm>(Root))
    Named = Part->field();
  else if (const auto *Member = dyn_cast<FieldTerm>(Root))
    Named = Member->field();
  return Named && Named->getDeclName().isIdentifier() &&
                 !Named->getName().empty()
             ? Named->getNameAsString()
             : "memory";
}

/// The object that \p Side accesses, at home or at a peer.
static const Term *objectOf(const races::RaceSide &Side) {
  auto Own = Side.Own ? locate(Side.Own) : std::nullopt;
  return Own ? Own->Root : rootOf(Side.Access->Address);
}

/// The variable through which the source reaches what is accessed at \p Site;
/// null if it is none.
static const NamedDecl *variableIn(const Stmt *Site) {
  const auto *E = dyn_cast<Expr>(Site);
  while (E) {
    E = E->IgnoreParenCasts();
    if (const auto *Index = dyn_cast<ArraySubscriptExpr>(E))
      E = Index->getBase();
    else if (const auto *Member = dyn_cast<MemberExpr>(E))
      E = Member->getBase();
    else if (const auto *Op = dyn_cast<UnaryOperator>(E))
      E = Op->getSubExpr();
    else if (const auto *Sum = dyn_cast<BinaryOperator>(E))
      E = Sum->getLHS();
    else
      break;
  }
  const auto *Named = dyn_cast_or_null<DeclRefExpr>(E);
  return Named ? Named->getDecl() : nullptr;
}

/// Numbers that large come from a pitch that is not known: they say nothing.
static std::string indexText(int64_t Index) {
  return base::magnitude(Index) < (uint64_t(1) << 20) ? std::to_string(Index)
                                                      : "...";
}

/// The element as the source would spell it: `tile[1][0].x`.
static std::string elementOf(const races::RaceSide &Side) {
  std::vector<const SubobjectTerm *> Path = Side.path();
  const Term *At = rootOf(Side.Access->Address);
  std::string Text = nameOfRoot(Side.Own ? objectOf(Side) : At);
  if (isa<SelectTerm>(At))
    if (const NamedDecl *Pointer = variableIn(Side.Access->Site))
      Text = Pointer->getNameAsString();
  size_t Next = 0;
  for (size_t I = 0; I < Path.size(); ++I) {
    const auto *Element = dyn_cast<ElementTerm>(Path[I]);
    if (const auto *Member = dyn_cast<FieldTerm>(Path[I])) {
      if (isOfLibrary(Member->field()))
        continue;
      Text += "." + Member->field()->getNameAsString();
    } else if (Element && Next < Side.Indices.size()) {
      base::Checked Index = Side.Indices[Next++];
      if (Element->isBase())
        continue;
      // PTX steps by bytes over what the source has elements of.
      const auto *Bytes =
          I + 1 < Path.size() ? dyn_cast<ElementTerm>(Path[I + 1]) : nullptr;
      if (Bytes && Bytes->isBase())
        Bytes = nullptr;
      if (Bytes && Bytes->elementSize() == 1 && Element->elementSize() > 1 &&
          Next < Side.Indices.size()) {
        Index += Side.Indices[Next++] / Element->elementSize();
        ++I;
      } else if (Bytes && Bytes->elementSize() == Element->elementSize() &&
                 Bytes->base() != Element && Next < Side.Indices.size()) {
        // What was mapped is an element, from which the peer's address counts.
        Index += Side.Indices[Next++];
        ++I;
      }
      Text += "[" + indexText(Index.orElse(INT64_MAX)) + "]";
    }
  }
  return "'" + Text + "'";
}

static std::string whoIs(const races::RaceSide &Side, const races::Race &R) {
  std::string Text = "thread " + triple(Side.Thread);
  if (races::areOfTwoBlocks(R))
    Text += " of block " + triple(Side.Block);
  return Text;
}

static std::string threadDoes(const races::RaceSide &Side,
                              const races::Race &R) {
  bool IsShared = isOfCopy(*Side.Access) && Side.Access->Op->Group;
  std::string Text =
      whoIs(Side, R) + " " +
      (IsShared ? std::string("has a part in the copy to '") +
                      nameOfRoot(rootOf(Side.Access->Address)) + "' that begins"
                : verbOf(*Side.Access).str() + " " + elementOf(Side)) +
      " here";
  const char *Lead = ", when ";
  for (const auto &[Variable, Value] : Side.Variables) {
    Text += Lead + Variable->getNameAsString() + " = " + std::to_string(Value);
    Lead = " and ";
  }
  return Text;
}

static std::string messageOf(const races::Race &R) {
  std::string Element = elementOf(R.Second);
  llvm::StringRef Others =
      R.Relation == ThreadRelation::SameWarp ? "another lane of the warp"
      : R.Relation == ThreadRelation::SameCluster
          ? "a thread of another block of the cluster"
      : R.Relation == ThreadRelation::SameGrid ? "a thread of another block"
                                               : "another thread of the block";
  std::string Iteration = R.NextIteration ? " in the previous iteration" : "";
  if (R.First.Access == R.Second.Access)
    return Element + " is written by several threads at once, and not all of "
                     "them write the same";
  const char *Changed =
      R.Second.Access->Access == AccessKind::Atomic ? " is updated "
      : isOfCopy(*R.Second.Access)                  ? " is copied to "
      : R.K == races::Race::Kind::WriteAfterRead    ? " is overwritten "
                                                    : " is written ";
  switch (R.K) {
  case races::Race::Kind::ReadAfterWrite:
    return Element + " is read while " + Others.str() +
           (isOfCopy(*R.First.Access) ? " may still copy to it"
                                      : " may still write it") +
           Iteration;
  case races::Race::Kind::WriteAfterRead:
    return Element + Changed + "while " + Others.str() + " may still read it" +
           Iteration;
  case races::Race::Kind::WriteAfterWrite:
    return Element + Changed + "while " + Others.str() + " may still write it" +
           Iteration;
  }
  llvm_unreachable("no such race");
}

static Witness witnessOf(const races::Race &R) {
  Witness Shown;
  for (const races::RaceSide *Side : {&R.First, &R.Second}) {
    Witness::ThreadAt At;
    At.Thread = Side->Thread;
    if (races::areOfTwoBlocks(R))
      At.Block = Side->Block;
    At.Role = verbOf(*Side->Access).str();
    At.Loc = Side->Access->Site->getBeginLoc();
    Shown.Threads.push_back(std::move(At));
    for (const auto &[Variable, Value] : Side->Variables)
      Shown.Values.push_back({Variable->getNameAsString(), Value});
  }
  for (unsigned Axis = 0; Axis < 3; ++Axis) {
    Shown.BlockDim[Axis] = R.BlockDim[Axis];
    Shown.GridDim[Axis] = races::areOfTwoBlocks(R) ? R.GridDim[Axis] : 0;
  }
  for (const auto &[Parameter, Value] : R.Given)
    Shown.Values.push_back({Parameter, Value});
  Shown.Opening = R.Opening && R.Opening->Site ? R.Opening->Site->getBeginLoc()
                                               : clang::SourceLocation();
  Shown.Query = R.Query;
  return Shown;
}

/// The kernel's intervals as these two threads have them.
static SyncMap mapOfRace(const races::Race &R, const KernelFacts &Facts) {
  timeline::TimelineQuestion Asked;
  Asked.Threads = {R.Cut, &R.NotShared};
  for (const races::RaceSide *Side : {&R.First, &R.Second}) {
    Asked.Wanted.push_back(Side->Access);
    for (const Term *Root :
         possibleRoots(Side->Access->Address, Facts.values()))
      if (!llvm::is_contained(Asked.Objects, Root))
        Asked.Objects.push_back(Root);
    if (Side->Own && !llvm::is_contained(Asked.Objects, objectOf(*Side)))
      Asked.Objects.push_back(objectOf(*Side));
  }
  // What several blocks touch is a matter of their indices, too.
  if (!races::areOfTwoBlocks(R)) {
    Asked.Element = R.Second.Access->Address;
    Asked.Indices = R.Second.Indices;
  }
  Asked.Opening = R.Opening;
  for (unsigned Axis = 0; Axis < 3; ++Axis)
    Asked.BlockDim[Axis] = R.BlockDim[Axis];
  return mapOf(Facts, Asked, nameOfRoot(objectOf(R.Second)),
               llvm::StringRef(elementOf(R.Second)).trim('\'').str());
}

static void addExample(Finding &F, const races::Race &R) {
  std::string Text;
  std::array<int64_t, 3> Block = {R.BlockDim[0], R.BlockDim[1], R.BlockDim[2]};
  std::string Blocks = "blocks of " + triple(Block) + " threads";
  if (R.Relation == ThreadRelation::SameCluster)
    Blocks += " in clusters of " + std::to_string(R.ClusterSize);
  if (R.From.Launch)
    addSeenIn(F, *R.From.Launch, Blocks);
  else if (!R.ShapeIsKnown)
    Text = "seen with " + Blocks;
  for (const auto &[Parameter, Value] : R.Given)
    Text += (Text.empty() ? "seen with " : " and ") + Parameter + " = " +
            std::to_string(Value);
  if (R.RestsOn.rests(Assumption::LoadedIndex))
    Text += Text.empty() ? "the index is read from memory: another thread's "
                           "element is assumed"
                         : "; the index is read from memory";
  if (!Text.empty())
    F.Notes.push_back({F.Loc, Text, NoteRole::Example});
}

/// The text in front of the barrier's place, to keep the indentation.
static std::string indentAt(SourceLocation Loc, const SourceManager &SM) {
  bool Invalid = false;
  unsigned Column = SM.getSpellingColumnNumber(Loc, &Invalid);
  const char *At = SM.getCharacterData(Loc, &Invalid);
  if (Invalid || Column <= 1)
    return "";
  llvm::StringRef Before(At - (Column - 1), Column - 1);
  return Before.take_while([](char C) { return C == ' ' || C == '\t'; }).str();
}

static void addBarrier(Finding &F, SourceLocation At, const SourceManager &SM,
                       llvm::StringRef Remedy) {
  std::string Indent = indentAt(At, SM);
  std::string Text = Remedy.str() + ";\n" + Indent;
  // In front of a closing brace the barrier is one step further in.
  if (*SM.getCharacterData(At) == '}')
    Text = "  " + Text;
  F.Edits.push_back({CharSourceRange::getCharRange(At, At), Text,
                     /*Safe=*/false});
}

/// What mends all of \p Group without another barrier, to go on with.
static llvm::StringRef otherwise(const RaceGroup &Group,
                                 const KernelFacts &Facts) {
  bool TakeTurns = llvm::all_of(Group.Races, [&](const races::Race *R) {
    return mendedByTwoBuffers(*R, Facts);
  });
  return TakeTurns
             ? ", or let two buffers take turns by the parity of the "
               "iteration: then the one barrier that an iteration has is enough"
             : "";
}

static void addRemedy(Finding &F, const RaceGroup &Group,
                      const KernelFacts &Facts, llvm::StringRef Remedy) {
  const races::Race &R = *Group.Races.front();
  auto Advise = [&](SourceLocation Loc, std::string Text) {
    F.Notes.push_back({Loc, std::move(Text), NoteRole::Advice});
  };
  if (R.Relation == ThreadRelation::SameGrid)
    return Advise(F.Loc, "blocks of one launch do not wait for each other: use "
                         "an atomic, give each its own element, or launch "
                         "twice");
  if (R.Relation == ThreadRelation::SameCluster &&
      R.First.Access != R.Second.Access)
    return Advise(
        F.Loc, "let all threads of the cluster meet "
               "('cluster.sync()') between the two accesses" +
                   std::string(R.NextIteration ? ", in each iteration" : ""));
  // No barrier orders one access with itself.
  if (R.First.Access == R.Second.Access)
    return Advise(F.Loc, "let one thread write it, or use an atomic");
  std::string What = "'" + Remedy.str() + ";'";
  if (Group.Barriers.empty()) {
    bool OneStatement = areInOneStatement(Facts, Group.First, Group.Second);
    if (OneStatement && R.First.Access->Address == R.Second.Access->Address)
      return Advise(F.Loc, "use an atomic, or let one thread do it");
    if (R.NextIteration)
      return Advise(F.Loc, "all threads must pass " + What +
                               " at the end of each iteration" +
                               otherwise(Group, Facts).str());
    return Advise(F.Loc,
                  OneStatement && R.K != races::Race::Kind::WriteAfterWrite
                      ? "split the statement: read, " + What +
                            ", then write, or use an atomic"
                      : "all threads must pass " + What +
                            " between the two accesses");
  }
  for (SourceLocation At : Group.Barriers) {
    Advise(At, "put " + What + " here" + otherwise(Group, Facts).str());
    addBarrier(F, At, Facts.context().getSourceManager(), Remedy);
  }
}

/// The other lines that the same remedy mends.
static void addOthers(Finding &F, const RaceGroup &Group,
                      const SourceManager &SM) {
  llvm::SmallVector<unsigned, 4> Lines{SM.getExpansionLineNumber(F.Loc)};
  for (const races::Race *Other : llvm::ArrayRef(Group.Races).drop_front()) {
    SourceLocation Loc = Other->Second.Access->Site->getBeginLoc();
    unsigned Line = SM.getExpansionLineNumber(Loc);
    if (Lines.size() == 4 || llvm::is_contained(Lines, Line))
      continue;
    Lines.push_back(Line);
    F.Notes.push_back({Loc, "so is " + elementOf(Other->Second) + " here",
                       NoteRole::Operation});
  }
}

/// A barrier between the two that does not hold both.
static void addGroupBarrier(Finding &F, const Explanation &Words,
                            const races::Race &R) {
  if (!R.GroupBarrier)
    return;
  const Event &Barrier = *R.GroupBarrier;
  F.Notes.push_back(
      {Words.inUserCode(*Barrier.Owner, Barrier.Site).Loc,
       "'" + Barrier.Op->Spelling + "' orders only the threads that come to " +
           "it, and " + whoIs(R.FirstIsOutsider ? R.First : R.Second, R) +
           " is none of them",
       NoteRole::Operation});
}

void explainRaces(Finding &F, const RaceGroup &Group, const KernelFacts &Facts,
                  llvm::StringRef Remedy) {
  const races::Race &R = *Group.Races.front();
  F.Loc = Group.Second.Loc;
  F.Message = messageOf(R);
  F.Sure = certaintyOf(R, Facts);
  F.RestsOn = itemsOf(R.RestsOn);
  Explanation Words(Facts);
  auto Add = [&](const races::RaceSide &Side, const MessagePlace &At) {
    bool Inside =
        At.Site != Side.Access->Site && At.Owner != Side.Access->Owner;
    if (Inside) {
      // Both may come through one call.
      Note Through{At.Loc, "through this call", NoteRole::Operation};
      if (llvm::none_of(F.Notes, [&](const Note &Other) {
            return Other.Loc == Through.Loc && Other.Text == Through.Text;
          }))
        F.Notes.push_back(std::move(Through));
      Words.addCalls(F.Notes, At, *Side.Access, threadDoes(Side, R));
    } else {
      F.Notes.push_back({At.Loc, threadDoes(Side, R), NoteRole::Operation});
    }
  };
  Add(R.First, Group.First);
  Add(R.Second, Group.Second);
  addGroupBarrier(F, Words, R);
  addExample(F, R);
  F.Shown = witnessOf(R);
  setScenario(F, R.From, {R.BlockDim[0], R.BlockDim[1], R.BlockDim[2]},
              {R.GridDim[0], R.GridDim[1], R.GridDim[2]});
  F.Map = mapOfRace(R, Facts);
  addOthers(F, Group, Facts.context().getSourceManager());
  if (!Remedy.empty())
    addRemedy(F, Group, Facts, Remedy);
}

llvm::StringRef nameOf(twothreads::Undecided Why) {
  switch (Why) {
  case twothreads::Undecided::WorkLimit:
    return "work-limit";
  case twothreads::Undecided::PairLimit:
    return "pair-limit";
  case twothreads::Undecided::QueryLimit:
    return "query-limit";
  case twothreads::Undecided::SolverSteps:
    return "solver-steps";
  case twothreads::Undecided::Unbounded:
    return "unbounded-value";
  case twothreads::Undecided::UnknownGroup:
    return "unknown-group";
  case twothreads::Undecided::CutOff:
    return "cut-off";
  case twothreads::Undecided::PeersTalk:
    return "peers-talk";
  case twothreads::Undecided::NoLaunch:
    return "no-launch";
  }
  llvm_unreachable("no such reason");
}

} // namespace warplint
