/** The meme row on the wire. */

import type { MemeDay, MemeRow } from '@barograph/stress';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { MEME_REGIMES, VENUES } from '../parameters.ts';
import { qualityField } from '../shapes/quality.ts';

/** Row with a regime; earlier, `warming` names the coin instead. */
export type ReadyMemeRow = MemeRow & {
  readonly [K in 'regime' | 'daysInRegime' | 'price' | 'computedFrom']: NonNullable<MemeRow[K]>;
};

/**
 * Whether the row has a regime.
 *
 * @example
 * const facts = { symbol: 'DOGE', source: 'perpdex_perp', pdSymbol: 'DOGE', fundingRate: null, oiUsd: null } as const;
 * const tracker = createMemeTracker();
 * isReadyMemeRow(tracker.row(facts, 260 * DAY_MS)); // → false
 * for (let i = 0; i < 260; i++) tracker.day(barAt(bars, i));
 * isReadyMemeRow(tracker.row(facts, 260 * DAY_MS)); // → true
 */
export function isReady(row: MemeRow): row is ReadyMemeRow {
  const { regime, daysInRegime, price, computedFrom } = row;
  return regime !== null && daysInRegime !== null && price !== null && computedFrom !== null;
}

const day = fieldsOf<Omit<MemeDay, 'time' | 'close'> | ReadyMemeRow>();
const change = {
  prev_regime: day.choiceOrNull(MEME_REGIMES, 'Regime before the last change; null before one.', (d) => d.prevRegime),
  regime_changed: day.flag('That very day changed the regime.', (d) => d.regimeChanged),
};
const measures = {
  ret_7d: day.numberOrNull('Return over 7 completed days, percent.', (d) => d.ret7d),
  ret_30d: day.numberOrNull('Return over 30 completed days, percent.', (d) => d.ret30d),
  vol_spike: day.numberOrNull('Volume of the day over the mean of the 30 before it.', (d) => d.volSpike, {
    minimum: 0,
  }),
  vol_pctile_30: day.numberOrNull('Rank of the volume among 30 days, percent.', (d) => d.volPctile30, {
    minimum: 0,
    maximum: 100,
  }),
  sma20_extension_pct: day.numberOrNull('Percent above the mean of the last 20 closes.', (d) => d.sma20ExtensionPct),
  extension_max_14d_pct: day.numberOrNull('The largest extension of the last 14 days, percent.', (d) => d.extensionMax),
  share_of_high_30d: day.numberOrNull('Close over the highest close of the last 30 days.', (d) => d.shareOfHigh, {
    minimum: 0,
    maximum: 1,
  }),
};

const row = fieldsOf<ReadyMemeRow>();

/** Row of the list. All fields but funding and open interest describe the last completed day. */
export const memeRow = record('MemeRow', {
  symbol: row.text('Base coin, as its venue names it.', (r) => r.symbol),
  source: row.choice(VENUES, 'Venue of the bars.', (r) => r.source),
  regime: row.choice(MEME_REGIMES, 'Regime of the last completed day.', (r) => r.regime),
  days_in_regime: row.integer('Completed days, the day of the change included.', (r) => r.daysInRegime, { minimum: 1 }),
  ...change,
  ret_1d: row.numberIfKnown('Percent; left out when the day before is missing.', (r) => r.ret1d),
  ...measures,
  pd_symbol: row.textOrNull('The perp that trades this coin; null when there is none.', (r) => r.pdSymbol),
  funding_rate: row.numberOrNull('Live: fraction per hour; null without a source.', (r) => r.fundingRate),
  oi_usd: row.numberOrNull('Live: USD; null without a source.', (r) => r.oiUsd, { minimum: 0 }),
  price: row.number('Close of the last completed day, quote units.', (r) => r.price, { exclusiveMinimum: 0 }),
  computed_from: row.moment('Open of the last completed day.', (r) => r.computedFrom),
  stale: row.flag('The last completed day is not the one that should be last.', (r) => r.stale),
  quality: qualityField,
  config_version: row.text('Version of the thresholds.', (r) => r.configVersion),
});
/** The row on the wire. */
export type MemeRowWire = WireOf<typeof memeRow>;

const past = fieldsOf<MemeDay>();

/** Completed day; the regime is null before the twentieth. */
export const memeDay = record('MemeDay', {
  timestamp: past.moment('Open of the day.', (d) => d.time),
  close: past.number('Close of the day, quote units.', (d) => d.close, { exclusiveMinimum: 0 }),
  regime: past.choiceOrNull(MEME_REGIMES, 'Regime after the day; null before the twentieth.', (d) => d.regime),
  days_in_regime: past.integerOrNull('Completed days, the day of the change included.', (d) => d.daysInRegime, {
    minimum: 1,
  }),
  ...change,
  ret_1d: past.numberOrNull('Return of the day, percent.', (d) => d.ret1d),
  ...measures,
});
