/** One hour of a nowcast, for tests of the wire. */

import {
  explain,
  FEATURES,
  HYSTERESIS_V1,
  NO_INPUTS,
  outlooksOf,
  provenancesOf,
  type MonteCarlo,
  type NowcastPoint,
  type OutlookInputs,
} from '@barograph/nowcast';
import { Ajv } from 'ajv';
import type { QuantParts } from '../src/quant/block.ts';

/** An hour, ms. */
export const HOUR = 3_600_000;
/** Open of the hour. */
export const TIME = Date.UTC(2026, 0, 2, 3);

/** True when the JSON of a value is of a schema. */
export const passes = (schema: object, value: unknown): boolean =>
  new Ajv({ strict: false }).validate(schema, JSON.parse(JSON.stringify(value)));

const quality = {
  hours: 2000,
  newListing: false,
  warmingUp: false,
  insufficientHistory: false,
  settled: true,
  sparse: false,
  published: true,
  ownTransitions: true,
};
/** Forecasts of the hour. */
export const forecast = {
  nextRegime: [0.1, 0.05, 0.6, 0.05, 0.05, 0.15],
  nextRegimeSource: 'direct',
  direction: [0.1, 0.2, 0.3, 0.25, 0.15],
  volatility: [0.25, 0.5, 0.2, 0.05],
} as const;
/** An hour with a regime. */
export const point: NowcastPoint = {
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
/** The same without one: there is too little history. */
export const warming: NowcastPoint = {
  ...point,
  regime: null,
  now: null,
  forecasts: null,
  quality: {
    ...quality,
    newListing: true,
    warmingUp: true,
    insufficientHistory: true,
    settled: false,
    published: false,
  },
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

/** Inputs of every head beside the model. */
export const known: OutlookInputs = {
  fundingRates: Array<number>(168).fill(1.25e-5),
  openInterest: Array<number>(721).fill(1000),
  breadth: { above: 12, of: 20 },
  liquidations: { forced: null, depth: { bids: 1e6, asks: 1e6 }, openInterest: 1e8 },
};
/** State after an hour. */
export const partsOf = (
  of: NowcastPoint,
  horizon: 'h4' | 'h24' = 'h24',
  inputs: OutlookInputs = NO_INPUTS,
): QuantParts => ({
  symbol: 'BTC',
  point: of,
  shock: { time: of.time, active: false, since: null, score: 0.25, kind: null },
  explain: explain(of, {
    artifact,
    scope: 'market',
    horizon,
    otherHeads: provenancesOf(outlooksOf(of, horizon, inputs)),
  }),
  outlooks: { h4: outlooksOf(of, 'h4', inputs), h24: outlooksOf(of, 'h24', inputs) },
  monteCarlo: of.regime === null ? null : simulated,
  hysteresis: HYSTERESIS_V1,
  modelVersion: 'm-1',
  asOf: TIME + HOUR + 60_000,
  dataSource: 'files',
});
