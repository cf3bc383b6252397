/** Classes and tags of a book's accounts. */

/** Classes; every account has exactly one. */
export const TRADER_CLASSES = ['market_maker', 'whale', 'other'] as const;
/** Class of an account. */
export type TraderClass = (typeof TRADER_CLASSES)[number];

/** Indexes in {@link TRADER_CLASSES}. */
export const MARKET_MAKER = 0;
export const WHALE = 1;
export const OTHER = 2;

/** Tags: an account may have any of them, whatever its class. */
export const TRADER_TAGS = ['smart_money', 'high_leverage'] as const;
/** Tag of an account. */
export type TraderTag = (typeof TRADER_TAGS)[number];

/** Classes and tags, by the account's index in its book. */
export interface AccountClasses {
  /** Version of the rules, `classifier/<CalVer>`. */
  readonly version: `classifier/${string}`;
  /** Index in {@link TRADER_CLASSES}. */
  readonly classOf: Uint8Array;
  /** 1 for an account with the tag. */
  readonly smartMoney: Uint8Array;
  readonly highLeverage: Uint8Array;
}
