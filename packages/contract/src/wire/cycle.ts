/** The long-horizon regime on the wire: the taxonomy, and what is current. */

import { CYCLE_TAXONOMY, type CycleRegimeInfo, type CycleReport, type CycleSignals } from '@barograph/cycle';
import { Type, type Static } from 'typebox';
import { DataSourceSchema, type DataSource } from '../parameters.ts';
import { EpochMsSchema, nullable, num } from '../scalar.ts';
import { EuphoriaWire, encodeEuphoria, isoTime, RegimeIdSchema, RegimeNameSchema, StageSchema } from './cycle-parts.ts';

const Score = nullable(Type.Number({ minimum: 0 }));

const StabilityWire = Type.Object({
  score: Type.Number({ minimum: 0, maximum: 100 }),
  raw_agreement: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'Share of the last refreshes that read the same.',
  }),
  confirmations_against: Type.Integer({ minimum: 0 }),
  confirmations_needed: Type.Integer({ minimum: 1 }),
  held_s: Type.Number({ minimum: 0 }),
  dwell_floor_s: Type.Integer({ minimum: 0 }),
  locked_for_s: Type.Number({ minimum: 0, description: 'Seconds in which only a Structural Shock can replace it.' }),
});

const PendingWire = Type.Object({
  id: RegimeIdSchema,
  name: RegimeNameSchema,
  count: Type.Integer({ minimum: 1 }),
  needed: Type.Integer({ minimum: 1 }),
  first_seen: EpochMsSchema,
  blocked_by: nullable(Type.Literal('dwell_floor')),
});

const ThresholdWire = Type.Object({
  regime: RegimeIdSchema,
  signal: Type.String(),
  op: Type.Enum(['<', '>'], { type: 'string' }),
  cutoff: Type.Number(),
  value: nullable(Type.Number()),
  distance: nullable(Type.Number({ description: 'In the unit of the signal; positive while satisfied.' })),
  satisfied: Type.Boolean(),
  effect: Type.Enum(['keeps', 'enables'], { type: 'string' }),
  missing: Type.Boolean(),
});

/** The current regime. */
export const CycleCurrentWire = Type.Object(
  {
    id: RegimeIdSchema,
    name: RegimeNameSchema,
    rationale: Type.String(),
    signals: Type.Record(Type.String(), nullable(Type.Number())),
    signal_times: Type.Record(Type.String(), nullable(EpochMsSchema)),
    raw: Type.Object({
      id: nullable(RegimeIdSchema),
      name: nullable(RegimeNameSchema),
      scores: Type.Record(Type.String(), Score),
      matches_committed: Type.Boolean(),
    }),
    pending: nullable(PendingWire),
    stability: StabilityWire,
    thresholds: Type.Array(ThresholdWire, { description: 'The nearest to flipping first.' }),
    in_regime_since: Type.String({ description: 'ISO-8601; restamped on commit.' }),
    since_anchor: Type.Enum(['live', 'coverage_start'], {
      type: 'string',
      description: 'coverage_start: it was there when the service began to look; the true start is earlier.',
    }),
    stage: Type.Optional(StageSchema),
    euphoria_score: Type.Optional(EuphoriaWire),
    as_of: Type.String({ description: 'ISO-8601, the moment of the last refresh.' }),
    meta: Type.Object({ lock_note: Type.String(), config_version: Type.String() }),
    data_source: DataSourceSchema,
    source: DataSourceSchema,
  },
  { title: 'LongHorizonCurrent' },
);
export type CycleCurrentWire = Static<typeof CycleCurrentWire>;

/** One regime of the taxonomy. */
export const CycleRegimeWire = Type.Object(
  {
    id: RegimeIdSchema,
    name: RegimeNameSchema,
    description: Type.String(),
    typical_duration: Type.String(),
    directional_bias: Type.String(),
  },
  { title: 'LongHorizonRegime' },
);
export type CycleRegimeWire = Static<typeof CycleRegimeWire>;

/** The taxonomy, and what is current. */
export const CycleListWire = Type.Object(
  {
    regimes: Type.Array(CycleRegimeWire, { minItems: 10, maxItems: 10 }),
    count: Type.Integer({ minimum: 0 }),
    current: nullable(CycleCurrentWire),
    data_source: DataSourceSchema,
    source: DataSourceSchema,
  },
  { title: 'LongHorizonRegimes' },
);
export type CycleListWire = Static<typeof CycleListWire>;

const LOCK_NOTE = 'emergency entry to Structural Shock is exempt';

