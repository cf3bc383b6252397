/** A spell of a committed long-horizon regime on the wire. */

import { cycleRegimeName, type HistoryEntry } from '@barograph/cycle';
import { Type } from 'typebox';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { isoTime } from '../scalar.ts';
import { EVIDENCE_TEXT, evidencePiece } from './evidence-row.ts';
import { euphoria, idSchema, isoOrNullSchema, isoSchema, REGIME_NAMES, STAGES } from './parts.ts';

const field = fieldsOf<HistoryEntry>();

/** Entry of the long-horizon history. */
export const cycleHistoryEntry = record('LongHorizonHistoryEntry', {
  id: field.integer('Number of the spell; the next one has the next number.', (e) => e.id, { minimum: 1 }),
  regime: field.custom(idSchema('The committed regime.'), (e) => e.regime),
  anchor: field.choice(
    ['live', 'coverage_start'],
    'coverage_start: the spell had begun before the service looked.',
    (e) => e.anchor,
  ),
  name: field.choice(REGIME_NAMES, 'Name of the regime.', (e) => cycleRegimeName(e.regime)),
  committed_at: field.custom(isoSchema('When it was committed.'), (e) => isoTime(e.committedAt)),
  ended_at: field.custom(isoOrNullSchema('When the next one was committed; null while current.'), (e) =>
    e.endedAt === null ? null : isoTime(e.endedAt),
  ),
  dwell_seconds: field.number('How long it held, seconds.', (e) => e.dwellSeconds, { minimum: 0 }),
  rationale: field.text('Why it was committed.', (e) => e.rationale),
  evidence: field.ifKnown(
    Type.Array(evidencePiece.schema, {
      description: `Evidence of the refresh that committed it, left out of older spells: ${EVIDENCE_TEXT}`,
    }),
    (e) => e.evidence?.map(evidencePiece.encode),
  ),
  stage: field.ifKnown(Type.Enum([...STAGES], { type: 'string', description: 'Regime 10 only.' }), (e) => e.stage),
  euphoria_score: field.ifKnown(euphoria.schema, (e) =>
    e.euphoriaScore === undefined ? undefined : euphoria.encode(e.euphoriaScore),
  ),
  first_observed_at: field.custom(isoSchema('The first refresh that saw it.'), (e) => isoTime(e.firstObservedAt)),
  last_observed_at: field.custom(isoSchema('The last refresh that saw it.'), (e) => isoTime(e.lastObservedAt)),
  observations: field.integer('Refreshes that saw it.', (e) => e.observations, { minimum: 1 }),
});
/** Entry of the long-horizon history on the wire. */
export type CycleHistoryEntryWire = WireOf<typeof cycleHistoryEntry>;
