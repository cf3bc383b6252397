/** Current perps of the second perp exchange. */

import { err, ok, type Result } from '@barograph/core';
import type { Clock } from '../clock.ts';
import type { FeedProblem } from '../market/feed.ts';
import type { Feeds } from '../market/feeds.ts';
import type { VenuePerp } from '../market/venues.ts';
import type { Answered, Parsed } from '../upstream/payload/parsed.ts';
import type { DexbClient } from './client.ts';
import type { DexbConfig } from './config.ts';
import { elsewhere, type Instruments } from './instruments.ts';
import type { Outcome, Outcomes } from './outcomes.ts';
import { parseTickers } from './payloads.ts';

type PerpsAnswer = Answered<Parsed<readonly VenuePerp[]>>;

/** Requests the perps; tickers are reused for some seconds. */
export type AskPerps = () => Promise<Result<Outcome<readonly VenuePerp[]>, FeedProblem>>;

/**
 * Creates the request for the current perps, which reuses recent tickers.
 * @param outcomes records each query.
 */
export function createPerps(
  client: Pick<DexbClient, 'tickers'>,
  instruments: Pick<Instruments, 'ready' | 'all'>,
  outcomes: Pick<Outcomes, 'take'>,
  clock: Pick<Clock, 'now'>,
  { sharedMs }: Pick<DexbConfig, 'sharedMs'>,
): AskPerps {
  let shared: { readonly at: number; readonly answer: Promise<PerpsAnswer> } | undefined;
  const ask = async (): Promise<PerpsAnswer> => {
    const answer = await client.tickers();
    return answer.ok ? ok({ ...answer.value, value: parseTickers(answer.value.value, instruments.all()) }) : answer;
  };
  return async () => {
    const problem = await instruments.ready();
    if (problem !== undefined) return err(problem);
    const age = shared === undefined ? Infinity : clock.now() - shared.at;
    if (!(age >= 0 && age < sharedMs)) shared = { at: clock.now(), answer: ask() };
    const answer = outcomes.take('venuePerps', await shared!.answer);
    if (!answer.ok) shared = undefined;
    return answer;
  };
}

/** Feed of {@link createPerps}. */
export function createPerpsFeed(perps: AskPerps): Feeds['venuePerps'] {
  return {
    pull: async ({ venue }) => {
      const other = elsewhere(venue);
      if (other !== undefined) return other;
      const answer = await perps();
      if (!answer.ok) return answer;
      const { rows, fetchedAt, stale } = answer.value;
      return ok({ rows: { perps: rows }, asOf: fetchedAt, ...stale });
    },
  };
}
