/**
 * Brands for quantities that people confuse in practice. Prices and quantities are plain numbers: arithmetic on brands
 * needs casts, and casts hide bugs. Kernels use `number`; brands stop at package edges.
 */

declare const unit: unique symbol;
type Brand<Name extends string> = number & { readonly [unit]: Name };

/** Milliseconds since 1970-01-01T00:00Z. A bar's time is the time of its *open*. */
export type EpochMs = Brand<'EpochMs'>;
/** Share of one: 0.03 is three in a hundred. */
export type Fraction = Brand<'Fraction'>;
/** Share of a hundred: 3 is three in a hundred. */
export type Percent = Brand<'Percent'>;

/**
 * Marks a number as {@link EpochMs}; checks nothing.
 *
 * @example
 * epochMs(1000); // → 1000
 */
export const epochMs = (value: number): EpochMs => value as EpochMs;
/**
 * Marks a number as a {@link Fraction}; checks nothing.
 *
 * @example
 * fraction(0.12); // → 0.12
 */
export const fraction = (value: number): Fraction => value as Fraction;
/**
 * Marks a number as {@link Percent}; checks nothing.
 *
 * @example
 * percent(12); // → 12
 */
export const percent = (value: number): Percent => value as Percent;
/**
 * Converts 0.03 to 3.
 *
 * @example
 * toPercent(fraction(0.25)); // → 25
 */
export const toPercent = (value: Fraction): Percent => (value * 100) as Percent;
/**
 * Converts 3 to 0.03.
 *
 * @example
 * toFraction(percent(25)); // → 0.25
 */
export const toFraction = (value: Percent): Fraction => (value / 100) as Fraction;
