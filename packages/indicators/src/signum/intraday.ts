/** Compares the closed 1h bars with the daily colour. */

import type { SignumColor } from './color.ts';

/** Last hours compared with the colour of the day. */
export interface Intraday {
  /** Whether the last `alertBars` closed 1h bars all have a colour other than the daily one. */
  readonly flipAlert: boolean;
  /** `4x1h red` when the hours agree, `4x1h mixed (grey,red,red,grey)` (oldest first) otherwise; null without alert. */
  readonly flipAlertReason: string | null;
  /** Whether the last closed 1h bar has another colour; null when either colour is undefined. */
  readonly intradayDisagrees: boolean | null;
}

/**
 * Compares the last hours with the daily colour.
 * @param daily the daily colour, null while undefined.
 * @param hourly colours of the closed 1h bars, oldest first, null while undefined.
 * @param alertBars number of last hours that must differ.
 * @example
 * intraday('green', ['red', 'red', 'red', 'red'], 4).flipAlertReason; // → '4x1h red'
 */
export function intraday(
  daily: SignumColor | null,
  hourly: readonly (SignumColor | null)[],
  alertBars: number,
): Intraday {
  const last = hourly.at(-1) ?? null;
  const recent = hourly.slice(-alertBars);
  const flipAlert =
    daily !== null && recent.length === alertBars && recent.every((color) => color !== null && color !== daily);
  const agreed = recent.every((color) => color === last);
  const colors = agreed ? last : `mixed (${recent.join(',')})`;
  return {
    flipAlert,
    flipAlertReason: flipAlert ? `${alertBars}x1h ${colors}` : null,
    intradayDisagrees: daily === null || last === null ? null : last !== daily,
  };
}
