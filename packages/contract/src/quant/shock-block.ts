/** The shock of a scope on the wire. */

import { SHOCK_KINDS, type ShockRow } from '@barograph/nowcast';
import { fieldsOf, record } from '../fields.ts';

const field = fieldsOf<ShockRow>();
/** Whether prices moved far more than usual, after the last closed hour. */
export const quantShock = record(
  'QuantShock',
  {
    active: field.flagOrNull(
      'A shock is under way; null during the first week of hours and in a halt.',
      (s) => s.active,
    ),
    since: field.textOrNull('ISO-8601, open of the hour in which it began; null without one.', ({ since }) =>
      since === null ? null : new Date(since).toISOString(),
    ),
    score: field.numberOrNull(
      'Size of the move of the last hour or six, in usual ones: 1 and above begins a shock.',
      (s) => s.score,
      { minimum: 0 },
    ),
    kind: field.choiceOrNull(
      SHOCK_KINDS,
      'Direction of its worst hour so far; swing: the price came back. null without a shock.',
      (s) => s.kind,
    ),
  },
  'A rule of its own, which sets no label: true ranges and moves of six hours against their exponential mean.',
);

const parts = fieldsOf<{ readonly shock: ShockRow | null }>();
/** The field of every block. */
export const shockField = {
  shock: parts.ifKnown(quantShock.schema, ({ shock }) => (shock === null ? undefined : quantShock.encode(shock))),
};
