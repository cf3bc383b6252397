import {
  explain,
  FEATURES,
  HYSTERESIS_V1,
  NO_INPUTS,
  outlooksOf,
  provenancesOf,
  REGIMES,
  type MonteCarlo,
  type NowcastPoint,
  type OutlookInputs,
} from '@barograph/nowcast';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import {
  encodeQuantCoin,
  encodeQuantCoinRow,
  encodeQuantRisk,
  QuantCoinRowWire,
  QuantCoinWire,
  QuantRiskWire,
} from './quant-coin.ts';
import { encodeQuantFileLink, quantFileCsv, QuantRegimesHistoryWire } from './quant-file.ts';
import { encodeQuantHour, quantHistoryCsv, QuantHistoryRowWire, type QuantHour } from './quant-history.ts';
import { encodeQuantMarket, QuantMarketWire, type QuantParts } from './quant-market.ts';
import { encodeNoModelCard, encodeRegimeCatalog, ModelCardWire, RegimeCatalogWire } from './quant-model.ts';
import { likeliestChange } from './quant-parts.ts';

const HOUR = 3_600_000;
const TIME = Date.UTC(2026, 0, 2, 3);

const passes = (schema: object, value: unknown): boolean =>
  new Ajv({ strict: false }).validate(schema, JSON.parse(JSON.stringify(value)));

const quality = {
  hours: 2000,
  newListing: false,
  warmingUp: false,
  insufficientHistory: false,
  sparse: false,
  published: true,
  ownTransitions: true,
};
const forecast = {
  nextRegime: [0.1, 0.05, 0.6, 0.05, 0.05, 0.15],
  nextRegimeSource: 'direct',
  direction: [0.1, 0.2, 0.3, 0.25, 0.15],
  volatility: [0.25, 0.5, 0.2, 0.05],
} as const;
const point: NowcastPoint = {
  time: TIME,
  regime: {
    label: 'range_low_vol',
    rawConfidence: 0.8,
    confidence: 0.7,
    candles: 5,
    since: TIME - 4 * HOUR,
    pending: { label: 'squeeze', count: 1, needed: 2 },
    challenger: 'squeeze',
    lead: 0.125,
    path: null,
    floorArmed: false,
  },
  now: [0, 0, 0.4, 0.05, 0.025, 0.525],
  forecasts: { h4: { ...forecast, nextRegimeSource: 'chain', direction: null }, h24: forecast },
  volatility: { h6: 0.01, h24: 0.01, h48: 0.01, h360: 0.01, h720: 0.01 },
  quality,
  explain: { features: FEATURES.map((_, i) => (i === 7 ? null : i / 4)), states: [0.25, 0.75], logLikelihood: -1.5 },
};
const warming: NowcastPoint = {
  ...point,
  regime: null,
  now: null,
  forecasts: null,
  quality: { ...quality, newListing: true, warmingUp: true, insufficientHistory: true, published: false },
};
const simulated: MonteCarlo = {
  version: 'monte_carlo/1',
  seed: 'seed',
  paths: 4000,
  steps: 24,
  returnQuantiles: [{ share: 0.05, percent: -2.5 }],
  visit: { label: 'vol_spike', probability: 0.125, frequency: 0.13 },
  drawdown: { depth: 0.05, raw: 0.25, calibrated: null },
};
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what explain reads of an artifact
const artifact = {
  modelVersion: 'm-1',
  heads: { h4: { rows: 10 }, h24: { rows: 12 } },
  training: { headsVersion: 'heads/2', to: TIME - 1, rows: 99 },
} as Parameters<typeof explain>[1]['artifact'];

const known: OutlookInputs = {
  fundingRates: Array<number>(168).fill(1.25e-5),
  openInterest: Array<number>(721).fill(1000),
  breadth: { above: 12, of: 20 },
  liquidations: { forced: null, depth: { bids: 1e6, asks: 1e6 }, openInterest: 1e8 },
};
const partsOf = (of: NowcastPoint, horizon: 'h4' | 'h24' = 'h24', inputs: OutlookInputs = NO_INPUTS): QuantParts => ({
  symbol: 'BTC',
  point: of,
  explain: explain(of, { artifact, horizon, otherHeads: provenancesOf(outlooksOf(of, horizon, inputs)) }),
  outlooks: { h4: outlooksOf(of, 'h4', inputs), h24: outlooksOf(of, 'h24', inputs) },
  monteCarlo: of.regime === null ? null : simulated,
  hysteresis: HYSTERESIS_V1,
  modelVersion: 'm-1',
  asOf: TIME + HOUR + 60_000,
  dataSource: 'files',
});

