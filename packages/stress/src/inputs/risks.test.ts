import { DAY_MS, HOUR_MS } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { eventRisk } from '../risk/event.ts';
import { policyRisk } from '../risk/policy.ts';
import { securityStress } from '../risk/security.ts';
import { eventInputs, NO_RISK_FEEDS, policyInputs, securityInputs, type RiskFeeds } from './risks.ts';

const AT = Date.UTC(2025, 4, 14, 12);
const series = (count: number, step: number, value: (i: number) => number) => ({
  time: Array.from({ length: count }, (_, i) => AT - (count - 1 - i) * step),
  value: Array.from({ length: count }, (_, i) => value(i)),
});
const FEEDS: RiskFeeds = {
  ...NO_RISK_FEEDS,
  unlocks: [],
  releases: [
    { print: 'FOMC', name: 'rates', time: AT + 3 * DAY_MS, expectedMoveBp: -25 },
    { print: 'CPI', name: 'prices', time: AT + HOUR_MS, expectedMoveBp: null },
  ],
  prices: [
    { symbol: 'AAA', ...series(48, HOUR_MS, (i) => (i < 40 ? 1 : 0.97)) },
    { symbol: 'BBB', ...series(48, HOUR_MS, () => 1) },
  ],
  supplies: ['AAA', 'BBB'].map((symbol) => ({ symbol, ...series(9, DAY_MS, () => 1e9) })),
  hacks: [
    { name: 'x', time: AT - DAY_MS, lossUsd: 1e8, symbols: [] },
    { name: 'later', time: AT + 1, lossUsd: 1e9, symbols: [] },
  ],
  media: {
    ...series(31 * 24, HOUR_MS, () => 0),
    articles: Array.from({ length: 31 * 24 }, (_, i) => (i < 30 * 24 ? 10 + (i % 3) : 30)),
    tone: Array.from({ length: 31 * 24 }, () => -2),
  },
  macro: [
    { name: 'eur_usd', ...series(300, DAY_MS, (i) => 1.1 - 0.01 * Math.sin(i)) },
    { name: 'us_10y', ...series(300, DAY_MS, (i) => 4 + 0.1 * Math.sin(i)) },
  ],
  headlines: [
    { time: AT - HOUR_MS, title: 'SEC charges exchange over crypto tokens', topic: 'policy' },
    { time: AT - HOUR_MS, title: 'SEC sues exchange over crypto', topic: 'market' },
    { time: AT + HOUR_MS, title: 'SEC approves bitcoin ETF', topic: 'policy' },
  ],
};

describe('inputs of the risks', () => {
  it('are not available from silence, and all of them from every feed', () => {
    expect(eventRisk(eventInputs(NO_RISK_FEEDS, AT, 7)).score).toBeNull();
    expect(securityStress(securityInputs(NO_RISK_FEEDS, AT, 10)).score).toBeNull();
    const nothing = policyRisk(policyInputs(NO_RISK_FEEDS, AT, 45).inputs);
    expect([nothing.score, nothing.policyTilt]).toEqual([null, null]);
    expect(eventRisk(eventInputs(FEEDS, AT, 7)).partial).toBe(false);
    expect(policyRisk(policyInputs(FEEDS, AT, 45).inputs).partial).toBe(false);
  });

  it('read the price of now, the episode that lasts, and no hack of tomorrow', () => {
    const [worst] = eventRisk(eventInputs(FEEDS, AT, 7)).terms.depeg!;
    expect(worst).toMatchObject({ symbol: 'AAA', severity: expect.closeTo(0.7, 9) as number, share: 0.5 });
    const security = securityInputs(FEEDS, AT, 10);
    expect(security.hacks!.map(({ name }) => name)).toEqual(['x']);
    expect(security.depegs).toMatchObject([{ symbol: 'AAA', end: null, share: 0.5 }]);
    expect(securityStress(security).subScores['flow']).toBeNull();
  });

  it('read decisions on rates, the inverse of the euro as dollar, and headlines about policy by now', () => {
    const { inputs, media, crossAsset } = policyInputs(FEEDS, AT, 45);
    expect(inputs.rates).toEqual([{ name: 'rates', time: AT + 3 * DAY_MS, importance: 1, expectedMoveBp: -25 }]);
    expect(crossAsset!.map(({ asset }) => asset)).toEqual(['dollar', 'us_10y']);
    expect(media).toMatchObject({ median: 11, tone: -2, volumeZ: 19 / 1.4826 });
    expect(inputs.headlines).toMatchObject([{ class: 'restrictive', time: AT - HOUR_MS }]);
    expect(policyRisk(inputs).policyTilt).toBeLessThan(0);
  });
});
