/** Strategies and indicators of the catalogue, and their computation over bars. */

export * from '@barograph/catalogue';
export * from '@barograph/catalogue/compute';
