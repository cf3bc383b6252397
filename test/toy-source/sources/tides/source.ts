/** The source of tides: a list of readings, asked for every quarter of an hour. */

import { MINUTE_MS } from '@barograph/core';
import type { Logger } from 'pino';
import type { Clock } from '../../../../packages/sources/src/clock.ts';
import { bare, createLastGood } from '../../../../packages/sources/src/last-good.ts';
import type { OutlookSeries } from '../../../../packages/sources/src/market/outlook.ts';
import type { Source } from '../../../../packages/sources/src/market/source.ts';
import { moodWithin } from '../../../../packages/sources/src/mood/rows.ts';
import { columnsOf, underCondition } from '../../../../packages/sources/src/polled/rows-since.ts';
import { createBudget } from '../../../../packages/sources/src/upstream/budget.ts';
import type { UpstreamMeter } from '../../../../packages/sources/src/upstream/meter.ts';
import { createPolling } from '../../../../packages/sources/src/upstream/polled/polling.ts';
import { createSteadyClock } from '../../../../packages/sources/src/upstream/steady-clock.ts';
import { createUpstream } from '../../../../packages/sources/src/upstream/upstream.ts';
import { parseTides, tidesPayload } from './payloads.ts';

/** Requests in a minute; times in ms. */
const TIDES_V1 = Object.freeze({
  version: 'tides-source/1',
  budget: 30,
  everyMs: 15 * MINUTE_MS,
  againMs: MINUTE_MS,
  staleMs: 60 * MINUTE_MS,
  maxBytes: 1_048_576,
});

/** Parts of the source. */
export interface TidesSourceOptions {
  /** Base of the requests. */
  readonly url: string;
  /** Wall clock. */
  readonly clock: Clock;
  readonly log: Logger;
  readonly meter: UpstreamMeter;
}

/**
 * The source of tides. Opened and asked by the leader alone: its requests count.
 *
 * @throws {UsageError} an address that is not `http` or `https`.
 */
export function createTidesSource({ url, clock, log, meter }: TidesSourceOptions): Source {
  const id = 'tides';
  const { budget: limit, everyMs, againMs, staleMs, maxBytes } = TIDES_V1;
  const steady = createSteadyClock();
  const budget = createBudget({ limit, clock: steady });
  const good = createLastGood<null>(staleMs);
  let readings: OutlookSeries = columnsOf([]);
  const polling = createPolling(
    [
      {
        open: () => createUpstream({ source: id, baseUrl: url, budget, clock, steady, log, meter }),
        tasks: [
          {
            run: async (on) => {
              const path = '/tides';
              const answer = await on.request({ path, weight: 1, priority: 'live', schema: tidesPayload, maxBytes });
              good.record(bare(answer), clock.now());
              if (!answer.ok) return againMs;
              const { rows, fault } = parseTides(answer.value.value, answer.value.fetchedAt);
              if (fault !== undefined) log.info({ source: id, path, fault }, 'values of upstream left out');
              readings = columnsOf(rows);
              return everyMs;
            },
          },
        ],
      },
    ],
    steady,
  );
  return {
    id,
    kind: 'live',
    countsRequests: true,
    feeds: {
      fearGreed: {
        pull: async (query) =>
          underCondition('fearGreed', good, clock.now(), () => ({
            indices: [{ ...moodWithin(readings, query), publisher: id }],
          })),
      },
    },
    start: async () => polling.start(),
    close: async () => polling.stop(),
    upstreams: () => [meter.reading()],
    state: (now) => [good.state('fearGreed', now)],
  };
}
