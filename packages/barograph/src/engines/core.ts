/** Bars, columns, symbols, statistics and the errors of everything else, by themselves. */

export * from '@barograph/core';
