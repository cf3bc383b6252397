/** Long-horizon regimes. */

export * from '@barograph/cycle';
