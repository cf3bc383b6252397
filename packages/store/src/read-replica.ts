/**
 * A streaming replica of the database for reads of the past. Its lag is the age of the newest log position of the primary
 * that it has replayed. Reads go to the primary when the lag exceeds the limit or the replica does not answer.
 */

import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { createPool, messageOf, withoutPassword } from './connection.ts';
import type { Tables } from './schema.ts';

/** Settings of the read replica. */
export interface ReadReplicaConfig {
  readonly version: `read-replica/${string}`;
  /** Maximum lag for reads, ms. */
  readonly mostLagMs: number;
  /** Interval between two position checks, ms. */
  readonly askEveryMs: number;
}

/** A changed number is a new constant. */
export const READ_REPLICA_V1: ReadReplicaConfig = Object.freeze({
  version: 'read-replica/1',
  mostLagMs: 10_000,
  askEveryMs: 1000,
});

/** Status of a read replica. */
export interface ReadReplicaState {
  /** Lag behind the primary, ms; null while unknown. */
  readonly lagMs: number | null;
  /** Whether reads use the replica. */
  readonly isUsed: boolean;
}

/** Read replica of a host. */
export interface ReadReplica {
  /**
   * Runs a read on the replica while its lag is within the limit.
   *
   * @returns undefined when the replica is not used, fails or has no result; the caller then reads the primary.
   */
  read<Value>(work: (db: Kysely<Tables>) => Promise<Value | undefined>): Promise<Value | undefined>;
  state(): ReadReplicaState;
  /** Checks the positions of both databases now. */
  look(): Promise<void>;
  close(): Promise<void>;
}

/** Log position of the primary, bytes, at a moment of the machine clock. */
interface Position {
  readonly at: number;
  readonly lsn: bigint;
}

const IDENTITY = `select system_identifier::text as cluster, current_database() as database, pg_is_in_recovery() as replays
  from pg_control_system()`;
const PRIMARY = "select (pg_current_wal_lsn() - '0/0')::text as lsn";
const REPLICA = "select (pg_last_wal_replay_lsn() - '0/0')::text as lsn";

/**
 * Creates the reads from a streaming replica.
 * @param monotonic monotonic machine clock, ms.
 */
export function createReadReplica(
  url: string,
  primary: Pick<Pool, 'query'>,
  log: Logger,
  monotonic: () => number = () => performance.now(),
  config: ReadReplicaConfig = READ_REPLICA_V1,
): ReadReplica {
  const { pool, db } = createPool(url, log);
  const shown = withoutPassword(new URL(url));
  /** Positions that the replica had not reached at the last check, oldest first. */
  let ahead: Position[] = [];
  /** Moment up to which the replica is complete; undefined before it has reached a first position. */
  let reachedAt: number | undefined;
  let isFailing = false;
  let isSame = false;
  let looking: Promise<void> | undefined;

  const lagMs = (): number | null => (reachedAt === undefined ? null : Math.max(0, monotonic() - reachedAt));
  const isUsed = (): boolean => !isFailing && (lagMs() ?? Infinity) <= config.mostLagMs;
  const failed = (error: unknown): void => {
    if (!isFailing) log.warn({ database: shown, reason: messageOf(error) }, 'read replica not used');
    isFailing = true;
  };

  /** @throws when the replica follows another server's log or no log; positions of two logs are not comparable. */
  const checkIdentity = async (): Promise<void> => {
    const [mine, theirs] = await Promise.all(
      [primary, pool].map(async (on) => (await on.query<Record<string, unknown>>(IDENTITY)).rows[0]!),
    );
    const isReplica = theirs!['replays'] === true && theirs!['cluster'] === mine!['cluster'];
    if (!isReplica || theirs!['database'] !== mine!['database']) {
      throw new Error('expected a streaming replica of the same database');
    }
    isSame = true;
  };

  const lookNow = async (): Promise<void> => {
    try {
      if (!isSame) await checkIdentity();
      const at = monotonic();
      const written = await primary.query<{ lsn: string }>(PRIMARY);
      const replayed = await pool.query<{ lsn: string | null }>(REPLICA);
      const lsn = replayed.rows[0]!.lsn;
      if (lsn === null) {
        // Promoted to a primary, so its data is no longer ours.
        isSame = false;
        throw new Error('expected a streaming replica, got a primary');
      }
      ahead.push({ at, lsn: BigInt(written.rows[0]!.lsn) });
      const reached = ahead.findLast((position) => position.lsn <= BigInt(lsn));
      if (reached !== undefined) {
        reachedAt = reached.at;
        ahead = ahead.filter((position) => position.at > reached.at);
      }
      // Drops every second position, so that a stopped replica does not fill memory; the error of the lag at most doubles.
      if (ahead.length > 1000) ahead = ahead.filter((_, i) => i % 2 === 0);
      if (isFailing) log.info({ database: shown }, 'read replica used again');
      isFailing = false;
    } catch (error) {
      failed(error);
    }
  };
  const look = async (): Promise<void> => {
    looking ??= lookNow().finally(() => (looking = undefined));
    return looking;
  };
  const timer = setInterval(() => void look(), config.askEveryMs).unref();

  return {
    read: async (work) => {
      if (!isUsed()) return undefined;
      try {
        return await work(db);
      } catch (error) {
        // Includes statements cancelled by the replay; the primary answers them.
        failed(error);
        return undefined;
      }
    },
    state: () => ({ lagMs: lagMs(), isUsed: isUsed() }),
    look,
    close: async () => {
      clearInterval(timer);
      await looking;
      await pool.end();
    },
  };
}
