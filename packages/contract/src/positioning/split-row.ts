/** Holders of a coin by class of trader: the split on the wire. */

import {
  BOOK_DROPS,
  type AccountBook,
  type AccountClasses,
  type CoinSplit,
  type Holding,
} from '@barograph/positioning';
import { Type, type TInteger, type TObject } from 'typebox';
import { fieldsOf, record } from '../fields.ts';
import { shareOf, splitShare } from './share.ts';

/** Market split with additional fields. */
export interface PositioningSource {
  readonly book: AccountBook;
  readonly classes: AccountClasses;
  /** Time of the positions, epoch ms; NaN when unknown. */
  readonly asOf: number;
  /** Accounts whose positions are requested; absent for a file, which contains only its own accounts. */
  readonly tracked?: TrackedSet | undefined;
  /** Open interest by coin, USD at mark; absent when unknown. */
  readonly openInterestUsd?: ReadonlyMap<string, number> | undefined;
}

/** Accounts that a service requests. */
export interface TrackedSet {
  readonly accounts: number;
  /** Accounts skipped by the cycle to end on time. */
  readonly leftOut: number;
}

const holding = fieldsOf<Holding>();

/** Longs and shorts of an account group in a coin. */
export const holdingRow = record('PositionHolding', {
  long_usd: holding.number('Longs at mark, USD.', (h) => h.long, { minimum: 0 }),
  short_usd: holding.number('Shorts at mark, USD.', (h) => h.short, { minimum: 0 }),
  net_usd: holding.number('Longs less shorts, USD.', (h) => h.net),
  gross_usd: holding.number('Longs and shorts, USD.', (h) => h.gross, { minimum: 0 }),
  n_accounts: holding.integer('Accounts with a position.', (h) => h.accounts, { minimum: 0 }),
});

const tagged = fieldsOf<CoinSplit>();
const byTag = record(
  null,
  {
    smart_money: tagged.inner(holdingRow, (s) => s.byTag.smart_money),
    high_leverage: tagged.inner(holdingRow, (s) => s.byTag.high_leverage),
  },
  'Overlays, whatever the class: no breakdown of the classes.',
);

/** Coin with the time of its positions, epoch ms. */
export interface SplitAt {
  readonly split: CoinSplit;
  readonly asOf: number;
  /** USD at mark; undefined when unknown. */
  readonly openInterestUsd?: number | undefined;
}

const coin = fieldsOf<SplitAt>();

/** Holders of a coin; the three classes sum to `all`. */
export const splitRow = record('PositionSplit', {
  market_maker: coin.inner(holdingRow, (s) => s.split.byClass.market_maker),
  whale: coin.inner(holdingRow, (s) => s.split.byClass.whale),
  other: coin.inner(holdingRow, (s) => s.split.byClass.other),
  all: coin.inner(holdingRow, (s) => s.split.all),
  by_tag: coin.inner(byTag, (s) => s.split),
  open_interest_share: coin.ifKnown(splitShare.schema, ({ split: { all }, openInterestUsd }) => {
    const share = shareOf(all, openInterestUsd);
    return share === undefined ? undefined : splitShare.encode(share);
  }),
  positions_as_of: coin.moment('Moment of the positions.', (s) => s.asOf),
});

/** Version of the classifier on the wire: the CalVer of its config. */
export function classifierVersion({ version }: Pick<AccountClasses, 'version'>): string {
  return version.slice(version.indexOf('/') + 1);
}

const field = (name: string): string => `Positions without a sound ${name}.`;
const DROPPED_FOR: Readonly<Record<(typeof BOOK_DROPS)[number], string>> = {
  address: 'Accounts without an address.',
  duplicate_account: 'Accounts whose address came before.',
  equity: 'Accounts whose equity is not a number.',
  positions: 'Accounts without a list of positions.',
  coin: 'Positions without a coin.',
  duplicate_position: 'Positions in a coin that the account had before.',
  size: field('size'),
  entry: field('entry price'),
  leverage: field('leverage'),
  margin: field('margin'),
  liquidation: field('liquidation price'),
  mark: 'Positions in a coin without a mark.',
};

/** Dropped accounts and positions, by reason. */
export const DroppedSchema: TObject<Record<(typeof BOOK_DROPS)[number], TInteger>> = Type.Object(
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are those of the list
  Object.fromEntries(
    BOOK_DROPS.map((reason) => [reason, Type.Integer({ minimum: 0, description: DROPPED_FOR[reason] })]),
  ) as Record<(typeof BOOK_DROPS)[number], TInteger>,
  { description: 'Accounts and positions that were left out because a field is missing or wrong, by reason.' },
);
