import { fold, HOUR_MS, type Reducer } from '@barograph/core';
import { reducerContract } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HYSTERESIS_V1, type HysteresisConfig } from './config.ts';
import {
  hysteresis,
  type FlipPath,
  type HysteresisInput,
  type HysteresisOutput,
  type HysteresisState,
} from './hysteresis.ts';

const at = (bar: number): number => bar * HOUR_MS;

function run(posteriors: readonly (readonly number[])[], config: HysteresisConfig = HYSTERESIS_V1): HysteresisOutput[] {
  return fold(
    hysteresis(config),
    posteriors.map((posterior, bar) => ({ time: at(bar), posterior })),
  ).outputs;
}

/** A posterior over five labels: 0 has `incumbent`, 1 has `challenger`, the others share the rest. */
const duel = (incumbent: number, challenger: number): number[] => {
  const rest = (1 - incumbent - challenger) / 3;
  return [incumbent, challenger, rest, rest, rest];
};

describe('the worked trace', () => {
  it('margin, override and floor, bar by bar [#468] [#469] [#470]', () => {
    // A, B, C, D, and the rest in two parts so that it never leads.
    const posteriors = [
      [0.5, 0.3, 0.1, 0, 0.05, 0.05],
      [0.35, 0.46, 0.09, 0, 0.05, 0.05],
      [0.3, 0.29, 0.41, 0, 0, 0],
      [0.3, 0.05, 0.45, 0, 0.1, 0.1],
      [0.1, 0.1, 0.05, 0.75, 0, 0],
      [0.45, 0.3, 0, 0.09, 0.08, 0.08],
      [0.3, 0, 0, 0.5, 0.1, 0.1],
      [0.5, 0, 0, 0.08, 0.21, 0.21],
      [0.35, 0.2, 0, 0.3, 0.1, 0.05],
    ];
    const [A, B, C, D] = [0, 1, 2, 3];
    const none = { pending: null, path: null, floorArmed: false };
    expect(run(posteriors)).toMatchObject([
      { label: A, candles: 1, since: null, ...none },
      { label: A, candles: 2, since: null, ...none, pending: { label: B, count: 1, needed: 2 } },
      { label: A, candles: 3, since: null, ...none, pending: { label: C, count: 1, needed: 2 } },
      { label: C, candles: 1, since: at(3), ...none, path: 'margin' },
      { label: D, candles: 1, since: at(4), ...none, path: 'override' },
      { label: D, candles: 2, ...none, pending: { label: A, count: 1, needed: 2 }, floorArmed: true },
      { label: D, candles: 3, ...none },
      { label: D, candles: 4, ...none, pending: { label: A, count: 1, needed: 2 }, floorArmed: true },
      { label: A, candles: 1, since: at(8), ...none, path: 'floor' },
    ]);
  });
});

