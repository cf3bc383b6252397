import { DAY_MS, HOUR_MS, MINUTE_MS, UsageError } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { SIMULATOR_V2 } from './config.ts';
import { createMarket } from './market.ts';
import { checkOutlook, OUTLOOK_V1 } from './outlook-config.ts';
import { createOutlook, type Outlook, type OutlookColumns } from './outlook.ts';

const { start } = SIMULATOR_V2;
const NOW = start + 500 * DAY_MS + 13 * HOUR_MS + 7 * MINUTE_MS;
const YEAR = 365 * DAY_MS;
const outlook = createOutlook(createMarket());
const { coins, noiseBps } = OUTLOOK_V1.stablecoins;

/** All that is known of a span at a moment, in one value. */
function readAll(outlook: Outlook, from: number, to: number): unknown {
  return {
    fearGreed: outlook.fearGreed(from, to),
    macro: outlook.macro(from, to),
    releases: outlook.releases(from, to),
    supplies: outlook.supplies(from, to),
    pegs: outlook.pegs(from, to),
    depegs: outlook.depegs(from, to),
    hacks: outlook.hacks(from, to),
    media: outlook.media(from, to),
    headlines: outlook.headlines(from, to),
  };
}

const last = ({ value }: OutlookColumns): number => value.at(-1)!;
const mean = (values: ArrayLike<number>): number => Array.from(values).reduce((a, b) => a + b, 0) / values.length;
function correlation(a: readonly number[], b: readonly number[]): number {
  const [ma, mb] = [mean(a), mean(b)];
  const sum = (f: (i: number) => number): number => a.reduce((total, _, i) => total + f(i), 0);
  const cross = sum((i) => (a[i]! - ma) * (b[i]! - mb));
  return cross / Math.sqrt(sum((i) => (a[i]! - ma) ** 2) * sum((i) => (b[i]! - mb) ** 2));
}

