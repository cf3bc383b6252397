/** The current long-horizon regime on the wire. */

import type { CycleReport } from '@barograph/cycle';
import { Type } from 'typebox';
import { fieldsOf, record, within, type WireOf } from '../fields.ts';
import type { DataSource } from '../parameters.ts';
import { EpochMsSchema, nullable, num, isoTime } from '../scalar.ts';
import { sourceFields } from '../shapes/page.ts';
import { withProvenance } from '../shapes/provenance.ts';
import { qualityField } from '../shapes/quality.ts';
import {
  BREADTH_STANDINGS,
  BREADTH_TEXT,
  euphoria,
  idSchema,
  isoSchema,
  REGIME_NAMES,
  STAGES,
  universe,
} from './parts.ts';
import { EVIDENCE_TEXT, evidencePiece } from './evidence-row.ts';
import { bySignal, signalName, SIGNALS_TEXT } from './signals.ts';

const LOCK_NOTE = 'emergency entry to Structural Shock is exempt';

type Stability = CycleReport['stability'];
const steady = fieldsOf<Stability>();
const stability = record(null, {
  score: steady.number('How settled the committed regime is: 100 is most.', (s) => s.score, {
    minimum: 0,
    maximum: 100,
  }),
  raw_agreement: steady.number('Share of the last refreshes that read the same.', (s) => s.rawAgreement, {
    minimum: 0,
    maximum: 1,
  }),
  confirmations_against: steady.integer('Refreshes in a row that read the challenger.', (s) => s.confirmationsAgainst, {
    minimum: 0,
  }),
  confirmations_needed: steady.integer('Refreshes in a row that a challenger needs.', (s) => s.confirmationsNeeded, {
    minimum: 1,
  }),
  held_s: steady.number('Seconds since the regime was committed.', (s) => s.heldS, { minimum: 0 }),
  dwell_floor_s: steady.integer('Seconds that the regime holds at least.', (s) => s.dwellFloorS, { minimum: 0 }),
  locked_for_s: steady.number('Seconds in which only a Structural Shock can replace it.', (s) => s.lockedForS, {
    minimum: 0,
  }),
});

const waiting = fieldsOf<NonNullable<CycleReport['pending']>>();
const pending = record(null, {
  id: waiting.custom(idSchema('Regime that challenges the committed one.'), (p) => p.regime),
  name: waiting.choice(REGIME_NAMES, 'Its name.', (p) => p.name),
  count: waiting.integer('Refreshes in a row that read it.', (p) => p.count, { minimum: 1 }),
  needed: waiting.integer('Refreshes in a row that it needs.', (p) => p.needed, { minimum: 1 }),
  first_seen: waiting.moment('The first of those refreshes.', (p) => p.firstSeen),
  blocked_by: waiting.custom(
    nullable(
      Type.Literal('dwell_floor'),
      'What holds it back although it has its confirmations; null when nothing does.',
    ),
    (p) => p.blockedBy,
  ),
});

const cut = fieldsOf<CycleReport['thresholds'][number]>();
const threshold = record(null, {
  regime: cut.custom(idSchema('Regime whose rule has this cutoff.'), (t) => t.regime),
  signal: cut.text('Name of the signal, as in signals.', (t) => signalName(t.signal)),
  op: cut.choice(['<', '>'], 'Side of the cutoff that satisfies the rule.', (t) => t.op),
  cutoff: cut.number('In the unit of the signal.', (t) => t.cutoff),
  value: cut.numberOrNull('The signal now; null while it is not known.', (t) => t.value),
  distance: cut.numberOrNull('In the unit of the signal; positive while satisfied.', (t) => t.distance),
  satisfied: cut.flag('The signal is on the side that the rule asks for.', (t) => t.satisfied),
  effect: cut.choice(
    ['keeps', 'enables'],
    'keeps: a flip ends the regime; enables: a flip begins it.',
    (t) => t.effect,
  ),
  missing: cut.flag('The signal has no source or too little history.', (t) => t.missing),
});