describe('each threshold just below, at and just above', () => {
  const settled = duel(0.6, 0.1);

  it.each<[number, FlipPath | null]>([
    [0.6999, null],
    [0.7, 'override'],
    [0.7 - 1e-13, 'override'],
    [0.7001, 'override'],
  ])('a challenger with %s on one bar: %s [#469]', (challenger, path) => {
    expect(run([settled, duel(0.15, challenger)])[1]!.path).toBe(path);
  });

  it.each<[number, boolean]>([
    [0.3999, false],
    [0.4, true],
    [0.3 + 0.1 - 1e-13, true],
    [0.4001, true],
  ])('a challenger with %s against .30 counts: %s [#468]', (challenger, counts) => {
    const outputs = run([settled, duel(0.3, challenger), duel(0.3, challenger)]);
    expect(outputs[1]!.pending).toEqual(counts ? { label: 1, count: 1, needed: 2 } : null);
    expect(outputs[2]!.path).toBe(counts ? 'margin' : null);
  });

  it.each<[number, boolean]>([
    [0.0999, true],
    [0.1, false],
    [0.1 - 1e-13, false],
    [0.1001, false],
  ])('an incumbent with %s arms the floor: %s [#470]', (incumbent, armed) => {
    const outputs = run([settled, duel(incumbent, 0.31), duel(0.3, 0.31)]);
    expect(outputs[1]).toMatchObject({ path: null, floorArmed: armed });
    expect(outputs[2]!.path).toBe(armed ? 'floor' : null);
  });

  it('a gap of 24 missing bars keeps what was pending, one of 25 forgets it and disarms the floor', () => {
    const machine = hysteresis();
    const paths = (missing: number, first: number[], second: number[]) => {
      const times = [0, 1, 2 + missing].map(at);
      const posteriors = [settled, first, second];
      return fold(
        machine,
        posteriors.map((posterior, i) => ({ time: times[i]!, posterior })),
      ).outputs.at(-1)!.path;
    };
    const leads = duel(0.3, 0.45);
    expect([0, 24, 25].map((missing) => paths(missing, leads, leads))).toEqual(['margin', 'margin', null]);
    const armed = [0, 24, 25].map((missing) => paths(missing, duel(0.05, 0.35), duel(0.3, 0.31)));
    expect(armed).toEqual(['floor', 'floor', null]);
  });
});

describe('readings', () => {
  it.each([
    [[0.4, 0.1, 0.2, 0.3], 0, 3, -0.1],
    [[0.5, 0.2, 0.2, 0.1], 0, 1, -0.3],
    [[0.2, 0.5, 0.2, 0.1], 1, 0, -0.3],
    [[0.1, 0.2, 0.4, 0.3], 2, 3, -0.1],
  ])('of %j: label %i, the likeliest other one is %i, and leads by %s', (posterior, label, challenger, lead) => {
    const [output] = run([posterior]);
    expect(output).toMatchObject({ label, challenger });
    expect(output!.lead).toBeCloseTo(lead, 12);
  });

  it('a new challenger counts from 1', () => {
    const posteriors = [
      [0.6, 0.2, 0.2],
      [0.3, 0.5, 0.2],
      [0.3, 0.2, 0.5],
    ];
    expect(run(posteriors)[2]).toMatchObject({ label: 0, pending: { label: 2, count: 1 } });
  });

  it('a bar without a lead starts the count anew', () => {
    const outputs = run([duel(0.6, 0.1), duel(0.3, 0.45), duel(0.4, 0.41), duel(0.3, 0.45)]);
    expect(outputs.map(({ pending }) => pending?.count ?? 0)).toEqual([0, 1, 0, 1]);
  });

  it('the incumbent wins a tie, and the lower id among challengers', () => {
    const outputs = run([
      [0.2, 0.6, 0.2],
      [0.4, 0.4, 0.2],
      [0.45, 0.1, 0.45],
    ]);
    expect(outputs[1]).toMatchObject({ label: 1, pending: null });
    expect(outputs[2]).toMatchObject({ label: 1, pending: { label: 0 }, challenger: 0 });
  });

  it('an incumbent that recovers to a tie is left alone by the floor that it armed', () => {
    const outputs = run([
      [0.2, 0.6, 0.2],
      [0.55, 0.05, 0.4],
      [0.4, 0.4, 0.2],
    ]);
    expect(outputs[1]).toMatchObject({ label: 1, floorArmed: true });
    expect(outputs[2]).toMatchObject({ label: 1, path: null });
  });

  it('an incumbent that recovers is left alone by the floor that it armed', () => {
    const outputs = run([duel(0.6, 0.1), duel(0.05, 0.35), duel(0.5, 0.2)]);
    expect(outputs[2]).toMatchObject({ label: 0, path: null, floorArmed: false });
  });

  it('the floor judges the label that is published next, so that a flip does not arm it', () => {
    const outputs = run([duel(0.6, 0.1), duel(0.02, 0.8), duel(0.5, 0.3)]);
    expect(outputs[1]).toMatchObject({ path: 'override', floorArmed: false });
    expect(outputs[2]).toMatchObject({ label: 1, path: null, pending: { label: 0, count: 1 } });
  });

  it('`since` is null until the first flip, and then the time of the flip', () => {
    const outputs = run([duel(0.6, 0.1), duel(0.6, 0.1), duel(0.1, 0.8), duel(0.1, 0.8)]);
    expect(outputs.map(({ since }) => since)).toEqual([null, null, at(2), at(2)]);
    expect(outputs.map(({ candles }) => candles)).toEqual([1, 2, 1, 2]);
  });
});

