/**
 * Forced closes among the fills of an account.
 *
 * Public trades do not show which of them were forced. A fill of an account does: `liquidation` names the account whose position
 * was closed, on either side of the trade.
 *
 * @source the venue's public API reference (`userFillsByTime`, `FillLiquidation`), and recorded fills of 2026.
 */

import { Type, type TUnsafe } from 'typebox';
import type { Liquidation } from '../market/liquidations.ts';
import { row, type Values } from '../upstream/payload/row.ts';
import { readTrade, type BadTradeField } from './trade-rows.ts';

/** Fill of an account. */
type FillPayload = Values<'coin' | 'px' | 'sz' | 'side' | 'time' | 'dir' | 'tid' | 'liquidation'>;

const fill = row(
  ['coin', 'px', 'sz', 'side', 'time', 'dir', 'tid', 'liquidation'],
  ['startPosition', 'closedPnl', 'hash', 'oid', 'crossed', 'fee', 'feeToken', 'twapId', 'cloid', 'builderFee'],
);
/** Fills of an account; invalid ones are dropped one by one. */
export const fillsPayload: TUnsafe<readonly unknown[]> = Type.Unsafe(Type.Array(Type.Union([fill, Type.Unknown()])));

/** Reasons for dropping a forced close; `user`: the owner of the position is unknown. */
export type BadFillField = BadTradeField | 'user';

/** Reading of a fill: a forced close, a reason, or neither. */
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
 * Side of the closed position. The direction states it when an account took over the position. Otherwise the order does: a long
 * position was sold, and the account on the other side of the trade bought.
 *
 * @returns undefined when nothing states the side, or statements conflict.
 */
function sideOf({ dir, liquidation }: FillPayload, isBuy: boolean, account: string): Liquidation['side'] | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked in the next line
  const { liquidatedUser } = liquidation as Readonly<Record<string, unknown>>;
  const user = typeof liquidatedUser === 'string' ? liquidatedUser.toLowerCase() : '';
  const side = typeof dir === 'string' ? FORCED.exec(dir)?.[1]?.toLowerCase() : undefined;
  const stated = side === 'long' || side === 'short' ? side : undefined;
  if (!ADDRESS.test(user)) return stated;
  const isOwn = user === account.toLowerCase();
  const traded = isBuy === isOwn ? 'short' : 'long';
  return stated === undefined || stated === traded ? traded : undefined;
}

/**
 * Parses a fill.
 *
 * @param account owner of the fill, `0x` and 40 hexadecimal digits.
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
  // The venue's trade ids are unique only within a time and perp.
  return {
    kind: 'liquidation',
    liquidation: { symbol: trade.coin, id: `${time}-${trade.coin}-${id}`, time, side, price, size },
  };
}
