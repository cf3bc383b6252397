/** An account and its positions on the wire. */

import { TRADER_CLASSES, type AccountBook, type TraderClass } from '@barograph/positioning';
import { fieldsOf, record, type WireOf } from '../fields.ts';

/** Position valued at mark. */
interface PositionAtMark {
  readonly coin: string;
  /** Base units: positive long, negative short. */
  readonly size: number;
  readonly entry: number;
  readonly mark: number;
  readonly notional: number;
  /** NaN when unknown, like the two below. */
  readonly leverage: number;
  readonly margin: number;
  readonly liquidation: number;
  readonly isIsolated: boolean;
  readonly isSolved: boolean;
}

/** An account at a moment. */
export interface WalletAt {
  readonly address: string;
  readonly traderClass: TraderClass | null;
  readonly isVault: boolean;
  /** USD; NaN when unknown. */
  readonly equity: number;
  readonly gross: number;
  readonly net: number;
  /** Largest first. */
  readonly positions: readonly PositionAtMark[];
  /** Time of the positions, epoch ms. */
  readonly asOf: number;
}

/**
 * The accounts of a book with their positions, in the order of the book.
 *
 * @param asOf time of the positions, epoch ms.
 * @example
 * const record = { address: '0xab', equity: 2e5, positions: [{ coin: 'BTC', size: 3, entry: 80_000, leverage: 5 }] };
 * const book = accountBook([record], [{ coin: 'BTC', mark: 90_000 }]);
 * walletsOf(book, () => null, 0).map(({ gross }) => gross); // → [ 270000 ]
 */
export function walletsOf(
  book: AccountBook,
  classOf: (address: string) => TraderClass | null,
  asOf: number,
): readonly WalletAt[] {
  const { accounts, positions, coins, marks } = book;
  const own = accounts.address.map((): PositionAtMark[] => []);
  for (const [i, account] of positions.account.entries()) {
    const coin = positions.coin[i]!;
    own[account]!.push({
      coin: coins[coin]!,
      size: positions.size[i]!,
      entry: positions.entry[i]!,
      mark: marks[coin]!,
      notional: positions.notional[i]!,
      leverage: positions.leverage[i]!,
      margin: positions.margin[i]!,
      liquidation: positions.liquidation[i]!,
      isIsolated: positions.isolated[i] === 1,
      isSolved: positions.solved[i] === 1,
    });
  }
  return accounts.address.map((address, i) => ({
    address,
    traderClass: classOf(address),
    isVault: accounts.vault[i] === 1,
    equity: accounts.equity[i]!,
    gross: accounts.gross[i]!,
    net: accounts.net[i]!,
    positions: own[i]!.sort((a, b) => b.notional - a.notional),
    asOf,
  }));
}

const POSITIVE = { minimum: 0 };
const markField = fieldsOf<PositionAtMark>();
const position = record('WalletPosition', {
  coin: markField.text('The perp, as its venue names it.', (p) => p.coin),
  side: markField.choice(['long', 'short'], 'Side of the position.', (p) => (p.size > 0 ? 'long' : 'short')),
  size: markField.number('Base units.', (p) => Math.abs(p.size), POSITIVE),
  entry_price: markField.number('Average price of entry, USD.', (p) => p.entry, POSITIVE),
  mark_price: markField.number('USD.', (p) => p.mark, POSITIVE),
  notional_usd: markField.number('At mark, USD.', (p) => p.notional, POSITIVE),
  unrealized_pnl_usd: markField.number('Against the price of entry, at mark, USD.', (p) => p.size * (p.mark - p.entry)),
  leverage: markField.numberOrNull('Chosen by the account; null where it is not known.', (p) => p.leverage, POSITIVE),
  margin_mode: markField.choice(['cross', 'isolated'], 'cross: the whole account backs the position.', (p) =>
    p.isIsolated ? 'isolated' : 'cross',
  ),
  margin_usd: markField.numberOrNull('Behind an isolated position, USD; null of a cross one.', (p) => p.margin),
  liquidation_price: markField.numberOrNull(
    'USD; null where no price liquidates it, or it is not known.',
    (p) => p.liquidation,
    POSITIVE,
  ),
  liquidation_basis: markField.choiceOrNull(
    ['venue', 'solved'],
    'venue: as the venue says; solved: from margins and maintenance tiers; null without a price.',
    (p) => (Number.isNaN(p.liquidation) ? null : p.isSolved ? 'solved' : 'venue'),
  ),
  liquidation_dist_pct: markField.numberOrNull(
    'Signed distance from mark, percent.',
    (p) => 100 * (p.liquidation / p.mark - 1),
  ),
});

const field = fieldsOf<WalletAt>();
/** An account with its positions. */
export const walletRow = record('Wallet', {
  address: field.text('0x and 40 hexadecimal digits, lower case.', (w) => w.address),
  trader_class: field.choiceOrNull(
    TRADER_CLASSES,
    'Class of the account; null below 100,000 USD of positions.',
    (w) => w.traderClass,
  ),
  is_vault: field.flag('A pool that trades for its depositors.', (w) => w.isVault),
  account_value_usd: field.numberOrNull('Positions included; null where it is not known.', (w) => w.equity),
  gross_usd: field.number('Longs and shorts at mark, USD.', (w) => w.gross, POSITIVE),
  net_usd: field.number('Longs less shorts at mark, USD.', (w) => w.net),
  leverage: field.numberOrNull('Gross over account value; null where the value is not above 0.', (w) =>
    w.equity > 0 ? w.gross / w.equity : null,
  ),
  n_positions: field.integer('Rows in positions.', (w) => w.positions.length, POSITIVE),
  positions: field.items(position, 'Largest first; empty where the account holds none.', (w) => w.positions),
  positions_as_of: field.moment('Moment of the positions.', (w) => w.asOf),
});
/** An account on the wire. */
export type WalletWire = WireOf<typeof walletRow>;
