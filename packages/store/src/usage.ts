/**
 * Usage counters per key: calls today (UTC) and this minute, exact across replicas because the database counts. Concurrent
 * calls share a statement (group commit), and each still gets its own number.
 */

import { sql, type Kysely } from 'kysely';
import type { Tables } from './schema.ts';
import { batch, BATCH_V1 } from './batch.ts';

export interface Limits {
  readonly daily: number;
  readonly perMinute: number;
}

export interface Taken {
  readonly ok: boolean;
  /** Calls of the day and of the minute, including this call when it was allowed. */
  readonly dailyCount: number;
  readonly minuteCount: number;
  /** Limit that was reached; `day` when both were. */
  readonly refusedBy?: 'day' | 'minute';
}

export interface Usage {
  /** Counts one call unless it would exceed a limit. A refused call is not counted. */
  take(keyId: string, limits: Limits, now: number): Promise<Taken>;
  /** Refunds a call that was counted at `takenAt`. */
  refund(keyId: string, takenAt: number): Promise<void>;
  /** Calls of the day so far. */
  today(keyId: string, now: number): Promise<number>;
  /** Deletes the days before the day of `before`. */
  prune(before: number): Promise<void>;
}

/** Same limit as the gate's wait for the store. */
const TAKE_WAIT_MS = 2000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const dayOf = (time: number): number => Math.floor(time / DAY_MS);
const minuteOf = (time: number): number => Math.floor(time / MINUTE_MS);

interface Counts {
  readonly count: number;
  readonly minute: number;
  readonly minuteCount: number;
}
type KeyCounts = Counts & { readonly keyId: string };

/** One call of a key. Calls of one statement share their limits and minute. */
interface Call {
  readonly keyId: string;
  readonly limits: Limits;
  readonly now: number;
}

/** Whether a call counts into the stored minute. */
const isShared = sql`usage.minute - excluded.minute between 0 and 1`;

const NOTHING: Counts = { count: 0, minute: 0, minuteCount: 0 };
const refusal = (dailyCount: number, minuteCount: number, { daily }: Limits): Taken => ({
  ok: false,
  dailyCount,
  minuteCount,
  refusedBy: dailyCount >= daily ? 'day' : 'minute',
});

/** Undecided calls of a key after a statement. */
interface Open {
  /** Result positions of the undecided calls. */
  readonly places: number[];
  /** Calls in the next statement. It counts all of them or nothing, because it could not report the size of a part. */
  attempt: number;
}

