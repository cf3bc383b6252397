/**
 * The engines of Barograph, tables of their answers and the readers of files in one import. The wire is `barograph/wire`.
 * The packages stand here and in `browser.ts`: a bundler that shares a list of them between two entries loses their names.
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
