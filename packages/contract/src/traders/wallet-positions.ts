/** GET /perpdex/wallet-positions: positions of tracked accounts, and of any other account on demand. */

import { err, ok, type Result } from '@barograph/core';
import {
  accountBook,
  classesNow,
  CLASSIFIER_V2026_11_1,
  TRADER_CLASSES,
  type AccountRecord,
} from '@barograph/positioning';
import { Type } from 'typebox';
import { value, type ValueBody } from '../body.ts';
import type { Caller, Context } from '../context.ts';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { operation } from '../operation.ts';
import { problem, type Problem } from '../problem.ts';
import type { View } from '../published.ts';
import { keptByView } from '../shapes/kept.ts';
import { noSource } from '../shapes/no-source.ts';
import { sourceFields } from '../shapes/page.ts';
import { provenanced } from '../shapes/provenance.ts';
import { sourced, withSource } from '../shapes/sourced.ts';
import { decodeAddress } from './address.ts';
import { TRADERS } from './port.ts';
import type { WalletsHead } from './publication.ts';
import { addressParameter, ofTraders, publishedWallets } from './published.ts';
import { walletRow, walletsOf, type WalletWire } from './wallet-row.ts';

/** Retry-After when a source does not answer, seconds. */
const RETRY_SECONDS = 3;

const POSITIVE = { minimum: 0 };
const facts = fieldsOf<WalletsHead>();
/** Figures of the tracked accounts. */
export const trackedFields = {
  tracked: facts.integer('Accounts whose positions the source asks for.', (h) => h.tracked, POSITIVE),
  left_out: facts.integer('Accounts that its newest cycle left out to end on time.', (h) => h.leftOut, POSITIVE),
  positions_as_of: facts.moment('Moment of the newest cycle of positions.', (h) => h.positionsAsOf),
};

interface Found extends WalletsHead {
  readonly wallets: readonly WalletWire[];
  readonly isOnDemand: boolean;
}
const field = fieldsOf<Found>();
/** The answer. */
export const walletPositionsReply = record('WalletPositions', {
  wallets: field.custom(
    Type.Array(walletRow.schema, { description: 'Largest account value first.' }),
    ({ wallets }) => [...wallets],
  ),
  count: field.integer('Rows in wallets.', ({ wallets }) => wallets.length, POSITIVE),
  on_demand: field.flag(
    'Whether the account was asked for now, because it is none of the answer without address.',
    (f) => f.isOnDemand,
  ),
  ...trackedFields,
});
type Wire = WireOf<typeof walletPositionsReply>;
type WalletsView = View<WalletWire, WalletsHead>;

const kept = keptByView<ValueBody<Wire>>();

export const walletPositions = operation('perpdex.wallet_positions', {
  ...ofTraders,
  path: '/perpdex/wallet-positions',
  pointInTime: true,
  summary: 'Positions of the largest tracked accounts, or of one account by address.',
  description:
    'Positions at mark, every five minutes. An address that is not among them is asked for on demand, within 9 s and at a rate of its own per key (10 a minute, 500 a day; 429 beyond it); the same account is asked for once in 10 s. One that holds nothing has an empty list.',
  query: Type.Object({ address: addressParameter('The largest tracked accounts when left out.') }),
  reply: withSource(walletPositionsReply.schema),
  answer: (context, { query, caller }) => {
    const address = query.address === undefined ? ok(undefined) : decodeAddress(query.address);
    if (!address.ok) return address;
    const published = publishedWallets(context);
    if (!published.ok) return published;
    const view = published.value;
    const wanted = address.value;
    const rows = view.records.map(({ value: row }) => row);
    const wallets = wanted === undefined ? rows : rows.filter((row) => row.address === wanted);
    if (wanted !== undefined && wallets.length === 0) return askedFor(context, view, wanted, caller);
    const make = (): ValueBody<Wire> =>
      value(sourced(walletPositionsReply.encode({ ...view.head, wallets, isOnDemand: false }), view));
    return ok(kept(view, query, () => wanted ?? '', make));
  },
});

/** Answer for an account fetched on demand. */
async function askedFor(
  context: Context,
  { head }: WalletsView,
  address: string,
  caller: Caller | undefined,
): Promise<Result<ValueBody<Wire>, Problem>> {
  const found = await context.use(TRADERS).account(address, caller?.key);
  switch (found.kind) {
    case 'no_source':
      return err(noSource('single accounts'));
    case 'limited': {
      const message = `The key has asked for ${found.limit} by address.`;
      return err(problem('rate_limited', message, { retryAfter: found.retryAfter }));
    }
    case 'late': {
      const message = 'The source did not bring the account in time.';
      return err(problem('source_unavailable', message, { retryAfter: RETRY_SECONDS }));
    }
    case 'found': {
      const wallets = [walletAt(found.account ?? { address, equity: NaN, positions: [] }, head, found.asOf)];
      const wire = walletPositionsReply.encode({ ...head, wallets, isOnDemand: true });
      return ok(value(provenanced({ ...wire, data_source: sourceFields.data_source.read(found) }, found)));
    }
  }
}

/** Values an account at the marks of the newest cycle. */
function walletAt(account: AccountRecord, { terms }: WalletsHead, asOf: number): WalletWire {
  const book = accountBook([account], terms, { leastNotional: 0 });
  const [wallet] = walletsOf(book, () => TRADER_CLASSES[classesNow(book).classOf[0]!]!, asOf);
  const { address, equity } = account;
  const nothing = {
    address,
    isVault: account.isVault === true,
    equity: equity ?? NaN,
    gross: 0,
    net: 0,
    positions: [],
    asOf,
  };
  const { leastNotional } = CLASSIFIER_V2026_11_1;
  if (wallet === undefined) return walletRow.encode({ ...nothing, traderClass: null });
  return walletRow.encode(wallet.gross < leastNotional ? { ...wallet, traderClass: null } : wallet);
}
