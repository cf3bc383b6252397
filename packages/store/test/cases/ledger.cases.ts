/** The ledger: rows are written once, also by concurrent replicas, and a closed day accepts no rows. */

import { canonicalJson, closeDay, NO_DIGEST, type ForecastRow, type GradeRow } from '@barograph/contract';
import assert from 'node:assert/strict';
import { LEDGER_ROWS, type LedgerWrite } from '../../src/ledger.ts';
import type { Store } from '../../src/open-store.ts';
import { sha256 } from '../../src/sha256.ts';
import { DAY_MS, MIDNIGHT, type StoreCase } from './store-case.ts';

const HOUR_MS = 3_600_000;
const iso = (at: number): string => new Date(at).toISOString();

/** A forecast of 4 hours, of an hour after {@link MIDNIGHT}. */
export function forecast(hour: number, scope = 'market', model = 'm'): ForecastRow {
  const time = MIDNIGHT + hour * HOUR_MS;
  return {
    type: 'forecast',
    id: `live/${scope}/4h/${iso(time)}`,
    origin: 'live',
    scope,
    horizon: '4h',
    time: iso(time),
    rules: 'ledger/1',
    recorded: iso(time + HOUR_MS),
    model,
    snapshot: null,
    regime: 'squeeze',
    states: {},
    forecasts: {},
  };
}
function grade(of: ForecastRow, hits: number): GradeRow {
  const { id, origin, scope, horizon, time, rules } = of;
  const about = { origin, scope, horizon, time, rules, recorded: iso(Date.parse(time) + 5 * HOUR_MS) };
  const followed = { return: null, volatility: null, fall: null };
  return { ...about, type: 'grade', id: `${id}/grade`, row: id, corrects: null, grades: {}, followed, counts: { drawdown: [hits, 0] } }; // prettier-ignore
}

const write = async ({ db }: Store, given: Partial<LedgerWrite>): Promise<void> =>
  LEDGER_ROWS.write(
    db,
    { origin: 'live', rows: [], day: MIDNIGHT, closeBefore: MIDNIGHT, ...given },
    { timeline: 't', asOf: MIDNIGHT },
  );
const rowsOf = async ({ ledger }: Store, day: number) =>
  ledger.rows('t', { origin: 'live', day, limit: 1000, asOf: Number.MAX_SAFE_INTEGER });
const digestsOf = async ({ ledger }: Store) =>
  ledger.digests('t', { origin: 'live', from: 0, to: Number.MAX_SAFE_INTEGER });

