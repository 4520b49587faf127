// RUN: %verify %s --checks=-*,warplint-sync-mask
//
// A warp's own counter is read before a loop and written behind it. Lanes that
// run no round could write before others read; those that are in the loop have
// the whole warp with them, and its barriers lie between.

struct Fifo {
  long head, tail;
};

__device__ Fifo *ofWarp(Fifo *all) { return all + blockIdx.x * 8 + threadIdx.x / 32; }

// --- Found ----------------------------------------------------------------------

// No barrier lies between the read and the write.
__global__ void nothingBetween(Fifo *all, long *out, int count) {
  Fifo *mine = ofWarp(all);
  long head = mine->head;
  for (int i = blockIdx.y; i < count; i += gridDim.y) {
    if (head > 3)
      __syncwarp(); // warn sync-mask: waits for lanes that may not come here
    out[i] = head++;
  }
  mine->head = head + 1;
}

// Some lanes enter the loop, and others are past it.
__global__ void enteredByFew(Fifo *all, long *out, int count) {
  Fifo *mine = ofWarp(all);
  long head = mine->head;
  for (int i = threadIdx.x; i < count; i += 32) {
    __syncwarp(); // warn sync-mask: waits for lane
    if (head > 3)
      __syncwarp(); // warn sync-mask: waits for lanes that may not come here
    out[i] = head++;
  }
  mine->head = head + 1;
}

// Behind the loop lanes are that ran no round.
__global__ void behindTheLoop(Fifo *all, long *out, int count) {
  Fifo *mine = ofWarp(all);
  long head = mine->head;
  for (int i = blockIdx.y; i < count; i += gridDim.y) {
    __syncwarp();
    out[i] = head++;
  }
  if (head > 3)
    __syncwarp(); // warn sync-mask: waits for lanes that may not come here
  mine->head = head + 1;
}

// The first barrier stands behind a way out of the loop.
__global__ void leftBefore(Fifo *all, long *out, int count) {
  Fifo *mine = ofWarp(all);
  long head = mine->head;
  for (int i = blockIdx.y; i < count; i += gridDim.y) {
    if (out[i] > head)
      break;
    __syncwarp(); // warn sync-mask: waits for lanes that may not come here
    out[i] = head++;
  }
  mine->head = head + 1;
}

// --- Left alone ------------------------------------------------------------------

__global__ void entered(Fifo *all, long *out, int count) {
  Fifo *mine = ofWarp(all);
  long head = mine->head;
  for (int i = blockIdx.y; i < count; i += gridDim.y) {
    __syncwarp();
    if (head > 3)
      __syncwarp(); // silent: whole-rows
    out[i] = head++;
  }
  mine->head = head + 1;
}

__global__ void barrierAtTheEnd(Fifo *all, long *out, int count, int need) {
  Fifo *mine = ofWarp(all);
  long head = mine->head;
  int slot = -1, used = 4;
  for (int i = blockIdx.y; i < count; i += gridDim.y) {
    if (used + need > 4) {
      if (slot >= 0) {
        head++;
        __syncwarp(); // silent: whole-rows
        mine->head = head;
      }
      slot = head % 16;
      used = 0;
      __syncwarp();
    }
    out[i] = slot;
    used += need;
    __syncwarp();
  }
  if (used > 0)
    mine->head = head + 1;
}
