/** Meme, liquidity, event, security and policy scores. */

export * from '@barograph/stress';
export * from '@barograph/stress/risk';
