/** Thirty-five catalogue strategies on the simulator: they trade, keep to their texts and do not look ahead. */

import { STRATEGIES, STRATEGY_GROUP_SLUGS } from '@barograph/catalogue';
import { describe, expect, it } from 'vitest';
import { backtest, FREE, type Decide, type Order, type Panel, type Run } from './backtester.ts';
import { breaches } from './breaches.ts';
import { LAWS } from './laws.ts';
import { cutAt, garbageFrom, panelOf } from './panels.ts';
import { NOT_RUN, RULES } from './rules.ts';

const bySlug = new Map(STRATEGIES.map((strategy) => [strategy.slug, strategy]));
/** First bar at whose close the orders of two runs differ; −1 when all are equal. */
const firstDifference = (a: Run, b: Run, bars: number): number =>
  a.orders.slice(0, bars).findIndex((orders, i) => JSON.stringify(orders) !== JSON.stringify(b.orders[i]));

/** Rules whose law cannot detect a delay of one bar: one opens once, the other uses only resting orders. */
const BLIND: ReadonlySet<string> = new Set(['fear-greed-contrarian', 'grid-range-maker']);

describe('the strategies that run', () => {
  it('are thirty or more, of every group that bars, funding and open interest carry', () => {
    expect(RULES.length).toBeGreaterThanOrEqual(30);
    expect(new Set(RULES.map(({ slug }) => slug)).size).toBe(RULES.length);
    const groups = new Set<string>(RULES.map(({ slug }) => bySlug.get(slug)!.group));
    expect(STRATEGY_GROUP_SLUGS.filter((group) => !groups.has(group)).sort()).toEqual(Object.keys(NOT_RUN).sort());
    expect(Object.keys(LAWS).sort()).toEqual(RULES.map(({ slug }) => slug).sort());
  });

  it('are those whose entries say so, with the command', () => {
    const tested = STRATEGIES.filter(({ backtestStatus }) => backtestStatus === 'naive-backtested');
    expect(tested.map(({ slug }) => slug).sort()).toEqual(RULES.map(({ slug }) => slug).sort());
    const command = 'node --import tsx --conditions source benchmarks/catalogue-backtest.evidence.ts';
    expect(tested.filter(({ slug, reproducedBy }) => reproducedBy !== `${command} ${slug}`)).toEqual([]);
  });
});

describe.each(RULES.map((rule) => [rule.slug, rule] as const))(
  '%s',
  (slug, { every, symbols, sides, costs, start }) => {
    const panel = panelOf(symbols, every);
    const run = backtest(panel, start(panel), costs);
    const bars = panel.time.length;

    it('trades, and holds the sides that it says', () => {
      expect(run.fills.length).toBeGreaterThan(5);
      const heldUnits = run.units.flatMap((column) => [...column]);
      expect(Number.isFinite(run.equity.at(-1)!)).toBe(true);
      expect(Math.min(...run.equity)).toBeGreaterThan(0);
      expect([
        heldUnits.some((units) => units > 0),
        heldUnits.some((units) => units < 0),
        heldUnits.includes(0),
      ]).toEqual([true, sides !== 'long', true]);
      if (sides !== 'neutral') return;
      const odd = Array.from({ length: bars }, (_, i) => run.units.map((column) => Math.sign(column[i]!))).filter(
        (row) => row.includes(1) !== row.includes(-1),
      );
      expect(odd).toEqual([]);
    });

    it('opens and leaves as its text says', () => {
      const { broken, opened } = breaches(slug, panel, run);
      expect(broken).toEqual([]);
      expect(opened).toBeGreaterThan(0);
    });

    it('reads nothing ahead, neither what comes nor whether it comes', () => {
      const late = Math.floor(bars * 0.83);
      const garbage = garbageFrom(panel, late);
      expect(firstDifference(backtest(garbage, start(garbage), costs), run, late)).toBe(-1);
      const short = cutAt(panel, Math.floor(bars * 0.67));
      expect(firstDifference(backtest(short, start(short), costs), run, short.time.length)).toBe(-1);
    });
  },
);

describe('the laws', () => {
  it.each(RULES.filter(({ slug }) => !BLIND.has(slug)).map((rule) => [rule.slug, rule] as const))(
    'find %s out when it is a bar late',
    (slug, { every, symbols, costs, start }) => {
      const panel = panelOf(symbols, every);
      const decide = start(panel);
      let kept: readonly Order[] = [];
      const late: Decide = (i, account) => {
        const now = kept;
        kept = decide(i, account);
        return now;
      };
      expect(breaches(slug, panel, backtest(panel, late, costs)).broken).not.toEqual([]);
    },
  );

  it('shows a reader of the next bar by the bars that come otherwise', () => {
    const simulated = panelOf(['BTC'], 24);
    const peeking =
      ({ coins }: Panel): Decide =>
      (i) => [{ coin: 0, kind: 'market', units: 1e-6 * (coins[0]!.close[i + 1] ?? 1) }];
    const at = 500;
    const given = (changed: Panel): readonly (readonly Order[])[] =>
      backtest(changed, peeking(changed), FREE).orders.slice(0, at);
    expect(given(garbageFrom(simulated, at))).not.toEqual(given(simulated));
    expect(given(cutAt(simulated, at + 1))).toEqual(given(simulated));
  });
});
