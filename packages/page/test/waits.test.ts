/** The wait of hysteresis, in each of its states. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { script } from './script.ts';

interface Wait {
  readonly isCounting: boolean;
  readonly text: string;
}
interface Waits {
  readonly challengerOf: (data: object, labels: readonly string[]) => { label: string; p: number; lead: number };
  readonly nowWait: (data: object, challenger: { lead: number; name: string }) => Wait;
  readonly cycleWait: (data: object, next: { lead: number; name: string }) => Wait;
}
const { challengerOf, nowWait, cycleWait } = await script<Waits>('waits');

const LABELS = ['a', 'b', 'c'];
const hysteresis = { margin: 0.1, bars: 2, override: 0.7, incumbent_floor: 0.1, min_dwell_bars: 0 };
const state = (regime: object = {}, machine: object | null = null) => ({
  regime: { label: 'a', candles_in_regime: 9, pending: null, hysteresis, ...regime },
  explain: { hysteresis_state: machine },
});

describe('the challenger', () => {
  it('is the likeliest other label, compared before calibration', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 }), (ps) => {
        const regime = { label: 'a', raw_confidence: ps[0]! };
        const { label, p, lead } = challengerOf({ p_now: ps, regime }, LABELS);
        expect(label).not.toBe('a');
        expect(p).toBe(Math.max(ps[1]!, ps[2]!));
        expect(lead).toBeCloseTo(p - ps[0]!, 12);
      }),
    );
  });

  it('is that of the rule where the answer names it', () => {
    const data = { p_now: [0.4, 0.25, 0.35], regime: { label: 'a', raw_confidence: 0.4 }, explain: { hysteresis_state: { challenger: 'b', lead: -0.15 } } }; // prettier-ignore
    expect(challengerOf(data, LABELS)).toEqual({ label: 'b', p: 0.25, lead: -0.15 });
  });
});

describe('the wait of the nowcast', () => {
  it.each([
    ['behind', state(), -0.742, false, 'No challenger leads: Up is 74.2 pts behind. A flip takes a lead of 10.0 pts for 2 closed hours in a row, or 70\u00a0% at once.'],
    ['ahead, under the margin', state(), 0.059, false, 'Up leads by 5.9 pts, and the label stays until it has a lead of 10.0 pts for 2 closed hours in a row, or 70\u00a0% at once.'],
    ['ahead, over the margin', state(), 0.12, true, 'Up leads by 12.0 pts, and the label stays until'],
    ['counting', state({ pending: { label: 'b', count: 1, needed: 2 } }), 0.12, true, 'Up leads by 12.0 pts and has counted 1 of 2 closed hours; it takes over after 1 closed hour more with a lead of 10.0 pts, or at 70\u00a0% at once.'],
    ['floor', state({}, { floor_armed: true }), -0.1, true, 'The label that holds fell below 10\u00a0%: the likeliest label of the next hour takes over.'],
    ['young', state({ candles_in_regime: 2, hysteresis: { ...hysteresis, min_dwell_bars: 6 } }), 0.05, false, 'Before hour 6 of the regime only 70\u00a0% ends it.'],
  ])('says %s', (_, data, lead, isCounting, text) => {
    const wait = nowWait(data, { lead, name: 'Up' });
    expect(wait.text).toContain(text);
    expect(wait.isCounting).toBe(isCounting);
  }); // prettier-ignore
});

describe('the wait of the long-horizon regime', () => {
  const stability = { confirmations_needed: 4, locked_for_s: 0 };
  const locked = { ...stability, locked_for_s: 7200 };
  const pending = { id: 3, name: 'Capitulation', count: 2, needed: 4, blocked_by: null };
  it.each([
    ['behind', { pending: null, stability }, -0.589, false, 'No challenger has begun to count: Bear is 0.589 behind. A flip takes 4 reads in a row, 15 min apart.'],
    ['locked', { pending: null, stability: locked }, -0.589, false, 'Only a Structural Shock can end it for 2\u00a0h more.'],
    ['ahead', { pending: null, stability }, 0.02, true, 'Bear leads the score by 0.020, and no read of it counts yet.'],
    ['counting', { pending, stability }, 0.02, true, 'Capitulation challenges with 2 of 4 reads in a row; it takes over after 2 more, 15 min apart.'],
    ['held back', { pending: { ...pending, count: 4, blocked_by: 'dwell_floor' }, stability: locked }, 0.02, true, 'its confirmations are there, and the least duration holds it back for 2\u00a0h more.'],
  ])('says %s', (_, data, lead, isCounting, text) => {
    const wait = cycleWait(data, { lead, name: 'Bear' });
    expect(wait.text).toContain(text);
    expect(wait.isCounting).toBe(isCounting);
  }); // prettier-ignore
});
