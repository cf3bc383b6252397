/** Bars, columns, symbols, statistics and error types. */

export * from '@barograph/core';