describe('the market on the wire', () => {
  const wire = encodeQuantMarket(partsOf(point), '24h');

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
    expect(passes(QuantMarketWire, wire)).toBe(true);
  });

  it('gives the families, null where they have no source [#449~]', () => {
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

  it('gives every family that has its inputs, and where it comes from [#449~]', () => {
    for (const horizon of ['h4', 'h24'] as const) {
      const whole = encodeQuantMarket(partsOf(point, horizon, known), horizon === 'h4' ? '4h' : '24h');
      expect(passes(QuantMarketWire, whole)).toBe(true);
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
        version: 'heads/liquidation-risk-1',
        trained_to: null,
        n: null,
        reason: null,
      });
    }
    const young = encodeQuantMarket(partsOf(warming, 'h24', known), '24h');
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
    expect('monte_carlo' in encodeQuantMarket(partsOf(point, 'h4'), '4h')).toBe(false);
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
    const near = encodeQuantMarket(partsOf(point, 'h4'), '4h').explain.heads_provenance;
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
    const nothing = encodeQuantMarket(partsOf(warming), '24h');
    expect(passes(QuantMarketWire, nothing)).toBe(true);
    for (const field of ['regime', 'current', 'p_now', 'p_next', 'transitions', 'direction', 'monte_carlo'] as const) {
      expect(nothing[field], field).toBeNull();
    }
  });
});

describe('a coin on the wire', () => {
  const coin = encodeQuantCoin(partsOf(point), [{ time: TIME, regime: 'range_low_vol', confidence: 0.7 }]);
  const young = encodeQuantCoin(partsOf(warming), [{ time: TIME, regime: null, confidence: null }]);

  it('is whole, with and without a regime [#436] [#458]', () => {
    expect(passes(QuantCoinWire, coin)).toBe(true);
    expect(passes(QuantCoinWire, young)).toBe(true);
    expect(coin.recent_regimes).toEqual([{ timestamp: TIME, regime: 'range_low_vol', confidence: 0.7 }]);
    expect(young).toMatchObject({ regime: null, current: null, new_listing: true, insufficient_history: true });
  });

  it('gives exactly this row, and none without a regime or a direction [#455] [#456]', () => {
    const row = encodeQuantCoinRow(coin, '24h');
    expect(row).toEqual({
      symbol: 'BTC',
      regime: 'range_low_vol',
      confidence: 0.7,
      p_direction_up: 0.4,
      most_likely_transition: { label: 'squeeze', p: 0.15 },
      insufficient_history: false,
      warming_up: false,
      new_listing: false,
      sparse: false,
      bar_timestamp: TIME,
    });
    expect(passes(QuantCoinRowWire, row)).toBe(true);
    expect(encodeQuantCoinRow(coin, '4h')).toBeUndefined();
    expect(encodeQuantCoinRow(young, '24h')).toBeUndefined();
  });

  it('gives exactly this risk, and none without a regime [#459~]', () => {
    const known = { volTargetMultiplier: 1.5, volPctile30: 0, rv24h: NaN };
    const risk = encodeQuantRisk(coin, known, '24h');
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
        sparse: false,
        bar_timestamp: TIME,
      },
    });
    expect(passes(QuantRiskWire, risk)).toBe(true);
    expect(encodeQuantRisk(young, known, '24h')).toBeUndefined();
  });

  it('takes the lower id of two labels that are as likely, and never the one that holds', () => {
    expect(likeliestChange([0.2, 0.3, 0.2, 0.3, 0, 0], 'squeeze')).toEqual({ label: 'strong_trend_bear', p: 0.3 });
    expect(likeliestChange([0, 0, 1, 0, 0, 0], 'range_low_vol')).toEqual({ label: 'strong_trend_bull', p: 0 });
  });
});

