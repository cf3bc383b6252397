/** Rules on hourly bars. */

import type { CoinBars, Order, Panel } from '../backtester.ts';
import {
  atr,
  closeTime,
  column,
  columns,
  eachCoin,
  ema,
  highest,
  limit,
  lowest,
  market,
  perp,
  stop,
  type Rule,
} from '../rule.ts';

const DAY_MS = 86_400_000;

/** Whole days of hourly bars. The hour at index `i` closes day `at(i)` or a later one. */
function daysOf(bars: CoinBars): { readonly days: CoinBars; readonly at: (i: number) => number } {
  const lead = bars.time.findIndex((time) => time % DAY_MS === 0);
  const length = Math.floor((bars.time.length - lead) / 24);
  const day = (dayOf: (from: number) => number): Float64Array =>
    Float64Array.from({ length }, (_, k) => dayOf(lead + 24 * k));
  const days: CoinBars = {
    time: day((i) => bars.time[i]!),
    open: day((i) => bars.open[i]!),
    high: day((i) => highest(bars.high, i + 23, 24)),
    low: day((i) => lowest(bars.low, i + 23, 24)),
    close: day((i) => bars.close[i + 23]!),
    volume: day((i) => bars.volume.subarray(i, i + 24).reduce((a, b) => a + b, 0)),
    funding: day((i) => bars.funding[i + 23]!),
    openInterest: day((i) => bars.openInterest[i + 23]!),
    paid: day((i) => bars.paid.subarray(i, i + 24).reduce((a, b) => a + b, 0)),
  };
  return { days, at: (i) => Math.floor((i + 1 - lead) / 24) - 1 };
}

const cusum: Rule = {
  slug: 'cusum-event-trend',
  every: 1,
  symbols: ['BTC', 'ETH', 'SOL'],
  sides: 'both',
  costs: perp(5),
  start: eachCoin((bars, coin) => {
    const event = column('cusum-filter', bars, { n: 50, h: 3 });
    const { days, at } = daysOf(bars);
    const risk = column('ewma-volatility', days, { lambda: 0.94, A: 1 });
    let barrier = NaN;
    return (i, { units, equity, entry, since }) => {
      const position = Math.sign(units[coin]!);
      const side = event[i]!;
      const close = bars.close[i]!;
      if (position !== 0) {
        if (side === -position || i + 1 - since[coin]! >= 5 * 24) return [market(coin, 0)];
        const from = entry[coin]!;
        return [stop(coin, 0, from * (1 - position * barrier)), limit(coin, 0, from * (1 + position * 2 * barrier))];
      }
      if (at(i) < 20 || (side !== 1 && side !== -1)) return [];
      barrier = risk[at(i)]!;
      // Three coins at .5 % each are the 1.5 % that trades may share.
      const size = (0.005 * equity) / (barrier * close);
      return [
        market(coin, side * size),
        stop(coin, 0, close * (1 - side * barrier)),
        limit(coin, 0, close * (1 + side * 2 * barrier)),
      ];
    };
  }, 3),
};

/** Lines of a grid, and which of them hold a lot. */
interface Grid {
  readonly low: number;
  readonly step: number;
  readonly lot: number;
  readonly since: number;
  readonly holds: boolean[];
  /** Bar from which no purchase is armed. */
  closing: number | undefined;
}
const LEVELS = 20;

const grid: Rule = {
  slug: 'grid-range-maker',
  every: 1,
  symbols: ['ETH'],
  sides: 'long',
  costs: { takerBp: 5, makerBp: 1.5, paysFunding: true },
  start: (panel: Panel) => {
    const bars = panel.coins[0]!;
    const chop = column('choppiness-index', bars, { n: 48 });
    const { upper, lower } = columns('donchian-channel', bars, { n: 96 });
    let now: Grid | undefined;
    return (i, { equity, units, fills }): readonly Order[] => {
      const close = bars.close[i]!;
      if (now !== undefined) {
        for (const { kind, change, tag } of fills) if (kind === 'limit') now.holds[tag!] = change > 0;
        const { low, step, lot, since } = now;
        const isOutside = close > low + step * LEVELS || close < low - step;
        if (now.closing === undefined && (i - since >= 72 || chop[i]! < 45)) now.closing = i;
        const isDone = now.closing !== undefined && (i - now.closing >= 12 || units[0]! < lot / 2);
        if (isOutside || isDone) {
          now = undefined;
          return [market(0, 0)];
        }
        const armed = now;
        return now.holds.flatMap((isHeld, level): Order[] => {
          const price = low + step * level;
          if (isHeld) return [{ coin: 0, kind: 'limit', price: price + step, change: -lot, tag: level }];
          return price < close && armed.closing === undefined
            ? [{ coin: 0, kind: 'limit', price, change: lot, tag: level }]
            : [];
        });
      }
      const width = (upper![i]! - lower![i]!) / close;
      const step = (upper![i]! - lower![i]!) / (LEVELS - 1);
      const isWide = step / close >= (5 * 2 * 1.5) / 1e4;
      if (!(chop[i]! > 55) || !(width >= 0.03 && width <= 0.1) || !isWide) return [];
      const lot = (0.015 * equity) / (((LEVELS * (LEVELS + 1)) / 2) * step);
      // The top line sells what the one under it bought, and buys nothing.
      const holds = Array.from({ length: LEVELS - 1 }, () => false);
      now = { low: lower![i]!, step, lot, since: i, holds, closing: undefined };
      return holds.flatMap((_, level): Order[] => {
        const price = lower![i]! + step * level;
        return price < close ? [{ coin: 0, kind: 'limit', price, change: lot, tag: level }] : [];
      });
    };
  },
};

