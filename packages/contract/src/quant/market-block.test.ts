import { DIRECTION_EVIDENCE_V2, publishedOf, REGIMES } from '@barograph/nowcast';
import { describe, expect, it } from 'vitest';
import { quantCoin } from './coin-block.ts';
import { quantMarket } from './market-block.ts';
import { forecast, known, partsOf, passes, point, TIME, warming } from '../../test/quant-cases.ts';

describe('the market on the wire', () => {
  const wire = quantMarket.encode({ ...partsOf(point), horizon: '24h' });

  it('gives exactly this regime block, twice [#452] [#453]', () => {
    expect(wire.regime).toEqual({
      label: 'range_low_vol',
      confidence: 0.7,
      raw_confidence: 0.8,
      candles_in_regime: 5,
      in_regime_since: '2026-01-01T23:00:00.000Z',
      pending: { label: 'squeeze', count: 1, needed: 2 },
      hysteresis: { margin: 0.1, bars: 2, override: 0.7, incumbent_floor: 0.1, min_dwell_bars: 0 },
    });
    expect(wire.current).toEqual(wire.regime);
    expect(passes(quantMarket.schema, wire)).toBe(true);
  });

  it('gives the families, null where they have no source [#449]', () => {
    expect(wire).toMatchObject({
      p_now: [0, 0, 0.4, 0.05, 0.025, 0.525],
      p_next: forecast.nextRegime,
      direction: forecast.direction,
      volatility: forecast.volatility,
      liquidation_risk: null,
      funding: null,
      breadth: null,
      open_interest: null,
      transitions: { p_stay: 0.6, most_likely: { label: 'squeeze', p: 0.15 } },
    });
    expect(wire.transitions!.to.map(({ label }) => label)).toEqual([
      'range_low_vol',
      'squeeze',
      'strong_trend_bull',
      'strong_trend_bear',
      'choppy_high_vol',
      'vol_spike',
    ]);
    expect(wire.classes['direction']).toEqual(['strong_down', 'down', 'flat', 'up', 'strong_up']);
    expect(wire.classes['regime']).toEqual(REGIMES);
  });

  it('says whether the direction is a forecast, and what was measured of such forecasts', () => {
    const gains = DIRECTION_EVIDENCE_V2.gains.market.h24;
    const published = quantMarket.encode({ ...partsOf(publishedOf(point, 'market')), horizon: '24h' });
    expect(published.direction).toEqual(DIRECTION_EVIDENCE_V2.baseRates.market.h24);
    expect(published.direction_status).toEqual({
      status: 'unavailable',
      reason: 'no_measured_skill',
      skill: 'not_measured',
      gain: gains.mean,
      gain_low: gains.low,
      gain_high: gains.high,
      evidence_version: 'direction_evidence/2',
    });
    const parts = partsOf(point);
    const base = DIRECTION_EVIDENCE_V2.baseRates.coin.h24;
    const coin = quantCoin.encode({ ...parts, point: publishedOf(point, 'coin'), recent: [] });
    expect(passes(quantCoin.schema, coin)).toBe(true);
    expect(coin.horizons['24h']).toMatchObject({
      direction: base,
      direction_status: { status: 'unavailable', reason: 'no_measured_skill', skill: 'not_measured' },
    });
    expect(coin.horizons['4h']).toMatchObject({ direction: DIRECTION_EVIDENCE_V2.baseRates.coin.h4 });
    // the head of the market had no input, so there is nothing to have a status
    const soon = quantMarket.encode({ ...parts, point: publishedOf(point, 'market'), horizon: '4h' });
    expect(soon).toMatchObject({ direction: null, direction_status: null });
  });

  it('gives every family that has its inputs, and where it comes from [#449]', () => {
    for (const horizon of ['h4', 'h24'] as const) {
      const whole = quantMarket.encode({
        ...partsOf(point, horizon, known),
        horizon: horizon === 'h4' ? '4h' : '24h',
      });
      expect(passes(quantMarket.schema, whole)).toBe(true);
      for (const family of ['liquidation_risk', 'funding', 'breadth', 'open_interest'] as const) {
        const list = whole[family]!;
        expect(list).toHaveLength(whole.classes[family]!.length);
        expect(
          list.reduce((sum, p) => sum + p, 0),
          family,
        ).toBeCloseTo(1, 12);
      }
      const { funding, liquidation_risk } = whole.explain.heads_provenance;
      expect(funding).toMatchObject({ source: 'direct', version: 'heads/funding-1', reason: null });
      expect(liquidation_risk).toEqual({
        source: 'prior',
        version: 'heads/liquidation-risk-2',
        trained_to: null,
        n: null,
        reason: null,
      });
    }
    const young = quantMarket.encode({ ...partsOf(warming, 'h24', known), horizon: '24h' });
    expect(young.funding).toBeNull();
    expect(young.explain.heads_provenance['funding']!.reason).toBe('nothing is published of this hour');
  });

  it('gives the simulation at 24h alone [#451]', () => {
    expect(wire.monte_carlo).toEqual({
      paths: 4000,
      hours: 24,
      return_quantiles: [{ share: 0.05, percent: -2.5 }],
      p_visit_vol_spike: 0.125,
      p_drawdown_5: null,
      p_drawdown_5_raw: 0.25,
      version: 'monte_carlo/1',
      seed: 'seed',
    });
    expect('monte_carlo' in quantMarket.encode({ ...partsOf(point, 'h4'), horizon: '4h' })).toBe(false);
  });

  it('explains: features, states, machine, confidences, and where each head comes from [#454]', () => {
    expect(wire.explain).toEqual({
      feature_z: {
        trend_24: 0,
        trend_72: 0.25,
        volatility_ratio: 0.5,
        volatility_rank: 0.75,
        efficiency_24: 1,
        bandwidth_48: 1.25,
        shock_6: 1.5,
        volume: null,
      },
      state_posteriors: [0.25, 0.75],
      label_posteriors: [0, 0, 0.4, 0.05, 0.025, 0.525],
      hysteresis_state: {
        incumbent: 'range_low_vol',
        challenger: 'squeeze',
        lead: 0.125,
        path: 'none',
        floor_armed: false,
        pending: { label: 'squeeze', count: 1, needed: 2 },
      },
      raw_confidence: 0.8,
      calibrated_confidence: 0.7,
      heads_status: expect.objectContaining({
        direction: {
          status: 'unavailable',
          reason: 'no_measured_skill',
          skill: 'not_measured',
          gain: 0.0043,
          gain_low: -0.0072,
          gain_high: 0.0154,
          evidence_version: 'direction_evidence/2',
        },
        funding: expect.objectContaining({ status: 'unavailable', reason: 'missing_input', skill: 'measured' }),
        next_regime: expect.objectContaining({ status: 'available', reason: null }),
        liquidation_risk: expect.objectContaining({ skill: 'simulated' }),
      }),
      heads_provenance: expect.objectContaining({
        next_regime: { source: 'direct', version: 'heads/2', trained_to: TIME - 1, n: 12, reason: null },
        funding: {
          source: null,
          version: null,
          trained_to: null,
          n: null,
          reason: 'no source of funding rates',
        },
      }) as unknown,
      log_likelihood_step: -1.5,
    });
    const near = quantMarket.encode({ ...partsOf(point, 'h4'), horizon: '4h' }).explain.heads_provenance;
    expect(near['next_regime']).toEqual({ source: 'chain', version: 'm-1', trained_to: TIME - 1, n: 99, reason: null });
    expect(near['direction']).toMatchObject({ source: null, reason: 'not defined for this hour' });
    expect(Object.keys(near).sort()).toEqual([
      'breadth',
      'direction',
      'funding',
      'liquidation_risk',
      'next_regime',
      'open_interest',
      'volatility',
    ]);
  });

  it('is null, not left out, while warming [#453]', () => {
    const nothing = quantMarket.encode({ ...partsOf(warming), horizon: '24h' });
    expect(passes(quantMarket.schema, nothing)).toBe(true);
    for (const field of ['regime', 'current', 'p_now', 'p_next', 'transitions', 'direction', 'monte_carlo'] as const) {
      expect(nothing[field], field).toBeNull();
    }
  });
});
