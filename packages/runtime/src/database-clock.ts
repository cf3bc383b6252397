/**
 * Clock of the database: windows, leases and keys use one clock on every replica, whatever the local clocks show. Between two
 * queries the time advances with a monotonic clock.
 */

import { epochMs } from '@barograph/core';
import { sql, type Kysely } from 'kysely';
import type { Logger } from 'pino';
import { waitUntil, type Clock } from '@barograph/sources';
import { messageOf, type Tables } from '@barograph/store';

/** Query interval and skew threshold. */
export interface DatabaseClockConfig {
  readonly version: `database-clock/${string}`;
  readonly everyMs: number;
  /** Maximum duration of a usable query, ms; a slower one leaves the moment of the answer too uncertain. */
  readonly longestAskMs: number;
  /** Difference between the local clock and the database's above which it is logged, ms. */
  readonly skewMs: number;
  /** Maximum time between two checks of a timer, ms, because the database's clock may jump too. */
  readonly longestWaitMs: number;
}

/** A changed number is a new constant. */
export const DATABASE_CLOCK_V1: DatabaseClockConfig = Object.freeze({
  version: 'database-clock/1',
  everyMs: 5000,
  longestAskMs: 1000,
  skewMs: 1000,
  longestWaitMs: 60_000,
});

/** Database clock of a replica. */
export interface DatabaseClock extends Clock {
  /** Local clock minus database clock, ms. */
  skewMs(): number;
  /** Queries now. Rejects when the database does not answer; the clock then keeps its last offset. */
  look(): Promise<void>;
  stop(): void;
}

/** Dependencies of a database clock. */
export interface DatabaseClockParts {
  /** Database time, epoch ms. */
  readonly ask: () => Promise<number>;
  readonly log: Logger;
  /** Local clock, epoch ms. */
  readonly system?: () => number;
  /** Monotonic clock, ms. */
  readonly monotonic?: () => number;
  readonly config?: DatabaseClockConfig;
}

/** Queries a database for its time. */
export function databaseTime(db: Kysely<Tables>): () => Promise<number> {
  return async () => {
    const { rows } = await sql<{
      now: number;
    }>`select extract(epoch from clock_timestamp())::float8 * 1000 as now`.execute(db);
    return rows[0]!.now;
  };
}

/** Creates a clock after a first query and keeps it synchronised. Rejects when the database does not answer. */
export async function openDatabaseClock(parts: DatabaseClockParts): Promise<DatabaseClock> {
  const { ask, log, system = Date.now, monotonic = () => performance.now(), config = DATABASE_CLOCK_V1 } = parts;
  /** Database time minus monotonic time, ms. */
  let offset: number | undefined;
  let isSkewed = false;

  const exact = (): number => (offset ?? 0) + monotonic();
  const skewMs = (): number => system() - exact();
  const report = (): void => {
    const skew = skewMs();
    const isNow = Math.abs(skew) > config.skewMs;
    if (isNow === isSkewed) return;
    isSkewed = isNow;
    if (isNow) log.warn({ skewMs: Math.round(skew) }, 'clock skew');
    else log.info({ skewMs: Math.round(skew) }, 'clock skew gone');
  };
  const look = async (): Promise<void> => {
    const began = monotonic();
    const time = await ask();
    const took = monotonic() - began;
    if (offset === undefined || took <= config.longestAskMs) offset = time + took / 2 - (began + took);
    report();
  };
  await look();
  const timer = setInterval(() => {
    look().catch((error: unknown) => log.debug({ reason: messageOf(error) }, 'database time not read'));
  }, config.everyMs);
  timer.unref();

  const now = (): ReturnType<Clock['now']> => epochMs(Math.round(exact()));
  return {
    kind: 'system',
    now,
    schedule: (at, task) => waitUntil(() => at - now(), task, config.longestWaitMs),
    skewMs,
    look,
    stop: () => clearInterval(timer),
  };
}
