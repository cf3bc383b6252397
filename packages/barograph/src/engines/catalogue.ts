/** Strategies and indicators of the catalogue, and what computes them over bars. */

export * from '@barograph/catalogue';
export * from '@barograph/catalogue/compute';
