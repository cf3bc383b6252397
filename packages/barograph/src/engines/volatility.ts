/** Volatility estimators and regimes, by themselves. */

export * from '@barograph/volatility';
