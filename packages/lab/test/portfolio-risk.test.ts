/** Functions of the study of portfolio risk, and the committed report. */

import { bookRisk, RISK_V1, tailOf } from '@barograph/risk';
import { generator } from '@barograph/simulator';
import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { madePanel } from '../../risk/test/made-panel.ts';
import { studentQuantile } from '../src/index.ts';
import { BOOK_KINDS, randomBooks } from '../studies/portfolio-books.ts';
import { engineTails, testBars } from '../studies/portfolio-forecasts.ts';
import { reportText, type Report } from '../studies/portfolio-report.ts';
import { ENGINE, runHorizon } from '../studies/portfolio-run.ts';
import { chanceWithin, setOf, tailScore } from '../studies/portfolio-scores.ts';
import { LEVELS, sampleTails, studentTails, type StudyTail } from '../studies/portfolio-tails.ts';

const meanOf = (values: ArrayLike<number>): number =>
  Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;

describe('tails', () => {
  it('of a sample are those of the engine, and their steps average to the shortfall', () => {
    const numbers = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 30, maxLength: 700 });
    fc.assert(
      fc.property(numbers, (values) => {
        const tails = sampleTails(Float64Array.from(values));
        for (const [l, level] of LEVELS.entries()) {
          const { valueAtRisk, expectedShortfall } = tailOf(Float64Array.from(values), level);
          expect(tails[l]!.quantile).toBeCloseTo(-valueAtRisk, 12);
          // Below one whole place the engine takes the worst value alone, as these do.
          expect(tails[l]!.shortfall).toBeCloseTo(-expectedShortfall, 9);
          expect(meanOf(tails[l]!.steps)).toBeCloseTo(tails[l]!.shortfall, 6);
        }
      }),
    );
  });

  it("of Student's law are those of a large sample of variance 1", () => {
    const degrees = 5;
    const n = 10_000;
    const unit = Math.sqrt((degrees - 2) / degrees);
    const sample = Float64Array.from({ length: n }, (_, i) => unit * studentQuantile((i + 0.5) / n, degrees));
    for (const [l, exact] of studentTails(degrees).entries()) {
      const ofSample = sampleTails(sample.slice())[l]!;
      expect(exact.quantile / ofSample.quantile).toBeCloseTo(1, 2);
      expect(exact.shortfall / ofSample.shortfall).toBeCloseTo(1, 2);
      expect(meanOf(exact.steps)).toBeCloseTo(exact.shortfall, 9);
    }
  });
});

describe('books', () => {
  const books = randomBooks({ seed: 'test', each: 40, coins: 12 });

  it('are as many of each kind, the same of a seed', () => {
    for (const kind of BOOK_KINDS) expect(books.filter((book) => book.kind === kind)).toHaveLength(40);
    expect(randomBooks({ seed: 'test', each: 40, coins: 12 })).toEqual(books);
    expect(randomBooks({ seed: 'other', each: 40, coins: 12 })).not.toEqual(books);
  });

  it('have the gross and the sides of their kind', () => {
    for (const { kind, weights, positions } of books) {
      const gross = weights.reduce((sum, weight) => sum + Math.abs(weight), 0);
      const net = weights.reduce((sum, weight) => sum + weight, 0);
      expect(weights.filter((weight) => weight !== 0)).toHaveLength(positions);
      if (kind === 'levered') expect([gross > 2 && gross < 10, Math.abs(net) < 1e-9]).toEqual([true, true]);
      else expect(gross).toBeCloseTo(1, 12);
      if (kind === 'long only') expect(net).toBeCloseTo(1, 12);
      if (kind === 'concentrated') {
        expect(positions).toBeLessThanOrEqual(5);
        expect(Math.max(...weights.map(Math.abs))).toBeGreaterThanOrEqual(0.6);
      }
    }
  });
});

describe('scores', () => {
  const draw = generator('portfolio scores');
  const deviations = Float64Array.from({ length: 1_500 }, (_, t) => 0.02 * (1 + 0.6 * Math.sin(t / 20)));
  const outcomes = deviations.map((deviation) => deviation * Math.sqrt(3 / 5) * studentQuantile(draw(), 5));
  const scaled = (tail: StudyTail, by: Float64Array): StudyTail[] =>
    Array.from(by, (deviation) => ({
      quantile: deviation * tail.quantile,
      shortfall: deviation * tail.shortfall,
      steps: Array.from(tail.steps, (step) => step * deviation),
    }));

  it.each(LEVELS.map((level, l) => [level, l] as const))('favour the true model at %s', (level, l) => {
    const tail = studentTails(5)[l]!;
    const forecasts = {
      true: scaled(tail, deviations),
      flat: scaled(
        tail,
        deviations.map(() => 0.02),
      ),
      small: scaled(
        tail,
        deviations.map((deviation) => 0.6 * deviation),
      ),
    };
    const scores = Object.entries(forecasts).map(([name, tails]) => [name, tailScore(outcomes, tails, level)] as const);
    const { true: right, flat, small } = Object.fromEntries(scores);
    expect(right!.fz0).toBeLessThan(flat!.fz0);
    expect(right!.fz0).toBeLessThan(small!.fz0);
    expect([right!.coverage > 0.05, right!.shortfall > 0.05]).toEqual([true, true]);
    expect([small!.coverage < 0.01, small!.shortfall < 0.01, small!.z2 < 0]).toEqual([true, true, true]);
    const bootstrap = { version: 'stationary_bootstrap/1', block: 5, draws: 400 } as const;
    const sets = setOf(Object.fromEntries(scores.map(([name, { losses }]) => [name, losses])), bootstrap);
    expect([sets['true']!.inSet, sets['small']!.inSet]).toEqual([true, false]);
  });

  it('know how near a perfect forecast comes', () => {
    expect(chanceWithin(10, 0.05, 0.05)).toBeCloseTo(0.95 ** 10 + 10 * 0.05 * 0.95 ** 9, 9);
    expect(chanceWithin(396, 0.05, 1)).toBeCloseTo(1, 9);
  });
});

