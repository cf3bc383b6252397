/** The moment of the market of the law of tiers. */

/** A Thursday, 13:41:17 UTC: another moment than that of the examples, whose distances to releases would be the same. */
export const NOW: number = Date.UTC(2025, 7, 21, 13, 41, 17);
