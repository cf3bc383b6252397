/** Number formats of model cards. */

import type { Interval } from './train/block-bootstrap.ts';

/** Formats a number with U+2212 as minus; zero has no sign. */
export function decimal(value: number, digits: number): string {
  const size = Math.abs(value).toFixed(digits);
  return value < 0 && Number(size) > 0 ? `−${size}` : size;
}

/** Formats a share in percent, without the unit. */
export const signed = (share: number): string => decimal(100 * share, 1);

/** Formats a mean and its interval as percent. */
export const percentRange = ({ mean, low, high }: Interval): string =>
  `${signed(mean)} % (${signed(low)} … ${signed(high)})`;

/** Formats a mean and its interval in percentage points, without the unit. */
export const pointRange = ({ mean, low, high }: Interval): string =>
  `${signed(mean)} (${signed(low)} … ${signed(high)})`;

/** Formats a mean and its interval with some decimals. */
export const numberRange = ({ mean, low, high }: Interval, digits: number): string =>
  `${mean.toFixed(digits)} (${low.toFixed(digits)} … ${high.toFixed(digits)})`;

/** Formats a p-value. */
export const chance = (p: number | null): string =>
  p === null ? '–' : p < 0.001 ? '< .001' : p.toFixed(3).replace(/^0/, '');
