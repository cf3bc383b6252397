/** The run: entrants that look ahead are refused, and the table is the same bytes each time. */

import { readFileSync } from 'node:fs';
import { barAt, type Candles } from '@barograph/core';
import { loadModel, type NowcastModel } from '@barograph/nowcast';
import { describe, expect, it } from 'vitest';
import { REGIME_BENCH_V2 } from './config.ts';
import { type Entrant, NO_LABEL } from './entrant.ts';
import { ENTRANTS } from './entrants.ts';
import { GENERATORS } from './generators.ts';
import { type BenchRow, causalLabels, runRegimeBench } from './run.ts';
import { meanScores, METRICS } from './scores.ts';
import { benchJson, benchMarkdown, benchSvg, benchTimes } from './table.ts';

function shippedModel(): NowcastModel {
  const path = 'models/nowcast/2026.11.0/model.json';
  const loaded = loadModel(readFileSync(path, 'utf8'), path);
  if (!loaded.ok) throw new Error(loaded.error.expected);
  return loaded.value;
}

const context = { model: shippedModel(), seed: 'a' };
const config = { ...REGIME_BENCH_V2, seeds: ['a', 'b'], trainingHours: 1_200, testHours: 400 };
const market = GENERATORS.find(({ name }) => name === 'ms-garch')!.market('a', 1_600);

describe.each(ENTRANTS.map((entrant) => [entrant.name, entrant] as const))('%s', (_, entrant) => {
  it('labels every test hour within its range, without the hours after it', () => {
    const labels = causalLabels(entrant, market.bars, 1_200, context);
    expect(labels.length).toBe(1_600);
    expect(labels.every((label) => label >= NO_LABEL && label < entrant.labels)).toBe(true);
    expect(labels.subarray(1_200).every((label) => label !== NO_LABEL)).toBe(true);
  });
});

describe('the check of causality', () => {
  /** Labels by whether the price will have risen when `ahead` more bars have been seen by any stream of the entrant. */
  function peeking(ahead: number): Entrant {
    const seen: number[] = [];
    return {
      name: 'peeking',
      source: 'a test',
      labels: 2,
      fit: () => () => {
        let at = 0;
        return {
          next: ({ close }) => {
            seen[at] = close;
            at++;
            return Number((seen[at - 1 + ahead] ?? 0) > close);
          },
        };
      },
    };
  }

  it('finds an entrant that keeps later hours from one fit to the next', () => {
    expect(() => causalLabels(peeking(24), market.bars, 1_200, context)).toThrow('"peeking" expected the label 0 at');
    expect(causalLabels(peeking(0), market.bars, 1_200, context).every((label) => label === 0)).toBe(true);
  });

  it('gives the fit memory that ends with the training hours', () => {
    let given: Candles | undefined;
    const entrant: Entrant = {
      ...ENTRANTS[0]!,
      fit: (training) => {
        given = training;
        return () => ({ next: () => 0 });
      },
    };
    causalLabels(entrant, market.bars, 1_200, context);
    expect(given!.close.buffer.byteLength).toBe(1_200 * 8);
    expect(barAt(given!, 1_199)).toEqual(barAt(market.bars, 1_199));
  });
});

describe('the table', () => {
  const entrants = ENTRANTS.filter(({ name }) => ['one-label', 'volatility-terciles', 'jump-discrete'].includes(name));
  const options = { model: context.model, config, entrants, generators: GENERATORS.slice(1, 3) };

  it('is the same bytes twice, with another CPU time', () => {
    let clock = 0;
    const once = runRegimeBench(options);
    const again = runRegimeBench({ ...options, cpuSeconds: () => (clock += 1) });
    expect(benchJson(again)).toBe(benchJson(once));
    expect(benchMarkdown(again)).toBe(benchMarkdown(once));
    expect(benchSvg(again)).toBe(benchSvg(once));
    expect([benchTimes(once).length, benchTimes(again)[0]]).toEqual([0, 'ms-garch one-label: 1.0 s']);
  });

  it('has a row for each entrant on each generator, and what is known of a single label', () => {
    const { rows } = runRegimeBench({ ...options, entrants: entrants.slice(0, 1) });
    expect(rows.map(({ generator }) => generator)).toEqual(['ms-garch', 'jump-diffusion']);
    for (const row of rows) expect(row).toMatchObject({ balanced: 0.5, merged: 0.5, rand: 0, stability: 1 });
    const parsed = JSON.parse(benchJson(runRegimeBench({ ...options, entrants: entrants.slice(0, 1) }))) as {
      rows: Record<string, unknown>[];
    };
    expect(Object.keys(parsed.rows[0]!)).toEqual(['generator', 'entrant', ...METRICS, 'interval']);
  });

  it('marks the best number of a column and what cannot be told from it, in the direction of the metric', () => {
    const same = { balanced: 1, merged: 1, rand: 1, missed: 0, falseAlarms: 0, stability: 1, qlike: 1, brier: NaN };
    const row = (entrant: string, delays: readonly number[]): BenchRow => {
      const bySeed = delays.map((delay) => ({ ...same, delay }));
      return { generator: 'g', entrant, ...meanScores(bySeed), bySeed };
    };
    const rows = [row('slow', [9, 10, 11]), row('unsure', [1, 3, 5]), row('fast', [2, 2, 2])];
    const bench = { config, model: '1', rows, cpuSeconds: null };
    const text = benchMarkdown(bench);
    expect(text).toContain('| 10.0 ± 2.5 |');
    expect(text).toContain('**3.0 ± 5.0**');
    expect(text).toContain('**2.0 ± 0.0**');
    expect(text.match(/\*\*/g)).toHaveLength(4);
    expect(text).toContain('| – |');
    expect(benchSvg(bench)).toContain('>10.0 ± 2.5<');
    const { rows: parsed } = JSON.parse(benchJson(bench)) as { rows: { interval: Record<string, number | null> }[] };
    expect(parsed[1]!.interval).toMatchObject({ delay: 5, brier: null, balanced: 0 });
  });

  it.each([
    ['no seeds', { seeds: [] }, '"seeds" expected at least one'],
    ['a training span within the warm-up', { trainingHours: 10 }, '"trainingHours" expected an integer'],
    ['a test span that no forecast fits in', { testHours: 24 }, '"testHours" expected an integer'],
  ])('refuses %s', (_, wrong, message) => {
    expect(() => runRegimeBench({ ...options, config: { ...config, ...wrong } })).toThrow(message);
  });
});
