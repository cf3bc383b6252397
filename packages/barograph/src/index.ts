/** The engines of Barograph, tables of their answers and the readers of files in one import. The wire is `barograph/wire`. */

export * from './browser.ts';
export * from '@barograph/files';
export { loadShippedModel } from './shipped-models.ts';
export { writeParquet } from './write-parquet.ts';
