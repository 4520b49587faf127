//===--- SampleSizes.h - Numbers that are tried where none is known -------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks, grids and parameter values that the analysis tries where neither a
// launch nor the user nor the kernel gives them. No other file has such a
// number. Each table is tried in its order. What a sample shows is a finding;
// what no sample shows is no proof.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ASSUMPTIONS_SAMPLESIZES_H
#define WARPLINT_ASSUMPTIONS_SAMPLESIZES_H

#include <array>
#include <cstdint>

namespace warplint::samples {

using Block = std::array<int64_t, 3>; ///< Threads along x, y, z.

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// Blocks of one row. 256 is the usual choice and becomes the witness; sizes on
/// both sides of it let a finding depend on none; those of a warp or less come
/// last, since all races in them are between lanes.
inline constexpr int64_t Rows[] = {256, 64, 128, 512, 1024, 32, 16, 8, 4, 2};
/// Threads along x of a block with rows, as tiles of 16 and 32 elements have.
inline constexpr int64_t RowsOfTiles[] = {16, 32, 8};
/// Threads along y beside as many as along x: 32 x 8 is the usual transpose.
inline constexpr int64_t FewRows = 8;
/// Threads along x that a stride shows at least: a smaller one is that of
/// elements.
inline constexpr int64_t LeastRow = 8;
/// Elements of a part of a buffer at least, a warp's: what lies nearer is one
/// part.
inline constexpr int64_t LeastPart = 32;
/// Tiles for kernels whose arrays have room for no more.
inline constexpr Block SmallTiles[] = {{8, 4, 1}, {4, 4, 1}, {2, 2, 1}};
/// Blocks with planes: half a thousand threads at most, as stencils have.
inline constexpr Block Cubes[] = {{8, 8, 4}, {4, 4, 4}, {4, 4, 2}, {2, 2, 2}};
/// Threads along z where the extents along x and y follow from the kernel.
inline constexpr int64_t Planes[] = {4, 2};
/// Whole warps in one row: each usual size, one with an odd number of warps
/// (96), and one that is no power of two (192).
inline constexpr int64_t WholeWarps[] = {32, 64, 96, 128, 192, 256, 512, 1024};
/// Blocks that the host's tests allow: the largest first, since only few tests
/// ask for small ones.
inline constexpr int64_t LargestFirst[] = {1024, 512, 256, 128, 64, 32};
/// One block for a witness: the usual row, or a tile that has more than one
/// warp along the axes that the kernel uses.
inline constexpr Block ExampleRow = {256, 1, 1}, ExampleTile = {16, 8, 2};
/// In their place, to find out what rests on them: one warp.
inline constexpr Block OtherRow = {32, 1, 1}, OtherTile = {8, 2, 2};
/// A block that is not made of whole warps and has no divisor in common with
/// the usual sizes: it shows exits that no block of whole warps shows.
inline constexpr int64_t UnevenRow = 99;

//===----------------------------------------------------------------------===//
// Grids
//===----------------------------------------------------------------------===//

/// Blocks along an axis: few and many, since a kernel may tie its sizes to the
/// size of the grid.
inline constexpr uint32_t Grids[] = {4, 64};
/// Blocks along an axis where the host's arguments follow from their number:
/// two meet each other, one is all that a small problem has.
inline constexpr uint32_t FewBlocks[] = {2, 1};
/// As FewBlocks, for loops over parts of the arguments to make an iteration.
inline constexpr uint32_t ManyBlocks = 4096;
/// Blocks along an axis where one block is simulated: loops that stride by the
/// grid have few iterations.
inline constexpr int64_t BlocksOfSimulation = 2;

//===----------------------------------------------------------------------===//
// Values of parameters
//===----------------------------------------------------------------------===//

/// Sizes of the user's data: just below a block and a warp and just above one,
/// parts of a warp, nothing at all, and more than a block; then multiples of a
/// warp and of parts of one, which only the host can ask for.
inline constexpr int64_t Sizes[] = {255, 100, 33,   31, 16, 2,
                                    1,   0,   1000, 96, 40};
/// So many of Sizes are tried where the host is unknown.
inline constexpr unsigned SizesOfAnyHost = 9;
/// Of Sizes, for two parameters at once.
inline constexpr int64_t SizesInPairs[] = {100, 33, 31, 16, 2};
/// For products of several parameters: small, for the first blocks to have
/// threads that exit, and with iterations enough to leave out part of a warp.
inline constexpr int64_t SizesInProducts[] = {7, 1};
/// Of a number in memory that decides who exits: a length beyond a warp, one
/// past a warp, and a flag that is set or not.
inline constexpr int64_t FlagsOrLengths[] = {100, 33, 1, 0};
/// Parameters that do not decide the question: few iterations of loops, ...
inline constexpr int64_t Iterations = 2, FewIterations = 3;
/// ... or a pitch at which rows do not overlap, and that divides no block.
inline constexpr int64_t OddPitch = 17;
/// A pitch that no index into a row reaches, and the bits of a shift, where two
/// threads that collide are looked for.
inline constexpr int64_t LargePitch = 1 << 16, ShiftedBits = 1;
/// By how much a second one is larger: by more than a block has threads.
inline constexpr int64_t RowsOfPitch = 1 << 11;

/// Numbers of which there are no more than these come again in a grid.
inline constexpr int64_t FewValues = 1 << 16;

/// Iterations of a pipeline, and sizes that tiles of 16 to 128 divide. The last
/// two give so many tiles that large stages are filled twice.
inline constexpr int64_t StageIterations[] = {5,   9,    17,   64,
                                              256, 1024, 2048, 4096};
/// Iterations of a loop with numbered barriers: more than there are stages, and
/// tiles of 32 or more with and without a rest.
inline constexpr int64_t BarrierIterations[] = {5, 64, 1000};
/// So many of BarrierIterations are enough for each of many blocks.
inline constexpr unsigned FewBarrierIterations = 2;
/// Work for a grid whose blocks take turns, in multiples of its blocks.
inline constexpr int64_t WorkOfGrids[] = {3, 5};

/// Other parts of parameters: somewhere, at an address that suits any type, and
/// a floating-point number that is not zero.
inline constexpr int64_t Address = 4096, FloatingPoint = 1;

/// Template arguments of kernels without instances: blocks and tiles as they
/// mostly are.
inline constexpr int64_t TemplateNumbers[] = {256, 32, 8, 4, 2};

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

/// How often all lanes of a warp are run with drawn values, to see which agree.
/// Every other draw is from few values, so that lanes often have equal ones; a
/// difference that all draws miss takes values that none of them has.
inline constexpr unsigned LaneDraws = 9;
/// Of two lanes of a warp: numbers of 64 bits of which nothing is known are no
/// larger, nor are counts of iterations and of blocks than the second.
inline constexpr int64_t LargestOfWarp = int64_t(1) << 40, MostOfWarp = 1 << 20;
/// Iterations of a loop that nobody knows the end of, where a witness is
/// replayed: the answer is Unknown then, or that both threads meet.
inline constexpr unsigned TurnsOfUnknownLoops = 4;

} // namespace warplint::samples

#endif // WARPLINT_ASSUMPTIONS_SAMPLESIZES_H
