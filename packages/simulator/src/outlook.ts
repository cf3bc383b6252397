/**
 * Environment of the simulated market: mood, macro series and releases, stablecoins, hacks, headlines and media.
 *
 * It follows the market and never moves it. Random values are drawn by day, so the order of requests changes nothing,
 * and a moment depends only on hours that had closed by then.
 */

import { DAY_MS, integerAtLeast, MINUTE_MS } from '@barograph/core';
import type { Market } from './market.ts';
import { createCalendar, type SimulatedRelease } from './outlook-calendar.ts';
import { checkOutlook, OUTLOOK_V1, type OutlookConfig } from './outlook-config.ts';
import { between, dayNumber } from './outlook-draws.ts';
import { createHacks, type SimulatedHack } from './outlook-hacks.ts';
import { createMacro, SIMULATED_MACRO, type SimulatedMacro } from './outlook-macro.ts';
import { createOutlookMarket } from './outlook-market.ts';
import { createMood } from './outlook-mood.ts';
import { createHeadlines, createMedia, type MediaHour, type SimulatedHeadline } from './outlook-news.ts';
import { createDepegs, createPegs, createSupplies, type SimulatedDepeg } from './outlook-stablecoins.ts';

/** Times, epoch ms ascending, with a value at each. */
export interface OutlookColumns {
  readonly time: Float64Array;
  readonly value: Float64Array;
}

/** Environment of the market. Results contain what became known after `from` and by `to` (epoch ms), oldest first. */
export interface Outlook {
  readonly config: OutlookConfig;
  /** Index from 0 fear to 100 greed, at 00:00 UTC of each day. */
  fearGreed(from: number, to: number): OutlookColumns;
  /** Weekday values of each series, known at 21:00 UTC. */
  macro(from: number, to: number): ReadonlyMap<SimulatedMacro, OutlookColumns>;
  /** Releases whose own time is after `from` and by `to`; rules make them known years before. */
  releases(from: number, to: number): readonly SimulatedRelease[];
  /** Circulating supply at 00:00 UTC of each day, USD: of all, and of the named coins. */
  supplies(
    from: number,
    to: number,
  ): {
    readonly total: OutlookColumns;
    readonly coins: ReadonlyMap<string, OutlookColumns>;
  };
  /** Prices of each stablecoin, USD, every few minutes. */
  pegs(from: number, to: number): ReadonlyMap<string, OutlookColumns>;
  /** True depegs that began after `from` and by `to`. They may end later. */
  depegs(from: number, to: number): readonly SimulatedDepeg[];
  hacks(from: number, to: number): readonly SimulatedHack[];
  /** Media hours by their ends. */
  media(from: number, to: number): readonly MediaHour[];
  headlines(from: number, to: number): readonly SimulatedHeadline[];
}

/** Daily columns between two moments; the value of a day is known at its 00:00 UTC. */
function byDay(from: number, to: number, firstDay: number, valueOf: (day: number) => number | undefined) {
  const [time, value]: [number[], number[]] = [[], []];
  for (let day = Math.max(dayNumber(from) + 1, firstDay); day * DAY_MS <= to; day++) {
    const known = valueOf(day);
    if (known === undefined) continue;
    time.push(day * DAY_MS);
    value.push(known);
  }
  return { time: Float64Array.from(time), value: Float64Array.from(value) };
}

/**
 * Creates the environment of a market. Cheap: days are computed on demand.
 *
 * @param config parameters. @default OUTLOOK_V1
 * @throws {UsageError} when the config is invalid; the message names the field.
 * @example
 * const { time, value } = createOutlook(createMarket()).fearGreed(SIMULATOR_V2.start, SIMULATOR_V2.start + 7 * DAY_MS);
 * [time.length, value.every((index) => index >= 0 && index <= 100)]; // → [ 6, true ]
 */
// oxlint-disable-next-line eslint/max-lines-per-function -- one line for each kind of what surrounds the market
export function createOutlook(market: Market, config: OutlookConfig = OUTLOOK_V1): Outlook {
  checkOutlook(config);
  const { seed, start } = market.config;
  const firstDay = dayNumber(start) - config.daysBefore;
  const { coins, everyMinutes } = config.stablecoins;
  const past = createOutlookMarket(market);
  const calendar = createCalendar(seed);
  const mood = createMood(seed, start, past, config);
  const macro = createMacro(seed, firstDay, past, calendar);
  const supplies = createSupplies(seed, firstDay, past, config);
  const depegs = createDepegs(seed, past, config);
  const pegOf = createPegs(seed, depegs, config);
  const pegs = coins.map((coin) => ({ coin, of: pegOf(coin) }));
  const hacks = createHacks(market.config, config);
  const headlines = createHeadlines(seed, past, hacks, config);
  const media = createMedia(seed, hacks, headlines, config);
  const checked = (from: number, to: number): void => {
    integerAtLeast('to', to, integerAtLeast('from', from, 0));
  };

  const prices = (pricesOf: (day: number) => Float64Array, from: number, to: number): OutlookColumns => {
    const every = everyMinutes * MINUTE_MS;
    const first = Math.max(Math.floor(from / every) + 1, (firstDay * DAY_MS) / every + 1);
    const time = Float64Array.from(
      { length: Math.max(0, Math.floor(to / every) - first + 1) },
      (_, i) => (first + i) * every,
    );
    // The price at midnight is the last of the day that ends.
    return { time, value: time.map((at) => pricesOf(dayNumber(at - every))[((at - every) % DAY_MS) / every]!) };
  };

  return {
    config,
    fearGreed: (from, to) => {
      checked(from, to);
      return byDay(from, to, dayNumber(start), mood);
    },
    macro: (from, to) => {
      checked(from, to);
      const days = macro(to).filter(({ time }) => time > from);
      const time = Float64Array.from(days, (day) => day.time);
      return new Map(
        SIMULATED_MACRO.map((name) => [name, { time, value: Float64Array.from(days, ({ values }) => values[name]) }]),
      );
    },
    releases: (from, to) => {
      checked(from, to);
      return calendar.releases(from, to);
    },
    supplies: (from, to) => {
      checked(from, to);
      const sum = (day: number): number => supplies(day).reduce((total, supply) => total + supply, 0);
      return {
        total: byDay(from, to, firstDay, sum),
        coins: new Map(coins.map(({ symbol }, i) => [symbol, byDay(from, to, firstDay, (day) => supplies(day)[i])])),
      };
    },
    pegs: (from, to) => {
      checked(from, to);
      return new Map(pegs.map(({ coin, of }) => [coin.symbol, prices(of, from, to)]));
    },
    depegs: (from, to) => {
      checked(from, to);
      return between((day) => coins.flatMap((coin) => depegs(coin, day)), from, to, firstDay).sort(
        (a, b) => a.time - b.time,
      );
    },
    hacks: (from, to) => {
      checked(from, to);
      return between(hacks, from, to, firstDay);
    },
    media: (from, to) => {
      checked(from, to);
      return between(media, from, to, firstDay);
    },
    headlines: (from, to) => {
      checked(from, to);
      return between(headlines, from, to, firstDay);
    },
  };
}