// --------------------------------------------------------------------------------------------------- H1 … H11

const posterior = fc.oneof(
  fc
    .tuple(fc.constantFrom(0.2, 1, 5), fc.array(fc.integer({ min: 1, max: 999 }), { minLength: 6, maxLength: 6 }))
    .map(([concentration, shares]) => {
      const weights = shares.map((share) => (-Math.log(share / 1_000)) ** (1 / concentration));
      const sum = weights.reduce((total, weight) => total + weight, 0);
      return weights.map((weight) => weight / sum);
    }),
  fc.nat({ max: 5 }).map((spike) => [0, 1, 2, 3, 4, 5].map((label) => (label === spike ? 1 : 0))),
);
const series = fc.array(posterior, { minLength: 1, maxLength: 40 });
/** A posterior with one leading label below the override, before all others or before the next one only. */
const leadOf = (leader: number, isDuel: boolean): number[] =>
  [0, 1, 2, 3, 4, 5].map((label) => {
    if (label === leader) return isDuel ? 0.5 : 0.45;
    if (isDuel) return label === (leader + 1) % 6 ? 0.42 : 0.02;
    return 0.11;
  });
/** Leads of some bars each, decided without the override. */
const leads = fc
  .array(
    fc
      .tuple(fc.nat({ max: 5 }), fc.boolean(), fc.integer({ min: 1, max: 4 }))
      .map(([leader, isDuel, bars]) => Array.from({ length: bars }, () => leadOf(leader, isDuel))),
    { minLength: 4, maxLength: 20 },
  )
  .map((spells) => spells.flat());
const argmax = (q: readonly number[], first: number): number =>
  q.reduce((best, p, label) => (p > q[best]! ? label : best), first);

