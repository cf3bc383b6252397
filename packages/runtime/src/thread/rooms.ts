/** Shared memory that is used again: of each producer, once what lies in it was kept. */

/** Sizes are multiples of this, so that a run that says a little more than the one before finds its memory again. */
const STEP_BYTES = 2 ** 18;

/**
 * Pieces of shared memory of one thread. New ones each time would be seen by no collector, and `malloc` keeps what was freed of them:
 * 95 MB of a process after eighty refreshes (`docs/decisions/0090-host-memory.md`).
 */
export interface Rooms {
  /** At least so many bytes, which stay as they are until {@link kept}. */
  take(producer: string, bytes: number): SharedArrayBuffer;
  /** Nobody reads any more what a producer has said so far. */
  kept(producer: string): void;
  /** Lets go of what a producer had: who reads it is not known. */
  forget(producer: string): void;
}

interface Pieces {
  free: SharedArrayBuffer[];
  taken: SharedArrayBuffer[];
}

/** Memory of a thread that has none yet. */
export function createRooms(): Rooms {
  const byProducer = new Map<string, Pieces>();
  const smallestFirst = (pieces: readonly SharedArrayBuffer[]): SharedArrayBuffer[] =>
    pieces.toSorted((a, b) => a.byteLength - b.byteLength);
  return {
    take: (producer, bytes) => {
      const pieces = byProducer.get(producer) ?? { free: [], taken: [] };
      byProducer.set(producer, pieces);
      const fits = pieces.free.findIndex(({ byteLength }) => byteLength >= bytes);
      // One that none of the free ones is large enough for takes the place of the largest of them.
      const free = fits === -1 ? (pieces.free.pop(), undefined) : pieces.free.splice(fits, 1)[0];
      const piece = free ?? new SharedArrayBuffer(STEP_BYTES * Math.ceil(bytes / STEP_BYTES));
      pieces.taken.push(piece);
      return piece;
    },
    kept: (producer) => {
      const pieces = byProducer.get(producer);
      if (pieces === undefined) return;
      pieces.free = smallestFirst([...pieces.free, ...pieces.taken]);
      pieces.taken = [];
    },
    forget: (producer) => void byProducer.delete(producer),
  };
}
