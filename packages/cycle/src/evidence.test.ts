import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evidenceOf } from './evidence.ts';
import { withObservation } from './history.ts';
import { rationaleOf } from './rationale.ts';
import { LONG_REGIME_V1, LONG_REGIME_V2 } from './rules.ts';
import { NO_SIGNALS, type CycleSignals } from './signals.ts';
import type { CycleRegime } from './taxonomy.ts';

const regimes = fc.integer({ min: 1, max: 10 }) as fc.Arbitrary<CycleRegime>;
/** Signals, some of them missing. */
const drawn = fc
  .tuple(
    ...Object.keys(NO_SIGNALS).map((name) =>
      fc.tuple(fc.constant(name), fc.option(fc.integer({ min: -1_000, max: 100_000 }).map((k) => k / 1_000))),
    ),
  )
  .map((entries) => Object.fromEntries(entries) as unknown as CycleSignals);

describe('the evidence of a long-horizon regime', () => {
  it('has every gate and every weighed piece, its value, its threshold and its side', () => {
    const signals = { ...NO_SIGNALS, d200: -0.1, slope200: 0.02, b200: 20, r30: 0.3 };
    const found = evidenceOf(signals, 2, LONG_REGIME_V2);
    const { gates, evidence } = LONG_REGIME_V2.states.find(({ regime }) => regime === 2)!;
    expect(found.map(({ kind }) => kind)).toEqual([...gates.map(() => 'gate'), ...evidence.map(() => 'evidence')]);
    expect(found[0]).toMatchObject({ signal: 'd200', value: -0.1, op: '<', threshold: 0, side: 'for', weight: null });
    expect(found[1]).toMatchObject({ signal: 'slope200', value: 0.02, threshold: 0.01, side: 'against' });
    expect(found[2]).toMatchObject({ signal: 'ddAth', value: null, membership: null, side: null, text: null });
    expect(found[3]).toMatchObject({
      signal: 'b200',
      weight: 2,
      side: 'for',
      text: 'breadth 20 % above the 200-day average',
    });
    expect(found.find(({ signal }) => signal === 'r30')).toMatchObject({ side: 'against', threshold: 0.02 });
  });

  it('names both ends of a range, and of alternatives the one that holds most', () => {
    const range = evidenceOf({ ...NO_SIGNALS, b200: 30 }, 4, LONG_REGIME_V2).find(({ signal }) => signal === 'b200')!;
    expect(range).toMatchObject({ op: 'in', threshold: 8, upper: 55, side: 'for' });
    const either = (of: Partial<CycleSignals>) => evidenceOf({ ...NO_SIGNALS, ...of }, 9, LONG_REGIME_V2)[1]!.signal;
    expect([either({ altRel90: 0.9, d200: 0.1 }), either({ altRel90: 0.1, d200: 2 })]).toEqual(['altRel90', 'd200']);
  });

  it('of a shock is each side of its rules once', () => {
    const found = evidenceOf({ ...NO_SIGNALS, r1: -0.2 }, 1, LONG_REGIME_V2);
    const keys = found.map(({ signal, op, threshold }) => `${signal} ${op} ${threshold}`);
    expect(new Set(keys).size).toBe(keys.length);
    const sides = LONG_REGIME_V2.shocks.flat().map(({ signal, op, cutoff }) => `${signal} ${op} ${cutoff}`);
    expect(new Set(keys)).toEqual(new Set(sides));
    expect(found.filter(({ side }) => side !== null).map(({ signal }) => signal)).toEqual(['r1', 'r1']);
  });

  it('has every phrase of the rationale, and the sides agree with its evidence', () => {
    fc.assert(
      fc.property(regimes, drawn, (regime, signals) => {
        const told = rationaleOf(signals, regime, LONG_REGIME_V1);
        const texts = new Set(evidenceOf(signals, regime, LONG_REGIME_V1).map(({ text }) => text));
        const [pro = '', con = ''] = told.replace(/\.$/, '').split('. Against: ');
        const phrases = [pro.split(': ')[1] ?? '', con].flatMap((part) => (part === '' ? [] : part.split('; ')));
        for (const phrase of phrases) expect(texts).toContain(phrase);
      }),
    );
  });

  it('is for a condition exactly where the value is on the side that the rule asks for', () => {
    fc.assert(
      fc.property(regimes, drawn, (regime, signals) => {
        for (const { op, value, threshold, side, weight } of evidenceOf(signals, regime, LONG_REGIME_V2)) {
          expect(side === null).toBe(value === null);
          if (value === null || op === 'in') continue;
          expect(side).toBe((op === '<' ? value <= threshold : value >= threshold) ? 'for' : 'against');
          expect(weight === null || weight > 0).toBe(true);
        }
      }),
    );
  });

  it('of a spell stays that of its beginning', () => {
    const first = evidenceOf({ ...NO_SIGNALS, d200: -0.1 }, 2, LONG_REGIME_V2);
    const later = evidenceOf({ ...NO_SIGNALS, d200: 0.1 }, 2, LONG_REGIME_V2);
    const opened = withObservation([], { at: 1, regime: 2, rationale: 'a', evidence: first });
    const [spell] = withObservation(opened, { at: 2, regime: 2, rationale: 'b', evidence: later });
    expect([spell?.rationale, spell?.evidence, spell?.observations]).toEqual(['a', first, 2]);
    const old = withObservation([], { at: 1, regime: 2, rationale: 'a' });
    expect('evidence' in withObservation(old, { at: 2, regime: 2, rationale: 'b', evidence: later })[0]!).toBe(false);
  });
});