const bulk: Rule = {
  slug: 'bulk-volume-flow-trend',
  every: 1,
  symbols: ['BTC', 'ETH', 'SOL', 'XRP'],
  sides: 'both',
  costs: perp(5),
  start: eachCoin((bars, coin) => {
    const imbalance = column('bulk-volume-imbalance', bars, { n: 50 });
    const average = imbalance.map((_, i) =>
      i < 4 ? NaN : imbalance.subarray(i - 4, i + 1).reduce((a, b) => a + b) / 5,
    );
    const range = atr(bars, 14);
    const { days, at } = daysOf(bars);
    const trend = ema(days, 20);
    const crosses = (i: number, level: number, side: number): boolean =>
      (average[i]! - level) * side > 0 && (average[i - 1]! - level) * side <= 0;
    return (i, { units, equity, entry, since }) => {
      const day = at(i);
      if (day < 25) return [];
      const position = Math.sign(units[coin]!);
      const far = 2 * range[i]!;
      if (position !== 0) {
        if (average[i]! * position <= 0 || i + 1 - since[coin]! >= 24) return [market(coin, 0)];
        return [stop(coin, 0, entry[coin]! - position * far)];
      }
      const side = crosses(i, 0.25, 1) ? 1 : crosses(i, -0.25, -1) ? -1 : 0;
      const isTrend = (days.close[day]! - trend[day]!) * side > 0 && (trend[day]! - trend[day - 2]!) * side > 0;
      if (side === 0 || !isTrend) return [];
      const close = bars.close[i]!;
      const isThin = bars.volume[i]! * close < 1e6;
      const size = ((isThin ? 0.002 : 0.004) * equity) / far;
      return [market(coin, side * size), stop(coin, 0, close - side * far)];
    };
  }),
};

const pivots: Rule = {
  slug: 'pivot-point-bounce',
  every: 1,
  symbols: ['BTC', 'ETH', 'SOL', 'XRP'],
  sides: 'both',
  costs: { takerBp: 5, makerBp: 1.5, paysFunding: true },
  start: eachCoin((bars, coin) => {
    const { days, at } = daysOf(bars);
    const { pivot, r1, s1, r2, s2 } = columns('floor-pivot-points', bars);
    let tried = -1;
    let crossed = { day: -1, above: false, below: false };
    return (i, { units, equity, fills }) => {
      const hour = closeTime(bars, i, 1).getUTCHours();
      const day = at(i);
      if (day < 6) return [];
      const first = i - ((hour + 23) % 24);
      const p = pivot![i]!;
      // Midnight closes the previous day; its levels do not apply to the following hours.
      if (hour === 0) crossed = { day, above: false, below: false };
      else {
        if (crossed.day !== day) crossed = { day, above: false, below: false };
        crossed.above ||= bars.high[i]! > p;
        crossed.below ||= bars.low[i]! < p;
      }
      if (fills.some((fill) => fill.coin === coin)) tried = day;
      const position = Math.sign(units[coin]!);
      if (position !== 0) {
        if (hour >= 22 || hour === 0) return [market(coin, 0)];
        const protect = position > 0 ? (s1![i]! + s2![i]!) / 2 : (r1![i]! + r2![i]!) / 2;
        return [stop(coin, 0, protect), limit(coin, 0, p)];
      }
      if (hour < 1 || hour >= 18 || tried === day) return [];
      const yesterday = days.close[day]!;
      const before = pivot![first - 1]!;
      const change = Math.sign(yesterday - days.close[day - 5]!);
      const side = Math.sign(yesterday - before) === change ? change : 0;
      if (side === 0 || !(side > 0 ? crossed.above : crossed.below)) return [];
      const price = side > 0 ? s1![i]! : r1![i]!;
      const protect = side > 0 ? (s1![i]! + s2![i]!) / 2 : (r1![i]! + r2![i]!) / 2;
      if (Math.abs(p / price - 1) < 0.004 || (bars.close[i]! - price) * side <= 0) return [];
      return [limit(coin, (side * 0.0025 * equity) / Math.abs(price - protect), price)];
    };
  }),
};

export const HOURLY: readonly Rule[] = [cusum, grid, bulk, pivots];
