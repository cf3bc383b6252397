/**
 * The present as the database tells it: windows, leases and keys go by one clock on every replica, whatever their own
 * clocks say. Between two looks a clock that never runs backwards counts on.
 */

import { epochMs } from '@barograph/core';
import { sql, type Kysely } from 'kysely';
import type { Logger } from 'pino';
import { waitUntil, type Clock } from '@barograph/sources';
import { messageOf, type Tables } from '@barograph/store';

/** Interval of the queries, and the threshold of skew. */
export interface DatabaseClockConfig {
  readonly version: `database-clock/${string}`;
  readonly everyMs: number;
  /** An answer that took longer is not used: nobody knows when within it the database looked. */
  readonly longestAskMs: number;
  /** A replica whose own clock is off by more is reported. */
  readonly skewMs: number;
  /** Timers are looked at again at least this often: the database's clock may jump, too. */
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

/** The database's clock on this replica. */
export interface DatabaseClock extends Clock {
  /** The replica's own clock minus the database's, ms. */
  skewMs(): number;
  /** Looks at once. Rejects when the database does not answer; the clock goes on by what it knows. */
  look(): Promise<void>;
  stop(): void;
}

/** Parts of a database clock. */
export interface DatabaseClockParts {
  /** The database's time, epoch ms. */
  readonly ask: () => Promise<number>;
  readonly log: Logger;
  /** The replica's own clock, epoch ms. */
  readonly system?: () => number;
  /** Real ms that never run backwards. */
  readonly monotonic?: () => number;
  readonly config?: DatabaseClockConfig;
}

/** Asks a database for its time. */
export function databaseTime(db: Kysely<Tables>): () => Promise<number> {
  return async () => {
    const { rows } = await sql<{
      now: number;
    }>`select extract(epoch from clock_timestamp())::float8 * 1000 as now`.execute(db);
    return rows[0]!.now;
  };
}

/** A clock that has looked once and goes on looking. Rejects when the database does not answer. */
export async function openDatabaseClock(parts: DatabaseClockParts): Promise<DatabaseClock> {
  const { ask, log, system = Date.now, monotonic = () => performance.now(), config = DATABASE_CLOCK_V1 } = parts;
  /** The database's time minus the monotonic one. */
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
