/** Macro series by weekday: slow random walks that share shocks with each other and, slightly, with the coins. */

import { DAY_MS, HOUR_MS } from '@barograph/core';
import type { SimulatedCalendar } from './outlook-calendar.ts';
import type { OutlookMarket } from './outlook-market.ts';
import { fatTailed, generator } from './random.ts';

/** Names of the series: rates in percent a year, others as levels. */
export const SIMULATED_MACRO = [
  'dollar_index',
  'broad_dollar',
  'eur_usd',
  'gold_usd',
  'us_3m',
  'us_2y',
  'us_5y',
  'us_10y',
  'us_30y',
  'fed_funds',
  'nasdaq100',
  'sp500',
  'vix',
] as const;
/** Name of a macro series. */
export type SimulatedMacro = (typeof SIMULATED_MACRO)[number];

/**
 * Random walk: mean on the first day, share of the distance that reverts per day, its own noise, and its shares of the
 * shocks.
 */
interface Walk {
  readonly level: number;
  /** Whether steps are in the logarithm, else in percentage points. */
  readonly isLog: boolean;
  readonly drift?: number;
  readonly back: number;
  readonly own: number;
  /** Loadings on the day's common shocks: the coins' factor, dollar, equities, rates. */
  readonly coins?: number;
  readonly dollar?: number;
  readonly equities?: number;
  readonly rates?: number;
}

/** Deviations of the common shocks of a day: relative, relative, percentage points. */
const SHOCKS = { dollar: 0.0035, equities: 0.009, rates: 0.055 } as const;

/** Parameters of the walks. Fed funds come from the calendar; three months follow them. */
const WALKS: Readonly<Record<Exclude<SimulatedMacro, 'fed_funds' | 'us_3m'>, Walk>> = {
  dollar_index: { level: 103, isLog: true, back: 0.006, own: 0.0005, dollar: 1, coins: -0.02 },
  broad_dollar: { level: 120, isLog: true, back: 0.006, own: 0.0006, dollar: 0.7, coins: -0.015 },
  eur_usd: { level: 1.09, isLog: true, back: 0.006, own: 0.0012, dollar: -1.05, coins: 0.02 },
  gold_usd: { level: 2050, isLog: true, drift: 0.0004, back: 0, own: 0.007, dollar: -0.6, rates: -0.02 },
  us_2y: { level: 4.3, isLog: false, back: 0.004, own: 0.02, rates: 1.1 },
  us_5y: { level: 4, isLog: false, back: 0.004, own: 0.012, rates: 1.05 },
  us_10y: { level: 4.05, isLog: false, back: 0.004, own: 0.012, rates: 1 },
  us_30y: { level: 4.25, isLog: false, back: 0.004, own: 0.015, rates: 0.9 },
  nasdaq100: { level: 16_800, isLog: true, drift: 0.0006, back: 0, own: 0.002, equities: 1, coins: 0.12, rates: -0.02 },
  sp500: { level: 4750, isLog: true, drift: 0.0004, back: 0, own: 0.002, equities: 0.75, coins: 0.08 },
  vix: { level: 16, isLog: true, back: 0.05, own: 0.03, equities: -5, coins: -0.5 },
};

/** US markets close at 21:00 UTC in winter, an hour earlier in summer, which the simulator ignores. */
const KNOWN_AT = 21 * HOUR_MS;
const WALKED = Object.keys(WALKS).filter((name): name is keyof typeof WALKS => name in WALKS);

/** Values of a weekday. */
export interface MacroDay {
  /** Time at which they become known, epoch ms. */
  readonly time: number;
  readonly values: Readonly<Record<SimulatedMacro, number>>;
}

/**
 * Creates the walks: UTC days from the one before the first, weekdays only.
 *
 * @returns a function that returns the days up to a moment, oldest first; the same objects on every call.
 */
export function createMacro(
  seed: string,
  firstDay: number,
  past: OutlookMarket,
  calendar: SimulatedCalendar,
): (to: number) => readonly MacroDay[] {
  const days: MacroDay[] = [];
  const levels = Object.fromEntries(
    WALKED.map((name) => [name, WALKS[name].isLog ? Math.log(WALKS[name].level) : WALKS[name].level]),
  );
  const aims = { ...levels };
  let day = firstDay;
  let before = firstDay * DAY_MS;

  const step = (time: number): MacroDay => {
    const draw = generator(`${seed}|outlook|macro|${day}`);
    const dollar = SHOCKS.dollar * fatTailed(draw);
    const equities = SHOCKS.equities * fatTailed(draw);
    const rates = SHOCKS.rates * fatTailed(draw);
    // A Monday includes the coins' weekend.
    const coins = past.change(time, (time - before) / DAY_MS);
    for (const name of WALKED) {
      const walk = WALKS[name];
      aims[name]! += walk.drift ?? 0;
      levels[name]! +=
        (walk.drift ?? 0) +
        walk.back * (aims[name]! - levels[name]!) +
        walk.own * fatTailed(draw) +
        (walk.coins ?? 0) * coins +
        (walk.dollar ?? 0) * dollar +
        (walk.equities ?? 0) * equities +
        (walk.rates ?? 0) * rates;
      // Yields stay above zero.
      if (!walk.isLog) levels[name] = Math.max(0.05, levels[name]!);
    }
    const funds = calendar.rate(time);
    const walked = WALKED.map((name) => [name, WALKS[name].isLog ? Math.exp(levels[name]!) : levels[name]!] as const);
    const values = { ...Object.fromEntries(walked), fed_funds: funds, us_3m: funds + 0.03 * fatTailed(draw) };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has an entry for every name
    return { time, values: values as Record<SimulatedMacro, number> };
  };

  return (to) => {
    for (; day * DAY_MS + KNOWN_AT <= to; day++) {
      const weekday = new Date(day * DAY_MS).getUTCDay();
      if (weekday === 0 || weekday === 6) continue;
      const time = day * DAY_MS + KNOWN_AT;
      days.push(step(time));
      before = time;
    }
    const known = days.findLastIndex(({ time }) => time <= to) + 1;
    return days.slice(0, known);
  };
}
