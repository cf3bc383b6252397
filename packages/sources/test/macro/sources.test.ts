/** The sources of moods and macro series against a loopback server: what is known when, who says it, and failures. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';
import { scheduledReleases } from '@barograph/stress/risk';
import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createManualClock } from '../../src/clock.ts';
import { createLog } from '../log.ts';
import { calendarFeed } from '../../src/macro/calendar.ts';
import { MACRO_SOURCE_V1 } from '../../src/macro/config.ts';
import { chosenSeries, createDayStore } from '../../src/macro/day-store.ts';
import { createMacroSource } from '../../src/macro/source.ts';
import { createMoodSource } from '../../src/mood/source.ts';
import { json, listen, onEnd } from '../upstream/test-support.ts';
import { settled } from '../deadlines.ts';

/** A Friday, 22:30 in London, 17:30 in New York. */
const NOW = Date.UTC(2026, 10, 20, 22, 30);
const KEY = 'secret-key-of-fred';
const day = (date: string): number => Date.parse(date);
const isoOf = (time: number): string => new Date(time).toISOString().slice(0, 16);

const VALUES: Readonly<Record<string, string>> = { DGS10: '4.20', DEXUSEU: '1.15', DFF: '3.90', SP500: '6600' };
const entry = (date: string, value: number): string =>
  `<entry><content><m:properties><d:NEW_DATE>${date}T00:00:00</d:NEW_DATE><d:BC_10YEAR m:type="x">${value}</d:BC_10YEAR></m:properties></content></entry>`;

/** Both sources on one server, whose answer to a path can be changed. */
async function sourcesOn(
  change: (path: string) => { readonly status: number; readonly text: string } | undefined = () => undefined,
) {
  const server = await listen((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://outlook');
    const text = (body: string): void => void response.writeHead(200).end(body);
    const changed = change(pathname);
    if (changed !== undefined) return void response.writeHead(changed.status).end(changed.text);
    if (pathname === '/fng/') {
      const rows = [day('2026-11-20'), day('2026-11-19'), day('2026-11-23')];
      return json(response, {
        data: rows.map((time, i) => ({ value: String(40 + i), timestamp: String(time / 1000) })),
      });
    }
    if (pathname === '/v3/fear-and-greed/historical') {
      return json(response, {
        data: [{ timestamp: String(day('2026-11-20') / 1000), value: 60 }],
        status: { error_code: '0' },
      });
    }
    if (pathname === '/graph/fredgraph.csv') {
      const id = searchParams.get('id') ?? '';
      const value = VALUES[id];
      return text(
        `observation_date,${id}\n${value === undefined ? '' : `2026-01-15,${value}\n2026-11-18,${value}\n2026-11-19,77777777\n`}`,
      );
    }
    if (pathname === '/fred/release/dates') {
      const dates = ['2026-12-10', '2027-02-10'].map((date) => ({ release_id: 10, date }));
      return json(response, { release_dates: searchParams.get('release_id') === '10' ? dates : [] });
    }
    if (pathname.endsWith('/pages/xml')) {
      const year = searchParams.get('field_tdr_date_value');
      return text(
        year === '2026' ? `<feed>${entry('2026-11-18', 4.21)}${entry('2026-11-20', 4.3)}</feed>` : '<feed></feed>',
      );
    }
    if (pathname.endsWith('eurofxref-hist-90d.xml')) {
      const cube = (date: string, rate: number): string =>
        `<Cube time="${date}"><Cube currency="USD" rate="${rate}"/></Cube>`;
      return text(`<Envelope><Cube>${cube('2026-11-20', 1.16)}${cube('2026-11-19', 1.17)}</Cube></Envelope>`);
    }
    if (pathname === '/api/v3/klines') {
      const rows = [day('2026-11-19'), day('2026-11-20')].map((open) => [
        open,
        '4000',
        '4100',
        '3900',
        '4050',
        '7',
        open + DAY_MS - 1,
      ]);
      return json(response, rows);
    }
    return json(response, {}, 404);
  });
  const lines: string[] = [];
  const log = createLog('trace', { write: (line) => void lines.push(line) });
  const clock = createManualClock(NOW);
  const steady = createManualClock(0);
  const url = server.baseUrl;
  const mood = createMoodSource({ fearGreedUrl: url, cmcUrl: url, cmcKey: KEY }, { clock, log, steady });
  const macro = createMacroSource(
    { fredUrl: url, fredApiUrl: url, fredKey: KEY, treasuryUrl: url, ecbUrl: url, goldUrl: url },
    { clock, log, steady },
  );
  onEnd(async () => void (await Promise.all([mood.close(), macro.close()])));
  await Promise.all([mood.start(), macro.start()]);
  // Tasks of a lane come one after another, each when the clock of waits moves.
  const settle = async (count: number): Promise<void> => {
    await vi.waitFor(async () => {
      steady.moveTo(steady.now() + 1);
      await settled();
      expect(server.asked.length).toBeGreaterThanOrEqual(count);
    });
    await settled();
  };
  return { server, mood, macro, clock, steady, lines, settle };
}
/** Two moods, eleven series, three years of yields, one rate, gold, four releases. */
const ALL = 22;

