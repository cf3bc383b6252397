/** Thirty-five strategies of the catalogue on the simulator: they trade, hold what they say and read nothing ahead. */

import { STRATEGIES, STRATEGY_GROUP_SLUGS } from '@barograph/catalogue';
import { describe, expect, it } from 'vitest';
import { backtest, type Run } from './backtester.ts';
import { LAWS } from './laws.ts';
import { cutAt, garbageFrom, panelOf } from './panels.ts';
import { NOT_RUN, RULES } from './rules.ts';

const bySlug = new Map(STRATEGIES.map((one) => [one.slug, one]));
const firstDifference = (a: Run, b: Run, bars: number): number => {
  for (let i = 0; i < bars; i++) if (a.units.some((column, coin) => !Object.is(column[i], b.units[coin]![i]))) return i;
  return -1;
};

describe('the strategies that run', () => {
  it('are thirty or more, of every group that bars, funding and open interest carry', () => {
    expect(RULES.length).toBeGreaterThanOrEqual(30);
    expect(new Set(RULES.map(({ slug }) => slug)).size).toBe(RULES.length);
    const groups = new Set<string>(RULES.map(({ slug }) => bySlug.get(slug)!.group));
    expect(STRATEGY_GROUP_SLUGS.filter((group) => !groups.has(group)).sort()).toEqual(Object.keys(NOT_RUN).sort());
    expect(Object.keys(LAWS).sort()).toEqual(RULES.map(({ slug }) => slug).sort());
  });

  it('are those whose entries say so, with the command', () => {
    const said = STRATEGIES.filter(({ backtestStatus }) => backtestStatus === 'naive-backtested');
    expect(said.map(({ slug }) => slug).sort()).toEqual(RULES.map(({ slug }) => slug).sort());
    const command = 'node --import tsx --conditions source benchmarks/catalogue-backtest.evidence.ts';
    expect(said.filter(({ slug, reproducedBy }) => reproducedBy !== `${command} ${slug}`)).toEqual([]);
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
      const held = run.units.flatMap((column) => [...column]);
      expect(Number.isFinite(run.equity.at(-1)!)).toBe(true);
      expect(Math.min(...run.equity)).toBeGreaterThan(0);
      expect([held.some((units) => units > 0), held.some((units) => units < 0), held.includes(0)]).toEqual([
        true,
        sides !== 'long',
        true,
      ]);
      if (sides !== 'neutral') return;
      const odd = Array.from({ length: bars }, (_, i) => run.units.map((column) => Math.sign(column[i]!))).filter(
        (row) => row.includes(1) !== row.includes(-1),
      );
      expect(odd).toEqual([]);
    });

    it('opens and leaves as its text says', () => {
      const broken: string[] = [];
      let opened = 0;
      panel.coins.forEach((coinBars, coin) => {
        const { opens, closes, size, most = Infinity, weight = Infinity } = LAWS[slug]!(coinBars, panel, coin);
        const units = run.units[coin]!;
        const mine = run.fills.filter((one) => one.coin === coin);
        const filled = new Set(mine.map(({ bar }) => bar));
        let since = 0;
        for (let i = 1; i < bars; i++) {
          const [before, now] = [Math.sign(units[i - 1]!), Math.sign(units[i]!)];
          if (now !== before) since = i;
          const first = mine.find((one) => one.bar === i);
          if (now !== 0 && now !== before) {
            opened++;
            const value = Math.abs(units[i]!) * first!.price;
            if (opens !== undefined && first!.kind === 'market' && !opens(i - 1, now))
              broken.push(`opens ${coin} ${i}`);
            // Orders are sized at the close before, and equity moves until the fill is paid.
            if (value / run.equity[i - 1]! > weight * 1.02) broken.push(`weight ${coin} ${i}`);
          }
          const weighs = (units[i]! * coinBars.close[i - 1]!) / run.equity[i - 1]!;
          const isKept = now !== 0 && now === before && !filled.has(i);
          if (isKept && closes?.(i - 1, now, since, Math.abs(weighs)) === true) broken.push(`stays ${coin} ${i}`);
          if (now !== 0 && first?.kind === 'market' && size !== undefined) {
            const [least, greatest] = size(i - 1, now);
            if (!(weighs > least - 1e-6 && weighs < greatest + 1e-6)) broken.push(`size ${coin} ${i}`);
          }
          if (now !== 0 && i - since > most) broken.push(`lasts ${coin} ${i}`);
        }
      });
      expect(broken).toEqual([]);
      expect(opened).toBeGreaterThan(0);
    });

    it('reads nothing ahead, neither what comes nor whether it comes', () => {
      for (const share of [0.55, 0.83]) {
        const at = Math.floor(bars * share);
        const other = garbageFrom(panel, at);
        expect(firstDifference(backtest(other, start(other), costs), run, at)).toBe(-1);
        const shorter = cutAt(panel, at);
        expect(firstDifference(backtest(shorter, start(shorter), costs), run, at)).toBe(-1);
      }
    });
  },
);