/** Creates the counters of usage. */
// oxlint-disable-next-line eslint/max-lines-per-function -- the statements that count calls beside the rounds that settle what they answered
export function createUsage(db: Kysely<Tables>): Usage {
  const read = async (keyIds: readonly string[], now: number): Promise<ReadonlyMap<string, Counts>> => {
    const { rows } = await sql<KeyCounts>`select key_id, count, minute, minute_count from usage
      where key_id = any(${keyIds}::text[]) and day = ${dayOf(now)}::int`.execute(db);
    return new Map(rows.map((row) => [row.keyId, row]));
  };

  /** Counts calls of several keys; for each key all calls or no call. @returns the counted keys. */
  const add = async (
    requests: ReadonlyMap<string, Open>,
    { daily, perMinute }: Limits,
    now: number,
  ): Promise<ReadonlyMap<string, Counts>> => {
    const calls = [...requests.values()].map(({ attempt }) => attempt);
    // Sorted by key on every replica, so that statements on the same rows cannot deadlock. A replica whose clock is less than a
    // window behind counts into the minute that others have begun; going back would reset it. A minute further ahead was
    // written by a clock that has jumped. It is ignored, because it would lock the key out.
    const { rows } = await sql<KeyCounts>`
      insert into usage (key_id, day, count, minute, minute_count)
      select key_id, ${dayOf(now)}::int, calls, ${minuteOf(now)}::int, calls
      from unnest(${[...requests.keys()]}::text[], ${calls}::int[]) as asked (key_id, calls)
      where calls <= ${daily}::int and calls <= ${perMinute}::int
      order by key_id
      on conflict (key_id, day) do update set
        count = usage.count + excluded.count,
        minute = case when ${isShared} then usage.minute else excluded.minute end,
        minute_count = excluded.minute_count + case when ${isShared} then usage.minute_count else 0 end
      where usage.count + excluded.count <= ${daily}::int
        and excluded.minute_count + case when ${isShared} then usage.minute_count else 0 end <= ${perMinute}::int
      returning key_id, count, minute, minute_count`.execute(db);
    return new Map(rows.map((row) => [row.keyId, row]));
  };

  const takeAll = async (calls: readonly Call[]): Promise<readonly Taken[]> => {
    const { limits, now } = calls[0]!;
    const answers: Taken[] = [];
    const open = new Map<string, Open>();
    calls.forEach(({ keyId }, place) => {
      const entry = open.get(keyId);
      if (entry === undefined) open.set(keyId, { places: [place], attempt: 1 });
      else entry.attempt = entry.places.push(place);
    });
    /** Decides the calls of a key as far as its counts allow. */
    const settle = (keyId: string, entry: Open, dailyCount: number, minuteCount: number): void => {
      const room = Math.min(limits.daily - dailyCount, limits.perMinute - minuteCount);
      if (room <= 0)
        for (const place of entry.places.splice(0)) answers[place] = refusal(dailyCount, minuteCount, limits);
      if (entry.places.length === 0) open.delete(keyId);
      else entry.attempt = Math.min(room, entry.places.length);
    };
    while (open.size > 0) {
      const counted = await add(open, limits, now);
      const refused = [...open.keys()].filter((keyId) => !counted.has(keyId));
      const found = refused.length === 0 ? counted : await read(refused, now);
      for (const [keyId, entry] of open) {
        const taken = counted.get(keyId);
        if (taken === undefined) {
          const { count, minute, minuteCount } = found.get(keyId) ?? NOTHING;
          const ahead = minute - minuteOf(now);
          settle(keyId, entry, count, ahead === 0 || ahead === 1 ? minuteCount : 0);
          continue;
        }
        // The counts include all calls of the statement.
        let behind = entry.attempt;
        for (const place of entry.places.splice(0, entry.attempt)) {
          behind--;
          answers[place] = { ok: true, dailyCount: taken.count - behind, minuteCount: taken.minuteCount - behind };
        }
        settle(keyId, entry, taken.count, taken.minuteCount);
      }
    }
    return answers;
  };

  const refundAll = async (calls: readonly Omit<Call, 'limits'>[]): Promise<readonly void[]> => {
    const { now } = calls[0]!;
    const back = new Map<string, number>();
    for (const { keyId } of calls) back.set(keyId, (back.get(keyId) ?? 0) + 1);
    // Locked in key order first, for the same reason.
    await sql`
      with locked as (
        select key_id from usage where key_id = any(${[...back.keys()]}::text[]) and day = ${dayOf(now)}::int
        order by key_id for update
      )
      update usage set
        count = greatest(count - calls, 0),
        minute_count = case when minute = ${minuteOf(now)}::int then greatest(minute_count - calls, 0) else minute_count end
      from unnest(${[...back.keys()]}::text[], ${[...back.values()]}::int[]) as back (key_id, calls)
      join locked using (key_id)
      where usage.key_id = back.key_id and day = ${dayOf(now)}::int`.execute(db);
    return calls.map(() => undefined);
  };

  const take = batch<Call, Taken>(
    ({ limits, now }) => `${limits.daily} ${limits.perMinute} ${minuteOf(now)}`,
    takeAll,
    // A call that failed with 503 meanwhile is not counted; a refund is never too late.
    { ...BATCH_V1, waitMs: TAKE_WAIT_MS },
  );
  const refund = batch<Omit<Call, 'limits'>, void>(({ now }) => String(minuteOf(now)), refundAll);
  return {
    take: async (keyId, limits, now) => take({ keyId, limits, now }),
    refund: async (keyId, takenAt) => refund({ keyId, now: takenAt }),
    today: async (keyId, now) => (await read([keyId], now)).get(keyId)?.count ?? 0,
    prune: async (before) => {
      await db.deleteFrom('usage').where('day', '<', dayOf(before)).execute();
    },
  };
}
