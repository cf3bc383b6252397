/** Retention: every table with one is pruned by its age, and rows that no file has yet stay. */

import { DAY_MS, HOUR_MS } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../sources/src/clock.ts';
import { rowRetention } from '../src/retention.ts';

const NOW = 1000 * DAY_MS;

/** Moments before which rows are forgotten, by table; days and hours before now. */
async function pruned(holdFrom: number): Promise<Readonly<Record<string, number>>> {
  const before: Record<string, number> = {};
  const job = rowRetention({
    clock: createManualClock(NOW),
    events: {
      prune: async (at, outliving) => {
        before['kept_events'] = NOW - (outliving?.beforeTs ?? NaN);
        before['events'] = NOW - at;
        return 0;
      },
    },
    tables: {
      prune: async ({ from, column }, at) => {
        before[`${from}.${column}`] = NOW - at;
      },
    },
    holdFrom: async (type) => (type === 'trade_flow' ? holdFrom : -Infinity),
  });
  await job.run(0);
  return before;
}

const ALWAYS = {
  events: 2 * HOUR_MS,
  kept_events: 7 * DAY_MS,
  'position_cycles.time': 25 * HOUR_MS,
  'exchange_flows.time': 100 * DAY_MS,
  'ledger_rows.day': 400 * DAY_MS,
  'news_hours.hour': 30 * DAY_MS,
};

describe('the retention of rows', () => {
  it('forgets rows of each table by their age', async () => {
    expect(await pruned(Infinity)).toEqual({ ...ALWAYS, 'taker_minutes.time': 3 * DAY_MS });
  });

  it('keeps minutes that no file has yet, and nothing else longer', async () => {
    expect(await pruned(NOW - 7 * DAY_MS)).toEqual({ ...ALWAYS, 'taker_minutes.time': 7 * DAY_MS });
  });
});
