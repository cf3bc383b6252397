/** Prometheus counters of the book sampler, read at each scrape. */

import { Counter, type Registry } from 'prom-client';
import type { BookReading } from '@barograph/runtime';

/**
 * Registers the counters of the book sampler.
 * @param read counts since the start of the process, from the replica that samples.
 */
export function addBookMetrics(registry: Registry, read: () => BookReading): void {
  const registers = [registry];
  // oxlint-disable-next-line no-new -- registers itself
  new Counter({
    name: 'barograph_depth_samples_total',
    help: 'Depth samples that were taken here.',
    registers,
    collect() {
      this.reset();
      this.inc(read().samples);
    },
  });
  // oxlint-disable-next-line no-new -- registers itself
  new Counter({
    name: 'barograph_books_refused_total',
    help: 'Books of the sampler that became no sample, by reason and by book.',
    labelNames: ['reason', 'book'],
    registers,
    collect() {
      this.reset();
      for (const { reason, book, count } of read().refused) this.inc({ reason, book }, count);
    },
  });
}
