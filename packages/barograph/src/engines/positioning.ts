/** Positioning, liquidation levels and gamma, by themselves. */

export * from '@barograph/positioning';