describe('outlook of the simulator', () => {
  it('is the same of the same seed in any order of questions, and another of another', () => {
    const again = createOutlook(createMarket());
    again.macro(0, NOW + 90 * DAY_MS);
    again.supplies(0, NOW + 3 * DAY_MS);
    again.pegs(NOW - 90 * DAY_MS, NOW);
    expect(readAll(again, NOW - 9 * DAY_MS, NOW)).toEqual(readAll(outlook, NOW - 9 * DAY_MS, NOW));
    const other = createOutlook(createMarket({ ...SIMULATOR_V2, seed: 'other' }));
    expect(other.fearGreed(NOW - YEAR, NOW)).not.toEqual(outlook.fearGreed(NOW - YEAR, NOW));
    expect(other.hacks(NOW - YEAR, NOW)).not.toEqual(outlook.hacks(NOW - YEAR, NOW));
  });

  it('knows nothing of the future: a market that crashes in the next hour is told the same until then', () => {
    const market = createMarket();
    const crash = createOutlook({
      ...market,
      regimes: (until) => {
        const track = market.regimes(until);
        return { ...track, change: track.change.map((value, i) => (track.time[i]! + HOUR_MS > NOW ? -0.05 : value)) };
      },
    });
    for (const span of [30 * DAY_MS, HOUR_MS]) {
      expect(readAll(crash, NOW - span, NOW)).toEqual(readAll(outlook, NOW - span, NOW));
    }
    const later = NOW + 3 * DAY_MS;
    expect(last(crash.fearGreed(NOW, later))).toBeLessThan(last(outlook.fearGreed(NOW, later)) - 30);
    expect(last(crash.macro(NOW, later).get('nasdaq100')!)).toBeLessThan(
      last(outlook.macro(NOW, later).get('nasdaq100')!),
    );
  });

  it('gives spans that join without a gap or a repetition', () => {
    const middle = Math.floor((NOW - 4 * DAY_MS) / HOUR_MS) * HOUR_MS;
    const join = <T>(read: (from: number, to: number) => readonly T[]): void =>
      expect([...read(NOW - 9 * DAY_MS, middle), ...read(middle, NOW)]).toEqual(read(NOW - 9 * DAY_MS, NOW));
    join((from, to) => outlook.hacks(from, to));
    join((from, to) => outlook.media(from, to));
    join((from, to) => outlook.headlines(from, to));
    join((from, to) => outlook.releases(from, to));
    join((from, to) => [...outlook.fearGreed(from, to).value]);
    join((from, to) => [...outlook.pegs(from, to).get('DAI')!.value]);
    join((from, to) => [...outlook.supplies(from, to).total.value]);
    join((from, to) => [...outlook.macro(from, to).get('us_10y')!.value]);
    for (const at of [start, middle, Math.floor(NOW / DAY_MS) * DAY_MS]) {
      expect(outlook.media(at - HOUR_MS, at).map(({ time }) => time)).toEqual([at]);
      expect(outlook.pegs(at - 10 * MINUTE_MS, at).get('USDT')!.time).toEqual(Float64Array.of(at));
    }
  });

  it('has a mood within 0…100 that follows the market', () => {
    const { time, value } = outlook.fearGreed(0, NOW);
    expect(time[0]).toBe(start + 2 * DAY_MS);
    expect(time.length).toBe(499);
    expect(Math.min(...value)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...value)).toBeLessThanOrEqual(100);
    const { change } = createMarket().regimes(NOW);
    const monthly = [...time].map((at) => {
      const hours = (at - start) / HOUR_MS;
      return change.slice(Math.max(0, hours - 720), hours).reduce((a, b) => a + b, 0);
    });
    expect(correlation(monthly, [...value])).toBeGreaterThan(0.6);
  });

  it('has macro series on weekdays, in their ranges, equities with the coins and the euro against the dollar', () => {
    const series = outlook.macro(0, NOW);
    const ranges = {
      dollar_index: [70, 150], broad_dollar: [80, 170], eur_usd: [0.7, 1.6], gold_usd: [900, 8000], us_3m: [0, 9],
      us_2y: [0, 12], us_5y: [0, 12], us_10y: [0, 12], us_30y: [0, 12], fed_funds: [1, 7], nasdaq100: [6000, 70_000],
      sp500: [2000, 20_000], vix: [4, 150],
    } as const; // prettier-ignore
    for (const [name, { time, value }] of series) {
      expect(Math.min(...value), name).toBeGreaterThan(ranges[name][0]);
      expect(Math.max(...value), name).toBeLessThan(ranges[name][1]);
      expect(time.every((at) => at % DAY_MS === 21 * HOUR_MS && ![0, 6].includes(new Date(at).getUTCDay()))).toBe(true);
    }
    const moves = (name: 'dollar_index' | 'eur_usd' | 'nasdaq100' | 'us_10y'): number[] =>
      [...series.get(name)!.value].map((value, i, all) => (i === 0 ? 0 : value / all[i - 1]! - 1));
    expect(correlation(moves('dollar_index'), moves('eur_usd'))).toBeLessThan(-0.7);
    const { change } = createMarket().regimes(NOW);
    const coinMoves = Array.from(series.get('nasdaq100')!.time, (at) => {
      const hours = Math.max(0, (at - start) / HOUR_MS);
      return change.slice(Math.max(0, hours - 24), hours).reduce((a, b) => a + b, 0);
    });
    expect(correlation(coinMoves, moves('nasdaq100'))).toBeGreaterThan(0.15);
  });

  it('has releases by rule at the hours of New York, and a rate that only decisions move', () => {
    const year = outlook.releases(Date.UTC(2025, 0, 1), Date.UTC(2026, 0, 1));
    const count = (print: string): number => year.filter((release) => release.print === print).length;
    expect(['CPI', 'NFP', 'PCE', 'GDP'].map(count)).toEqual([12, 12, 12, 12]);
    expect([8, 9]).toContain(count('FOMC'));
    for (const { print, time, expectedMoveBp } of year) {
      const date = new Date(time);
      const text = date.toLocaleTimeString('en-US', { timeZone: 'America/New_York', hour12: false });
      expect(text).toBe(print === 'FOMC' ? '14:00:00' : '08:30:00');
      expect(expectedMoveBp === null).toBe(print !== 'FOMC');
    }
    const { time, value } = outlook.macro(0, NOW).get('fed_funds')!;
    const moved = [...time].filter((_, i) => i > 0 && value[i] !== value[i - 1]);
    expect(moved.length).toBeGreaterThan(0);
    for (const at of moved) {
      expect(outlook.releases(at - 4 * DAY_MS, at).map(({ print }) => print)).toContain('FOMC');
    }
  });

  it('has supplies that sum to less than the total, and prices at the peg but for the depegs that are true', () => {
    const { total, coins: named } = outlook.supplies(NOW - 30 * DAY_MS, NOW);
    const sum = [...named.values()].reduce((all, columns) => all + last(columns), 0);
    expect(sum).toBeLessThan(last(total));
    expect(sum).toBeGreaterThan(0.9 * last(total));
    expect([...named.keys()]).toEqual(coins.map(({ symbol }) => symbol));
    const from = NOW - 800 * DAY_MS;
    const truth = outlook.depegs(from, NOW);
    expect(truth.length).toBeGreaterThan(4);
    for (const [symbol, { time, value }] of outlook.pegs(from, NOW)) {
      const own = truth.filter((depeg) => depeg.symbol === symbol);
      let squares = 0;
      let quiet = 0;
      let most = 0;
      for (const [i, at] of time.entries()) {
        const bps = 1e4 * (1 - value[i]!);
        if (own.some((depeg) => at >= depeg.time && at <= depeg.end) || at < from + 5 * DAY_MS) continue;
        most = Math.max(most, Math.abs(bps));
        squares += bps * bps;
        quiet++;
      }
      expect(most).toBeLessThan(15.001);
      expect(Math.sqrt(squares / quiet) / noiseBps).toBeGreaterThan(0.8);
      expect(Math.sqrt(squares / quiet) / noiseBps).toBeLessThan(1.2);
      for (const { worstBps, worstAt } of own.filter(({ end }) => end < NOW)) {
        const near = value.filter((_, i) => Math.abs(time[i]! - worstAt) <= 10 * MINUTE_MS);
        const seen = 1e4 * (1 - Math.min(...near));
        // Within a step of ten minutes a short depeg moves by a part of its size.
        expect(seen).toBeGreaterThan(0.7 * worstBps - 20);
      }
    }
    expect(truth.some(({ symbol }) => symbol === 'USDC')).toBe(false);
  });

  it('has hacks at their rate, of the stated losses, of coins that were listed', () => {
    const all = outlook.hacks(start, start + 800 * DAY_MS);
    const expected = 800 * OUTLOOK_V1.hacks.perDay;
    expect(Math.abs(all.length - expected)).toBeLessThan(4 * Math.sqrt(expected));
    const losses = all.flatMap(({ lossUsd }) => (lossUsd === null ? [] : [lossUsd])).toSorted((a, b) => a - b);
    const median = losses[Math.floor(losses.length / 2)]!;
    expect(Math.abs(Math.log(median / OUTLOOK_V1.hacks.lossUsd[0]))).toBeLessThan(0.7);
    expect(losses.length).toBeLessThan(all.length);
    const symbols = all.flatMap((hack) => hack.symbols);
    expect(Math.abs(symbols.length / all.length - OUTLOOK_V1.hacks.listed)).toBeLessThan(2 / Math.sqrt(all.length));
    expect(symbols.every((symbol) => SIMULATOR_V2.listings.some(({ coin }) => coin === symbol))).toBe(true);
  });

  it('has media hours about their mean, and more with a worse tone after a large hack', () => {
    const hours = outlook.media(start, start + 400 * DAY_MS);
    expect(hours.length).toBe(9600);
    expect(hours.every(({ articles }) => Number.isInteger(articles) && articles >= 0)).toBe(true);
    expect(hours.every(({ articles, tone }) => Number.isNaN(tone) === (articles === 0))).toBe(true);
    const usual = mean(hours.map(({ articles }) => articles));
    expect(usual).toBeGreaterThan(0.7 * OUTLOOK_V1.media.perHour);
    expect(usual).toBeLessThan(2 * OUTLOOK_V1.media.perHour);
    const large = outlook.hacks(start, start + 400 * DAY_MS).filter(({ lossUsd }) => (lossUsd ?? 0) > 5e7);
    expect(large.length).toBeGreaterThan(3);
    const day = (from: number): number => mean(outlook.media(from, from + DAY_MS).map(({ articles }) => articles));
    const more = mean(large.map(({ time }) => Math.log(day(time) / day(time - 7 * DAY_MS))));
    expect(more).toBeGreaterThan(0.2);
  });

  it('has headlines once each, one on every day of the market, and one for every hack within two hours', () => {
    const from = NOW - 200 * DAY_MS;
    const all = outlook.headlines(from, NOW);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all.map(({ time }) => time)).toEqual(all.map(({ time }) => time).toSorted((a, b) => a - b));
    expect(all.filter(({ topic }) => topic === 'market').length).toBe(200);
    for (const { time, name } of outlook.hacks(from, NOW - 2 * HOUR_MS)) {
      const found = all.find(({ title, time: at }) => title.startsWith(name) && at >= time && at <= time + 2 * HOUR_MS);
      expect(found?.topic).toBe('security');
    }
    for (const { topic, leaning } of all) expect(leaning === null).toBe(topic !== 'policy');
  });

  it('has a config that is checked, and moments that are', () => {
    expect(checkOutlook(OUTLOOK_V1)).toBe(OUTLOOK_V1);
    const { stablecoins, hacks } = OUTLOOK_V1;
    for (const [bad, field] of [
      [{ daysBefore: -1 }, 'outlook.daysBefore'],
      [{ stablecoins: { ...stablecoins, coins: [coins[0], coins[0]] } }, 'outlook.stablecoins.coins'],
      [{ stablecoins: { ...stablecoins, everyMinutes: 7 } }, 'outlook.stablecoins.everyMinutes'],
      [{ hacks: { ...hacks, lossUsd: [5, 1, 1] } }, 'outlook.hacks.lossUsd.2'],
    ] as const) {
      expect(() => checkOutlook({ ...OUTLOOK_V1, ...bad } as typeof OUTLOOK_V1)).toThrow(`"${field}" expected`);
    }
    expect(() => outlook.hacks(NaN, NOW)).toThrow(UsageError);
    expect(() => outlook.pegs(NOW, NOW - 1)).toThrow(UsageError);
  });
});
