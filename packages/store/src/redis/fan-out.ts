/**
 * The event log as a Redis stream whose entries have the ids of the log. Redis refuses ids that do not increase, so several
 * publishers never repeat or reorder events. A reader that finds a gap reads Postgres.
 */

import type { EventLog, StoredEvent } from '../events.ts';
import type { Bus } from './bus.ts';
import type { RedisConfig } from './config.ts';

const BATCH = 500;
/** Redis error for an entry that another replica added before. */
const IS_THERE = /equal or smaller than the target stream top item/;

/** Events through Redis. */
export interface FanOut {
  /** Adds the events of the log that the stream lacks. @throws {Error} when Redis or Postgres is unavailable. */
  publish(): Promise<void>;
  /** Events after an id, oldest first; undefined when only Postgres has them. */
  since(afterId: number, limit: number): Promise<readonly StoredEvent[] | undefined>;
}

/**
 * Creates the events of a log through a Redis stream.
 * @param key key of the stream, unique per database
 */
export function createFanOut(
  log: Pick<EventLog, 'since' | 'bounds'>,
  bus: Pick<Bus, 'run'>,
  key: string,
  { length }: Pick<RedisConfig, 'length'>,
): FanOut {
  /** Last id in the stream known to this replica. */
  let top: number | undefined;

  const lastId = async (): Promise<number> => {
    const [newest] = await bus.run(async (redis) => redis.xrevrange(key, '+', '-', 'COUNT', 1));
    if (newest !== undefined) return Number.parseInt(newest[0], 10);
    return Math.max(0, (await log.bounds()).lastId - BATCH);
  };
  const add = async (events: readonly StoredEvent[]): Promise<void> => {
    const results = await bus.run(async (redis) => {
      const pipeline = redis.pipeline();
      for (const event of events) {
        pipeline.xadd(key, 'MAXLEN', '~', length, `${event.id}-0`, 'event', JSON.stringify(event));
      }
      return pipeline.exec();
    });
    const failed = results?.find(([error]) => error !== null && !IS_THERE.test(error.message));
    if (failed?.[0] != null) throw failed[0];
  };
  return {
    publish: async () => {
      for (;;) {
        const after = (top ??= await lastId());
        const events = await log.since(after, BATCH);
        if (events.length > 0) await add(events);
        top = events.at(-1)?.id ?? after;
        if (events.length < BATCH) return;
      }
    },
    since: async (afterId, limit) => {
      try {
        const entries = await bus.run(async (redis) => redis.xrange(key, `(${afterId}-0`, '+', 'COUNT', limit));
        const gap = entries.findIndex(([id], i) => Number.parseInt(id, 10) !== afterId + 1 + i);
        const found = gap < 0 ? entries : entries.slice(0, gap);
        if (found.length === 0) return undefined;
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `add`
        return found.map(([, fields]) => JSON.parse(fields[1]!) as StoredEvent);
      } catch {
        return undefined;
      }
    },
  };
}