describe('properties', () => {
  it('H1 one bar under the override never flips, when the incumbent leads before and after', () => {
    fc.assert(
      fc.property(series, posterior, (before, spike) => {
        const settled = run(before).at(-1)!.label;
        const lead = [0, 1, 2, 3, 4, 5].map((label) => (label === settled ? 0.5 : 0.1));
        fc.pre(spike.every((p, label) => label === settled || p < 0.7));
        const outputs = run([...before, lead, spike, lead]).slice(-3);
        expect(outputs.map(({ label }) => label)).toEqual([settled, settled, settled]);
      }),
    );
  });

  it('H2–H5, H7 every flip has one path, and every path its evidence', () => {
    const found = { override: 0, floor: 0, margin: 0 };
    fc.assert(
      fc.property(fc.oneof(series, leads), (posteriors) => {
        const outputs = run(posteriors);
        for (const [t, output] of outputs.entries()) {
          const { label, path, pending } = output;
          if (pending !== null) {
            expect(pending.label).not.toBe(label);
            expect(pending.count).toBe(1);
          }
          if (t === 0) continue;
          const old = outputs[t - 1]!.label;
          expect(path === null).toBe(label === old);
          const q = posteriors[t]!;
          const before = posteriors[t - 1]!;
          if (path === null) continue;
          found[path]++;
          expect(label).toBe(argmax(q, old));
          if (path === 'override') expect(q[label]!).toBeGreaterThanOrEqual(0.7 - 1e-12);
          if (path === 'floor') expect(before[old]!).toBeLessThan(0.1);
          if (path === 'margin') {
            expect(q[label]! - q[old]!).toBeGreaterThanOrEqual(0.1 - 1e-12);
            expect(before[label]! - before[old]!).toBeGreaterThanOrEqual(0.1 - 1e-12);
            expect(argmax(before, old)).toBe(label);
          }
        }
      }),
    );
    expect(Math.min(...Object.values(found))).toBeGreaterThan(0);
  });

  it('H6 a constant posterior flips after exactly two bars, one from the override on', () => {
    fc.assert(
      fc.property(posterior, fc.nat({ max: 5 }), (q, start) => {
        const challenger = argmax(q, start);
        fc.pre(challenger !== start && q[challenger]! - q[start]! >= 0.1 && q[start]! >= 0.1);
        const first = [0, 1, 2, 3, 4, 5].map((label) => (label === start ? 0.5 : 0.1));
        const labels = run([first, q, q, q]).map(({ label }) => label);
        const bars = q[challenger]! >= 0.7 ? 1 : 2;
        expect(labels).toEqual([start, bars === 1 ? challenger : start, challenger, challenger]);
      }),
    );
  });

  it('H8 the names of the labels are a convention, where no two are equally likely', () => {
    fc.assert(
      fc.property(series, fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }), (posteriors, order) => {
        const distinct = posteriors.map((q) => {
          const tilted = q.map((p, label) => p + 1e-7 * label * label);
          const sum = tilted.reduce((total, p) => total + p, 0);
          return tilted.map((p) => p / sum);
        });
        const renamed = distinct.map((q) => order.map((label) => q[label]!));
        const labels = run(renamed).map(({ label }) => order[label]!);
        expect(labels).toEqual(run(distinct).map(({ label }) => label));
      }),
    );
  });

  it('H9, H10 replays give the same states, and a bar that comes again or late is a no-op', () => {
    fc.assert(
      fc.property(series, fc.nat(), posterior, (posteriors, cut, other) => {
        const machine = hysteresis();
        const inputs = posteriors.map((posterior, bar) => ({ time: at(bar), posterior }));
        const whole = fold(machine, inputs);
        const part = cut % inputs.length;
        const first = fold(machine, inputs.slice(0, part + 1));
        for (const time of [at(part), at(part) - 1, -1]) {
          expect(machine.step(first.state, { time, posterior: other }).state).toBe(first.state);
        }
        const resumed = JSON.parse(JSON.stringify(first.state)) as HysteresisState;
        expect(fold(machine, inputs.slice(part + 1), resumed).state).toEqual(whole.state);
      }),
    );
  });

  it('H11 with a least dwell, flips that are no override are at least that many bars apart', () => {
    // A flip by override is no test of the dwell.
    const found = { margin: 0, floor: 0, early: 0 };
    fc.assert(
      fc.property(leads, fc.integer({ min: 1, max: 6 }), (posteriors, minDwellBars) => {
        const outputs = run(posteriors, { ...HYSTERESIS_V1, minDwellBars });
        for (const [t, { path, pending }] of outputs.entries()) {
          if (pending !== null && pending.count >= pending.needed) found.early++;
          if (path !== 'margin' && path !== 'floor') continue;
          found[path]++;
          expect(outputs[t - 1]!.candles).toBeGreaterThanOrEqual(minDwellBars);
        }
      }),
    );
    expect(Math.min(...Object.values(found))).toBeGreaterThan(10);
  });

  it('H11 a challenger that leads through the least dwell wins on its last bar, by the margin', () => {
    const paths = (minDwellBars: number): readonly (FlipPath | null)[] =>
      run([duel(0.6, 0.1), ...Array.from({ length: 5 }, () => duel(0.3, 0.45))], { ...HYSTERESIS_V1, minDwellBars })
        .slice(0, minDwellBars + 1)
        .map(({ path }) => path);
    expect(paths(2)).toEqual([null, null, 'margin']);
    expect(paths(4)).toEqual([null, null, null, null, 'margin']);
  });
});

