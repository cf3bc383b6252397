/** Risk of reference books from the panel to HTTP: recorded each published hour, graded by what their perps did, closed, and scored. */

import { closeDay, createLedgerVerifier, canonicalJson, NO_DIGEST, type ForecastRow, type GradeRow, type LedgerDigestsWire, type QuantScorecardWire } from '@barograph/contract'; // prettier-ignore
import { DAY_MS, HOUR_MS } from '@barograph/core';
import { createMarket, SIMULATOR_V2 } from '@barograph/simulator';
import { afterAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../../../store/src/sha256.ts';
import { dateOf, openStage, START } from './stage.ts';

const HOURS = 78;
const COINS = 12;
const START_HOUR = Math.floor(START / HOUR_MS) * HOUR_MS - DAY_MS;
const perps = SIMULATOR_V2.listings.filter(({ venue, listedAfter }) => venue === 'perpdex_perp' && listedAfter === 0);
const listings = [...perps.filter(({ symbol }) => symbol === 'BTC'), ...perps.filter(({ symbol }) => symbol !== 'BTC')];
const config = { ...SIMULATOR_V2, listings: listings.slice(0, COINS) };
const source = createMarket(config);
const bars = new Map(
  config.listings.map(({ symbol }) => [symbol, source.candles(symbol, 'perpdex_perp', '1h', START_HOUR, START_HOUR + 5 * DAY_MS)]), // prettier-ignore
);
const stage = await openStage(HOURS, [], config);
const { get, allRows } = stage;
afterAll(async () => stage.stop());

const closesOf = (coin: string, first: number, last: number): readonly number[] | undefined => {
  const own = bars.get(coin);
  if (own === undefined) return undefined;
  return Array.from({ length: (last - first) / HOUR_MS + 1 }, (_, i) => {
    const at = own.time.indexOf(first + i * HOUR_MS);
    return at < 0 ? NaN : own.close[at]!;
  });
};

describe('reference books in the ledger', () => {
  it('have a row for each horizon of each published hour, and a grade that is the return of their perps', async () => {
    for (const [name, legs] of [
      ['btc', 1],
      ['majors', 5],
      ['long_short', 11],
    ] as const) {
      const rows = await allRows(`&scope=book:${name}`);
      const forecasts = rows.filter((row): row is ForecastRow => row.type === 'forecast');
      const grades = rows.filter((row): row is GradeRow => row.type === 'grade');
      expect(forecasts, name).toHaveLength(2 * (HOURS + 1));
      expect(grades, name).toHaveLength(2 * (HOURS + 1) - 4 - 24);
      for (const grade of grades) {
        const { forecasts: said, time } = forecasts.find(({ id }) => id === grade.row)!;
        const { positions, shares, values, shortfalls } = said.book_risk!;
        expect(positions).toHaveLength(legs);
        expect(shares).toEqual([0.01, 0.05]);
        values.forEach((value, i) => expect(shortfalls[i]!).toBeLessThanOrEqual(value));
        const hours = grade.horizon === '4h' ? 4 : 24;
        const first = Date.parse(time);
        const profit = positions.reduce((sum, { coin, weight }) => {
          const closes = closesOf(coin, first, first + hours * HOUR_MS)!;
          return sum + 100 * weight * (closes[hours]! / closes[0]! - 1);
        }, 0);
        const { came, below } = grade.grades.book_risk!;
        expect(came!).toBeCloseTo(profit, 5);
        expect(below).toEqual(values.map((value) => came! <= value));
        expect(grade.counts).toEqual({});
      }
    }
  });

  it('verify by their own bars, and do not once a number is another one', async () => {
    const rows = await allRows();
    const check = (of: typeof rows) => {
      const verifier = createLedgerVerifier(NO_DIGEST, sha256, (scope, first, last) => closesOf(scope === 'market' ? 'BTC' : scope, first, last)); // prettier-ignore
      const closed = closeDay({ origin: 'live', date: dateOf(START), previous: NO_DIGEST }, of.map((row) => ({ id: row.id, text: canonicalJson(row) })), sha256); // prettier-ignore
      return { difference: verifier.day(closed, of), counts: verifier.counts() };
    };
    const books = rows.filter(({ scope }) => scope.startsWith('book:'));
    const { difference, counts } = check(books);
    expect(difference).toBeUndefined();
    expect(counts.fromBars).toBe(books.filter(({ type }) => type === 'grade').length);
    const at = books.findIndex((row) => row.type === 'grade');
    const grade = books[at] as GradeRow;
    const lied = { ...grade, followed: { ...grade.followed, return: grade.followed.return! + 0.1 } };
    expect(check(books.with(at, lied)).difference?.id).toBe(grade.id);
  });

  it('are scored: what was said of each share, and how often it happened', async () => {
    const card = await get<QuantScorecardWire>('quant/scorecard?scope=book:btc&horizon=4h&window=7');
    const own = card.live.kinds.find(({ kind }) => kind === 'book_risk')!;
    expect(own.scores!.map(({ rule }) => rule)).toEqual(['pinball', 'fz0']);
    expect(own.scores![1]!.skill).toBeNull();
    expect(own.calibration!.map(({ said }) => said)).toEqual([0.05, 0.01]);
    for (const { rows } of own.calibration!) expect(rows).toBe(own.graded);
    expect(own.summary).toMatch(/^said 5 %, happened \d+ % of \d+ times$/);
    const { days } = await get<LedgerDigestsWire>('quant/ledger/digests');
    expect(days.length).toBeGreaterThan(2);
  });
});
