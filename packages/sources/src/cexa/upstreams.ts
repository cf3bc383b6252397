/** Upstreams of the four parts of the large exchange, each with its own budget, pause and breaker. */

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

/** Options of the upstreams. */
export interface CexaUpstreamsParts {
  /** Base URL of spot requests. */
  readonly url: string;
  /** Base URL of futures requests. */
  readonly futuresUrl: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly steady: SteadyClock;
  readonly log: Logger;
  readonly config: CexaConfig;
}

/** Sends a request to a part of the venue. */
export type Ask = Upstream['request'];

/** Upstreams by part. After closing, requests return a problem. */
export interface CexaUpstreams {
  readonly ask: Readonly<Record<CexaPart, Ask>>;
  readonly budgets: Readonly<Record<CexaPart, Budget>>;
  open(): void;
  close(): Promise<void>;
  readings(): readonly UpstreamReading[];
}

/** Problem of a closed source: another replica leads, or the host stops. */
function closed(source: string, path: string): UpstreamProblem {
  const reason = 'the source is closed';
  return { code: 'aborted', source, path, status: null, field: null, reason, retryAfterMs: null };
}

/** Creates the upstream of a part. @param isCounted whether its answers state the weight used in the minute. */
function createPart(part: CexaPart, baseUrl: string, isCounted: boolean, parts: CexaUpstreamsParts) {
  const { clock, steady, log, config } = parts;
  const source = `cexa_${part}`;
  const meter = createUpstreamMeter(source);
  const budget = createBudget({ ...config.budgets[part], clock: steady });
  const countedOf = isCounted ? { countedOf: usedWeight } : {};
  const create = (): Upstream =>
    createUpstream({ source, baseUrl, budget, clock, steady, log, meter, config: config.upstream, ...countedOf });
  let upstream: Upstream | undefined = create();
  const ask: Ask = async (request) => upstream?.request(request) ?? err(closed(source, request.path));
  return {
    ask,
    budget,
    reading: () => meter.reading(),
    open: (): void => void (upstream ??= create()),
    close: async (): Promise<void> => {
      const ending = upstream;
      upstream = undefined;
      // A request that waits for minutes would delay a stopping host.
      ending?.dismiss();
      await ending?.close();
    },
  };
}

/**
 * Creates the upstreams of the four parts of the venue.
 * @throws {UsageError} when an address is not `http` or `https`.
 */
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
