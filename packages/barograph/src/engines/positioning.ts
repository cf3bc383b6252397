/** Positioning, liquidation levels and gamma. */

export * from '@barograph/positioning';
