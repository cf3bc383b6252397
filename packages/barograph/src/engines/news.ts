/** Events of news and their effects, by themselves. */

export * from '@barograph/stress/news';
