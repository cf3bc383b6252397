/** Evidence for and against a long-horizon regime on the wire. */

import type { EvidencePiece } from '@barograph/cycle';
import { fieldsOf, record } from '../fields.ts';
import { signalName } from './signals.ts';

const UNIT = { minimum: 0, maximum: 1 };
const field = fieldsOf<EvidencePiece>();

/** Condition with its verdict. */
export const evidencePiece = record('LongHorizonEvidence', {
  kind: field.choice(
    ['gate', 'evidence', 'shock'],
    'gate: all gates must hold; evidence: weighed; shock: a side of a rule of Structural Shock, of which all sides must hold.',
    (e) => e.kind,
  ),
  name: field.text('Name of the signal, as in signals; worst30 is the worse of r30 and 0.6 of r90.', (e) =>
    signalName(e.signal),
  ),
  value: field.numberOrNull('The signal, in its unit; null while it is not known.', (e) => e.value),
  op: field.choice(['<', '>', 'in'], 'Side of the threshold that is asked for; in: between both.', (e) => e.op),
  threshold: field.number('In the unit of the signal; of in the lower one.', (e) => e.threshold),
  threshold_upper: field.numberOrNull('The upper threshold of in; null otherwise.', (e) => e.upper),
  membership: field.numberOrNull(
    'Degree to which the condition holds, 0.5 at the threshold; null while the signal is not known.',
    (e) => e.membership,
    UNIT,
  ),
  weight: field.numberOrNull('What it weighs among the evidence; null of gates and shocks.', (e) => e.weight, {
    minimum: 0,
  }),
  side: field.choiceOrNull(
    ['for', 'against'],
    'for: the condition holds (membership at least 0.5); null while the signal is not known.',
    (e) => e.side,
  ),
  text: field.textOrNull('The value in words, as in rationale; null while the signal is not known.', (e) => e.text),
});
/** Order and meaning of a list of evidence. */
export const EVIDENCE_TEXT =
  'gates (or shocks) first, then the weighed pieces, the strongest first, those that are not known last. rationale is the short form of it. Additive to the contract.';
