/** Volatility estimators and regimes. */

export * from '@barograph/volatility';
