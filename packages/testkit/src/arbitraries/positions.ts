/**
 * Accounts with open positions and the terms of their coins, in the form that `accountBook` of `@barograph/positioning`
 * takes.
 */

import * as fc from 'fast-check';

/** Open position; the fields of `PositionRecord`. */
export interface DrawnPosition {
  readonly coin: string;
  /** Size in base units: positive long, negative short. */
  readonly size: number;
  /** Average entry price, USD. */
  readonly entry: number;
  /** Leverage, at least 1. */
  readonly leverage: number;
  readonly marginMode: 'cross' | 'isolated';
}

/** Account; the fields of `AccountRecord`. */
export interface DrawnAccount {
  readonly address: string;
  /** Equity, USD; null when unknown. */
  readonly equity: number | null;
  readonly isVault: boolean;
  readonly positions: readonly DrawnPosition[];
}

/** Mark of a coin; the fields of `CoinTerms`. */
export interface DrawnTerms {
  readonly coin: string;
  /** Mark price, USD. */
  readonly mark: number;
  /** Notional from which the tier holds, USD. */
  /** Highest leverage of the tier. */
  readonly tiers: readonly { readonly from: number; readonly maxLeverage: number }[];
}

/** All accounts of a moment, and the terms of every coin that they hold. */
export interface DrawnAccounts {
  readonly accounts: readonly DrawnAccount[];
  readonly terms: readonly DrawnTerms[];
}

/** Options of {@link positions}. */
export interface PositionsOptions {
  /** Coins of the positions. @default BTC, ETH and SOL */
  readonly coins?: readonly string[];
  /** Most accounts. @default 12 */
  readonly accounts?: number;
}

/**
 * Draws accounts with distinct addresses and at most one position per coin; sizes over six decades, entries within a
 * factor of two of the mark, leverage 1…40 or that of the coin's tier if lower. Every number is finite, no size is 0.
 * One equity in ten is unknown, one account in ten is a vault. Shrinks towards no account, then small longs at the
 * mark.
 *
 * @example
 * const fc = await import('fast-check');
 * const { accountBook } = await import('@barograph/positioning');
 * const hasCoins = ({ accounts, terms }: DrawnAccounts) => accountBook(accounts, terms).coins.length === terms.length;
 * fc.assert(fc.property(positions(), hasCoins)); // → undefined
 */
export function positions({
  coins = ['BTC', 'ETH', 'SOL'],
  accounts = 12,
}: PositionsOptions = {}): fc.Arbitrary<DrawnAccounts> {
  const terms = fc.tuple(
    ...coins.map((coin) =>
      fc
        .record({ cents: fc.integer({ min: 100, max: 10_000_000 }), maxLeverage: fc.constantFrom(40, 20, 10) })
        .map(({ cents, maxLeverage }): DrawnTerms => ({
          coin,
          mark: cents / 100,
          tiers: [
            { from: 0, maxLeverage },
            { from: 50_000_000, maxLeverage: maxLeverage / 2 },
          ],
        })),
    ),
  );
  return terms.chain((chosen) => {
    const position = fc
      .record({
        at: fc.nat({ max: coins.length - 1 }),
        decade: fc.nat({ max: 5 }),
        digits: fc.integer({ min: 1, max: 99 }),
        isShort: fc.boolean(),
        // Thousandths of a doubling: entries from half the mark to twice the mark.
        moved: fc.integer({ min: -1_000, max: 1_000 }),
        leverage: fc.integer({ min: 1, max: 40 }),
        isIsolated: fc.boolean(),
      })
      .map(({ at, decade, digits, isShort, moved, leverage, isIsolated }): DrawnPosition => {
        const { coin, mark, tiers } = chosen[at]!;
        const notional = digits * 10 ** (decade + 1);
        return {
          coin,
          size: ((isShort ? -1 : 1) * notional) / mark,
          entry: mark * 2 ** (moved / 1_000),
          leverage: Math.min(leverage, tiers[0]!.maxLeverage),
          marginMode: isIsolated ? 'isolated' : 'cross',
        };
      });
    const account = fc.record({
      equity: fc.oneof(
        { weight: 9, arbitrary: fc.integer({ min: 1, max: 100_000_000 }) },
        { weight: 1, arbitrary: fc.constant(null) },
      ),
      vault: fc.nat({ max: 9 }),
      positions: fc.uniqueArray(position, { maxLength: coins.length, selector: ({ coin }) => coin }),
    });
    return fc.array(account, { maxLength: accounts, size: 'max' }).map((drawn) => ({
      accounts: drawn.map(({ vault, ...rest }, i) => ({
        address: `0x${(i + 1).toString(16).padStart(40, '0')}`,
        isVault: vault === 9,
        ...rest,
      })),
      terms: chosen,
    }));
  });
}
