/** GET /regimes/current: the current long-horizon regime. */

import { err, ok } from '@barograph/core';
import { value, type ValueBody } from '../body.ts';
import { operation } from '../operation.ts';
import { problem } from '../problem.ts';
import { keptByView } from '../shapes/kept.ts';
import { provenanced } from '../shapes/provenance.ts';
import { cycleCurrentReply, type CycleCurrentWire } from './current-row.ts';
import { CURRENT_NOTES } from './notes.ts';
import { cyclePublication } from './publication.ts';
import { warmingUp } from '../shapes/warming.ts';

/** Retry-After until the next refresh, seconds. */
const RETRY_SECONDS = 900;
const kept = keptByView<ValueBody<CycleCurrentWire>>();

export const regimesCurrent = operation('regimes.current', {
  path: '/regimes/current',
  pointInTime: true,
  family: 'regimes',
  dataset: 'regimes',
  summary: 'The long-horizon regime that holds, with everything that argues for and against it.',
  reply: cycleCurrentReply,
  errors: [
    { code: 'warming_up', when: 'Before there is enough history for any regime; Retry-After says when to come again.' },
  ],
  notes: CURRENT_NOTES,
  answer: (context, { query }) => {
    const view = context.latest(cyclePublication);
    if (view === undefined) return err(warmingUp(context, cyclePublication, 'long-horizon regimes'));
    const { current } = view.head;
    if (current === null) {
      const message = 'There is not enough history for a long-horizon regime yet.';
      return err(problem('warming_up', message, { retryAfter: RETRY_SECONDS }));
    }
    return ok(
      kept(
        view,
        query,
        () => '',
        () => value(provenanced(current, view)),
      ),
    );
  },
});