const read = fieldsOf<CycleReport['raw']>();
const raw = record(null, {
  id: read.custom(
    nullable(
      idSchema('Regime that this refresh alone reads.'),
      'Regime that this refresh alone reads; null when no rule holds.',
    ),
    (r) => r.regime,
  ),
  name: read.choiceOrNull(REGIME_NAMES, 'Its name.', (r) => r.name),
  scores: read.custom(
    Type.Record(Type.String(), nullable(Type.Number({ minimum: 0 })), {
      description: 'Score of each regime by its id, 1 to 10; null where its signals are not known.',
    }),
    (r) => Object.fromEntries(r.scores.map((score, i) => [String(i + 1), num(score)])),
  ),
  open: read.list(
    idSchema('Id of a long-horizon regime.'),
    'Regimes that lack breadth and may fit better than every score; while there are any, only a shock is read.',
    (r) => r.open,
  ),
  matches_committed: read.flag('This refresh reads the regime that is committed.', (r) => r.matchesCommitted),
});

/** Inputs of the current regime. */
export interface CurrentCycle {
  readonly report: CycleReport;
  readonly dataSource: DataSource;
  /** Epoch ms: commit time of the regime, for a report without its start. */
  readonly committedAt: number;
}
const field = fieldsOf<CurrentCycle>();
const meta = record(null, {
  lock_note: fieldsOf<CycleReport>().text('What a lock does not hold back.', () => LOCK_NOTE),
  config_version: fieldsOf<CycleReport>().text('Version of rules and cutoffs.', (report) => report.configVersion),
});

/** The current regime with the evidence for and against it. */
export const cycleCurrent = record('LongHorizonCurrent', {
  id: field.custom(idSchema('The committed regime.'), ({ report }) => report.regime),
  name: field.choice(REGIME_NAMES, 'Its name.', ({ report }) => report.name),
  rationale: field.text('Why it holds, in a sentence made from the signals.', ({ report }) => report.rationale),
  // Optional: a past answer may predate it.
  evidence: field.ifKnown(
    Type.Array(evidencePiece.schema, {
      description: `Conditions of the rules of the committed regime, for it and against it: ${EVIDENCE_TEXT}`,
    }),
    ({ report }) => report.evidence.map(evidencePiece.encode),
  ),
  signals: field.custom(
    Type.Record(Type.String(), nullable(Type.Number()), {
      description: `${SIGNALS_TEXT} Null where there is no source.`,
    }),
    ({ report }) => bySignal(report.signals),
  ),
  signal_times: field.custom(
    Type.Record(Type.String(), nullable(EpochMsSchema), {
      description: 'Moment of each signal by its name, epoch ms; null where there is no source.',
    }),
    ({ report }) => bySignal(report.signalTimes),
  ),
  raw: field.inner(raw, ({ report }) => report.raw, 'What this refresh alone reads.'),
  pending: field.innerOrNull(pending, 'The challenger; null when there is none.', ({ report }) => report.pending),
  stability: field.inner(stability, ({ report }) => report.stability, 'How firmly the regime holds.'),
  thresholds: field.items(threshold, 'The nearest to flipping first.', ({ report }) => report.thresholds),
  universe: field.inner(universe, ({ report }) => report.universe, 'The coins that breadth is of; n of the last day.'),
  breadth: field.choice(BREADTH_STANDINGS, BREADTH_TEXT, ({ report }) => report.breadth),
  breadth_reads: field.list(
    idSchema('Id of a long-horizon regime.'),
    'What this refresh would read with breadth as far off as it usually is between universes; empty unless near_cutoff.',
    ({ report }) => report.breadthReads,
  ),
  in_regime_since: field.custom(isoSchema('Restamped on commit.'), ({ report, committedAt }) =>
    isoTime(report.inRegimeSince ?? committedAt),
  ),
  since_anchor: field.choice(
    ['live', 'coverage_start'],
    'coverage_start: it was there when the service began to look; the true start is earlier.',
    ({ report }) => (report.inRegimeSince === null ? 'coverage_start' : 'live'),
  ),
  stage: field.ifKnown(
    Type.Enum([...STAGES], { type: 'string', description: 'Regime 10 only.' }),
    ({ report }) => report.stage,
  ),
  euphoria_score: field.ifKnown(euphoria.schema, ({ report }) =>
    report.euphoriaScore === undefined ? undefined : euphoria.encode(report.euphoriaScore),
  ),
  as_of: field.custom(isoSchema('The last refresh.'), ({ report }) => isoTime(report.at)),
  ...within(({ report }: CurrentCycle) => report, { quality: qualityField }),
  meta: field.inner(meta, ({ report }) => report, 'Rules of the machine.'),
  ...sourceFields,
});
/** Schema of answers that consist of the current regime. */
export const cycleCurrentReply = withProvenance(cycleCurrent.schema);
/** The current regime on the wire. */
export type CycleCurrentWire = WireOf<typeof cycleCurrent>;