export const LEDGER_CASES: readonly StoreCase[] = [
  {
    name: 'a row is written once: what is written again under its id changes nothing',
    run: async ({ open }) => {
      const store = await open();
      await write(store, { rows: [forecast(0)] });
      await write(store, { rows: [forecast(0, 'market', 'another'), forecast(1)] });
      const rows = await rowsOf(store, MIDNIGHT);
      assert.deepEqual(rows.map(({ text }) => text), [canonicalJson(forecast(0)), canonicalJson(forecast(1))]); // prettier-ignore
    },
  },
  {
    name: 'replicas at once write one ledger, and close each day once',
    run: async ({ open }) => {
      const stores = [await open(), await open(), await open()];
      const rows = Array.from({ length: 30 }, (_, hour) => forecast(hour));
      await Promise.all(
        stores.flatMap((store) =>
          rows.map(async (row, hour) => {
            const day = MIDNIGHT + Math.floor(hour / 24) * DAY_MS;
            await write(store, { rows: [row], day, closeBefore: MIDNIGHT });
          }),
        ),
      );
      await Promise.all(
        stores.map(async (store) => write(store, { day: MIDNIGHT + DAY_MS, closeBefore: MIDNIGHT + DAY_MS })),
      );
      const [first, second] = [await rowsOf(stores[0]!, MIDNIGHT), await rowsOf(stores[1]!, MIDNIGHT + DAY_MS)];
      assert.equal(first.length + second.length, 30);
      const about = { origin: 'live', date: iso(MIDNIGHT).slice(0, 10), previous: NO_DIGEST } as const;
      assert.deepEqual(await digestsOf(stores[2]!), [closeDay(about, first, sha256)]);
    },
  },
  {
    name: 'a row that comes after its day is closed belongs to the first open one; days without rows are closed too',
    run: async ({ open }) => {
      const store = await open();
      await write(store, { rows: [forecast(0)] });
      await write(store, { closeBefore: MIDNIGHT + 3 * DAY_MS, day: MIDNIGHT + 3 * DAY_MS });
      const before = await digestsOf(store);
      assert.deepEqual(before.map(({ rows }) => rows), [1, 0, 0]); // prettier-ignore
      await write(store, { rows: [forecast(1)], day: MIDNIGHT });
      assert.equal((await rowsOf(store, MIDNIGHT)).length, 1);
      assert.equal((await rowsOf(store, MIDNIGHT + 3 * DAY_MS)).length, 1);
      await write(store, { closeBefore: MIDNIGHT + 4 * DAY_MS });
      const after = await digestsOf(store);
      assert.deepEqual(after.slice(0, 3), before);
      assert.equal(after[3]!.previous, before[2]!.digest);
      assert.equal(after[3]!.rows, 1);
    },
  },
  {
    name: 'chains and markets know nothing of each other',
    run: async ({ open }) => {
      const store = await open();
      await write(store, { rows: [forecast(0)] });
      await write(store, { rows: [forecast(0)], origin: 'backfilled', closeBefore: MIDNIGHT + DAY_MS });
      assert.deepEqual(await digestsOf(store), []);
      const asked = { origin: 'live', day: MIDNIGHT, limit: 9, asOf: Number.MAX_SAFE_INTEGER } as const;
      assert.deepEqual(await store.ledger.rows('another', asked), []);
      assert.equal(await store.ledger.firstTime('another', 'live'), undefined);
      assert.equal(await store.ledger.firstTime('t', 'live'), MIDNIGHT);
    },
  },
  {
    name: 'forecasts are due once their horizon has ended, until they are graded; the newest of each scope is what grading goes on from',
    run: async ({ open }) => {
      const store = await open();
      const rows = [0, 1, 2].flatMap((hour) => [forecast(hour), forecast(hour, 'kPEPE')]);
      await write(store, { rows });
      const due = async (hours: number) => {
        const asked = { origin: 'live', from: 0, asOf: MIDNIGHT + hours * HOUR_MS, limit: 9 } as const;
        return (await store.ledger.due('t', asked)).map(({ id }) => id);
      };
      assert.deepEqual(await due(5 - 0.001), []);
      assert.deepEqual(
        await due(6),
        [1, 0, 3, 2].map((i) => rows[i]!.id),
      );
      await write(store, { rows: [grade(rows[0]!, 1), grade(rows[2]!, 2), grade(rows[1]!, 3)] });
      assert.deepEqual(await due(7), [rows[3]!.id, rows[4]!.id, rows[5]!.id]);
      const newest = await store.ledger.newest('t', 'live');
      assert.deepEqual(
        newest.map(({ scope, horizon, time, grade: last }) => [scope, horizon, time, last?.counts.drawdown]),
        [
          ['kPEPE', '4h', MIDNIGHT + 2 * HOUR_MS, [3, 0]],
          ['market', '4h', MIDNIGHT + 2 * HOUR_MS, [2, 0]],
        ],
      );
      const found = await store.ledger.forecasts('t', 'live', [{ scope: 'kPEPE', horizon: '4h', time: MIDNIGHT }]);
      assert.deepEqual(found, [rows[1]]);
    },
  },
  {
    name: 'a grade with other counts than the stored one keeps the later grades of its scope out, and no others',
    run: async ({ open }) => {
      const store = await open();
      const rows = [0, 1, 2].flatMap((hour) => [forecast(hour), forecast(hour, 'kPEPE')]);
      const grades = (hits: number, count: number) => rows.slice(0, 2 * count).map((row) => grade(row, hits));
      await write(store, { rows });
      await write(store, { rows: [grade(rows[0]!, 7), ...grades(1, 1)] });
      await write(store, { rows: grades(1, 2) });
      const gradesOf = async (scope: string) =>
        (
          await store.ledger.grades('t', {
            origin: 'live',
            scope,
            horizon: '4h',
            from: 0,
            asOf: Number.MAX_SAFE_INTEGER,
          })
        ).map(({ id, counts }) => [id, counts]);
      assert.deepEqual(await gradesOf('market'), [[grade(rows[0]!, 7).id, { drawdown: [7, 0] }]]);
      assert.deepEqual(await gradesOf('kPEPE'), [1, 3].map((i) => [grade(rows[i]!, 1).id, { drawdown: [1, 0] }])); // prettier-ignore
      await write(store, { rows: [2, 4].map((i) => grade(rows[i]!, 8)) });
      assert.equal((await gradesOf('market')).length, 3);
    },
  },
  {
    name: 'graded forecasts are found by the end of their horizon, with their newest grade; a correction leaves the old one',
    run: async ({ open }) => {
      const store = await open();
      const rows = [0, 1, 2, 3].map((hour) => forecast(hour));
      const grades = rows.slice(0, 3).map((row, i) => grade(row, i));
      await write(store, { rows: [...rows, ...grades] });
      const first = grades[1]!;
      const correction = { ...first, id: `${first.id}/1`, corrects: first.id, followed: { return: 1, volatility: 2, fall: 3 } }; // prettier-ignore
      await write(store, { rows: [correction, { ...correction, followed: first.followed }] });
      const ended = { origin: 'live', from: MIDNIGHT + 6 * HOUR_MS, to: MIDNIGHT + 9 * HOUR_MS } as const;
      assert.deepEqual(await store.ledger.graded('t', ended), [
        { row: rows[1], grade: correction },
        { row: rows[2], grade: grades[2] },
      ]);
      assert.deepEqual(await store.ledger.graded('t', { ...ended, to: ended.from }), []);
      assert.equal((await rowsOf(store, MIDNIGHT)).length, 8);
    },
  },
  {
    name: 'forecasts of a scope that cannot be graded leave room for those of others',
    run: async ({ open }) => {
      const store = await open();
      await write(store, {
        rows: [...[0, 1, 2, 3].map((hour) => forecast(hour, 'AWAY')), forecast(5, 'BTC'), forecast(6, 'BTC')],
      });
      const asked = { origin: 'live', from: 0, asOf: MIDNIGHT + 48 * HOUR_MS, limit: 4 } as const;
      const due = (await store.ledger.due('t', asked)).map(
        ({ scope, time }) => `${scope} ${(Date.parse(time) - MIDNIGHT) / HOUR_MS}`,
      );
      assert.deepEqual(due, ['AWAY 0', 'BTC 5', 'AWAY 1', 'BTC 6']);
    },
  },
  {
    name: 'old days are forgotten without a look at the others',
    run: async ({ open }) => {
      const { pool } = await open();
      await pool.query(`insert into ledger_rows
        select 't', 'live', 's', '4h', n, 0, n / 100, n, n::text, convert_to(repeat('x', 300), 'UTF8') from generate_series(1, 20000) n`);
      await pool.query('analyze ledger_rows');
      const { rows } = await pool.query('explain (format json) delete from ledger_rows where day < 0');
      const [{ Plan: plan }] = rows[0]['QUERY PLAN'] as [{ Plan: { 'Total Cost': number } }];
      // All rows, or all of an index, cost hundreds.
      assert.ok(plan['Total Cost'] < 50, JSON.stringify(plan));
    },
  },
];
