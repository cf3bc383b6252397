/** The ledger of forecasts as the database has it in the end, with digests made again from its rows. */

import { closeDay, utcDate, type LedgerOrigin } from '@barograph/contract';
import { unpacked } from '../../packages/store/src/ledger-text.ts';
import { sha256 } from '../../packages/store/src/sha256.ts';
import { grouped, type LedgerEnd } from './checks/history.ts';
import type { Database } from './stage/database.ts';

interface StoredRow {
  readonly timeline: string;
  readonly origin: LedgerOrigin;
  readonly scope: string;
  readonly horizon: string;
  readonly time: number;
  readonly part: number;
  readonly day: number;
  readonly id: string;
  /** Base64. */
  readonly body: string;
}
interface StoredDay extends Pick<StoredRow, 'timeline' | 'origin' | 'day'> {
  readonly previous: string;
  readonly digest: string;
}

const chainOf = ({ timeline, origin }: Pick<StoredRow, 'timeline' | 'origin'>): string => `${origin} of ${timeline}`;

/** Reads rows and digests in one snapshot, because the market goes on. */
export async function ledgerOf({ query }: Pick<Database, 'query'>): Promise<LedgerEnd> {
  const [stored] = await query<{ rows: readonly StoredRow[]; days: readonly StoredDay[] }>(`select
    (select coalesce(json_agg(r), '[]') from (
      select timeline, origin, scope, horizon, time, part, day, id, encode(body, 'base64') as body from ledger_rows
    ) r) as rows,
    (select coalesce(json_agg(d), '[]') from (select * from ledger_digests order by timeline, origin, day) d) as days`);
  const { rows, days } = stored!;
  const byDay = grouped(rows, (row) => `${chainOf(row)} ${row.day}`);
  return {
    rows: rows.map((row) => ({
      // An earlier version may forecast no books.
      chain: row.scope.startsWith('book:') ? `books, ${chainOf(row)}` : chainOf(row),
      id: row.id,
      // Only forecasts of the present are complete by hours; those of the past are made day after day, where there is time.
      hour: row.part === 0 && row.origin === 'live' ? row.time : null,
      place: `${row.scope} ${row.horizon}`,
    })),
    days: days.map(({ previous, digest, ...day }) => {
      const texts = (byDay.get(`${chainOf(day)} ${day.day}`) ?? []).map(({ id, body }) => ({ id, text: unpacked(Buffer.from(body, 'base64')) })); // prettier-ignore
      const made = closeDay({ origin: day.origin, date: utcDate(day.day), previous }, texts, sha256);
      return { chain: chainOf(day), day: day.day, previous, digest, made: made.digest };
    }),
  };
}
