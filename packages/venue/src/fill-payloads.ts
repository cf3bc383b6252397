/**
 * Serializes the simulator's trades and fills in the venue's format.
 *
 * Public trades do not mark forced closes. The account {@link LIQUIDATOR} takes over every liquidated position, and its fills
 * mark them; public trades separately contain the order that the close placed in the book.
 *
 * @source the venue's public API reference (`WsTrade`, `userFillsByTime`), and recorded trades and fills of 2024 to 2026.
 */

import type { FillColumns, ForcedClose } from '@barograph/simulator';
import { createHash } from 'node:crypto';
import { accountFillPayload } from './account-payloads.ts';
import type { VenueAccounts } from './accounts.ts';
import { decimalText } from './decimal-text.ts';
import type { Payload } from './payloads.ts';
import type { VenuePerps } from './perps.ts';

/** State behind a venue's answers. */
export interface VenueWorld {
  readonly perps: VenuePerps;
  readonly accounts: VenueAccounts;
}

/** Account of the loopback venue whose fills mark forced closes. */
export const LIQUIDATOR: string = `0x${'ba20'.repeat(10)}`;

/** Maximum fills in an answer. */
const MOST_FILLS = 2000;
/** Age up to which the venue keeps fills, ms. */
const KEPT_MS = 7 * 24 * 3_600_000;

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
/** Hash of 48 bits, never 0. */
const numberOf = (text: string): number => 1 + Number.parseInt(digest(text).slice(0, 12), 16);

/** Rows of the channel `trades`, oldest first. */
export function tradePayloads(
  coin: string,
  { length, time, price, size, isBuy, id }: FillColumns,
  usersOf: VenueAccounts['usersOf'],
): readonly Payload[] {
  return Array.from({ length }, (_, i) => ({
    coin,
    side: isBuy[i] === 1 ? 'B' : 'A',
    px: decimalText(price[i]!),
    sz: decimalText(size[i]!),
    time: time[i]!,
    hash: `0x${id[i]!.toString(16).padStart(64, '0')}`,
    tid: id[i]!,
    users: usersOf(id[i]!, isBuy[i] === 1),
  }));
}

function takeover({ symbol, id, side, time, price, size }: ForcedClose): Payload {
  const name = `${symbol} ${id} ${time}`;
  return {
    coin: symbol,
    px: decimalText(price),
    sz: decimalText(size),
    side: side === 'long' ? 'B' : 'A',
    time,
    startPosition: '0.0',
    dir: `Liquidated Isolated ${side === 'long' ? 'Long' : 'Short'}`,
    closedPnl: '0.0',
    hash: `0x${digest(`hash ${name}`)}`,
    oid: numberOf(`order ${name}`),
    crossed: true,
    fee: '0.0',
    tid: numberOf(name),
    liquidation: {
      liquidatedUser: `0x${digest(`user ${symbol} ${id}`).slice(0, 40)}`,
      markPx: decimalText(price),
      method: 'backstop',
    },
    feeToken: 'USDC',
    twapId: null,
  };
}

/**
 * Fills of an account within `[from, to]`, epoch ms, newest first: takeovers for {@link LIQUIDATOR}, trades for
 * other accounts.
 *
 * @param first which end to keep when there are too many.
 */
export function accountFills(
  { perps, accounts }: VenueWorld,
  user: string,
  from: number,
  to: number,
  now: number,
  first: 'oldest' | 'newest',
): readonly Payload[] {
  const address = user.toLowerCase();
  const since = Math.max(from, now - KEPT_MS) - 1;
  const cut = <Row>(rows: readonly Row[]): readonly Row[] =>
    first === 'oldest' ? rows.slice(0, MOST_FILLS) : rows.slice(-MOST_FILLS);
  if (address === LIQUIDATOR) return cut(perps.forcedCloses(since, to)).map(takeover).toReversed();
  return cut(accounts.fills(address, since, to))
    .map((fill) => accountFillPayload(fill, address))
    .toReversed();
}
