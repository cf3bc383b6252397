import { Ajv2020 } from 'ajv/dist/2020.js';
import { Ajv } from 'ajv';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CHANGE_TYPES } from './changes/kinds.ts';
import { EVENT_TYPES, type StreamEvent } from './kinds.ts';
import { datasetOfWire, encodeEvent, eventOfLog, EventSchema } from './log.ts';

const head = {
  ts: 1_700_000_000_000,
  recvTs: 1_700_000_000_250,
  venue: 'perpdex',
  symbol: 'BTC',
  dataSource: 'files',
} as const;
const headWire = {
  id: 7,
  ts: 1_700_000_000_000,
  recv_ts: 1_700_000_000_250,
  venue: 'perpdex',
  symbol: 'BTC',
  data_source: 'files',
};

/** Each type with everything that it may carry, its JSON, and the size that filters see. */
const CASES: readonly (readonly [title: string, event: StreamEvent, wire: object, usd: number | null])[] = [
  [
    'liquidation [#288]',
    { ...head, type: 'liquidation', side: 'long', usd: 300, fill: { price: 60_000, size: 0.005 } },
    { ...headWire, type: 'liquidation', side: 'long', usd: 300, px: 60_000, sz: 0.005 },
    300,
  ],
  [
    'liquidation elsewhere, without price and size',
    { ...head, venue: 'cexa', type: 'liquidation', side: 'short', usd: 250 },
    { ...headWire, venue: 'cexa', type: 'liquidation', side: 'short', usd: 250 },
    250,
  ],
  [
    'whale_transfer [#289]',
    { ...head, type: 'whale_transfer', exchange: 'cexa', chain: 'btc', direction: 'inflow', amount: 20, usd: 1.2e6 },
    {
      ...headWire,
      type: 'whale_transfer',
      exchange: 'cexa',
      chain: 'btc',
      direction: 'inflow',
      amount: 20,
      usd: 1.2e6,
    },
    1.2e6,
  ],
  [
    'whale_position [#290]',
    {
      ...head,
      type: 'whale_position',
      action: 'increase',
      side: 'short',
      size: 3,
      usd: 6e4,
      address: '0x1',
      changePct: 50,
    },
    {
      ...headWire,
      type: 'whale_position',
      action: 'increase',
      side: 'short',
      size: 3,
      usd: 6e4,
      address: '0x1',
      change_pct: 50,
    },
    6e4,
  ],
  [
    'whale_position that begins',
    {
      ...head,
      type: 'whale_position',
      action: 'entry',
      side: 'long',
      size: 1,
      usd: 6e4,
      address: '0x1',
      changePct: null,
    },
    {
      ...headWire,
      type: 'whale_position',
      action: 'entry',
      side: 'long',
      size: 1,
      usd: 6e4,
      address: '0x1',
      change_pct: null,
    },
    6e4,
  ],
  [
    'funding [#291]',
    { ...head, type: 'funding', rate1h: -0.00001, prevRate1h: 0.0000125, settle: true },
    { ...headWire, type: 'funding', rate_1h: -0.00001, prev_rate_1h: 0.0000125, settle: true },
    null,
  ],
  [
    'oi_delta [#292]',
    { ...head, type: 'oi_delta', usd: -5.5e6, pct: -1.25, windowMs: 299_700, oiUsd: 4.4e8 },
    { ...headWire, type: 'oi_delta', usd: -5.5e6, pct: -1.25, window_s: 300, oi_usd: 4.4e8 },
    -5.5e6,
  ],
  [
    'price_move [#294]',
    { ...head, type: 'price_move', pct: -0.12, price: 99.88, prevPrice: 100, windowMs: 60_000 },
    { ...headWire, type: 'price_move', pct: -0.12, price: 99.88, prev_price: 100, window_s: 60 },
    null,
  ],
];

const snapshot = { name: 'quant', asOf: 1_700_000_000_000, sha256: 'ab' };
const common = { ...head, symbol: 'MARKET', snapshot };
const ofWire = {
  ...headWire,
  symbol: 'MARKET',
  snapshot: { name: 'quant', as_of: 1_700_000_000_000, sha256: 'ab' },
};

