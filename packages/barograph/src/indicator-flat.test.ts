/** Windows that do not move: what indicators divide by is zero at every level of price, or at none. */

import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { indicator, INDICATORS, type ComputedColumns, type IndicatorBars, type PeerBars } from './indicator.ts';

const HOUR = 3_600_000;
const WALK = 400;
const HALT = 450;
const ROWS = WALK + HALT + 100;

/** A made-up walk that stands still for {@link HALT} bars; equal numbers for equal seeds. */
function bars(seed: number): IndicatorBars {
  let state = seed;
  const draw = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647 - 0.5;
  };
  const columns = ['time', 'open', 'high', 'low', 'close', 'volume', 'funding', 'openInterest'] as const;
  const out = Object.fromEntries(columns.map((name) => [name, new Float64Array(ROWS)])) as Record<
    (typeof columns)[number],
    Float64Array
  >;
  let close = 1 + draw() / 10;
  for (let i = 0; i < ROWS; i++) {
    const isHalted = i >= WALK && i < WALK + HALT;
    const open = isHalted ? close : close * (1 + draw() / 100);
    if (!isHalted) close = open * (1 + draw() / 20);
    out.time[i] = i * HOUR;
    out.open[i] = open;
    out.high[i] = isHalted ? close : Math.max(open, close) * (1.001 + (draw() + 0.5) / 50);
    out.low[i] = isHalted ? close : Math.min(open, close) * (0.999 - (draw() + 0.5) / 50);
    out.close[i] = close;
    out.volume[i] = isHalted ? 0 : 1000 * (draw() + 0.6);
    out.funding[i] = isHalted ? 0.0001 : 0.0001 * (1 + draw());
    out.openInterest[i] = isHalted ? 500 : 500 * (1 + draw() / 10);
  }
  return out;
}

/** The same bars at another level of price. */
function at(price: number, bars: IndicatorBars): IndicatorBars {
  const scaled = (x: Float64Array): Float64Array => x.map((value) => value * price);
  return {
    ...bars,
    open: scaled(bars.open),
    high: scaled(bars.high),
    low: scaled(bars.low),
    close: scaled(bars.close),
  };
}

const OWN = bars(11);
const OTHERS = [bars(12), bars(13), bars(14)];
const peersOf = (price: number, others: readonly IndicatorBars[]): PeerBars => {
  const peers = others.map((bars) => at(price, bars));
  return {
    symbols: ['B', 'C', 'D'],
    close: peers.map(({ close }) => close),
    high: peers.map(({ high }) => high),
    low: peers.map(({ low }) => low),
    volume: peers.map(({ volume }) => volume),
  };
};
const columnsAt = (slug: string, price: number): ComputedColumns =>
  indicator(slug, at(price, OWN), { beside: peersOf(price, OTHERS) });

const scaleOf = (x: Float64Array): number =>
  x.reduce((most, value) => (Math.abs(value) > most ? Math.abs(value) : most), 0);

/** Powers of the price in the unit of a column. */
const POWERS = [0, 1, 2, -1];

/** Rows at which `x · level^power` and `y` differ by more than rounding. */
function apart(x: Float64Array, y: Float64Array, factor: number): readonly number[] {
  const tolerance = 1e-7 * scaleOf(x);
  return [...x.keys()].filter((i) => {
    const [a, b] = [x[i]!, y[i]! / factor];
    return Number.isNaN(a) !== Number.isNaN(b) || Math.abs(a - b) > tolerance;
  });
}

const COMPUTED = INDICATORS.filter(({ implementedBy }) => implementedBy.by !== 'none').map(({ slug }) => slug);

/** Boxes of point and figure lie on a grid of absolute prices, so that a walk is drawn differently at another level. */
const ON_A_GRID = new Set(['bullish-percent-index']);

/** Prices from 1e-12 to 1e12, with all digits. */
const level = fc.double({ min: -12, max: 12, noNaN: true }).map((power) => 10 ** power);

/** Columns with rows that differ from those at level 1, whatever power of the price their unit is. */
function differences(slug: string, columns: typeof columnsAt, price: number): readonly unknown[] {
  const others = columns(slug, price);
  return Object.entries(columns(slug, 1)).flatMap(([name, column]) => {
    const rows = POWERS.map((power) => apart(column, others[name]!, price ** power));
    const least = rows.reduce((best, row) => (row.length < best.length ? row : best));
    return least.slice(0, 2).map((i) => [name, i, column[i], others[name]![i], least.length]);
  });
}

describe('a window that does not move', () => {
  it('is computed by 158 indicators', () => {
    expect(COMPUTED.length).toBe(158);
  });

  it.each(COMPUTED.filter((slug) => !ON_A_GRID.has(slug)))(
    '%s says the same of a halt at any level of price',
    (slug) => {
      fc.assert(
        fc.property(level, (price) => {
          expect(differences(slug, columnsAt, price)).toEqual([]);
        }),
        { numRuns: 1 },
      );
    },
  );

  it.each(COMPUTED)('%s says the same of a price that never moved', (slug) => {
    const still = (column: Float64Array): Float64Array => column.slice(0, 420).fill(1);
    const flat = ({ time, volume, funding, openInterest }: IndicatorBars): IndicatorBars => ({
      time: time.slice(0, 420),
      open: still(time),
      high: still(time),
      low: still(time),
      close: still(time),
      volume: volume.slice(0, 420),
      funding: funding!.slice(0, 420),
      openInterest: openInterest!.slice(0, 420),
    });
    const [own, others] = [flat(OWN), OTHERS.map(flat)];
    const flatAt = (name: string, price: number): ComputedColumns =>
      indicator(name, at(price, own), { beside: peersOf(price, others) });
    fc.assert(
      fc.property(level, (price) => {
        expect(differences(slug, flatAt, price)).toEqual([]);
      }),
      { numRuns: 2 },
    );
  });
});
