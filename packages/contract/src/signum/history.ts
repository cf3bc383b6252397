/** Points of SIGNUM_RGG's colour history on the wire. */

import type { SignumHistoryPoint } from '@barograph/indicators';
import { fieldsOf, record } from '../fields.ts';
import { SIGNUM_COLORS } from '../parameters.ts';

const field = fieldsOf<SignumHistoryPoint>();
const point = {
  timestamp: field.moment('Open of the bar.', (p) => p.time),
  close: field.number('Close of the bar, quote units.', (p) => p.close),
  color: field.choiceOrNull(SIGNUM_COLORS, 'Colour after the bar; null while not defined.', (p) => p.color),
  adx: field.numberOrNull('ADX(14), 0 to 100; null while not defined.', (p) => p.adx),
  plus_di: field.numberOrNull('+DI(14), 0 to 100; null while not defined.', (p) => p.plusDi),
  minus_di: field.numberOrNull('−DI(14), 0 to 100; null while not defined.', (p) => p.minusDi),
};
const AGE = 'in the colour, the one of the flip included; null without a colour.';

/** One completed day. */
export const signumDay = record('SignumDay', {
  ...point,
  days_in_color: field.integerOrNull(`Completed days ${AGE}`, (p) => p.barsInColor, { minimum: 1 }),
});

/** One closed bar of 1h or 4h. */
export const signumBar = record('SignumBar', {
  ...point,
  bars_in_color: field.integerOrNull(`Closed bars ${AGE}`, (p) => p.barsInColor, { minimum: 1 }),
});
