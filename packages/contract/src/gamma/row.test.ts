import { fold, HOUR_MS } from '@barograph/core';
import { gamma, GAMMA_V2, type GammaInput, type GammaRecord } from '@barograph/positioning';
import * as fc from 'fast-check';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { calculateGamma } from '../../test/gamma-calculator.ts';
import { gammaPoint } from './context-row.ts';
import { gammaRow, type GammaRowWire } from './row.ts';
import { gammaRules } from './rules.ts';

const START = Date.UTC(2026, 0, 1);
const bin = (index: number, usd: number) => ({
  index,
  low: 100 + index / 2,
  high: 100.5 + index / 2,
  long: index < 0 ? usd : 0,
  short: index < 0 ? 0 : usd,
  total: usd,
});

/** Inputs are of few values, most of them on a threshold of the rules or next to one. */
const market = fc.array(
  fc.record({
    minutes: fc.constantFrom<number>(5, 5, 60, 60, 60),
    near: fc.constantFrom<number>(0, 1, 2, 3, 6, 7, 12, 13, 40),
    flip: fc.constantFrom<number | null>(null, 98, 99, 101, 102, 102.5, 104, 111, 85),
    skew: fc.constantFrom<number | null>(null, -1, -0.5, -0.15, 0, 0.1, 0.3, 0.5, 0.9),
    accounts: fc.constantFrom<number>(19, 20, 20, 20, 21),
    fundingRate: fc.constantFrom<number | null>(null, 1.25e-5, 1.3e-5, 1.4e-5, 2e-5, 3e-5, -1e-5, -2e-5),
    openInterestChangePct: fc.constantFrom<number | null>(null, -11, -10, 0, 5, 10, 20),
  }),
  { minLength: 1, maxLength: 90, size: 'max' },
);

function inputsOf(all: typeof market extends fc.Arbitrary<infer T> ? T : never): GammaInput[] {
  let time = START;
  return all.map(({ minutes, near, flip, skew, accounts, ...rest }) => {
    time += minutes * 60_000;
    const bins = [...(near > 0 ? [bin(-1, near)] : []), bin(40, 100 - near)];
    const lean = skew ?? 0;
    const size = skew === null ? 0 : 1e6;
    return {
      ...rest,
      time,
      ladder: { version: 'ladder/1', coin: 'BTC', mark: 100, bins, flip, levels: [] },
      makers: { long: (size * (1 + lean)) / 2, short: (size * (1 - lean)) / 2, accounts },
    };
  });
}

const wire = (record: GammaRecord): GammaRowWire =>
  gammaRow.encode({ gamma: record, oraclePrice: 100.1, premium: -0.001, openInterestUsd: null });
const rules = gammaRules(GAMMA_V2);

describe('the gamma row on the wire', () => {
  it('explains itself: state, score and confidence follow from the answer and its rules [#495][#488][#496][#497]', () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(market, (all) => {
        for (const record of fold(gamma(), inputsOf(all)).outputs) {
          // what a reader gets: text
          const row = JSON.parse(JSON.stringify(wire(record))) as GammaRowWire; // oxlint-disable-line typescript/no-unsafe-type-assertion -- a copy of itself
          const published = JSON.parse(JSON.stringify(rules)) as typeof rules; // oxlint-disable-line typescript/no-unsafe-type-assertion -- a copy of itself
          const { state, score, confidence } = calculateGamma(row, published);
          expect([state, score]).toEqual([row.regime.state, row.regime.score]);
          expect(confidence).toBeCloseTo(row.regime.confidence, 12);
          const held =
            row.regime.previous === null || score === null ? 'first' : score > 0.58 && score < 0.62 ? 'near' : 'far';
          for (const key of [
            state,
            row.regime.coverage,
            row.regime.inputs.skew_source,
            row.distribution_context.status,
            held,
          ]) {
            seen.set(key, (seen.get(key) ?? 0) + 1);
          }
        }
      }),
    );
    expect([...seen.keys()].sort()).toEqual(
      ['amplify', 'dampen', 'far', 'first', 'full', 'funding_only', 'market_skew_raw', 'mm_skew_pctile', 'near', 'none', 'ready', 'transitional', 'warming'], // prettier-ignore
    );
  });

  it('is explained by those rules alone: with any line of them changed it is not', () => {
    const rows = fc
      .sample(market, { numRuns: 150, seed: 15 })
      .flatMap((all) => fold(gamma(), inputsOf(all)).outputs)
      .map(wire);
    const differs = (config: typeof GAMMA_V2): boolean =>
      rows.some((row) => calculateGamma(row, gammaRules(config)).score !== row.regime.score);
    expect(differs(GAMMA_V2)).toBe(false);
    for (const [t, term] of GAMMA_V2.terms.entries()) {
      for (const [r, reading] of term.readings.entries()) {
        for (const i of reading.lines.keys()) {
          const lines = reading.lines.map((line, at) => (at === i ? { ...line, points: line.points + 1 } : line));
          const readings = term.readings.with(r, { ...reading, lines });
          const changed = { ...GAMMA_V2, terms: GAMMA_V2.terms.with(t, { ...term, readings }) };
          expect([reading.input, i, differs(changed)]).toEqual([reading.input, i, true]);
        }
      }
    }
  });

  it('names the terms that it added, and what each was read from', () => {
    const input = inputsOf([
      { minutes: 5, near: 12, flip: 99, skew: 0.5, accounts: 20, fundingRate: 1e-5, openInterestChangePct: 10 },
    ]);
    const { regime, coverage, gamma_profile: profile } = wire(fold(gamma(), input).outputs[0]!);
    expect(regime.terms).toEqual({ skew: 0.2, density: 0.2, flip: 0.15, funding: 0, open_interest: 0.1 });
    expect(regime).toMatchObject({ score: 1, state: 'amplify', rules_version: '2', previous: null });
    expect(regime.inputs).toMatchObject({ skew_source: 'market_skew_raw', mm_skew_pctile: null, funding_pinned: null });
    expect(coverage).toEqual({ bands: 2, mm_n_accounts: 20, has_flip: true, history_days: 1 / 24 });
    expect(profile).toHaveLength(40);
  });

  it('has a point for each hour, null where a metric is not known [#502]', () => {
    const hour = {
      minutes: 60,
      near: 12,
      flip: 98,
      skew: null,
      accounts: 3,
      fundingRate: null,
      openInterestChangePct: 5,
    };
    const { samples } = fold(gamma(), inputsOf([hour])).state;
    expect(gammaPoint.encode(samples[0]!)).toEqual({
      ts: START + HOUR_MS,
      near_density: 12,
      abs_dist_to_flip: 2,
      dist_to_flip_pct: -2,
      mm_skew: null,
      mm_gross: 0,
      mm_n_accounts: 3,
      regime_score: null,
      funding_rate: null,
      oi_change_pct: 5,
    });
  });
});

