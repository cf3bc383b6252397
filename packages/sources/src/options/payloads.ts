/**
 * Answers of the options venue, as far as they are read.
 *
 * @source the venue's public API reference (JSON-RPC over HTTP), and its recorded answers of 2021 to 2026.
 */

import { Type, type TSchema, type TUnsafe } from 'typebox';
import { row, type Values } from '../upstream/payload/row.ts';

/** The envelope of every result. */
function envelope(result: TSchema): TSchema {
  const meta = Type.Optional(Type.Unknown());
  const around = { jsonrpc: meta, id: meta, usIn: meta, usOut: meta, usDiff: meta, testnet: meta };
  return Type.Object({ ...around, result });
}

/** Rows of the index: open time, then open, high, low and close; a moment from which to ask on where there are more. */
export interface IndexPayload {
  readonly result: { readonly data: readonly (readonly unknown[])[]; readonly continuation?: unknown };
}
export const indexPayload: TUnsafe<IndexPayload> = Type.Unsafe(
  envelope(Type.Object({ data: Type.Array(Type.Array(Type.Unknown())), continuation: Type.Optional(Type.Unknown()) })),
);

/** An option of the summary. */
export type SummaryRow = Values<'instrument_name' | 'mark_iv' | 'underlying_price'>;
/** All options of a coin. */
export interface SummaryPayload {
  readonly result: readonly SummaryRow[];
}
/** Fields that are known and not read. */
const UNREAD = [
  'ask_price',
  'base_currency',
  'bid_price',
  'creation_timestamp',
  'estimated_delivery_price',
  'high',
  'interest_rate',
  'last',
  'low',
  'mark_price',
  'mid_price',
  'open_interest',
  'price_change',
  'quote_currency',
  'underlying_index',
  'volume',
  'volume_notional',
  'volume_usd',
] as const;
export const summaryPayload: TUnsafe<SummaryPayload> = Type.Unsafe(
  envelope(Type.Array(row(['instrument_name', 'mark_iv', 'underlying_price'], UNREAD))),
);

/** The error of an answer with status 200. */
export function refusalOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('error' in body)) return undefined;
  const { error } = body;
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined;
  return typeof message === 'string' ? message.slice(0, 200) : 'an error without a message';
}
