/** Verification of a served ledger: nothing is found in one that was left alone, and any planted edit is. */

import {
  canonicalJson,
  baselineOf,
  closeDay,
  correctedGrade,
  createLedgerVerifier,
  followedOf,
  gradeOf,
  NO_DIGEST,
  outcomeOf,
  type Counts,
  type ForecastRow,
  type GradeRow,
  type LedgerDigest,
  type LedgerRow,
} from '@barograph/contract';
import { DAY_MS, HOUR_MS } from '@barograph/core';
import { REGIMES } from '@barograph/nowcast';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forecastRow, LEDGER_START } from '../../../contract/test/ledger-cases.ts';
import { CommandError } from '../io.ts';
import { sha256 } from '../sha256.ts';
import type { Ask } from './ask-ledger.ts';
import { verifyLedger, type VerifyQuery } from './verify-ledger.ts';

const DAYS = 4;
const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
const closeOf = (hour: number): number => Math.round(1e4 * (100 + 3 * Math.sin(hour / 5) + (hour % 7))) / 1e4;

/** Days of a ledger as a host stores them. */
interface Served {
  readonly digests: LedgerDigest[];
  readonly rows: Map<string, string[]>;
}

/** Hourly forecasts of 4 hours with their grades, as a producer writes them. */
function ledger(): Served {
  const forecasts: ForecastRow[] = [];
  const written: LedgerRow[] = [];
  let counts: Counts = {};
  for (let hour = 0; hour < DAYS * 24 - 1; hour++) {
    const regime = REGIMES[(hour >> 2) % REGIMES.length]!;
    const weights = REGIMES.map((_, k) => 1 + ((hour * (k + 3)) % 11));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const p = weights.map((weight) => Math.round((1e6 * weight) / total) / 1e6);
    const quantiles = { shares: [0.1, 0.9], values: [-2, 2.5], base: [-1.5, 1.5] };
    const next = { p, ...baselineOf(counts, 'next_regime', regime) };
    const size = { p: [0.1, 0.2, 0.3, 0.4], ...baselineOf(counts, 'volatility', regime), cuts: [100, 200, 300] };
    const row = forecastRow(hour, {
      regime,
      forecasts: { next_regime: next, volatility: size, day_quantiles: quantiles },
    });
    forecasts.push(row);
    written.push(row);
    const due = forecasts[hour - 4];
    if (due === undefined) continue;
    const followed = followedOf(Array.from({ length: 5 }, (_, i) => closeOf(hour - 4 + i)), '4h'); // prettier-ignore
    const grade = gradeOf(due, outcomeOf(due, followed, { later: row, fundingRate: null }), counts, Date.parse(row.recorded)); // prettier-ignore
    counts = grade.counts;
    written.push(grade);
  }
  const served: Served = { digests: [], rows: new Map() };
  let previous = NO_DIGEST;
  for (let day = 0; day < DAYS; day++) {
    const date = dateOf(LEDGER_START + day * DAY_MS);
    const rows = written.filter(({ recorded }) => recorded.startsWith(date)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const texts = rows.map((row) => ({ id: row.id, text: canonicalJson(row) }));
    const closed = closeDay({ origin: 'live', date, previous }, texts, sha256);
    previous = closed.digest;
    served.digests.push(closed);
    served.rows.set(date, texts.map(({ text }) => text)); // prettier-ignore
  }
  return served;
}

/** A host that serves these texts, some rows a page. */
function hostOf({
  digests,
  rows,
  asOf = LEDGER_START + DAYS * DAY_MS,
}: {
  readonly digests: readonly string[];
  readonly rows: ReadonlyMap<string, readonly string[]>;
  readonly asOf?: number;
}): Ask {
  return async (path) => {
    const { pathname, searchParams } = new URL(path, 'http://host');
    try {
      if (pathname.endsWith('digests')) {
        const days = digests.map((text) => JSON.parse(text) as LedgerDigest);
        const [from, to] = [searchParams.get('from')!, searchParams.get('to')!];
        return { days: days.filter(({ date }) => date >= from && date <= to), as_of: asOf };
      }
      if (pathname.endsWith('snapshots')) throw new CommandError('403');
      const all = rows.get(searchParams.get('date')!) ?? [];
      const first = Number(searchParams.get('after') ?? 0);
      const next = first + 20 < all.length ? String(first + 20) : null;
      return { rows: all.slice(first, first + 20).map((text) => JSON.parse(text) as unknown), next };
    } catch {
      throw new CommandError('quant/ledger: expected an answer');
    }
  };
}

const clean = ledger();
const texts = { digests: clean.digests.map((digest) => JSON.stringify(digest)), rows: clean.rows };
const last = clean.digests.at(-1)!.digest;
const all: VerifyQuery = { origin: 'live', from: LEDGER_START, to: LEDGER_START + (DAYS - 1) * DAY_MS, digest: last };
/** Bars of the reader from the start to an hour. */
const closesOf: NonNullable<VerifyQuery['closesOf']> = (_, first, end) =>
  Array.from({ length: (end - first) / HOUR_MS + 1 }, (__, i) => closeOf((first - LEDGER_START) / HOUR_MS + i));

/** A text with one bit turned; undefined where that is no character of a JSON document as UTF-8 has it. */
function turned(text: string, place: number): string {
  const at = (place >> 3) % text.length;
  return text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ (1 << (place & 7))) + text.slice(at + 1);
}

