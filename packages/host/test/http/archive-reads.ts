/** A feature of archive reads that end when the test decides, and replicas that serve it. */

import { FEATURES, feature, operation, serviceOf, value, type Cancellation, type Service } from '@barograph/contract';
import { ok } from '@barograph/core';
import { Type } from 'typebox';

/** Reads of a test. */
export interface Reads {
  readonly service: Service;
  /** Reads under way, and the most that ever were. */
  readonly count: { running: number; most: number; begun: number };
  /** Signals of the reads that began, in their order. */
  readonly signals: Cancellation[];
}

const reply = Type.Object({ running: Type.Integer() });
const common = { family: 'backtesting', dataset: 'archive', reply } as const;

/**
 * @param until what a read waits for; one that is cancelled ends at once.
 */
export function archiveReads(until: () => Promise<void>): Reads {
  const count = { running: 0, most: 0, begun: 0 };
  const signals: Cancellation[] = [];
  const heavy = operation('backtesting.toy', {
    ...common,
    path: '/backtesting/toy',
    summary: 'Reads for as long as the test wants.',
    edge: 'heavy',
    answer: async (_, { cancelled }) => {
      if (cancelled === undefined) throw new Error('expected a signal');
      signals.push(cancelled);
      count.begun++;
      count.most = Math.max(count.most, ++count.running);
      try {
        const stopped = new Promise<void>((_resolve, reject) => {
          cancelled.addEventListener('abort', () => reject(new Error('stopped')), { once: true });
        });
        await Promise.race([until(), stopped]);
      } finally {
        count.running--;
      }
      return ok(value({ running: count.running }));
    },
  });
  const light = operation('backtesting.toy_status', {
    ...common,
    path: '/backtesting/toy-status',
    summary: 'Reads under way.',
    edge: 'light',
    answer: () => ok(value({ running: count.running })),
  });
  const toys = feature({ operations: [heavy, light], families: { backtesting: 'Reads of the test.' } });
  return { service: serviceOf([...FEATURES, toys]), count, signals };
}
