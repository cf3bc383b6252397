/** Entry for browser bundlers: engines and tables, without file readers. */

export * from '@barograph/core';
export * from '@barograph/cycle';
export * from '@barograph/indicators';
export * from '@barograph/nowcast';
export * from '@barograph/positioning';
export * from '@barograph/risk';
export * from '@barograph/stress';
export * from '@barograph/stress/news';
export * from '@barograph/stress/risk';
export * from '@barograph/volatility';
export { resumeFrom, type Resumed, type ResumeOptions } from './resume-from.ts';
export { riskOf, riskPanelOf } from './risk-of.ts';
export * from './tables.ts';
