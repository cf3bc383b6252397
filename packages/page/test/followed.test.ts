/** Figures of what followed a regime, from answers: with interval and sample, and no figure where nothing is served. */

import { describe, expect, it } from 'vitest';
import { script } from './script.ts';

interface Figure {
  readonly name: string;
  readonly value: string | undefined;
  readonly basis: string;
}
interface Followed {
  readonly weeksFollowed: (answers: object, now: number) => readonly Figure[];
  readonly hoursFollowed: (answers: object) => readonly Figure[];
  readonly basketsOf: (id: number, answer: object | undefined) => { all: number; matching: readonly string[] };
  readonly scorecardLine: (answer: object | undefined) => string | undefined;
}
const { weeksFollowed, hoursFollowed, basketsOf, scorecardLine } = await script<Followed>('followed');

const NBSP = '\u00a0';
const cycle = { id: 2, name: 'Established Bear', since_anchor: 'commit', in_regime_since: '2025-02-01T00:00:00Z' };
const NOW = Date.parse('2025-02-05T00:00:00Z');
const mean = (value: number, low: number | null, high: number | null) => ({ mean: value, low, high });
const study = (low: number | null = 11.56) => ({
  regimes: [{ id: 2, typical_duration: 'weeks to months' }],
  followed: {
    horizon_days: 30,
    states: [{ state: 'Established Bear', rows: 650, independent: 27, volatility: mean(53.9, 45.8, 62.3), return: mean(2.37, -4.21, 10.49), drawdown: mean(15.38, low, low === null ? null : 19.52) }], // prettier-ignore
  },
});
const states = (graded: number, followed: object | null) => [
  { state: 'long_regime', value: 'Established Bear', graded, followed, normal: followed && { volatility: 55.363 } },
];
const scorecard = (live: readonly object[], backfilled: readonly object[]) => ({
  live: { kinds: [], states: live },
  backfilled: { kinds: [], states: backfilled },
});
const byName = (rows: readonly Figure[]) => new Map(rows.map((row) => [row.name, row]));

describe('what followed the regime of weeks', () => {
  it('has each figure with its interval and sample', () => {
    const rows = weeksFollowed({ cycle, regimes: study(), scorecard: scorecard([], states(313, { volatility: 51.632 })) }, NOW); // prettier-ignore
    const found = byName(rows);
    expect(found.get('24 h volatility')).toEqual({ name: '24 h volatility', value: '0.93× usual', basis: `52${NBSP}% against 55${NBSP}% a year; 313 h of 30 days, from bars; no interval` }); // prettier-ignore
    expect(found.get('Deepest fall, 30 days')).toMatchObject({ value: `15.4${NBSP}%`, basis: `95 %: 11.6${NBSP}% to 19.5${NBSP}%; 650 days, 27 of them apart` }); // prettier-ignore
    expect(found.get('Usually lasts')).toMatchObject({ value: 'weeks to months', basis: `now 4${NBSP}d; by its definition, not measured` }); // prettier-ignore
    expect(found.get('Chance of a 5 % fall')!.value).toBeUndefined();
  });

  it('takes forecasts of this host before those made from bars', () => {
    const both = scorecard(states(60, { volatility: 40 }), states(313, { volatility: 51 }));
    expect(weeksFollowed({ cycle, scorecard: both }, NOW)[0]!.basis).toContain('60 h of 30 days, live');
  });

  it.each([
    ['without answers', {}, 'the scorecard has no answer'],
    ['with too few hours', { scorecard: scorecard([], states(37, null)) }, '37 of 50 graded hours'],
    ['with none of this regime', { scorecard: scorecard([], []) }, '0 of 50 graded hours'],
  ])('has no figure of volatility %s', (_, answers, basis) => {
    expect(weeksFollowed({ cycle, ...answers }, NOW)[0]).toEqual({ name: '24 h volatility', value: undefined, basis });
  });

  it('says that a sample is too small for an interval, and that a state did not occur', () => {
    expect(byName(weeksFollowed({ cycle, regimes: study(null) }, NOW)).get('Deepest fall, 30 days')!.basis).toContain('too few for an interval'); // prettier-ignore
    const other = { ...cycle, id: 1, name: 'Structural Shock' };
    expect(byName(weeksFollowed({ cycle: other, regimes: study() }, NOW)).get('Deepest fall')).toMatchObject({ value: undefined, basis: 'the state did not occur in the study' }); // prettier-ignore
  });

  it('does not know how long a regime lasts that held at the first reading', () => {
    const rows = weeksFollowed({ cycle: { ...cycle, since_anchor: 'coverage_start' }, regimes: study() }, NOW);
    expect(byName(rows).get('Usually lasts')!.basis).toContain('now unknown');
  });

  it('matches baskets by the regime', () => {
    const answer = { groups: [{ baskets: [{ name: 'A', regimes: [1, 2] }, { name: 'B', regimes: [3] }] }, { baskets: [{ name: 'C', regimes: [2] }] }] }; // prettier-ignore
    expect(basketsOf(2, answer)).toEqual({ all: 3, matching: ['A', 'C'] });
    expect(basketsOf(2, undefined)).toEqual({ all: 0, matching: [] });
  });
});

