/** The depth of one coin's book on the wire. */

import type { BookDepth, SideDepth } from '@barograph/stress';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { EpochMsSchema } from '../scalar.ts';

/** Measured book with additional fields. */
export interface CoinDepth {
  readonly symbol: string;
  /** Moment of the book, epoch ms; null when unknown. */
  readonly time: number | null;
  readonly depth: BookDepth;
  /** USD; null when unknown. */
  readonly openInterestUsd: number | null;
}

const side = fieldsOf<SideDepth>();
const band = (name: string, at: number) =>
  side.numberOrNull(`USD within ${name} of mid, the edge included; null when not measured.`, (s) => s.notional[at], {
    minimum: 0,
  });
const cut = (name: string, at: number) =>
  side.flagOrNull(
    `The book ended inside ${name}, so that the depth is a lower bound; null when not measured.`,
    (s) => s.truncated[at] ?? null,
  );

const bands = record(null, {
  '10bps': band('10 bps', 0),
  '25bps': band('25 bps', 1),
  '50bps': band('50 bps', 2),
  '100bps': band('100 bps', 3),
});
const cuts = record(null, {
  '10bps': cut('10 bps', 0),
  '25bps': cut('25 bps', 1),
  '50bps': cut('50 bps', 2),
  '100bps': cut('100 bps', 3),
});

const depth = fieldsOf<BookDepth>();
const truncated = record(null, {
  bid: depth.inner(cuts, (d) => d.bids, 'Of the bids, by band.'),
  ask: depth.inner(cuts, (d) => d.asks, 'Of the asks, by band.'),
});

const row = fieldsOf<CoinDepth>();

/** Depth, spread and imbalance of a coin. */
export const depthRow = record('DepthRow', {
  symbol: row.text('Base coin, as its venue names it.', (r) => r.symbol),
  timestamp: row.ifKnown(EpochMsSchema, (r) => r.time ?? undefined),
  mid_price: row.number('Mean of best bid and best ask, USD.', (r) => r.depth.mid, { exclusiveMinimum: 0 }),
  spread_bps: row.number('Best ask less best bid, basis points of mid.', (r) => r.depth.spreadBps, { minimum: 0 }),
  imbalance_10bps: row.numberOrNull(
    '(bids − asks)/(bids + asks) of the depths of this row within 10 bps; null when both are empty, or one was not measured to its edge.',
    (r) => r.depth.imbalance,
    { minimum: -1, maximum: 1 },
  ),
  bid_depth: row.inner(bands, (r) => r.depth.bids, 'Resting notional of the bids, by band.'),
  ask_depth: row.inner(bands, (r) => r.depth.asks, 'Resting notional of the asks, by band.'),
  levels_truncated: row.inner(truncated, (r) => r.depth, 'Whether the book ended inside the band, by side and band.'),
  open_interest_usd: row.numberIfKnown('USD; left out when not known.', (r) => r.openInterestUsd, { minimum: 0 }),
  config_version: row.text('Version of the bands.', (r) => r.depth.configVersion),
});
/** The row on the wire. */
export type DepthRowWire = WireOf<typeof depthRow>;
