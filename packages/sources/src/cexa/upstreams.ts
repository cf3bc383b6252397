/** The four parts of the large exchange that count on their own: each has a budget, a pause and a breaker. */

import { err } from '@barograph/core';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Upstream } from '../upstream/ask.ts';
import { createBudget, type Budget, type SteadyClock } from '../upstream/budget.ts';
import { createUpstreamMeter, type UpstreamReading } from '../upstream/meter.ts';
import type { UpstreamProblem } from '../upstream/problem.ts';
import { createUpstream } from '../upstream/upstream.ts';
import type { CexaConfig, CexaPart } from './config.ts';
import { usedWeight } from './payloads.ts';

/** Parts of the upstreams. */
export interface CexaUpstreamsParts {
  /** Base of the requests of the spot market. */
  readonly url: string;
  /** Base of the requests of the futures. */
  readonly futuresUrl: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly steady: SteadyClock;
  readonly log: Logger;
  readonly config: CexaConfig;
}

/** Asks a part of the venue. */
export type Ask = Upstream['request'];

/** The upstreams. Closed ones answer that they are. */
export interface CexaUpstreams {
  readonly ask: Readonly<Record<CexaPart, Ask>>;
  readonly budgets: Readonly<Record<CexaPart, Budget>>;
  open(): void;
  close(): Promise<void>;
  readings(): readonly UpstreamReading[];
}

/** Answer of a closed source: another replica leads, or the host stops. */
function closed(source: string, path: string): UpstreamProblem {
  const reason = 'the source is closed';
  return { code: 'aborted', source, path, status: null, field: null, reason, retryAfterMs: null };
}

/** One part. @param isCounted whether its answers state the weight of the minute. */
function createPart(part: CexaPart, baseUrl: string, isCounted: boolean, parts: CexaUpstreamsParts) {
  const { clock, steady, log, config } = parts;
  const source = `cexa_${part}`;
  const meter = createUpstreamMeter(source);
  const budget = createBudget({ ...config.budgets[part], clock: steady });
  const countedOf = isCounted ? { countedOf: usedWeight } : {};
  const made = (): Upstream =>
    createUpstream({ source, baseUrl, budget, clock, steady, log, meter, config: config.upstream, ...countedOf });
  let upstream: Upstream | undefined = made();
  const ask: Ask = async (request) => upstream?.request(request) ?? err(closed(source, request.path));
  return {
    ask,
    budget,
    reading: () => meter.reading(),
    open: (): void => void (upstream ??= made()),
    close: async (): Promise<void> => {
      const ending = upstream;
      upstream = undefined;
      // A request that waits for minutes would keep a stopping host alive.
      ending?.dismiss();
      await ending?.close();
    },
  };
}

/** @throws {UsageError} an address that is not `http` or `https`. */
export function createCexaUpstreams(parts: CexaUpstreamsParts): CexaUpstreams {
  const { url, futuresUrl } = parts;
  const spot = createPart('spot', url, true, parts);
  const futures = createPart('futures', futuresUrl, true, parts);
  const funding = createPart('funding', futuresUrl, false, parts);
  const data = createPart('data', futuresUrl, false, parts);
  const all = [spot, futures, funding, data];
  return {
    ask: { spot: spot.ask, futures: futures.ask, funding: funding.ask, data: data.ask },
    budgets: { spot: spot.budget, futures: futures.budget, funding: funding.budget, data: data.budget },
    open: () => {
      for (const part of all) part.open();
    },
    close: async () => {
      await Promise.all(all.map(async (part) => part.close()));
    },
    readings: () => all.map((part) => part.reading()),
  };
}
