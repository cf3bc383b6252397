/** Names of indicators in other libraries: runs every call of the table and compares the page with the results. */

import { INDICATORS, type IndicatorBars } from 'barograph/indicator';
import { HOUR_MS } from '@barograph/core';
import { createMarket, SIMULATOR_V1 } from '@barograph/simulator';
import { existsSync, readFileSync } from 'node:fs';
import * as technicalIndicators from 'technicalindicators';
import { describe, expect, it } from 'vitest';
import { library } from './apart.ts';
import { agreement, batchColumn, fedColumn, listsOf, ourColumn, type Agreement } from './coming-from/compare.ts';
import { NAMES, type Name, type Peer } from './coming-from/names.ts';
import { nameOf, pageOf } from './coming-from/page.ts';

const HOURS = 1500;
const bars: IndicatorBars = createMarket(SIMULATOR_V1).candles(
  'SOL',
  'perpdex_perp',
  '1h',
  SIMULATOR_V1.start,
  SIMULATOR_V1.start + HOURS * HOUR_MS,
);
const lists = listsOf(bars);
const signals = await library<Readonly<Record<string, unknown>>>('.ci/peers', 'trading-signals');

const title = ({ slug, column }: Name): string => (column === undefined ? slug : `${slug}, ${column}`);
const withPeer = (library: 'ti' | 'ts') =>
  NAMES.flatMap((name) => {
    const peer = name[library];
    return peer === undefined ? [] : [[title(name), name, peer] as const];
  });

/** Compares a measured agreement with the row. */
function expectAsSaid({ differs, from = 0 }: Peer, { bars: both, worst, from: agreed }: Agreement): void {
  expect(both).toBeGreaterThan(HOURS / 2);
  if (differs === undefined) {
    expect(agreed).toBeLessThanOrEqual(from);
    return;
  }
  // The columns differ up to the end by more than rounding.
  expect(agreed).toBeGreaterThan(HOURS - 100);
  expect(worst).toBeGreaterThan(1e-3);
}

describe('technicalindicators', () => {
  it.each(withPeer('ti'))('%s', (_, name, peer) => {
    expectAsSaid(peer, agreement(ourColumn(name, bars), batchColumn(peer, technicalIndicators, lists), peer));
  });
});

describe('trading-signals', () => {
  it.each(withPeer('ts'))('%s', (_, name, peer) => {
    expectAsSaid(peer, agreement(ourColumn(name, bars), fedColumn(peer, signals, lists), peer));
  });

  it('would find another number', () => {
    const [, name, peer] = withPeer('ts').find(([slug]) => slug === 'simple-moving-average')!;
    const other = agreement(ourColumn({ ...name, parameters: { n: 21 } }, bars), fedColumn(peer, signals, lists), peer);
    expect(other.from).toBeGreaterThan(HOURS - 100);
  });
});

const VECTOR = '../shared/data/vectors/talib252.json';
const reason = existsSync(VECTOR) ? '' : ' (needs ../shared/data/vectors)';

describe.skipIf(reason !== '')(`values that TA-Lib printed${reason}`, () => {
  it.each([
    ['average-directional-index', undefined, 'adx'],
    ['directional-indicators', 'plus_di', 'plus_di'],
    ['directional-indicators', 'minus_di', 'minus_di'],
    ['average-true-range', undefined, 'atr'],
    ['relative-strength-index', undefined, 'rsi'],
  ] as const)('%s, %s', (slug, column, key) => {
    const { bars: own, talib_table: table } = JSON.parse(readFileSync(VECTOR, 'utf8')) as {
      readonly bars: Readonly<Record<'open' | 'high' | 'low' | 'close' | 'volume', readonly number[]>>;
      readonly talib_table: Readonly<Record<string, Readonly<Record<string, number>>>>;
    };
    const columns = Object.entries(own).map(([part, values]) => [part, Float64Array.from(values)] as const);
    const time = Float64Array.from(own.close, (_, i) => i * HOUR_MS);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the five columns of the vector
    const input = { time, ...Object.fromEntries(columns) } as unknown as IndicatorBars;
    const ours = ourColumn(column === undefined ? { slug } : { slug, column }, input);
    // The last bars: directional movement begins in another way in TA-Lib, which is forgotten by then.
    const late = Object.entries(table[key]!).filter(([bar]) => Number(bar) >= 250);
    expect(late.length).toBeGreaterThan(0);
    for (const [bar, value] of late) {
      const digits = String(value).split('.')[1]?.length ?? 0;
      expect(Math.abs(ours[Number(bar)]! - value)).toBeLessThanOrEqual(0.5001 * 10 ** -Math.max(digits, 1));
    }
  });
});

describe('the page', () => {
  const computed = INDICATORS.filter(({ implementedBy }) => implementedBy.by !== 'none').map(({ slug }) => slug);

  it('names computed entries alone, each column once', () => {
    expect(NAMES.filter(({ slug }) => !computed.includes(slug))).toEqual([]);
    expect(new Set(NAMES.map(title)).size).toBe(NAMES.length);
  });

  it('is written from the table, with every name that is left out', async () => {
    const used = (library: 'ti' | 'ts'): ReadonlySet<string> =>
      new Set(
        withPeer(library).flatMap(([, , { call }]) => [nameOf(call), ...(call.match(/\b[A-Z]\w+(?=\()/g) ?? [])]),
      );
    const classes = (module: object, base: RegExp): readonly string[] =>
      Object.entries(module)
        .filter(([name, value]) => typeof value === 'function' && /^[A-Z]/.test(name) && !base.test(name))
        .map(([name]) => name);
    const ti = classes(technicalIndicators, /Input$|Output$|List$|^CandleData$|^Cross/).filter(
      (name) => !used('ti').has(name),
    );
    const ts = classes(signals, /Indicator|Series$|Error$|^MovingAverage$/).filter((name) => !used('ts').has(name));
    const rows = new Set(NAMES.map(({ slug }) => slug));
    const ours = computed.filter((slug) => !rows.has(slug));
    expect(rows.size + ours.length).toBe(computed.length);
    // `npx vitest run test/coming-from.ci.test.ts -u` writes the current results
    await expect(pageOf(NAMES, { ours, ti, ts })).toMatchFileSnapshot('../docs/coming-from.md');
  });
});
