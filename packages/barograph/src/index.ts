/** The engines of Barograph and the readers of files in one import. The wire is `barograph/wire`. */

export * from '@barograph/core';
export * from '@barograph/cycle';
export * from '@barograph/files';
export * from '@barograph/indicators';
export * from '@barograph/nowcast';
export * from '@barograph/positioning';
export * from '@barograph/stress';
export * from '@barograph/volatility';