/** Wire names of the signals, by their names in the engine. */
const SIGNAL_NAMES: Readonly<Record<keyof CycleSignals, string>> = {
  d200: 'd200',
  slope200: 'slope200',
  ddAth: 'dd_ath',
  athAgeD: 'ath_age_d',
  r1: 'r1',
  r3: 'r3',
  r7: 'r7',
  r30: 'r30',
  r90: 'r90',
  offLow: 'off_low',
  lowAgeD: 'low_age_d',
  rv30Pctile: 'rv30_pctile',
  rvRatio: 'rv_ratio',
  z1: 'z1',
  intradayLow: 'intraday_low',
  b200: 'b200',
  b50: 'b50',
  b200Chg30: 'b200_chg30',
  altRel90: 'alt_rel90',
  altOut90: 'alt_out90',
  ethBtc90: 'ethbtc90',
  domChg90: 'dom_chg90',
  stable90: 'stable90',
  funding7: 'funding7',
  oiChg7: 'oi_chg7',
  liqZ: 'liq_z',
  depegMinutes: 'depeg_minutes',
};

function bySignal(values: Readonly<Record<keyof CycleSignals, number | null>>): Record<string, number | null> {
  const wire: Record<string, number | null> = {};
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table are the names of the signals
  for (const name of Object.keys(SIGNAL_NAMES) as (keyof CycleSignals)[]) wire[SIGNAL_NAMES[name]] = num(values[name]);
  return wire;
}

const signalName = (name: string): string => Object.entries(SIGNAL_NAMES).find(([own]) => own === name)?.[1] ?? name;

/** A report of the engine on the wire. */
export function encodeCycleCurrent(report: CycleReport, dataSource: DataSource, committedAt: number): CycleCurrentWire {
  const { raw, pending, stability, thresholds } = report;
  return {
    id: report.regime,
    name: report.name,
    rationale: report.rationale,
    signals: bySignal(report.signals),
    signal_times: bySignal(report.signalTimes),
    raw: {
      id: raw.regime,
      name: raw.name,
      scores: Object.fromEntries(raw.scores.map((score, i) => [String(i + 1), num(score)])),
      matches_committed: raw.matchesCommitted,
    },
    pending:
      pending === null
        ? null
        : {
            id: pending.regime,
            name: pending.name,
            count: pending.count,
            needed: pending.needed,
            first_seen: pending.firstSeen,
            blocked_by: pending.blockedBy,
          },
    stability: {
      score: stability.score,
      raw_agreement: stability.rawAgreement,
      confirmations_against: stability.confirmationsAgainst,
      confirmations_needed: stability.confirmationsNeeded,
      held_s: stability.heldS,
      dwell_floor_s: stability.dwellFloorS,
      locked_for_s: stability.lockedForS,
    },
    thresholds: thresholds.map((one) => ({
      regime: one.regime,
      signal: signalName(one.signal),
      op: one.op,
      cutoff: one.cutoff,
      value: num(one.value),
      distance: num(one.distance),
      satisfied: one.satisfied,
      effect: one.effect,
      missing: one.missing,
    })),
    in_regime_since: isoTime(report.inRegimeSince ?? committedAt),
    since_anchor: report.inRegimeSince === null ? 'coverage_start' : 'live',
    ...(report.stage === undefined ? {} : { stage: report.stage }),
    ...(report.euphoriaScore === undefined ? {} : { euphoria_score: encodeEuphoria(report.euphoriaScore) }),
    as_of: isoTime(report.at),
    meta: { lock_note: LOCK_NOTE, config_version: report.configVersion },
    data_source: dataSource,
    source: dataSource,
  };
}

function encodeRegime(info: CycleRegimeInfo): CycleRegimeWire {
  return {
    id: info.id,
    name: info.name,
    description: info.description,
    typical_duration: info.typicalDuration,
    directional_bias: info.directionalBias,
  };
}

/** The taxonomy with what is current; null while nothing was read. */
export function encodeCycleList(current: CycleCurrentWire | null, dataSource: DataSource): CycleListWire {
  const regimes = CYCLE_TAXONOMY.map(encodeRegime);
  return { regimes, count: regimes.length, current, data_source: dataSource, source: dataSource };
}

/** A day of the history on the command line: labels, scores and why. */
export interface CycleDayWire {
  /** Open of the day, epoch ms. */
  readonly timestamp: number;
  readonly committed: number | null;
  readonly name: string | null;
  readonly raw: number | null;
  readonly stability: number | null;
  readonly scores: Readonly<Record<string, number | null>>;
  readonly rationale: string | null;
}

/** A day and what was read at its close. */
export function encodeCycleDay(timestamp: number, report: CycleReport | undefined): CycleDayWire {
  return {
    timestamp,
    committed: report?.regime ?? null,
    name: report?.name ?? null,
    raw: report?.raw.regime ?? null,
    stability: num(report?.stability.score),
    scores: Object.fromEntries(CYCLE_TAXONOMY.map(({ id }) => [`score_${id}`, num(report?.raw.scores[id - 1])])),
    rationale: report?.rationale ?? null,
  };
}