describe('the rules in words', () => {
  it('are those of the contract, a line for each [#495][#496]', () => {
    expect(rules).toMatchObject({ rules_version: '2', base: 0.4, margin: 0.02 });
    expect(rules.terms[0]).toEqual({
      term: 'skew',
      coverage: ['full'],
      inputs: [
        {
          input: 'mm_skew_pctile',
          lines: [
            { when: 'mm_skew_pctile >= 90', add: 0.2 },
            { when: 'mm_skew_pctile <= 10', add: 0.2 },
            { when: '25 <= mm_skew_pctile <= 75', add: -0.1 },
          ],
        },
        {
          input: 'mm_skew',
          lines: [
            { when: 'mm_skew >= 0.5', add: 0.2 },
            { when: 'mm_skew <= -0.5', add: 0.2 },
            { when: '-0.15 <= mm_skew <= 0.15', add: -0.1 },
          ],
        },
      ],
    });
    expect(rules.coverage[0]).toEqual({ coverage: 'full', when: 'mm_n_accounts >= 20 and bands >= 1' });
    expect(rules.states.map(({ when }) => when)).toEqual(['score >= 0.6', 'score <= 0.3', 'otherwise']);
    expect(rules.hold).toContain('entered at 0.62 and left at 0.58, dampen entered at 0.28 and left at 0.32');
  });
});

const SCHEMAS = new URL('../../../../../shared/spec/schemas/', import.meta.url);

describe.skipIf(!existsSync(SCHEMAS))('gamma rows against the schemas of the contract (needs ../shared/spec)', () => {
  interface Schema {
    readonly properties: Readonly<Record<string, Schema>>;
    readonly items?: Schema;
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a schema of ours
  const schemaOf = (name: string) => JSON.parse(readFileSync(new URL(name, SCHEMAS), 'utf8')) as Schema;

  it('have its fields by name, within regime, coverage and context too [#487][#488][#489][#490][#492][#494]', () => {
    const { properties } = schemaOf('gamma_exposure.json');
    const row = wire(fold(gamma(), inputsOf(fc.sample(market, { numRuns: 1, seed: 1 })[0]!)).outputs[0]!);
    const names = Object.keys(properties).filter((name) => name !== 'meta');
    expect(Object.keys(row)).toEqual(expect.arrayContaining(names));
    for (const part of ['regime', 'coverage', 'distribution_context'] as const) {
      expect(Object.keys(row[part])).toEqual(expect.arrayContaining(Object.keys(properties[part]!.properties)));
    }
    expect(Object.keys(row.regime.inputs)).toEqual(
      expect.arrayContaining(Object.keys(properties['regime']!.properties['inputs']!.properties)),
    );
  });

  it('have the fields of a point of the history [#502]', () => {
    const { items } = schemaOf('gex_history.json').properties['points']!;
    expect([...gammaPoint.columns].sort()).toEqual(Object.keys(items!.properties).sort());
  });
});
