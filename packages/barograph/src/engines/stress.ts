/** Meme, liquidity, event, security and policy scores, by themselves. */

export * from '@barograph/stress';
export * from '@barograph/stress/risk';
