import { fold } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextColor, SIGNUM_COLORS, signumColor, type SignumColor, type SignumColorInput } from './color.ts';
import { SIGNUM_V1 } from './config.ts';

const point = (adx: number, plusDi: number, minusDi: number, time = 0): SignumColorInput => ({
  time,
  adx,
  plusDi,
  minusDi,
});

/** Every cell of the table, each threshold just below, at and just above. */
const ADX_VALUES = [0, 19.999, 20, 20.001, 24.999, 25, 25.001, 100] as const;
const SPREADS = [-50, -2.001, -2, -1.999, 0, 1.999, 2, 2.001, 50] as const;

function table(color: SignumColor, adx: number, spread: number): SignumColor {
  if (color === 'grey') {
    if (adx < 25) return 'grey';
    return spread >= 2 ? 'green' : spread <= -2 ? 'red' : 'grey';
  }
  if (adx < 20) return 'grey';
  const against = color === 'green' ? spread <= -2 : spread >= 2;
  if (!against) return color;
  if (adx < 25) return 'grey';
  return color === 'green' ? 'red' : 'green';
}

describe('the colour machine', () => {
  it('follows the table in every cell, with each threshold just below, at and just above', () => {
    for (const color of SIGNUM_COLORS) {
      for (const adx of ADX_VALUES) {
        for (const spread of SPREADS) {
          const input = point(adx, 50 + spread, 50);
          expect([color, adx, spread, nextColor(color, input, SIGNUM_V1)]).toEqual([
            color,
            adx,
            spread,
            table(color, adx, input.plusDi - input.minusDi),
          ]);
        }
      }
    }
  });

  it('goes grey → green → grey on the worked example, and grey when the trend fades', () => {
    expect(nextColor('grey', point(26, 24, 21), SIGNUM_V1)).toBe('green');
    expect(nextColor('green', point(24, 21, 24), SIGNUM_V1)).toBe('grey');
    expect(nextColor('green', point(19, 30, 10), SIGNUM_V1)).toBe('grey');
  });

  it('does not flip while ADX is between exit and enter, except to grey by an opposite spread', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...SIGNUM_COLORS),
        fc.double({ min: 20, max: 24.999, noNaN: true }),
        fc.double({ min: 0, max: 100, noNaN: true }),
        fc.double({ min: 0, max: 100, noNaN: true }),
        (color, adx, plusDi, minusDi) => {
          const next = nextColor(color, point(adx, plusDi, minusDi), SIGNUM_V1);
          fc.pre(next !== color);
          expect(next).toBe('grey');
          const spread = plusDi - minusDi;
          expect(color === 'green' ? spread <= -2 : spread >= 2).toBe(true);
        },
      ),
    );
  });

  it('swaps green and red when +DI and −DI are swapped', () => {
    const swapped: Record<SignumColor, SignumColor> = { green: 'red', red: 'green', grey: 'grey' };
    const percent = fc.double({ min: 0, max: 100, noNaN: true });
    fc.assert(
      fc.property(fc.constantFrom(...SIGNUM_COLORS), percent, percent, percent, (color, adx, plusDi, minusDi) => {
        const mirrored = nextColor(swapped[color], point(adx, minusDi, plusDi), SIGNUM_V1);
        expect(mirrored).toBe(swapped[nextColor(color, point(adx, plusDi, minusDi), SIGNUM_V1)]);
      }),
    );
  });

  it('is unset while ADX is undefined, and begins grey on the first bar that has one', () => {
    const { outputs } = fold(signumColor(), [
      point(NaN, NaN, NaN, 1),
      point(NaN, 30, 10, 2),
      point(60, 30, 10, 3),
      point(60, 30, 10, 4),
      point(60, 30, 10, 5),
    ]);
    const unset = { color: null, barsInColor: null, flipBar: null };
    expect(outputs).toEqual([
      unset,
      unset,
      { color: 'grey', barsInColor: 1, flipBar: null },
      { color: 'green', barsInColor: 1, flipBar: 4 },
      { color: 'green', barsInColor: 2, flipBar: 4 },
    ]);
  });

  it('reaches its four phases and no other, keeps its state pure, and survives JSON', () => {
    const machine = signumColor();
    const alphabet = [point(NaN, NaN, NaN), ...ADX_VALUES.flatMap((adx) => SPREADS.map((s) => point(adx, 50 + s, 50)))];
    const kind = (state: typeof machine.initial): string => (state.phase === 'unset' ? 'unset' : state.color);
    const seen = new Map([[kind(machine.initial), machine.initial]]);
    const queue = [machine.initial];
    for (let state = queue.shift(); state !== undefined; state = queue.shift()) {
      for (const input of alphabet) {
        const frozen = Object.freeze({ ...state });
        const next = machine.step(frozen, input);
        expect(machine.step(JSON.parse(JSON.stringify(frozen)) as typeof state, input)).toEqual(next);
        if (next.state.phase === 'colored') {
          expect(next.state.bars).toBeGreaterThanOrEqual(1);
          expect(next.output.barsInColor).toBe(next.state.bars);
        }
        if (!seen.has(kind(next.state))) {
          seen.set(kind(next.state), next.state);
          queue.push(next.state);
        }
      }
    }
    expect([...seen.keys()].sort()).toEqual(['green', 'grey', 'red', 'unset']);
  });

  it.each([
    [{ ...SIGNUM_V1, exit: 26 }, /"exit" expected at most "enter" 25, got 26/],
    [{ ...SIGNUM_V1, margin: -1 }, /"margin" expected a number ≥ 0, got -1/],
    [{ ...SIGNUM_V1, enter: NaN }, /"enter" expected a finite number, got NaN/],
    [{ ...SIGNUM_V1, alertBars: 0 }, /"alertBars" expected an integer ≥ 1, got 0/],
    [{ ...SIGNUM_V1, adx: { ...SIGNUM_V1.adx, period: 1 } }, /"period" expected an integer ≥ 2, got 1/],
  ])('refuses a bad config %#', (config, message) => {
    expect(() => signumColor(config)).toThrow(message);
  });
});
