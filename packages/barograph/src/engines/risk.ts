/** The risk of a book of positions, by itself. */

export * from '@barograph/stress/risk';