/** The same of changes, with the dataset of each. */
const CHANGES: readonly (readonly [event: StreamEvent, fields: object, dataset: string])[] = [
  [
    {
      ...common,
      type: 'regime',
      scope: 'market',
      from: 'vol_spike',
      to: 'strong_trend_bull',
      path: 'floor',
      confidence: 0.5,
    },
    { scope: 'market', from: 'vol_spike', to: 'strong_trend_bull', path: 'floor', confidence: 0.5 },
    'quant',
  ],
  [
    { ...common, type: 'shock', scope: 'coin', from: 'none', to: 'down', score: NaN },
    { scope: 'coin', from: 'none', to: 'down', score: null },
    'quant',
  ],
  [
    { ...common, type: 'long_regime', what: 'pending', from: 'none', to: 'Structural Shock' },
    { what: 'pending', from: 'none', to: 'Structural Shock' },
    'regimes',
  ],
  [
    { ...common, type: 'signum_color', timeframe: '4h', from: 'red', to: 'grey' },
    { timeframe: '4h', from: 'red', to: 'grey' },
    'signum',
  ],
  [
    { ...common, type: 'volatility_regime', from: 'vol_shock', to: 'compressed' },
    { from: 'vol_shock', to: 'compressed' },
    'volatility',
  ],
  [
    { ...common, type: 'liquidity_regime', scope: 'coin', from: 'neutral', to: 'deep_book' },
    { scope: 'coin', from: 'neutral', to: 'deep_book' },
    'liquidity_regime',
  ],
  [
    { ...common, type: 'gamma_state', from: 'amplify', to: 'dampen', score: 0.25 },
    { from: 'amplify', to: 'dampen', score: 0.25 },
    'gamma',
  ],
  [
    { ...common, type: 'score_band', composite: 'event', from: 'quiet', to: 'heavy', score: 61 },
    { composite: 'event', from: 'quiet', to: 'heavy', score: 61 },
    'catalysts',
  ],
  [
    { ...common, type: 'model', from: '1', to: '2', fromSha256: 'a', toSha256: 'b' },
    { from: '1', to: '2', from_sha256: 'a', to_sha256: 'b' },
    'quant_model',
  ],
  [
    { ...common, type: 'nowcast_hour', scope: 'coin', from: '1', to: '2', drawdown: 0.25 },
    { scope: 'coin', from: '1', to: '2', p_drawdown_5: 0.25 },
    'quant',
  ],
];

const logged = (event: StreamEvent): Parameters<typeof eventOfLog>[0] =>
  JSON.parse(JSON.stringify({ ...encodeEvent(event), id: 7 })) as Parameters<typeof eventOfLog>[0];

describe('an event on the wire [#283]', () => {
  it.each(CASES)('%s', (_, event, wire, usd) => {
    expect(eventOfLog(logged(event))).toEqual(wire);
    expect(encodeEvent(event).usd).toBe(usd);
  });

  it('is there for every type', () => {
    const types = [...CASES.map(([, { type }]) => type), ...CHANGES.map(([{ type }]) => type)];
    expect(types.length).toBe(CASES.length + CHANGE_TYPES.length);
    expect(new Set(types)).toEqual(new Set(EVENT_TYPES));
  });

  it.each(CHANGES)('is a change of state: %j', (event, fields, dataset) => {
    const wire = eventOfLog(logged(event));
    expect(wire).toEqual({ ...ofWire, type: event.type, ...fields });
    expect(encodeEvent(event).usd).toBeNull();
    expect(datasetOfWire(wire)).toBe(dataset);
    const validate = new Ajv({ allowUnionTypes: true }).compile(EventSchema);
    expect(validate(wire), JSON.stringify(validate.errors)).toBe(true);
  });

  it.each(CASES)('%s is valid under the schema of the stream', (_, event) => {
    const validate = new Ajv({ allowUnionTypes: true }).compile(EventSchema);
    expect(validate(eventOfLog(logged(event))), JSON.stringify(validate.errors)).toBe(true);
  });

  it('has a window of a second at least', () => {
    const { payload } = encodeEvent({ ...head, type: 'price_move', pct: 1, price: 101, prevPrice: 100, windowMs: 20 });
    expect(payload['window_s']).toBe(1);
  });
});

describe('encodeEvent', () => {
  it.each([
    [{ ...head, type: 'price_move', pct: NaN, price: 1, prevPrice: 1, windowMs: 1 }, /"pct" expected a finite number/],
    [{ ...head, type: 'liquidation', side: 'long', usd: Infinity }, /"usd" expected a finite number/],
    [{ ...head, type: 'funding', rate1h: 0, prevRate1h: NaN, settle: false }, /"prevRate1h" expected a finite number/],
  ] satisfies readonly (readonly [StreamEvent, RegExp])[])('refuses what was not measured: %j', (event, message) => {
    expect(() => encodeEvent(event)).toThrow(message);
  });
});

describe('eventOfLog', () => {
  const good = logged(CASES.at(-1)![1]);

  it.each([
    [{ ...good, type: 'rumour' }],
    [{ ...good, payload: null }],
    [{ ...good, payload: { ...(good.payload as object), price: '1' } }],
    [{ ...good, symbol: null }],
    [{ ...good, type: 'funding' }],
  ])('refuses %j', (bad) => {
    expect(() => eventOfLog(bad)).toThrow(/"event" expected one of the contract, got \w+ 7/);
  });
});

const SPEC = new URL('../../../../../shared/spec/schemas/', import.meta.url);

describe.skipIf(!existsSync(SPEC))('events against the schemas of the contract (needs ../shared/spec)', () => {
  it.each(CASES)('%s', (_, event) => {
    const schema = JSON.parse(readFileSync(new URL(`event_${event.type}.json`, SPEC), 'utf8')) as Record<
      string,
      unknown
    >;
    delete schema['$id'];
    const validate = new Ajv2020({ strict: false }).compile(schema);
    expect(validate(eventOfLog(logged(event))), JSON.stringify(validate.errors)).toBe(true);
  });
});
