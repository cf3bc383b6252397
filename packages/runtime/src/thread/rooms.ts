/** Reused shared memory of each producer, free again once its content was stored. */

/** Granularity of sizes, so that a slightly larger result finds the memory of the previous run. */
const STEP_BYTES = 2 ** 18;

/**
 * Shared memory of one thread. The collector would not see new blocks of each run, and `malloc` keeps freed ones: 95 MB of a
 * process after eighty refreshes (`docs/chapters/runtime.md`).
 */
export interface Rooms {
  /** Block of at least the given size, bytes; its content is stable until {@link kept}. */
  take(producer: string, bytes: number): SharedArrayBuffer;
  /** Marks the blocks of a producer as free: nothing reads them any more. */
  kept(producer: string): void;
  /** Drops the blocks of a producer, which may still have readers. */
  forget(producer: string): void;
}

interface Pieces {
  free: SharedArrayBuffer[];
  taken: SharedArrayBuffer[];
}

/** Creates the memory of a thread. */
export function createRooms(): Rooms {
  const byProducer = new Map<string, Pieces>();
  const smallestFirst = (pieces: readonly SharedArrayBuffer[]): SharedArrayBuffer[] =>
    pieces.toSorted((a, b) => a.byteLength - b.byteLength);
  return {
    take: (producer, bytes) => {
      const pieces = byProducer.get(producer) ?? { free: [], taken: [] };
      byProducer.set(producer, pieces);
      const fits = pieces.free.findIndex(({ byteLength }) => byteLength >= bytes);
      // When no free block is large enough, the new one replaces the largest.
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
