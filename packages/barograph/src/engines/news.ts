/** News events and their effects. */

export * from '@barograph/stress/news';
