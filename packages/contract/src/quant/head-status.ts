/** Status of a head on the wire, in the same form for every head. */

import { HEAD_REASONS, type HeadStatus } from '@barograph/nowcast';
import { fieldsOf, record } from '../fields.ts';

const head = fieldsOf<HeadStatus>();
/** Status of a head, with its measured performance. */
export const quantHeadStatus = record('QuantHeadStatus', {
  status: head.choice(
    ['available', 'unavailable'],
    'unavailable: it is no forecast; reason says why.',
    (s) => s.status,
  ),
  reason: head.choiceOrNull(
    HEAD_REASONS,
    'no_measured_skill: it is withheld, and base rates may stand in its place. Null where it is available.',
    (s) => s.reason,
  ),
  skill: head.choice(
    ['measured', 'simulated', 'not_measured'],
    'measured: the whole interval of the gain is above 0; simulated: on the simulator alone, since no venue says what came; not_measured: it is not.',
    (s) => s.skill,
  ),
  gain: head.numberOrNull(
    'Log loss of the base rates less that of the head, nats a forecast, of drawdown Brier points, on hours after those learnt from: of the market, or the mean over coins. Null where nothing was measured at the horizon.',
    (s) => s.gain?.mean,
  ),
  gain_low: head.numberOrNull('Lower end of its 95 % interval, of whole weeks.', (s) => s.gain?.low),
  gain_high: head.numberOrNull('Upper end of it.', (s) => s.gain?.high),
  evidence_version: head.text('Version of the measurement.', (s) => s.version),
});
