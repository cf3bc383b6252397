/** Readiness of one host: whether a keyed call can be served now. Liveness is `/api/v1/health`, which asks nobody. */

import { HOUR_MS } from '@barograph/core';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { unlessLate } from '@barograph/sources';
import { type Brake, messageOf } from '@barograph/store';

/** Path of readiness. Outside `/api`, like the metrics: it is the operator's, not the contract's. */
export const READY_PATH = '/ready';

/** A brake that never holds: taking it writes one row. */
export const READY_PROBE: Brake = { scope: 'ready', most: 2_000_000_000, windowMs: HOUR_MS };

/** Patience, freshness and retry of the probe. */
export interface ReadinessConfig {
  readonly version: `readiness/${string}`;
  /** As long as the gate waits for the store. */
  readonly patienceMs: number;
  /** An answer of the store stands for this time: who asks often must not make work. */
  readonly freshMs: number;
  readonly retryAfterSeconds: number;
}

/** A changed number is a new constant. */
export const READINESS_V1: ReadinessConfig = Object.freeze({
  version: 'readiness/1',
  patienceMs: 2000,
  freshMs: 1000,
  retryAfterSeconds: 5,
});

/** Reason that keyed calls cannot be served. */
export type Unready = 'warming_up' | 'store_unavailable' | 'stopping';

/** Parts of readiness. */
export interface ReadinessParts {
  /** Does in the store what a counted call does: finds and writes. Rejects when it cannot. */
  readonly probe: () => Promise<unknown>;
  /** True before there are rows to serve. */
  readonly isWarming: () => boolean;
  readonly isStopping: () => boolean;
  readonly log: Logger;
  readonly config?: ReadinessConfig;
}

/**
 * Whether a service has nothing to serve yet: none of its engines has published. One without engines has nothing to wait
 * for.
 */
export function isNothingPublished(
  engines: readonly { readonly name: string }[],
  latest: (name: string) => unknown,
): boolean {
  return engines.length > 0 && engines.every(({ name }) => latest(name) === undefined);
}

/** @returns what says why keyed calls cannot be served now; undefined when they can. */
export function createReadiness(parts: ReadinessParts): () => Promise<Unready | undefined> {
  const { probe, isWarming, isStopping, log, config = READINESS_V1 } = parts;
  /** At most one probe at a time: one that hangs holds one connection, however many callers wait. */
  let running: Promise<Unready | undefined> | undefined;
  let last: { readonly at: number; readonly found: Unready | undefined } = { at: -Infinity, found: undefined };

  const look = async (): Promise<Unready | undefined> => {
    let found: Unready | undefined;
    try {
      await probe();
    } catch (error) {
      found = 'store_unavailable';
      if (last.found === undefined) log.warn({ reason: messageOf(error) }, 'store unavailable');
    }
    running = undefined;
    last = { at: performance.now(), found };
    return found;
  };

  return async () => {
    if (isStopping()) return 'stopping';
    if (isWarming()) return 'warming_up';
    if (running === undefined && performance.now() - last.at < config.freshMs) return last.found;
    running ??= look();
    return unlessLate(config.patienceMs, running, (): Unready => 'store_unavailable');
  };
}

/** Serves the readiness: 200 while keyed calls are served, else 503 with the reason and Retry-After. */
export function addReadiness(server: FastifyInstance, parts: ReadinessParts): void {
  const readiness = createReadiness(parts);
  const { retryAfterSeconds } = parts.config ?? READINESS_V1;
  server.get(READY_PATH, async (_request, reply) => {
    const reason = await readiness();
    reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
    if (reason === undefined) return reply.send(Buffer.from('{"status":"ready"}'));
    const body = JSON.stringify({ status: 'unready', reason });
    return reply.code(503).header('retry-after', String(retryAfterSeconds)).send(Buffer.from(body));
  });
}