describe('the sources of moods and macro series', () => {
  it('say what each publisher says, when it is known, and what stands in [#192] [#196]', async () => {
    const { mood, macro, settle, clock } = await sourcesOn();
    const query = { from: 0, asOf: NOW };
    expect(await macro.feeds.macro!.pull(query)).toMatchObject({ ok: false, error: { isWarming: true } });
    await settle(ALL);
    const moods = await mood.feeds.fearGreed!.pull(query);
    expect(moods).toMatchObject({
      ok: true,
      value: {
        asOf: NOW,
        rows: {
          indices: [
            { publisher: 'alternative_me', value: Float64Array.of(41, 40) },
            { publisher: 'coinmarketcap', value: Float64Array.of(60) },
          ],
        },
      },
    });
    const answer = await macro.feeds.macro!.pull(query);
    const { series } = answer.ok ? answer.value.rows : expect.fail('no rows');
    const of = (name: string) => {
      const one = series.find((each) => each.name === name)!;
      return [one.publisher, [...one.time].map(isoOf), [...one.value], one.isProxy];
    };
    // Not before FRED's hour, 16:15 of the next working day; and today's yield is seen before its hour, 18:00.
    expect(of('us_10y')).toEqual([
      'US Treasury, before that FRED DGS10',
      ['2026-01-16T21:15', '2026-11-18T23:00', '2026-11-20T22:30'],
      [4.2, 4.21, 4.3],
      undefined,
    ]);
    expect(of('eur_usd')).toEqual([
      'ECB, before that FRED DEXUSEU',
      ['2026-01-20T21:15', '2026-11-19T15:15', '2026-11-20T15:15'],
      [1.15, 1.17, 1.16],
      undefined,
    ]);
    // The day that is under way has no close.
    expect(of('gold_usd')).toEqual(['PAXG/USDT', ['2026-11-20T00:00'], [4050], true]);
    expect(of('sp500')).toEqual(['FRED SP500', ['2026-01-16T14:00', '2026-11-19T14:00'], [6600, 6600], undefined]);
    const earlier = await macro.feeds.macro!.pull({ from: day('2026-11-01'), asOf: day('2026-11-19') });
    const known = earlier.ok ? earlier.value.rows.series : expect.fail('no rows');
    expect(known.find(({ name }) => name === 'us_10y')!.value).toEqual(Float64Array.of(4.21));
    for (const { time } of known) expect(time.every((one) => one <= day('2026-11-19'))).toBe(true);
    const readings = macro.upstreams!().find(({ source }) => source === 'fred')!;
    expect(readings.dropped).toEqual({
      'us_10y out of range': 1,
      'eur_usd out of range': 1,
      'fed_funds out of range': 1,
      'sp500 another unit': 1,
    });
    expect(macro.state(clock.now()).map(({ feed, status }) => [feed, status])).toEqual([
      ['macro', 'ok'],
      ['macroCalendar', 'ok'],
    ]);
    expect(mood.upstreams!()[0]!.dropped).toEqual({ 'fear_greed in the future': 1 });
  });

  it('have dates behind the shipped calendar with a key, which no log shows', async () => {
    const { macro, settle, lines, server } = await sourcesOn((path) =>
      path === '/fred/release/dates'
        ? { status: 400, text: JSON.stringify({ error_message: `bad ${KEY}` }) }
        : undefined,
    );
    await settle(ALL);
    const calendar = await macro.feeds.macroCalendar!.pull({ from: day('2026-12-01'), asOf: NOW });
    const times = (calendar.ok ? calendar.value.rows.releases : []).map(({ print, time }) => `${print} ${isoOf(time)}`);
    expect(times.slice(0, 3)).toEqual(['NFP 2026-12-04T13:30', 'FOMC 2026-12-09T19:00', 'CPI 2026-12-10T13:30']);
    expect(macro.state(NOW)[1]).toMatchObject({ feed: 'macroCalendar', status: 'stale' });
    expect(server.asked.some(({ url }) => url.includes(KEY))).toBe(true);
    expect(server.asked.some(({ headers }) => headers['x-cmc_pro_api_key'] === KEY)).toBe(true);
    expect(JSON.stringify([lines, macro.state(NOW)])).not.toContain(KEY);
  });

  it('keep the last good values when a publisher fails, and say which one', async () => {
    let isDown = false;
    const { macro, mood, settle, clock, steady, server } = await sourcesOn((path) =>
      isDown && (path.endsWith('.xml') || path === '/fng/') ? { status: 200, text: '<html>busy</html>' } : undefined,
    );
    await settle(ALL);
    const calendar = await macro.feeds.macroCalendar!.pull({ from: day('2027-01-01'), asOf: NOW });
    expect(calendar).toMatchObject({ ok: true });
    expect(
      calendar.ok && calendar.value.rows.releases.filter(({ print }) => print === 'CPI').map(({ time }) => isoOf(time)),
    ).toEqual(['2027-02-10T13:30']);
    isDown = true;
    const before = server.asked.length;
    clock.moveTo(NOW + HOUR_MS);
    steady.moveTo(steady.now() + 31 * MINUTE_MS);
    await settle(before + 2);
    const state = macro.state(clock.now())[0]!;
    expect(state).toMatchObject({ feed: 'macro', status: 'stale' });
    expect(state.reason).toContain('ecb /stats/eurofxref/eurofxref-hist-90d.xml');
    expect(mood.state(clock.now())[0]).toMatchObject({ status: 'stale' });
    const answer = await macro.feeds.macro!.pull({ from: 0, asOf: clock.now() });
    const rate = answer.ok ? answer.value.rows.series.find(({ name }) => name === 'eur_usd')! : expect.fail('no rows');
    expect(rate.value.at(-1)).toBe(1.16);
    expect(answer.ok && answer.value.isStale).toBe(undefined);
  });
});

