// RUN: %verify %s --checks=-*,warplint-lock-discipline
//
// A lock that is taken in one round and used in the next: the result decides
// there.

__global__ void kept(int *lock, int *data) {
  bool got = false;
  for (bool done = false; !done;) {
    if (got) {
      *data += 1; // warn lock-discipline: 'data' is read after the lock 'lock' was taken, with no fence between
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    } else {
      got = atomicCAS(lock, 0, 1) == 0;
    }
  }
}

__global__ void keptWithAFence(int *lock, int *data) {
  bool got = false;
  for (bool done = false; !done;) {
    if (got) {
      __threadfence();
      *data += 1;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    } else {
      got = atomicCAS(lock, 0, 1) == 0;
    }
  }
}

__global__ void takenAtTheEnd(int *lock, int *data, int rounds) {
  int got = 0;
  for (int i = 0; i < rounds; ++i) {
    if (got) {
      *data = *data + i; // warn lock-discipline: 'data' is read after the lock 'lock' was taken
      atomicExch(lock, 0); // warn lock-discipline: 'atomicExch()' gives back the lock 'lock' with no fence after the write of 'data'
    }
    got = atomicCAS(lock, 0, 1) == 0;
  }
  if (got)
    atomicExch(lock, 0);
}

__global__ void fenceWhereItIsTaken(int *lock, int *data, int rounds) {
  int got = 0;
  for (int i = 0; i < rounds; ++i) {
    if (got) {
      *data = *data + i;
      __threadfence();
      atomicExch(lock, 0);
    }
    got = atomicCAS(lock, 0, 1) == 0;
    __threadfence();
  }
  if (got)
    atomicExch(lock, 0);
}

// The same test each time: who comes to the use has come to the fence.
__global__ void fencesUnderTheSameTest(int *lock, int *data, int rounds) {
  int got = 0;
  for (int i = 0; i < rounds; ++i) {
    if (got)
      __threadfence();
    if (got)
      *data = *data + i;
    if (got)
      __threadfence();
    if (got)
      atomicExch(lock, 0);
    got = atomicCAS(lock, 0, 1) == 0;
  }
  if (got)
    atomicExch(lock, 0);
}

// Another test: it may have failed.
__global__ void fenceUnderAnotherTest(int *lock, int *data, int rounds) {
  int got = 0;
  for (int i = 0; i < rounds; ++i) {
    if (i % 2)
      __threadfence();
    if (got) {
      *data = *data + i; // warn lock-discipline: 'data' is read after the lock 'lock' was taken
      __threadfence();
      atomicExch(lock, 0);
    }
    got = atomicCAS(lock, 0, 1) == 0;
  }
  if (got)
    atomicExch(lock, 0);
}

// The fence stands behind a test of what `got` was before.
__global__ void fenceOfTheRoundBefore(int *lock, int *data, int rounds) {
  int got = 0;
  for (int i = 0; i < rounds; ++i) {
    int had = got;
    if (!got)
      got = atomicCAS(lock, 0, 1) == 0;
    if (had)
      __threadfence();
    if (got) {
      *data = *data + i; // warn lock-discipline: 'data' is read after the lock 'lock' was taken
      __threadfence();
      atomicExch(lock, 0);
      got = 0;
    }
  }
}

__global__ void exchanged(int *lock, int *data, int rounds) {
  int old = 1;
  while (rounds-- > 0) {
    if (old == 0) {
      *data = *data + 1; // warn lock-discipline: 'data' is read after the lock 'lock' was taken
      __threadfence();
      atomicExch(lock, 0);
    }
    old = atomicExch(lock, 1);
  }
  if (old == 0)
    atomicExch(lock, 0);
}

// What others do meanwhile is not guarded.
__global__ void countsItsTries(int *lock, int *data, int *tries) {
  bool got = false;
  for (bool done = false; !done;) {
    if (got) {
      __threadfence();
      *data += 1;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    } else {
      tries[blockIdx.x * blockDim.x + threadIdx.x] += 1;
      got = atomicCAS(lock, 0, 1) == 0;
    }
  }
}

// A slot that is claimed and freed, with an element of its own.
__global__ void claims(int *slots, int *data, int n) {
  int mine = -1;
  for (int i = 0; i < n; ++i) {
    if (mine >= 0) {
      data[blockIdx.x * blockDim.x + threadIdx.x] = mine;
      slots[mine] = 0;
      break;
    }
    if (atomicCAS(&slots[i], 0, 1) == 0)
      mine = i;
  }
}
