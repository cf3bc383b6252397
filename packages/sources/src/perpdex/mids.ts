/** Mid prices from the stream, or by request while it is silent. */

import { ok } from '@barograph/core';
import type { Clock } from '../clock.ts';
import type { Mid, Mids, MomentQuery } from '../market/contexts.ts';
import type { Feed } from '../market/feed.ts';
import type { FeedState } from '../market/source.ts';
import { createChecked } from './checked.ts';
import type { PerpdexClient } from './client.ts';
import type { PerpdexConfig } from './config.ts';
import { parseMids, type MidsPayload } from './payloads.ts';

/** Mid prices of the venue. */
export interface MidsFeed {
  readonly feed: Feed<MomentQuery, Mids>;
  /** Applies a frame of the stream. */
  take(payload: MidsPayload, receivedAt: number): void;
  state(now: number): FeedState;
}

/** Creates the feed. */
export function createMidsFeed(client: Pick<PerpdexClient, 'mids'>, clock: Clock, config: PerpdexConfig): MidsFeed {
  const checked = createChecked<readonly Mid[]>(2 * config.midsMs);
  let newest = -Infinity;
  let underWay: Promise<void> | undefined;
  const ask = async (): Promise<void> => {
    const answer = await client.mids();
    if (answer.ok) newest = Math.max(newest, answer.value.fetchedAt);
    checked.record(answer, clock.now());
  };
  return {
    take: (payload, receivedAt) => {
      newest = Math.max(newest, receivedAt);
      checked.record(ok({ value: parseMids(payload), fetchedAt: receivedAt }), receivedAt);
    },
    feed: {
      pull: async () => {
        if (clock.now() - newest > config.midsMs) {
          underWay ??= ask().finally(() => (underWay = undefined));
          await underWay;
        }
        const series = checked.series(clock.now());
        return series.ok ? ok({ ...series.value, rows: { mids: series.value.rows } }) : series;
      },
    },
    state: (now) => checked.state('mids', now),
  };
}