const claims = [
  { of: 'volatility', evidence: 'measured', value: 0.675, low: 0.637, high: 0.715 },
  { of: 'drawdown', evidence: 'measured', value: 0.064, low: 0.043, high: 0.086 },
  { of: 'dwell', evidence: 'measured', value: 38.5, low: 8, high: 172.5 },
  { of: 'direction', evidence: 'none', value: -0.026, low: -0.105, high: 0.049 },
];
const labels = { regimes: [{ label: 'squeeze', claims }] };
const now = { regime: { label: 'squeeze', candles_in_regime: 89 }, monte_carlo: { p_drawdown_5: 0.1546 } };
const model = { walk_forward_metrics: { hours: 54_022, stability: { regimes: { squeeze: { count: 124 } } } } };

describe('what followed the regime of hours', () => {
  it('has each claim with its interval and sample, and no direction', () => {
    const found = byName(hoursFollowed({ now, labels, model }));
    expect(found.get('24 h volatility')).toMatchObject({ value: '0.68× the month', basis: '95 %: 0.64× to 0.72×; all labels together: 54,022 h' }); // prettier-ignore
    expect(found.get('5 % fall within 24 h')).toMatchObject({ value: `6${NBSP}%`, basis: `95 %: 4${NBSP}% to 9${NBSP}%; all labels together: 54,022 h` }); // prettier-ignore
    expect(found.get('5 % fall, forecast now')!.value).toBe(`15${NBSP}%`);
    expect(found.get('Usually lasts')).toMatchObject({ value: '39 h', basis: `80 %: 8 to 173 h; 124 spells; now 3${NBSP}d${NBSP}17${NBSP}h` }); // prettier-ignore
    expect(found.get('Direction')!.value).toBe('no evidence');
  });

  it('says which samples are not served without the card of the model', () => {
    const found = byName(hoursFollowed({ now, labels }));
    expect(found.get('24 h volatility')!.basis).toContain('sample not served');
    expect(found.get('Usually lasts')!.basis).toContain('spells not served');
  });

  it.each([
    ['no answer', undefined, 'the list of labels has no answer'],
    ['a label without claims', { regimes: [] }, 'nothing was measured of this label'],
  ])('has no figure with %s', (_, answer, basis) => {
    expect(hoursFollowed({ now, labels: answer, model })).toEqual([
      { name: '24 h volatility', value: undefined, basis },
    ]);
  });

  it('leaves out what is not measured, and a forecast that is not there', () => {
    const weak = { regimes: [{ label: 'squeeze', claims: claims.map((one) => ({ ...one, evidence: 'none' })) }] };
    expect(hoursFollowed({ now: { ...now, monte_carlo: null }, labels: weak, model }).map(({ name }) => name)).toEqual(['Direction']); // prettier-ignore
  });
});

describe('the line of the scorecard', () => {
  const kinds = (summary: string | null) => [{ kind: 'next_regime', summary }];
  const card = (live: string | null, backfilled: string | null) => ({
    live: { kinds: kinds(live), states: [] },
    backfilled: { kinds: kinds(backfilled), states: [] },
  });
  it.each([
    [undefined, undefined],
    [card('said 60 %, happened 58 % of 90 times', 'other'), 'said 60 %, happened 58 % of 90 times (live)'],
    [card(null, 'said 75 %, happened 81 % of 148 times'), 'said 75 %, happened 81 % of 148 times (from bars)'],
    [card(null, null), 'nothing graded yet; a figure from 50 forecasts on'],
  ])('%#', (answer, line) => {
    expect(scorecardLine(answer)).toBe(line);
  });
});
