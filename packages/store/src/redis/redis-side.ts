/** Events and wake-ups of a database through Redis, with Postgres as fallback. */

import { sql, type Kysely } from 'kysely';
import type { Logger } from 'pino';
import { messageOf } from '../connection.ts';
import type { ReadCopy } from '../event-tail.ts';
import { createEventLog } from '../events.ts';
import { CHANNELS, type Channel, type Listener } from '../listener.ts';
import type { Tables } from '../schema.ts';
import type { SendWakeUps } from '../wake-ups.ts';
import { openBus, type Bus } from './bus.ts';
import { REDIS_V1 } from './config.ts';
import { createFanOut, type FanOut } from './fan-out.ts';

/** Redis next to a store. */
export interface RedisSide {
  /** Sends wake-ups through Redis after their events, or through `reserve` while Redis is unavailable. */
  sendOr(reserve: SendWakeUps): SendWakeUps;
  /** Events after an id; undefined when only Postgres has them. */
  readonly since: ReadCopy;
  close(): Promise<void>;
}

/**
 * Identifies a database, so that streams of another database, or of the same one before a restore, are not used.
 *
 * @throws {Error} when the database is unavailable.
 */
async function databaseName(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select s.system_identifier || '.' || c.timeline_id || '.' || d.oid as name
    from pg_control_system() s, pg_control_checkpoint() c, pg_database d where d.datname = current_database()`.execute(
    db,
  );
  return rows[0]!.name;
}

const isChannel = (name: unknown): name is Channel => typeof name === 'string' && Object.hasOwn(CHANNELS, name);

interface Opened {
  readonly bus: Bus;
  readonly fanOut: FanOut;
}

/**
 * Connects a store to Redis.
 * @param url `redis://` or `rediss://`; connects in the background
 */
export function createRedisSide(
  url: string,
  db: Kysely<Tables>,
  listener: Pick<Listener, 'deliver'>,
  log: Logger,
): RedisSide {
  const hear = (message: string | undefined): void => {
    if (message === undefined) return listener.deliver(undefined, undefined);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- sent by a replica
    for (const [channel, payload] of JSON.parse(message) as readonly (readonly [unknown, string])[]) {
      if (isChannel(channel)) listener.deliver(channel, payload);
    }
  };
  const open = async (): Promise<Opened> => {
    const prefix = `barograph:${await databaseName(db)}`;
    const bus = await openBus(url, `${prefix}:wake`, hear, REDIS_V1, log);
    const events = createEventLog(db, async () => undefined);
    return { bus, fanOut: createFanOut(events, bus, `${prefix}:events`, REDIS_V1) };
  };
  const opened = open().catch((error: unknown) => {
    log.warn({ reason: messageOf(error) }, 'redis not used; postgres takes over');
    return undefined;
  });
  return {
    sendOr: (reserve) => async (wakeUps) => {
      const side = await opened;
      if (side === undefined) return reserve(wakeUps);
      try {
        if (wakeUps.some(([channel]) => channel === 'events')) await side.fanOut.publish();
        await side.bus.publish(JSON.stringify(wakeUps));
      } catch {
        await reserve(wakeUps);
      }
    },
    since: async (afterId, limit) => (await opened)?.fanOut.since(afterId, limit),
    close: async () => (await opened)?.bus.close(),
  };
}