/** The machine with clock and counter folded, so that its states are few: bars up to 2, times dropped. */
const folded: Reducer<HysteresisState, HysteresisInput['posterior'], HysteresisOutput> = {
  initial: { phase: 'unset' },
  step: (state, posterior) => {
    const before = state.phase === 'unset' ? state : { ...state, time: 0 };
    const { state: after, output } = hysteresis().step(before, { time: HOUR_MS, posterior });
    if (after.phase === 'unset') return { state: after, output };
    const since = after.since === null ? null : 0;
    return { state: { ...after, candles: Math.min(after.candles, 2), since, time: 0 }, output };
  },
};

const three = (a: number, b: number, c: number): number[] => [a, b, c];

reducerContract({
  name: 'hysteresis',
  reducer: folded,
  alphabet: [
    three(0.8, 0.1, 0.1),
    three(0.1, 0.8, 0.1),
    three(0.1, 0.1, 0.8),
    three(0.5, 0.35, 0.15),
    three(0.35, 0.5, 0.15),
    three(0.15, 0.35, 0.5),
    three(0.48, 0.47, 0.05),
    three(0.05, 0.48, 0.47),
    three(0.47, 0.05, 0.48),
    three(0.05, 0.6, 0.35),
  ],
  invariant: ({ before, state, output, input }) => {
    if (state.phase === 'unset') throw new Error('a bar left the machine unset');
    if (output.label !== state.label) throw new Error('another label was published than is kept');
    if (state.pending !== null && (state.pending.label === state.label || state.pending.count !== 1)) {
      throw new Error('a pending label that is published, or counted out');
    }
    if (state.floorArmed !== input[state.label]! < 0.1) throw new Error('the floor is armed for another reason');
    const changed = before.phase === 'set' && before.label !== state.label;
    if (changed !== (output.path !== null)) throw new Error('a flip without a path, or a path without a flip');
    if (changed && (state.candles !== 1 || state.since === null)) throw new Error('a flip that is not its first bar');
  },
  // Unset; 3 first bars; 3 flips; and per label, left-censored or not: nothing pending, one of two, one of them armed.
  states: 1 + 3 + 3 + 3 * 2 * 4,
});

describe('misuse', () => {
  it.each<[Partial<HysteresisConfig>, RegExp]>([
    [{ margin: 1.5 }, /"margin" expected a number within 0…1, got 1.5/],
    [{ override: NaN }, /"override" expected a number within 0…1, got NaN/],
    [{ incumbentFloor: -0.1 }, /"incumbentFloor" expected a number within 0…1, got -0.1/],
    [{ bars: 0 }, /"bars" expected an integer ≥ 1, got 0/],
    [{ minDwellBars: -1 }, /"minDwellBars" expected an integer ≥ 0, got -1/],
    [{ maxGapBars: 1.5 }, /"maxGapBars" expected an integer ≥ 0, got 1.5/],
  ])('refuses %o', (part, message) => {
    expect(() => hysteresis({ ...HYSTERESIS_V1, ...part })).toThrow(message);
  });

  it.each<[number[], RegExp]>([
    [[1], /"posterior" expected at least 2 labels, got 1/],
    [[0.5, NaN], /"posterior\[1\]" expected a number ≥ 0, got NaN/],
    [[1.5, -0.5], /"posterior\[1\]" expected a number ≥ 0, got -0.5/],
    [[0.5, 0.4], /"posterior" expected a sum of 1, got 0.9/],
  ])('refuses the posterior %o', (posterior, message) => {
    expect(() => run([posterior])).toThrow(message);
  });

  it('refuses a posterior that has no room for the incumbent', () => {
    expect(() =>
      run([
        [0, 0, 1],
        [0.5, 0.5],
      ]),
    ).toThrow(/"posterior" expected more than 2 labels, got 2/);
  });
});
