/** Readiness of one host: whether it can serve a call with a key. Liveness is `/api/v1/health`. */

import { HOUR_MS } from '@barograph/core';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { unlessLate } from '@barograph/sources';
import { type Brake, messageOf } from '@barograph/store';

/** Path of readiness. Outside `/api`, like the metrics: it serves the operator and is not in the contract. */
export const READY_PATH = '/ready';

/** A brake that never refuses; taking it writes one row. */
export const READY_PROBE: Brake = { name: 'ready', most: 2_000_000_000, windowMs: HOUR_MS };

/** Patience, freshness and retry of the probe. */
export interface ReadinessConfig {
  readonly version: `readiness/${string}`;
  /** Equal to the gate's wait for the store. */
  readonly patienceMs: number;
  /** An answer of the store is reused for this time, so that frequent callers cause no work. */
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

/** Reason that calls with a key cannot be served. */
export type Unready = 'warming_up' | 'store_unavailable' | 'stopping';

/** Parts of readiness. */
export interface ReadinessParts {
  /** Reads and writes in the store as a counted call does. Rejects when it cannot. */
  readonly probe: () => Promise<unknown>;
  /** True before there are rows to serve. */
  readonly isWarming: () => boolean;
  readonly isStopping: () => boolean;
  readonly log: Logger;
  readonly config?: ReadinessConfig;
}

/** Whether none of a service's engines has published yet. False without engines. */
export function isNothingPublished(
  engines: readonly { readonly name: string }[],
  latest: (name: string) => unknown,
): boolean {
  return engines.length > 0 && engines.every(({ name }) => latest(name) === undefined);
}

/** @returns a function that resolves to the reason that calls with a key cannot be served; undefined when they can. */
export function createReadiness(parts: ReadinessParts): () => Promise<Unready | undefined> {
  const { probe, isWarming, isStopping, log, config = READINESS_V1 } = parts;
  /** One probe at a time: a hanging probe occupies one connection, however many callers wait. */
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

/** Serves readiness: 200 while calls with a key are served, else 503 with the reason and Retry-After. */
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