describe('a run', () => {
  const panel = madePanel(7, 4_000);
  const known = { ...panel, coins: panel.coins.slice(0, 3) };
  const config = { ...RISK_V1, version: 'risk/test', scenarios: 400, lookback: 2_000, minDates: 100 } as const;
  const books = randomBooks({ seed: 'run', each: 2, coins: 3 });
  const from = panel.first + 125 * 24 * 3_600_000;
  const span = { horizon: 'h24', from, to: from + 40 * 24 * 3_600_000, config } as const;
  const report = runHorizon(known, books, span);

  it('counts each origin once, by month and by label', () => {
    expect(report.rows).toBe(40);
    for (const { summaries, months, labels } of report.levels) {
      const all = summaries.find(({ model, kind }) => model === ENGINE && kind === 'all')!;
      for (const parts of [months, labels]) {
        expect(parts.reduce((sum, { bars }) => sum + bars, 0)).toBe(40);
        expect(parts.reduce((sum, { bars, coverage }) => sum + bars * coverage, 0) / 40).toBeCloseTo(all.coverage, 9);
      }
      const kinds = BOOK_KINDS.map((kind) => summaries.find((one) => one.model === ENGINE && one.kind === kind)!);
      expect(meanOf(kinds.map(({ coverage }) => coverage))).toBeCloseTo(all.coverage, 9);
      expect(meanOf(kinds.map(({ fz0 }) => fz0))).toBeCloseTo(all.fz0, 9);
    }
  });

  it('takes what the engine says of a book as its forecast', () => {
    const bars = testBars(known, { ...span, to: from + 2 * 24 * 3_600_000 });
    expect([bars.first, bars.end - bars.first]).toEqual([124, 2]);
    const { tails, worlds } = engineTails(known, bars, books, config);
    for (const [b, { weights }] of books.entries()) {
      const positions = [...weights.entries()]
        .filter(([, weight]) => weight !== 0)
        .map(([i, weight]) => ({
          coin: known.coins[i]!.coin,
          side: weight > 0 ? ('long' as const) : ('short' as const),
          notional: Math.abs(weight),
        }));
      const at = known.first + bars.origins[124]! * 3_600_000;
      const { tails: said } = bookRisk(known, { positions, collateral: 1 }, { at, horizon: 'h24', config });
      for (const [l, { valueAtRisk, expectedShortfall }] of said.entries()) {
        expect(tails[b]![l]![0]!.quantile).toBeCloseTo(-valueAtRisk, 10);
        expect(tails[b]![l]![0]!.shortfall).toBeCloseTo(-expectedShortfall, 10);
      }
    }
    // Worlds of the engine's own scenarios have the hits of its levels: 400 worlds, two days, eight books.
    for (const [l, level] of LEVELS.entries()) expect(Math.abs(meanOf(worlds[l]!) / 2 - level)).toBeLessThan(0.02);
  });

  it('does not read hours after the last outcome, nor learn the test', () => {
    const end = (span.to - panel.first) / 3_600_000;
    const coins = known.coins.map((coin) => ({ ...coin, returns: coin.returns.map((r, t) => (t >= end ? 9 * r : r)) }));
    expect(runHorizon({ ...known, coins }, books, span)).toEqual(report);
  });
});

describe('the committed report', () => {
  const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
  const report = JSON.parse(read('docs/evidence/portfolio-risk.json')) as Report;

  it('has the text of its numbers', () => {
    expect(read('docs/evidence/portfolio-risk.md')).toBe(reportText(report));
  });

  it('has the figures of the README of the engine', () => {
    const readme = read('packages/risk/README.md');
    const levels = report.horizons.flatMap((horizon) => horizon.levels);
    const engine = levels.map(({ summaries }) => summaries.find(({ model, kind }) => model === ENGINE && kind === 'all')!); // prettier-ignore
    const percent = (share: number, digits = 0): string => `${(100 * share).toFixed(digits)} %`;
    const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
    expect(readme).toContain(row(engine.map(({ coverage }) => percent(coverage, 2))));
    expect(readme).toContain(row(engine.map(({ inSet }) => percent(inSet))));
    expect(readme).toContain(row(engine.map(({ near }, i) => (i % 2 === 0 ? percent(near) : `**${percent(near)}, missed**`)))); // prettier-ignore
    expect(readme).toContain(row(levels.map(({ worlds }) => percent(worlds.mean))));
    const [day, hours] = report.horizons;
    expect([day!.books, day!.rows, hours!.books, hours!.rows]).toEqual([200, 396, 40, 2_376]);
    expect(report.config).toBe(RISK_V1.version);
  });
});