/** The reason of a difference, or of a request that failed; undefined without either. */
async function found(host: Ask, query = all): Promise<string | undefined> {
  try {
    const { difference } = await verifyLedger(host, query);
    return difference?.reason;
  } catch (error) {
    return String(error);
  }
}

describe('a ledger that was left alone', () => {
  it('has no difference, and every grade is computed again, from bars where there are some', async () => {
    const rows = [...clean.rows.values()].reduce((sum, list) => sum + list.length, 0);
    const grades = DAYS * 24 - 1 - 4;
    const snapshots = { compared: 0, notKept: 0, notShown: 0, refusal: undefined };
    const whole = { days: DAYS, pruned: 0, rows, snapshots, regraded: grades, fromBars: 0, difference: undefined };
    expect(await verifyLedger(hostOf(texts), all)).toEqual(whole);
    expect(await verifyLedger(hostOf(texts), { ...all, closesOf })).toEqual({ ...whole, fromBars: grades });
  });

  it('is not accused of a grade that it corrected, and is of one that it did not', async () => {
    const [first] = clean.digests;
    const written = clean.rows.get(first!.date)!.map((text) => JSON.parse(text) as LedgerRow);
    const rows = new Map(written.map((row) => [row.id, row]));
    const grade = written.find((row): row is GradeRow => row.type === 'grade')!;
    const row = rows.get(grade.row);
    if (row?.type !== 'forecast') throw new Error('expected the forecast of the grade');
    // The bars that the host graded by, and those that it has now.
    const late = [100, 101, 99, 104, 107];
    const later = [...rows.values()].find(({ type, time }) => type === 'forecast' && Date.parse(time) === Date.parse(row.time) + 4 * HOUR_MS); // prettier-ignore
    if (later?.type !== 'forecast') throw new Error('expected the forecast of the end');
    const gradedBy = (closes: readonly number[]) =>
      outcomeOf(row, followedOf(closes, '4h'), { later, fundingRate: null });
    const old = gradeOf(row, gradedBy(late), {}, Date.parse(grade.recorded));
    const now = gradedBy(closesOf('market', Date.parse(row.time), Date.parse(row.time) + 4 * HOUR_MS)!);
    const correction = correctedGrade(row, old, now, Date.parse(grade.recorded))!;
    const about = { origin: 'live', date: first!.date, previous: NO_DIGEST } as const;
    const verified = (grades: readonly GradeRow[]) => {
      const verifier = createLedgerVerifier(NO_DIGEST, sha256, closesOf);
      const day = [row, later, ...grades];
      const closed = closeDay(about, day.map((row) => ({ id: row.id, text: canonicalJson(row) })), sha256); // prettier-ignore
      return verifier.day(closed, day)?.reason ?? verifier.contradicted()?.id;
    };
    expect(verified([old])).toBe(old.id);
    expect(verified([old, correction])).toBeUndefined();
    expect(correction.corrects).toBe(old.id);
    expect(verified([grade])).toBeUndefined();
    // A correction that does not follow from its outcome is found as a first grade is.
    const edited = { ...correction, grades: old.grades };
    expect(verified([old, edited])).toContain('not that of its forecast');
  });

  it('may be checked from any day on', async () => {
    const { difference, days } = await verifyLedger(hostOf(texts), { ...all, from: LEDGER_START + 2 * DAY_MS });
    expect([difference, days]).toEqual([undefined, DAYS - 2]);
  });

  it('may have lost the rows of days that are too old to be kept, and no others', async () => {
    const date = clean.digests[1]!.date;
    const rows = new Map(clean.rows).set(clean.digests[0]!.date, []).set(date, []);
    const lost = async (days: number) => verifyLedger(hostOf({ ...texts, rows, asOf: Date.parse(date) + days * DAY_MS + 1 }), all); // prettier-ignore
    expect(await lost(400)).toMatchObject({ difference: undefined, days: DAYS, pruned: 2 });
    expect((await lost(399)).difference).toMatchObject({ date });
    const digests = texts.digests.with(1, JSON.stringify({ ...clean.digests[1]!, digest: 'a'.repeat(64) }));
    const forged = hostOf({ digests, rows, asOf: Date.parse(date) + 500 * DAY_MS });
    expect((await verifyLedger(forged, all)).difference?.reason).toContain('digest of the day before');
  });
});

