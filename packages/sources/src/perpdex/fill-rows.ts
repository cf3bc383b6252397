/**
 * Forced closes among the fills of an account.
 *
 * Public trades do not say which of them were forced. A fill of an account does: `liquidation` names the account whose
 * position was closed, on either side of the trade.
 *
 * @source the venue's public API reference (`userFillsByTime`, `FillLiquidation`), and recorded fills of 2026.
 */

import { Type, type TUnsafe } from 'typebox';
import type { Liquidation } from '../market/liquidations.ts';
import { row, type Values } from '../upstream/payload/row.ts';
import { readTrade, type BadTradeField } from './trade-rows.ts';

/** A fill of an account. */
type FillPayload = Values<'coin' | 'px' | 'sz' | 'side' | 'time' | 'dir' | 'tid' | 'liquidation'>;

const fill = row(
  ['coin', 'px', 'sz', 'side', 'time', 'dir', 'tid', 'liquidation'],
  ['startPosition', 'closedPnl', 'hash', 'oid', 'crossed', 'fee', 'feeToken', 'twapId', 'cloid', 'builderFee'],
);
/** Fills of an account; what is no fill is left out one by one. */
export const fillsPayload: TUnsafe<readonly unknown[]> = Type.Unsafe(Type.Array(Type.Union([fill, Type.Unknown()])));

/** Reasons for which a forced close is left out; `user`: nobody says whose position it was. */
export type BadFillField = BadTradeField | 'user';

/** Statement of a fill about a forced close: none where it was no such. */
export type FillReading =
  | { readonly kind: 'liquidation'; readonly liquidation: Liquidation }
  | { readonly kind: 'none' }
  | { readonly kind: 'bad'; readonly field: BadFillField };

const NONE: FillReading = { kind: 'none' };
const bad = (field: BadFillField): FillReading => ({ kind: 'bad', field });

/** Spot pairs and perps of other venues on the chain. */
const ELSEWHERE = /[@/:#]/;
const FORCED = /^Liquidated \w+ (Long|Short)$/;
const ADDRESS = /^0x[0-9a-f]{40}$/;

/**
 * Side of the position that was closed. The direction says it where one account took the position over; else the order
 * does: who was long sold, and the account on the other side of the trade bought.
 *
 * @returns undefined when nothing says it, or two things say different ones.
 */
function sideOf({ dir, liquidation }: FillPayload, isBuy: boolean, account: string): Liquidation['side'] | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked in the next line
  const { liquidatedUser } = liquidation as Readonly<Record<string, unknown>>;
  const user = typeof liquidatedUser === 'string' ? liquidatedUser.toLowerCase() : '';
  const said = typeof dir === 'string' ? FORCED.exec(dir)?.[1]?.toLowerCase() : undefined;
  const stated = said === 'long' || said === 'short' ? said : undefined;
  if (!ADDRESS.test(user)) return stated;
  const isOwn = user === account.toLowerCase();
  const traded = isBuy === isOwn ? 'short' : 'long';
  return stated === undefined || stated === traded ? traded : undefined;
}

/**
 * Reads a fill.
 *
 * @param account whose fill it is, `0x` and 40 hexadecimal digits.
 */
export function readForcedClose(value: unknown, account: string): FillReading {
  if (typeof value !== 'object' || value === null) return bad('row');
  const fill: FillPayload = value;
  const { coin, liquidation } = fill;
  if (liquidation === undefined || liquidation === null) return NONE;
  if (typeof coin === 'string' && ELSEWHERE.test(coin)) return NONE;
  if (typeof liquidation !== 'object') return bad('user');
  const trade = readTrade(fill);
  if (typeof trade === 'string') return bad(trade);
  const side = sideOf(fill, trade.isBuy, account);
  if (side === undefined) return bad('user');
  const { time, price, size, id } = trade;
  // The venue's number of a trade is one of its moment and perp.
  return {
    kind: 'liquidation',
    liquidation: { symbol: trade.coin, id: `${time}-${trade.coin}-${id}`, time, side, price, size },
  };
}
