import { epochMs, fraction, percent, toFraction, toPercent, type EpochMs } from './units.ts';

toPercent(fraction(0.5));
toFraction(percent(50));
// @ts-expect-error a percent is not a fraction
toPercent(percent(50));
// @ts-expect-error a plain number is neither
toFraction(50);
// @ts-expect-error a plain number is no time
const time: EpochMs = 5;
export const plain: readonly number[] = [epochMs(5), time];
