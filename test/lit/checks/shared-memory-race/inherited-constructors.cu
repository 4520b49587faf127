// RUN: %verify %s --checks=-*,warplint-shared-memory-race -- -std=c++17
//
// What objects of classes with bases hold: constructors that are inherited, in
// arguments, default arguments, results and copies.

enum class Status : unsigned { Again, Done };

class Token {
public:
  __device__ Token(Status s) : status(s) {}
  __device__ Status get() const { return status; }

private:
  Status status;
};

struct Inherits : Token {
  using Token::Token;
};

struct InheritsTwice : Inherits {
  using Inherits::Inherits;
};

struct Forwards : Token {
  int more;
  __device__ Forwards(int m, Status s) : Token(s), more(m) {}
};

template <class T> struct Delegates : T {
  __device__ Delegates(Status s) : T(s) {}
  __device__ Delegates() : Delegates(Status::Again) {}
};

__device__ void meet(Inherits token = {Status::Again}) {
  if (token.get() == Status::Again)
    __syncthreads();
}

__device__ void meetTwice(const InheritsTwice &token = Status::Again) {
  if (token.get() == Status::Again)
    __syncthreads();
}

__device__ void meetMore(Forwards token = {3, Status::Again}) {
  if (token.get() == Status::Again && token.more == 3)
    __syncthreads();
}

__device__ void meetOther(Delegates<Token> token = {}) {
  if (token.get() == Status::Again)
    __syncthreads();
}

__device__ Inherits ask(bool done) { return {done ? Status::Done : Status::Again}; }

__device__ InheritsTwice given(InheritsTwice token) { return token; }

#define KERNEL(Name, Meet)                                                                         \
  __global__ void Name(int *out) {                                                                 \
    __shared__ int s[128];                                                                         \
    s[threadIdx.x] = out[threadIdx.x];                                                             \
    Meet;                                                                                          \
    out[threadIdx.x] = s[127 - threadIdx.x];                                                       \
  }                                                                                                \
  void run##Name(int *out) { Name<<<1, 128>>>(out); }

// Class values: as members of a base, by inherited constructors, in aggregates.
struct Limits {
  int low = 0, high = 0;
  Token token = Status::Done;
};

struct Holder {
  Limits limits;
  int more = 0;
  __device__ explicit Holder(Limits l) : limits(l) {}
};

struct Holds : Holder {
  using Holder::Holder;
};

struct Tag {};

struct Aggregate : Tag, Limits {
  int own = 0;
};

__device__ Limits limitsOf(Status s) { return {1, 2, s}; }

__device__ void meetHolder(const Holder &h) {
  if (h.limits.token.get() == Status::Again)
    __syncthreads();
}

__device__ Aggregate aggregateOf(Status s) { return {{}, limitsOf(s), 4}; }

__device__ void meetAggregate(const Aggregate &a) {
  if (a.token.get() == Status::Again && a.own == 4)
    __syncthreads();
}

// --- Right --------------------------------------------------------------------

KERNEL(byDefault, meet())
KERNEL(passed, meet({Status::Again}))
KERNEL(converted, meet(Inherits(Status::Again)))
KERNEL(named, Inherits token(Status::Again); meet(token))
KERNEL(copied, Inherits token(Status::Again); Inherits other = token; meet(other))
KERNEL(assigned, Inherits token(Status::Done); token = Status::Again; meet(token))
KERNEL(answered, meet(ask(false)))
KERNEL(kept, auto token = ask(false); meet(token))
KERNEL(handedThrough, meetTwice(given(Status::Again)))
KERNEL(twiceByDefault, meetTwice())
KERNEL(more, meetMore())
KERNEL(moreCopied, Forwards token(3, Status::Again); Forwards other(token); meetMore(other))
KERNEL(delegated, meetOther())
KERNEL(heldByBase, Holds h{limitsOf(Status::Again)}; meetHolder(h))
KERNEL(heldAndCopied, Holds h{limitsOf(Status::Again)}; Holds other = h; meetHolder(other))
KERNEL(aggregate, meetAggregate(aggregateOf(Status::Again)))

// --- Wrong --------------------------------------------------------------------

KERNEL(passedDone, meet({Status::Done})) // warn shared-memory-race: is read while another thread of the block may still write it
KERNEL(convertedDone, meet(Inherits(Status::Done))) // warn shared-memory-race: is read while another thread
KERNEL(namedDone, Inherits token(Status::Done); meet(token)) // warn shared-memory-race: is read while another thread
KERNEL(copiedDone, Inherits token(Status::Done); Inherits other = token; meet(other)) // warn shared-memory-race: is read while another thread
KERNEL(assignedDone, Inherits token(Status::Again); token = Status::Done; meet(token)) // warn shared-memory-race: is read while another thread
KERNEL(answeredDone, meet(ask(true))) // warn shared-memory-race: is read while another thread
KERNEL(keptDone, auto token = ask(true); meet(token)) // warn shared-memory-race: is read while another thread
KERNEL(handedThroughDone, meetTwice(given(Status::Done))) // warn shared-memory-race: is read while another thread
KERNEL(twiceDone, meetTwice(Status::Done)) // warn shared-memory-race: is read while another thread
KERNEL(moreDone, meetMore({3, Status::Done})) // warn shared-memory-race: is read while another thread
KERNEL(moreOfOther, Forwards token(4, Status::Again); Forwards other(token); meetMore(other)) // warn shared-memory-race: is read while another thread
KERNEL(delegatedDone, meetOther(Delegates<Token>(Status::Done))) // warn shared-memory-race: is read while another thread
KERNEL(heldByBaseDone, Holds h{limitsOf(Status::Done)}; meetHolder(h)) // warn shared-memory-race: is read while another thread
KERNEL(heldAndCopiedDone, Holds h{limitsOf(Status::Done)}; Holds other = h; meetHolder(other)) // warn shared-memory-race: is read while another thread
KERNEL(aggregateDone, meetAggregate(aggregateOf(Status::Done))) // warn shared-memory-race: is read while another thread