describe('values of a day', () => {
  it('stand in order, each moment once, never before their publisher or this process saw them', () => {
    const rows = fc.uniqueArray(fc.integer({ min: 19_000, max: 20_000 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(
        fc.array(rows, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 19_000, max: 20_100 }),
        (answers, last) => {
          const store = createDayStore({ name: 'us_10y', publisher: 'x', publication: 'h15', drop: () => undefined });
          answers.forEach((numbers, i) =>
            store.take(
              numbers.map((number) => ({ day: number * DAY_MS, value: 4 })),
              last * DAY_MS + i,
            ),
          );
          const { time } = store.series();
          for (const [i, one] of time.entries()) {
            expect(one).toBeGreaterThan(time[i - 1] ?? 0);
            expect(one).toBeLessThanOrEqual(last * DAY_MS + answers.length + time.length);
          }
          const cut = (last - 50) * DAY_MS;
          expect(store.series(cut).time.length).toBeLessThanOrEqual(time.length);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('come from the next publisher when the first falls behind', () => {
    const made = (publisher: string, days: readonly string[]) => {
      const store = createDayStore({ name: 'us_10y', publisher, publication: 'treasury', drop: () => undefined });
      store.take(
        days.map((date) => ({ day: day(date), value: 4 })),
        NOW,
      );
      return store;
    };
    const first = made('first', ['2026-11-10', '2026-11-12']);
    expect(chosenSeries([first, made('second', ['2026-11-13'])], MACRO_SOURCE_V1.behindMs)!.publisher).toBe('first');
    expect(chosenSeries([first, made('second', ['2026-11-18'])], MACRO_SOURCE_V1.behindMs)!.publisher).toBe(
      'second, before that first',
    );
    expect(chosenSeries([], MACRO_SOURCE_V1.behindMs)).toBeUndefined();
  });
});

describe('the feed of releases', () => {
  it('has at any moment what was known by then, in order, each once', async () => {
    const feed = calendarFeed();
    const all = scheduledReleases();
    const from = Date.UTC(2021, 11);
    for (let asOf = from; asOf < NOW; asOf += 17 * DAY_MS) {
      const answer = await feed.pull({ from: asOf - 30 * DAY_MS, asOf });
      const { releases } = answer.ok ? answer.value.rows : expect.fail('no rows');
      const keys = releases.map(({ print, time }) => `${print} ${time}`);
      expect(new Set(keys).size).toBe(keys.length);
      for (const { print, time } of releases) {
        const { knownAt } = all.find((one) => one.print === print && one.time === time)!;
        expect(knownAt <= asOf && time > asOf - 30 * DAY_MS).toBe(true);
      }
    }
  });

  it('lets an own row stand in for the shipped one of that day', async () => {
    const time = Date.UTC(2026, 11, 9, 19);
    const row = { print: 'FOMC', name: 'Decision', publisher: 'desk', time, knownAt: 0, expectedMoveBp: -25 };
    const own = { ...row, print: 'ECB', name: 'ECB decision', time: time + 1 };
    const answer = await calendarFeed([row, own]).pull({ from: time - HOUR_MS, asOf: NOW });
    expect(answer.ok && answer.value.rows.releases.slice(0, 2)).toEqual([
      { print: 'FOMC', name: 'Decision', publisher: 'desk', time, expectedMoveBp: -25 },
      { print: 'other', name: 'ECB decision', publisher: 'desk', time: time + 1, expectedMoveBp: -25 },
    ]);
  });
});
