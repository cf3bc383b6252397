/** Evidence for and against a long-horizon regime on the wire, a line per field. */

import type { EvidencePiece } from '@barograph/cycle';
import { fieldsOf, record } from '../fields.ts';
import { signalName } from './signals.ts';

const UNIT = { minimum: 0, maximum: 1 };
const of = fieldsOf<EvidencePiece>();

/** One condition, and what it says. */
export const evidencePiece = record('LongHorizonEvidence', {
  kind: of.choice(
    ['gate', 'evidence', 'shock'],
    'gate: all gates must hold; evidence: weighed; shock: a side of a rule of Structural Shock, of which all sides must hold.',
    (e) => e.kind,
  ),
  name: of.text('Name of the signal, as in signals; worst30 is the worse of r30 and 0.6 of r90.', (e) =>
    signalName(e.signal),
  ),
  value: of.numberOrNull('The signal, in its unit; null while it is not known.', (e) => e.value),
  op: of.choice(['<', '>', 'in'], 'Side of the threshold that is asked for; in: between both.', (e) => e.op),
  threshold: of.number('In the unit of the signal; of in the lower one.', (e) => e.threshold),
  threshold_upper: of.numberOrNull('The upper threshold of in; null otherwise.', (e) => e.upper),
  membership: of.numberOrNull(
    'Degree to which the condition holds, 0.5 at the threshold; null while the signal is not known.',
    (e) => e.membership,
    UNIT,
  ),
  weight: of.numberOrNull('What it weighs among the evidence; null of gates and shocks.', (e) => e.weight, {
    minimum: 0,
  }),
  side: of.choiceOrNull(
    ['for', 'against'],
    'for: the condition holds (membership at least 0.5); null while the signal is not known.',
    (e) => e.side,
  ),
  text: of.textOrNull('The value in words, as in rationale; null while the signal is not known.', (e) => e.text),
});
/** Order and meaning of a list of evidence. */
export const EVIDENCE_TEXT =
  'gates (or shocks) first, then the weighed pieces, the strongest first, those that are not known last. rationale is the short form of it. Additive to the contract.';
