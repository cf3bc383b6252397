/** Classes and tags of the accounts of a book. */

/** The classes; every account has exactly one. */
export const TRADER_CLASSES = ['market_maker', 'whale', 'other'] as const;
/** One of {@link TRADER_CLASSES}. */
export type TraderClass = (typeof TRADER_CLASSES)[number];

/** Indices in {@link TRADER_CLASSES}. */
export const MARKET_MAKER = 0;
export const WHALE = 1;
export const OTHER = 2;

/** Overlays: an account may have any of them, whatever its class. */
export const TRADER_TAGS = ['smart_money', 'high_leverage'] as const;
/** One of {@link TRADER_TAGS}. */
export type TraderTag = (typeof TRADER_TAGS)[number];

/** Classes and tags, by the index of the account in its book. */
export interface AccountClasses {
  /** Version of the rules, `classifier/<CalVer>`. */
  readonly version: `classifier/${string}`;
  /** Index in {@link TRADER_CLASSES}. */
  readonly classOf: Uint8Array;
  /** 1 where the account has the tag. */
  readonly smartMoney: Uint8Array;
  readonly highLeverage: Uint8Array;
}
