/** Counters of the sampler since the start of this process, for metrics. */

import type { BookReason } from '@barograph/stress';

/** Reason why a book gave no sample; `unavailable`: the source had none, `failed`: it did not return it. */
export type RefusedBook = BookReason | 'unavailable' | 'failed' | 'repeated';

/** Counts at a moment. */
export interface BookReading {
  readonly samples: number;
  /** By reason, then by book. */
  readonly refused: readonly {
    readonly reason: RefusedBook;
    readonly book: 'exact' | 'aggregated';
    readonly count: number;
  }[];
}

/** Counter of the sampler. */
export interface BookCounts {
  sampled(): void;
  refused(reason: RefusedBook, book: 'exact' | 'aggregated'): void;
  reading(): BookReading;
}

/** Creates counters at 0. */
export function createBookCounts(): BookCounts {
  let samples = 0;
  const counts = new Map<string, BookReading['refused'][number]>();
  return {
    sampled: () => {
      samples++;
    },
    refused: (reason, book) => {
      const key = `${reason} ${book}`;
      counts.set(key, { reason, book, count: (counts.get(key)?.count ?? 0) + 1 });
    },
    reading: () => ({ samples, refused: [...counts.values()] }),
  };
}
