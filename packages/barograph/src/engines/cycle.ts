/** Long-horizon regimes, by themselves. */

export * from '@barograph/cycle';