describe('a host that repeats the place of the next page', () => {
  it.each([1, 2, 3])('is refused after %i of them', async (period) => {
    let requests = 0;
    const host = hostOf(texts);
    const circling: Ask = async (path) =>
      path.includes('digests') ? host(path) : { rows: [], next: `after-${requests++ % period}` };
    expect(await found(circling)).toMatch(/quant\/ledger: expected a "next" that goes on, got "after-0" again/);
    expect(requests).toBe(period + 1);
  });
});

describe('an edit', () => {
  const places = fc.tuple(fc.nat({ max: DAYS - 1 }), fc.nat(), fc.nat());

  it('of any bit of a row is found, 200 times', async () => {
    await fc.assert(
      fc.asyncProperty(places, async ([day, which, bit]) => {
        const date = clean.digests[day]!.date;
        const list = clean.rows.get(date)!;
        const at = which % list.length;
        const rows = new Map(clean.rows).set(date, list.with(at, turned(list[at]!, bit)));
        expect(await found(hostOf({ ...texts, rows }))).toBeDefined();
      }),
      { numRuns: 200 },
    );
  });

  it.each(['null', '{"type":"grade"}', '{"type":"grade","id":"a","row":"b"}', '7'])(
    'that puts %s in the place of a row is a difference of its day',
    async (text) => {
      const { date } = clean.digests[1]!;
      const list = clean.rows.get(date)!;
      for (const at of [0, 1, 2, 3]) {
        const rows = new Map(clean.rows).set(date, list.with(at, text));
        expect((await verifyLedger(hostOf({ ...texts, rows }), all)).difference).toMatchObject({ date });
      }
    },
  );

  it('that takes the grades of a row away is a difference of its day', async () => {
    const { date } = clean.digests[1]!;
    const list = clean.rows.get(date)!.map((text) => text.replace('"grades":', '"other":'));
    const rows = new Map(clean.rows).set(date, list);
    expect((await verifyLedger(hostOf({ ...texts, rows }), all)).difference).toMatchObject({ date });
  });

  it('of any bit of a digest is found', async () => {
    await fc.assert(
      fc.asyncProperty(places, async ([day, , bit]) => {
        const digests = texts.digests.with(day, turned(texts.digests[day]!, bit));
        expect(await found(hostOf({ ...texts, digests }))).toBeDefined();
      }),
    );
  });

  it('that takes a row or a day away, or adds a row, is found', async () => {
    await fc.assert(
      fc.asyncProperty(places, async ([day, which]) => {
        const date = clean.digests[day]!.date;
        const list = clean.rows.get(date)!;
        const less = new Map(clean.rows).set(date, list.toSpliced(which % list.length, 1));
        const more = new Map(clean.rows).set(date, [...list, list[which % list.length]!]);
        expect(await found(hostOf({ ...texts, rows: less }))).toBeDefined();
        expect(await found(hostOf({ ...texts, rows: more }))).toBeDefined();
        expect(await found(hostOf({ ...texts, digests: texts.digests.toSpliced(day, 1) }))).toBeDefined();
      }),
    );
  });

  it('with digests that were made to fit is found by a digest that was kept, by the grades, and by bars', async () => {
    const dates = clean.digests.map(({ date }) => date);
    const forged = (edit: (row: LedgerRow) => LedgerRow): Ask => {
      let previous = NO_DIGEST;
      const digests: string[] = [];
      const rows = new Map<string, readonly string[]>();
      for (const date of dates) {
        const edited = clean.rows.get(date)!.map((text) => edit(JSON.parse(text) as LedgerRow));
        const written = edited.map((row) => ({ id: row.id, text: canonicalJson(row) }));
        const closed = closeDay({ origin: 'live', date, previous }, written, sha256);
        previous = closed.digest;
        digests.push(JSON.stringify(closed));
        rows.set(date, written.map(({ text }) => text)); // prettier-ignore
      }
      return hostOf({ digests, rows });
    };
    const isThird = ({ type, time }: LedgerRow): boolean => type === 'grade' && time === new Date(LEDGER_START + 30 * HOUR_MS).toISOString(); // prettier-ignore
    const believed = { ...all, digest: undefined };
    const kinder = forged((row) => {
      if (row.type !== 'grade' || !isThird(row)) return row;
      const next = { ...row.grades.next_regime!, log: 0.001 };
      return { ...row, grades: { ...row.grades, next_regime: next } } satisfies GradeRow;
    });
    expect(await found(kinder)).toBeDefined();
    expect(await found(kinder, believed)).toContain('not that of its forecast');
    const calmer = forged((row) => (row.type === 'grade' && isThird(row) ? { ...row, followed: { ...row.followed, return: 99 } } : row)); // prettier-ignore
    expect(await found(calmer, { ...believed, closesOf })).toContain('not that of the bars');
    const bolder = forged((row) => (row.type === 'forecast' ? { ...row, model: 'another' } : row));
    expect(await found(bolder, believed)).toBeUndefined();
    expect(await found(bolder)).toContain('expected the digest');
  });
});
