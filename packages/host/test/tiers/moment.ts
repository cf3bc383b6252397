/** Market time used by the law of tiers. */

/** A Thursday, 13:41:17 UTC; differs from the time of the examples, whose distances to releases would be equal. */
export const NOW: number = Date.UTC(2025, 7, 21, 13, 41, 17);