describe('hours on the wire', () => {
  const hour: QuantHour = {
    time: TIME,
    regime: 'squeeze',
    confidence: 0.5,
    rawConfidence: 0.25,
    now: [0, 0.125, 0, 0, 0, 0.875],
    h4: [0.5, 0.5, 0, 0, 0, 0],
    h24: [0, 0, 0, 0, 0.25, 0.75],
    backfilled: false,
    modelVersion: 'm-1',
  };
  const unknown = {
    ...hour,
    regime: null,
    confidence: NaN,
    rawConfidence: NaN,
    now: [],
    h4: [],
    h24: [],
    backfilled: true,
  };

  it('gives flat rows of the columns of a horizon [#460]', () => {
    expect(encodeQuantHour(hour, '24h')).toEqual({
      timestamp: TIME,
      regime: 'squeeze',
      regime_id: 5,
      confidence: 0.5,
      raw_confidence: 0.25,
      p_now_0: 0,
      p_now_1: 0.125,
      p_now_2: 0,
      p_now_3: 0,
      p_now_4: 0,
      p_now_5: 0.875,
      p_24h_0: 0,
      p_24h_1: 0,
      p_24h_2: 0,
      p_24h_3: 0,
      p_24h_4: 0.25,
      p_24h_5: 0.75,
      backfilled: false,
      model_version: 'm-1',
    });
    for (const one of [hour, unknown]) expect(passes(QuantHistoryRowWire, encodeQuantHour(one, undefined))).toBe(true);
    expect(encodeQuantHour(unknown, '4h')).toMatchObject({
      regime: null,
      regime_id: null,
      p_now_0: null,
      p_4h_5: null,
    });
  });

  it('gives exactly this CSV: unknown cells are empty, zeros are not [#471]', () => {
    const [head, first, second, rest] = quantHistoryCsv({ hours: [hour, unknown], horizon: '4h' }).split('\r\n');
    expect(head).toBe(
      'timestamp,regime,regime_id,confidence,raw_confidence,p_now_0,p_now_1,p_now_2,p_now_3,p_now_4,p_now_5,p_4h_0,p_4h_1,p_4h_2,p_4h_3,p_4h_4,p_4h_5,backfilled,model_version',
    );
    expect(first).toBe(`${TIME},squeeze,5,0.5,0.25,0,0.125,0,0,0,0.875,0.5,0.5,0,0,0,0,false,m-1`);
    expect(second).toBe(`${TIME},,,,,,,,,,,,,,,,,true,m-1`);
    expect(rest).toBe('');
    expect(quantHistoryCsv({ hours: [], horizon: '4h' })).toBe(`${head}\r\n`);
  });

  it('gives exactly this file, with the seam in its last column [#461]', () => {
    const [head, first, second] = [...quantFileCsv([unknown, hour])].join('').split('\r\n');
    expect(head).toBe(
      'timestamp,regime,p_now_0,p_now_1,p_now_2,p_now_3,p_now_4,p_now_5,p_4h_0,p_4h_1,p_4h_2,p_4h_3,p_4h_4,p_4h_5,p_24h_0,p_24h_1,p_24h_2,p_24h_3,p_24h_4,p_24h_5,source',
    );
    expect(first).toBe(`${TIME},,,,,,,,,,,,,,,,,,,,archive`);
    expect(second).toBe(`${TIME},squeeze,0,0.125,0,0,0,0.875,0.5,0.5,0,0,0,0,0,0,0,0,0.25,0.75,live`);
  });

  it('gives exactly this link [#462]', () => {
    const parts = { url: 'https://host/x', expiresIn: 900, rows: 2, from: 0, to: HOUR, modelVersion: 'm-1' };
    const wire = encodeQuantFileLink({ ...parts, format: 'parquet', dataSource: 'files' });
    expect(wire).toEqual({
      download_url: 'https://host/x',
      expires_in: 900,
      rows: 2,
      model_version: 'm-1',
      horizons: ['4h', '24h'],
      regime_map: {
        0: 'strong_trend_bull',
        1: 'strong_trend_bear',
        2: 'range_low_vol',
        3: 'choppy_high_vol',
        4: 'vol_spike',
        5: 'squeeze',
      },
      format: 'application/vnd.apache.parquet',
      from: 0,
      to: HOUR,
      data_source: 'files',
      source: 'files',
    });
    expect(passes(QuantRegimesHistoryWire, wire)).toBe(true);
    expect(encodeQuantFileLink({ ...parts, format: 'csv', dataSource: 'files' }).format).toBe('text/csv');
  });
});

describe('the card and the catalogue on the wire', () => {
  it('says that no model is loaded, and why [#464]', () => {
    const card = encodeNoModelCard({ kind: 'refused', reason: 'tampered', version: 'm-1' }, 'files');
    expect(card).toMatchObject({
      version: 'm-1',
      loaded: false,
      runtime_health: { status: 'refused', reason: 'tampered' },
    });
    expect('artifact_sha256' in card).toBe(false);
    expect(passes(ModelCardWire, card)).toBe(true);
  });

  it('keeps the label of every id while the version of the catalogue stays; one may be appended [#466]', () => {
    /** Never edited: a catalogue that no longer begins with its own list needs a version, and a line here. */
    const published: Readonly<Record<string, readonly string[]>> = {
      '2026.11.0': [
        'strong_trend_bull',
        'strong_trend_bear',
        'range_low_vol',
        'choppy_high_vol',
        'vol_spike',
        'squeeze',
      ],
    };
    const { catalog_version, regimes } = encodeRegimeCatalog('files');
    expect(Object.keys(published)).toContain(catalog_version);
    const labels = regimes.map(({ label }) => label as string);
    expect(regimes.map(({ id }) => id)).toEqual(labels.map((_, id) => id));
    expect(labels.slice(0, published[catalog_version]!.length)).toEqual(published[catalog_version]);
    expect(new Set(labels).size).toBe(labels.length);
  });

  it('names every regime and what to do in it [#465] [#467]', () => {
    const { regimes } = encodeRegimeCatalog('files');
    expect(regimes.map(({ id, label, display_name }) => `${id} ${label}: ${display_name}`)).toEqual([
      '0 strong_trend_bull: Strong uptrend',
      '1 strong_trend_bear: Strong downtrend',
      '2 range_low_vol: Quiet range',
      '3 choppy_high_vol: Choppy, high volatility',
      '4 vol_spike: Volatility spike',
      '5 squeeze: Compression',
    ]);
    for (const one of regimes)
      expect([one.description, one.algo_basket_stance].every((text) => text !== '')).toBe(true);
    expect(passes(RegimeCatalogWire, encodeRegimeCatalog('files'))).toBe(true);
  });
});
