/** Figures as a card prints them. */

import type { Interval } from './train/block-bootstrap.ts';

/** With a real minus, and none before a zero. */
export function decimal(value: number, digits: number): string {
  const size = Math.abs(value).toFixed(digits);
  return value < 0 && Number(size) > 0 ? `−${size}` : size;
}

/** A share in percent, without its unit. */
export const signed = (share: number): string => decimal(100 * share, 1);

export const percentRange = ({ mean, low, high }: Interval): string =>
  `${signed(mean)} % (${signed(low)} … ${signed(high)})`;

export const pointRange = ({ mean, low, high }: Interval): string =>
  `${signed(mean)} (${signed(low)} … ${signed(high)})`;

export const numberRange = ({ mean, low, high }: Interval, digits: number): string =>
  `${mean.toFixed(digits)} (${low.toFixed(digits)} … ${high.toFixed(digits)})`;

/** The p of a test. */
export const chance = (p: number | null): string =>
  p === null ? '–' : p < 0.001 ? '< .001' : p.toFixed(3).replace(/^0/, '');
