/** The third derivatives venue as a source of its forced closes. */

import { ok } from '@barograph/core';
import { createForcedFeed, type NewestTrade } from '../forced/feed.ts';
import { newestOf } from '../forced/frame.ts';
import type { VenueSourceOptions } from '../forced/source-parts.ts';
import type { Answered } from '../upstream/payload/parsed.ts';
import { startPolling } from '../perpdex/polling.ts';
import type { Source } from '../market/source.ts';
import { describeUpstreamProblem } from '../upstream/problem.ts';
import { reopenedUpstream } from '../upstream/reopened.ts';
import { createSteadyClock } from '../upstream/steady-clock.ts';
import { CEXB_V2, type CexbConfig } from './config.ts';
import { contractsPayload, parseContracts, refusalOf, tradesPayload, type Contract } from './payloads.ts';
import { createFrameReader, FORCED_SUBSCRIPTION, PING, PONG, tradesSubscription } from './forced-frames.ts';

const VENUE = 'cexb';

/**
 * The third derivatives venue. Subscribes once the contracts are known, which convert sizes to amounts.
 *
 * @throws {UsageError} when an address is not `http` or `https`.
 * @example
 * const source = createCexbSource({ url, wsUrl: cexbStreamUrl(url), clock, log, meter });
 */
export function createCexbSource(options: VenueSourceOptions<CexbConfig>): Source {
  const { wsUrl, clock, log, meter, steady = createSteadyClock(), config = CEXB_V2 } = options;
  const upstream = reopenedUpstream(VENUE, options, steady, config);
  let contracts: ReadonlyMap<string, Contract> = new Map();
  let problem: { readonly since: number; readonly reason: string } | undefined;
  const newestTrade = async (): Promise<Answered<NewestTrade>> => {
    const answer = await upstream.request({
      path: '/api/v5/market/trades',
      query: { instId: config.provenBy, limit: '1' },
      weight: 1,
      priority: 'live',
      refusalOf,
      schema: tradesPayload,
    });
    return answer.ok ? ok({ ...answer.value, value: newestOf(answer.value.value.data.map(({ ts }) => ts)) }) : answer;
  };
  const forced = createForcedFeed({
    venue: VENUE,
    wsUrl,
    read: createFrameReader((id) => contracts.get(id)),
    proof: { subscription: tradesSubscription(config.provenBy), newest: newestTrade },
    pingText: PING,
    pongText: PONG,
    clock,
    steady,
    log,
    config: config.forced,
  });
  const poll = async (): Promise<void> => {
    const answer = await upstream.request({
      path: '/api/v5/public/instruments',
      query: { instType: 'SWAP' },
      weight: 1,
      priority: 'live',
      refusalOf,
      maxBytes: config.maxBytes,
      schema: contractsPayload,
    });
    if (endPolls === undefined) return;
    if (!answer.ok) {
      problem = { since: problem?.since ?? clock.now(), reason: describeUpstreamProblem(answer.error) };
      return;
    }
    problem = undefined;
    const { rows, fault } = parseContracts(answer.value.value);
    if (fault !== undefined) log.warn({ source: VENUE, fault }, 'invalid contracts left out');
    contracts = rows;
    if (rows.size > 0) forced.follow([FORCED_SUBSCRIPTION]);
  };
  let endPolls: (() => void) | undefined;
  return {
    id: VENUE,
    kind: 'live',
    countsRequests: true,
    feeds: forced.feeds,
    start: async () => {
      if (endPolls !== undefined) return;
      upstream.open();
      forced.open();
      endPolls = () => undefined;
      endPolls = startPolling(poll, config.instrumentsMs, steady);
    },
    close: async () => {
      endPolls?.();
      endPolls = undefined;
      await Promise.all([forced.close(), upstream.close()]);
    },
    upstreams: () => [meter.reading(), forced.reading()],
    state: (now) => {
      const state = forced.state(now);
      // Without contracts there is no stream, and its state would hide the cause.
      return [contracts.size === 0 && problem !== undefined ? { ...state, status: 'unavailable', ...problem } : state];
    },
  };
}
