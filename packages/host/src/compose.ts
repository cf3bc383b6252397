/** The composition root: the only place where adapters meet engines. */

import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createMemorySnapshotStore } from './adapters/memory/snapshot-store.ts';
import type { Clock } from './clock.ts';
import { accessRule, type AccessMode } from './http/access.ts';
import { indicatorHandlers } from './http/handlers/indicators.ts';
import { metaHandlers } from './http/handlers/meta.ts';
import { perpdexHandlers } from './http/handlers/perpdex.ts';
import { createServer } from './http/server.ts';
import type { CandleSource } from './ports/candle-source.ts';
import { everyHour } from './schedule.ts';
import type { Services } from './services.ts';
import { createCandleService } from './services/candles.ts';
import { createHealth } from './services/health.ts';
import { createSignumDetail } from './services/signum-detail.ts';
import { createSignumList } from './services/signum-list.ts';
import { createSignumRefresh } from './services/signum-refresh.ts';

/** What a host is made of. */
export interface HostParts {
  readonly source: CandleSource;
  readonly clock: Clock;
  readonly log: Logger;
  readonly version: string;
  readonly access: AccessMode;
}

/** A host, ready to start. */
export interface Host {
  readonly server: FastifyInstance;
  readonly services: Services;
  /** Computes the first rows and keeps them fresh from then on. Rejects when the first computation fails. */
  start(): Promise<void>;
  /** Takes no more requests, finishes those in hand, and stops the schedule. */
  stop(): Promise<void>;
}

/** A host of these parts; nothing is computed and nothing listens yet. */
export function composeHost({ source, clock, log, version, access }: HostParts): Host {
  const store = createMemorySnapshotStore();
  const recompute = createSignumRefresh(source, clock, store);
  const candles = createCandleService(source, clock, (error) => log.error({ err: error }, 'a candle pull failed'));
  let isFailing = false;
  const refresh: typeof recompute = async () => {
    try {
      const done = await recompute();
      isFailing = false;
      log.info({ rows: done.rows, asOf: done.asOf, ms: Math.round(done.tookMs) }, 'SIGNUM_RGG recomputed');
      return done;
    } catch (error) {
      isFailing = true;
      throw error;
    }
  };
  const services: Services = {
    clock,
    dataSource: source.kind,
    candles,
    signum: {
      list: createSignumList(store, source.kind),
      detail: createSignumDetail(source, clock, store),
      refresh,
    },
    health: createHealth({
      source,
      clock,
      store,
      version,
      pullWeight: () => candles.weight(),
      isFailing: () => isFailing,
    }),
  };
  const handlers = { ...metaHandlers(services), ...perpdexHandlers(services), ...indicatorHandlers(services) };
  const server = createServer({ handlers, access: accessRule(access), dataSource: source.kind, log });

  let stopSchedule = (): void => {};
  const onSlot = async (): Promise<void> => {
    try {
      await refresh();
    } catch (error) {
      log.error({ err: error }, 'SIGNUM_RGG could not be recomputed; the last rows stay');
    }
  };
  return {
    server,
    services,
    start: async () => {
      await refresh();
      stopSchedule = everyHour(clock, onSlot);
    },
    stop: async () => {
      stopSchedule();
      await server.close();
    },
  };
}
