import { describe, expect, it } from 'vitest';
import { DIRECTION_EVIDENCE_V2, isWithheld } from './direction-evidence.ts';
import { HEADS, headGain, headStatus, type HeadName } from './head-status.ts';
import type { HeadProvenance } from './outlook.ts';

const direct: HeadProvenance = { source: 'direct', version: 'v', trainedTo: 0, n: 1 };
const SCOPES = ['market', 'coin'] as const;
const HORIZONS = ['h4', 'h24'] as const;
const all = HEADS.flatMap((head) => SCOPES.flatMap((scope) => HORIZONS.map((horizon) => ({ head, scope, horizon }))));

describe('the status of a head', () => {
  it('is available exactly where the whole interval of its gain is above 0', () => {
    const served = all.filter(({ head, scope, horizon }) => headStatus(head, scope, horizon, direct).reason === null);
    const skilled = all.filter(({ head, scope, horizon }) => (headGain(head, scope, horizon)?.low ?? -1) > 0);
    expect(served).toEqual(skilled);
    expect(served.length).toBeGreaterThan(20);
  });

  it('withholds the directions that are published as base rates, and no other', () => {
    for (const { scope, horizon } of all) {
      const { status, version } = headStatus('direction', scope, horizon, direct);
      expect(status === 'unavailable').toBe(isWithheld(scope, horizon));
      expect(version).toBe(DIRECTION_EVIDENCE_V2.version);
    }
  });

  it('has a gain between its ends, in each place where there is one', () => {
    for (const { head, scope, horizon } of all) {
      const gain = headGain(head, scope, horizon);
      if (head === 'drawdown' && horizon === 'h4') expect(gain).toBeNull();
      else expect(gain!.low <= gain!.mean && gain!.mean <= gain!.high).toBe(true);
    }
  });

  it.each<[HeadName, Parameters<typeof headStatus>[3], object]>([
    ['volatility', null, { status: 'unavailable', reason: 'warming', skill: 'measured' }],
    [
      'funding',
      { source: null, reason: 'no source of funding rates' },
      { status: 'unavailable', reason: 'missing_input' },
    ],
    [
      'direction',
      { source: null, reason: 'no_measured_skill' },
      { status: 'unavailable', reason: 'no_measured_skill', skill: 'not_measured' },
    ],
    ['liquidationRisk', direct, { status: 'available', reason: null, skill: 'simulated' }],
  ])('of %s from %j', (head, provenance, expected) => {
    expect(headStatus(head, 'market', 'h24', provenance)).toMatchObject(expected);
  });
});
