import { describe, expect, it } from 'vitest';
import { quantCoin } from './coin-block.ts';
import { directedCoin, quantCoinRow, quantRisk, readyCoin } from './coin-row.ts';
import { likeliestChange } from './forecast.ts';
import type { QuantRecord } from './publication.ts';
import { forecast, known, partsOf, passes, point, TIME, warming } from '../../test/quant-cases.ts';

const recordOf = (coin: QuantRecord['coin']): QuantRecord => ({
  symbol: coin.symbol,
  coin,
  volatility: { volTargetMultiplier: 1.5, volPctile30: 0, rv24h: NaN },
  openInterestUsd: null,
});

describe('a coin on the wire', () => {
  const coin = quantCoin.encode({
    ...partsOf(point),
    recent: [{ time: TIME, regime: 'range_low_vol', confidence: 0.7 }],
  });
  const young = quantCoin.encode({ ...partsOf(warming), recent: [{ time: TIME, regime: null, confidence: null }] });

  it('is whole, with and without a regime [#436] [#458]', () => {
    expect(passes(quantCoin.schema, coin)).toBe(true);
    expect(passes(quantCoin.schema, young)).toBe(true);
    expect(coin.recent_regimes).toEqual([{ timestamp: TIME, regime: 'range_low_vol', confidence: 0.7 }]);
    expect(young).toMatchObject({ regime: null, current: null, new_listing: true, insufficient_history: true });
  });

  it('gives exactly this row, and none without a regime or a direction [#455] [#456]', () => {
    const row = quantCoinRow.encode(directedCoin(recordOf(coin), '24h')!);
    expect(row).toEqual({
      symbol: 'BTC',
      direction_status: 'unavailable',
      regime: 'range_low_vol',
      confidence: 0.7,
      p_direction_up: null,
      most_likely_transition: { label: 'squeeze', p: 0.15 },
      insufficient_history: false,
      warming_up: false,
      new_listing: false,
      settled: true,
      sparse: false,
      bar_timestamp: TIME,
    });
    expect(passes(quantCoinRow.schema, row)).toBe(true);
    const source = { ...recordOf(coin), openInterestUsd: 2.5 };
    expect(quantCoinRow.encode(directedCoin(source, '24h')!)).toEqual({ ...row, oi_usd: 2.5 });
    expect(directedCoin(recordOf(coin), '4h')).toBeUndefined();
    expect(directedCoin(recordOf(young), '24h')).toBeUndefined();
  });

  it('gives exactly this risk, and none without a regime [#459]', () => {
    const risk = quantRisk.encode(readyCoin(recordOf(coin), '24h')!);
    expect(risk).toEqual({
      symbol: 'BTC',
      regime: 'range_low_vol',
      confidence: 0.7,
      volatility: forecast.volatility,
      liquidation_risk: null,
      funding: null,
      open_interest: null,
      vol_target_multiplier: 1.5,
      vol_pctile_30: 0,
      rv_24h: null,
      meta: {
        insufficient_history: false,
        warming_up: false,
        new_listing: false,
        settled: true,
        sparse: false,
        bar_timestamp: TIME,
      },
    });
    expect(passes(quantRisk.schema, risk)).toBe(true);
    const whole = quantCoin.encode({ ...partsOf(point, 'h24', known), recent: [] });
    const measured = { volTargetMultiplier: 1.5, volPctile30: 0, rv24h: 55 };
    const full = quantRisk.encode(readyCoin({ ...recordOf(whole), volatility: measured }, '24h')!);
    expect(passes(quantRisk.schema, full)).toBe(true);
    expect(full.rv_24h).toBe(55);
    for (const family of ['volatility', 'liquidation_risk', 'funding', 'open_interest'] as const) {
      const buckets = whole.horizons['24h']![family]!;
      expect([full[family], buckets.reduce((sum, p) => sum + p, 0)], family).toEqual([buckets, expect.closeTo(1, 12)]);
    }
    const record = recordOf(coin);
    const riskAt = (expected24h: number | null) =>
      quantRisk.encode(readyCoin({ ...record, volatility: { ...record.volatility, expected24h } }, '24h')!);
    const expecting = { ...risk, expected_volatility_24h: 48, vol_target_multiplier_forecast: 1.25 };
    expect(riskAt(48)).toEqual(expecting);
    expect(passes(quantRisk.schema, riskAt(48))).toBe(true);
    expect([1_000, 0].map((volatility) => riskAt(volatility).vol_target_multiplier_forecast)).toEqual([0.25, 3]);
    expect(riskAt(null)).toEqual(risk);
    const volatility = { ...record.volatility, expected24h: 48, expectedFrom: 'derivatives' as const };
    const from = quantRisk.encode(readyCoin({ ...record, volatility }, '24h')!);
    expect(from).toEqual({ ...expecting, expected_volatility_from: 'derivatives' });
    expect(passes(quantRisk.schema, from)).toBe(true);
    expect(readyCoin(recordOf(young), '24h')).toBeUndefined();
  });

  it('takes the lower id of two labels that are as likely, and never the one that holds', () => {
    expect(likeliestChange([0.2, 0.3, 0.2, 0.3, 0, 0], 'squeeze')).toEqual({ label: 'strong_trend_bear', p: 0.3 });
    expect(likeliestChange([0, 0, 1, 0, 0, 0], 'range_low_vol')).toEqual({ label: 'strong_trend_bull', p: 0 });
  });
});
