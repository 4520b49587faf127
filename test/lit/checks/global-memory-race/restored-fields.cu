// RUN: %verify %s --checks=-*,warplint-global-memory-race
// RUN: %verify %s --prefix=MODEL --checks=-*,warplint-global-memory-race --certainty=model
//
// A structure is written back whole, and the fields that others use of it keep
// their values: a race by the model, which nobody sees.

struct Particle { float pos, mass, acc; };

// --- By the model -----------------------------------------------------------------

__global__ void pull(Particle *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  Particle me = p[i];
  float a = me.acc;
  for (int j = 0; j < n; ++j) {
    Particle o = p[j];
    a += (o.pos - me.pos) * o.mass;
  }
  me.acc = a;
  p[i] = me; // MODEL-warn global-memory-race: (by the model)
}
void launchPull(Particle *p, int n) { pull<<<(n + 255) / 256, 256>>>(p, n); }

struct Body { float pos[3], mass, acc[3]; };
__global__ void pullArrays(Body *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  auto me = p[i];
  float a = me.acc[0];
  for (int j = 0; j < n; ++j) {
    auto o = p[j];
    a += (o.pos[0] - me.pos[0]) * o.mass;
  }
  me.acc[0] = a;
  p[i] = me; // MODEL-warn global-memory-race: (by the model)
}
void launchArrays(Body *p, int n) { pullArrays<<<(n + 255) / 256, 256>>>(p, n); }

// --- Found ------------------------------------------------------------------------

__global__ void moves(Particle *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  Particle me = p[i];
  float a = me.acc;
  for (int j = 0; j < n; ++j) {
    Particle o = p[j];
    a += (o.pos - me.pos) * o.mass;
  }
  me.acc = a;
  me.pos += a;
  p[i] = me; // warn global-memory-race: may still read it
}
void launchMoves(Particle *p, int n) { moves<<<(n + 255) / 256, 256>>>(p, n); }

// Of the others the field is used that changes.
__global__ void sumsUp(Particle *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  Particle me = p[i];
  float a = me.acc;
  for (int j = 0; j < n; ++j) {
    Particle o = p[j];
    a += o.pos * o.acc;
  }
  me.acc = a;
  p[i] = me; // warn global-memory-race: may still read it
}
void launchSums(Particle *p, int n) { sumsUp<<<(n + 255) / 256, 256>>>(p, n); }

// What is put back comes from another element.
__global__ void fromTheNext(Particle *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  Particle me = p[i + 1];
  float a = me.acc;
  for (int j = 0; j < n; ++j) {
    Particle o = p[j];
    a += (o.pos - me.pos) * o.mass;
  }
  me.acc = a;
  p[i] = me; // warn global-memory-race: may still read it
}
void launchNext(Particle *p, int n) { fromTheNext<<<(n + 255) / 256, 256>>>(p, n); }

// Something else is written in between.
__global__ void setsBack(Particle *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  Particle me = p[i];
  p[i].pos = 0;
  float a = me.acc;
  for (int j = 0; j < n; ++j) {
    Particle o = p[j]; // warn global-memory-race: may still write it
    a += (o.pos - me.pos) * o.mass;
  }
  me.acc = a;
  p[i] = me; // warn global-memory-race: may still read it
}
void launchBack(Particle *p, int n) { setsBack<<<(n + 255) / 256, 256>>>(p, n); }
