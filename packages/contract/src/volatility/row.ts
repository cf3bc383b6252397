/** The volatility row and a day of its history on the wire. */

import { VOLATILITY_REGIMES, type VolatilityRecord, type VolatilityRow } from '@barograph/volatility';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { VENUES } from '../parameters.ts';
import { qualityField } from '../shapes/quality.ts';

/** Row with a regime; earlier, `warming` names the coin instead. */
export type ReadyVolatilityRow = VolatilityRow & {
  readonly [K in 'regime' | 'daysInRegime' | 'daysCompressed' | 'computedFrom']: NonNullable<VolatilityRow[K]>;
};

/**
 * Whether the row has a regime.
 *
 * @example
 * const about = { symbol: 'BTC', source: 'perpdex_perp', pegged: false, notional30: null, staleCycles: 0 } as const;
 * const tracker = createVolatilityTracker();
 * isReadyVolatilityRow(tracker.row(about, 260 * DAY_MS)); // → false
 * for (let i = 0; i < 260; i++) tracker.day(barAt(bars, i));
 * isReadyVolatilityRow(tracker.row(about, 260 * DAY_MS)); // → true
 */
export function isReady(row: VolatilityRow): row is ReadyVolatilityRow {
  const { regime, daysInRegime, daysCompressed, computedFrom } = row;
  return regime !== null && daysInRegime !== null && daysCompressed !== null && computedFrom !== null;
}

/** A completed day of a history. */
export type ReadyVolatilityRecord = VolatilityRecord & { readonly computedFrom: number };

/**
 * Whether a day is complete; false only for a coin without completed days.
 *
 * @example
 * volatilityHistory(bars, 30).every(isReadyVolatilityDay); // → true
 */
export function isReadyDay(day: VolatilityRecord): day is ReadyVolatilityRecord {
  return day.computedFrom !== null;
}

const day = fieldsOf<VolatilityRecord>();
const volatility = (what: string, read: (volatility: VolatilityRecord) => number | null) =>
  day.numberOrNull(`${what}, annualised percent; null until the window is full.`, read, { minimum: 0 });
const zScore = (subject: string, read: (volatility: VolatilityRecord) => number | null) =>
  day.numberOrNull(
    `${subject} in standard deviations from its mean of 90 days; null while there are too few days.`,
    read,
  );

/** Measures of a completed day. */
const measures = {
  rv_gk_30: volatility('Garman–Klass volatility of 30 days', (d) => d.rvGk30),
  rv_gk_7: volatility('Garman–Klass volatility of 7 days', (d) => d.rvGk7),
  rv_cc_30: volatility('Close-to-close volatility of 30 days', (d) => d.rvCc30),
  rv_cc_7: volatility('Close-to-close volatility of 7 days', (d) => d.rvCc7),
  rv_parkinson_30: volatility('Parkinson volatility of 30 days', (d) => d.rvParkinson30),
  rv_parkinson_7: volatility('Parkinson volatility of 7 days', (d) => d.rvParkinson7),
  vol_pctile_30: day.numberOrNull('Rank of rv_gk_30 among its last 365 days; null below 90.', (d) => d.volPctile30, {
    minimum: 0,
    maximum: 100,
  }),
  rv_z_30: zScore('rv_gk_30', (d) => d.rvZ30),
  rv_z_7: zScore('rv_gk_7', (d) => d.rvZ7),
  term_structure_ratio: day.numberOrNull(
    'rv_gk_7 / rv_gk_30; null when nothing moved in 30 days.',
    (d) => d.termStructureRatio,
    { minimum: 0 },
  ),
  vol_target_multiplier: day.numberOrNull(
    '60 % / rv_gk_30, within 0.25…3: absolute, not against other coins.',
    (d) => d.volTargetMultiplier,
    { minimum: 0.25, maximum: 3 },
  ),
};
const rawRegime = day.choiceOrNull(
  VOLATILITY_REGIMES,
  'Label of the day by itself; it becomes the regime once confirmed. Null while the day has none.',
  (d) => d.rawRegime,
);

const floor = record(null, {
  multiplier_at_floor: day.flagOrNull('vol_target_multiplier is 0.25; null without one.', (d) => d.multiplierAtFloor),
  multiplier_floor_days: day.integerOrNull(
    'Completed days in a row at the floor; null without a multiplier.',
    (d) => d.multiplierFloorDays,
    { minimum: 0 },
  ),
});

const row = fieldsOf<ReadyVolatilityRow>();

/** Row of the list and of the detail: the last completed day, with additional current values. */
export const volatilityRow = record('VolatilityRow', {
  symbol: row.text('Base coin, as its venue names it.', (r) => r.symbol),
  source: row.choice(VENUES, 'Venue of the bars.', (r) => r.source),
  regime: row.choice(
    VOLATILITY_REGIMES,
    'Regime: a label that two daily closes confirmed, a shock at once.',
    (r) => r.regime,
  ),
  raw_regime: rawRegime,
  days_in_regime: row.integer('Completed days, the first one included.', (r) => r.daysInRegime, { minimum: 1 }),
  days_compressed: row.integer('days_in_regime while compressed, else 0.', (r) => r.daysCompressed, { minimum: 0 }),
  prev_regime: row.choiceOrNull(
    VOLATILITY_REGIMES,
    'Regime before the last change; null before one.',
    (r) => r.prevRegime,
  ),
  regime_changed: row.flag('The regime changed at the last completed day.', (r) => r.regimeChanged),
  ...measures,
  vol: row.inner(floor, (r) => r, 'The volatility target multiplier against its floor.'),
  is_stable: row.flag('Pegged: listed, but outside the index.', (r) => r.isStable),
  notional_30: row.numberOrNull('USD a day, mean of the last 30 settled days; null below 7.', (r) => r.notional30, {
    minimum: 0,
  }),
  stale_cycles: row.integer('Failed pulls; 0 is fresh, rows drop after 8.', (r) => r.staleCycles, {
    minimum: 0,
    maximum: 8,
  }),
  stale: row.flag(
    'The last completed day is not the one that should be last: listed, but outside the index.',
    (r) => r.stale,
  ),
  computed_from: row.moment('Open of the last completed day.', (r) => r.computedFrom),
  quality: qualityField,
  config_version: row.text('Version of the thresholds.', (r) => r.configVersion),
});
/** The row on the wire. */
export type VolatilityRowWire = WireOf<typeof volatilityRow>;

/**
 * Encodes any row, including a coin without a regime because nothing trades; its labels are null.
 *
 * @example
 * const rows = coins.map((coin) => anyVolatilityRow(coin));
 */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fields hand on the null that they read
export const anyVolatilityRow = volatilityRow.encode as (row: VolatilityRow) => VolatilityRowWire;

const past = fieldsOf<ReadyVolatilityRecord>();

/** Volatility of one coin on one past day. */
export const volatilityDay = record('VolatilityDay', {
  timestamp: past.moment('Open of the day.', (d) => d.computedFrom),
  regime: past.choiceOrNull(VOLATILITY_REGIMES, 'Regime after the day; null before the 89th.', (d) => d.regime),
  raw_regime: rawRegime,
  days_in_regime: past.integerOrNull(
    'Completed days in the regime, the first one included; null without one.',
    (d) => d.daysInRegime,
    { minimum: 0 },
  ),
  ...measures,
});
