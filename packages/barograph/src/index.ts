/**
 * Engines, tables of their results, and file readers in one import. Wire types are in `barograph/wire`.
 * `browser.ts` repeats the package list: a bundler that shares it between two entries loses the export names.
 */

export * from '@barograph/core';
export * from '@barograph/cycle';
export * from '@barograph/files';
export * from '@barograph/indicators';
export * from '@barograph/nowcast';
export * from '@barograph/positioning';
export * from '@barograph/risk';
export * from '@barograph/stress';
export * from '@barograph/stress/news';
export * from '@barograph/stress/risk';
export * from '@barograph/volatility';
export { resumeFrom, type Resumed, type ResumeOptions } from './resume-from.ts';
export { loadShippedModel } from './shipped-models.ts';
export { riskOf, riskPanelOf } from './risk-of.ts';
export * from './tables.ts';
export { writeParquet } from './write-parquet.ts';
