/** The nowcast over a history with the shipped model, in processor time, because a turn is long. */

import { barAt } from '@barograph/core';
import { installKernels, withoutKernels } from '@barograph/kernels';
import { createNowcast, nowcastHistory } from '@barograph/nowcast';
import { loadShippedModel } from 'barograph';
import { firstHours } from '../c/inputs.ts';
import type { Row } from './row.ts';
import { leastOf, processorHere } from './turns.ts';

const HOURS = 52_000;
const ROUNDS = 31;
/** Number of hours to time the slower stream. */
const STREAMED = 4_000;
const UNIT = 'µs an hour';

/** The row. */
export const HISTORY: Row = {
  key: 'history',
  title: 'nowcastHistory, the shipped model',
  run: async () => {
    installKernels();
    const model = await loadShippedModel();
    const hours = firstHours(HOURS);
    const ours = () => nowcastHistory(model, hours);
    const batch = await leastOf(
      [processorHere('ours', ours), processorHere('ours, JavaScript', () => withoutKernels(ours))],
      HOURS,
      ROUNDS,
    );
    const bars = Array.from({ length: STREAMED }, (_, i) => barAt(hours, i));
    const stream = processorHere('bar by bar', () => {
      const nowcast = createNowcast(model);
      let last: unknown;
      for (const bar of bars) last = nowcast.next(bar);
      return last;
    });
    const all = [...batch, ...(await leastOf([stream], STREAMED, ROUNDS))];
    return {
      lines: [{ title: HISTORY.title, before: 5.8, goal: 1.5, now: batch.get('ours')! / 1e3, unit: UNIT }],
      figures: all.map(([name, value]) => ({ name, value: value / 1e3, unit: UNIT })),
      missing: [],
    };
  },
};
