/** Events on the wire: one schema per type, and the crossing from what producers have. */

import { finite, UsageError } from '@barograph/core';
import { Type, type Static, type TObject } from 'typebox';
import { Check } from 'typebox/value';
import { EVENT_TYPES, type EventType, type MarketEvent } from '../event.ts';
import { DataSourceSchema } from '../parameters.ts';
import { EpochMsSchema, nullable, num } from '../scalar.ts';

const Usd = Type.Number({ description: 'USD' });
const Side = Type.Enum(['long', 'short'], { type: 'string' });
const Pct = Type.Number({ description: 'Signed, percent.' });
const WindowSeconds = Type.Integer({ minimum: 1, description: 'seconds' });

const head = {
  id: Type.Integer({ minimum: 0, description: 'Only increases, also across restarts and replicas.' }),
  ts: Type.Integer({ minimum: 0, description: 'When it happened, epoch ms.' }),
  recv_ts: EpochMsSchema,
  venue: Type.String(),
  symbol: Type.String({ description: 'base coin' }),
  data_source: DataSourceSchema,
};

/** A liquidation. */
export const LiquidationWire = Type.Object(
  {
    ...head,
    type: Type.Literal('liquidation'),
    side: Type.Enum(['long', 'short'], { type: 'string', description: "The liquidated position's side." }),
    usd: Usd,
    px: Type.Optional(Type.Number({ description: 'Perp-venue events only.' })),
    sz: Type.Optional(Type.Number({ description: 'Perp-venue events only, base units.' })),
  },
  { title: 'LiquidationEvent' },
);
/** A transfer to or from an exchange. */
export const WhaleTransferWire = Type.Object(
  {
    ...head,
    type: Type.Literal('whale_transfer'),
    exchange: Type.String(),
    chain: Type.String(),
    direction: Type.Enum(['inflow', 'outflow'], { type: 'string', description: 'inflow = deposit to the exchange.' }),
    amount: Type.Number({ description: 'token units' }),
    usd: Usd,
  },
  { title: 'WhaleTransferEvent' },
);
/** A change of a top trader's position. */
export const WhalePositionWire = Type.Object(
  {
    ...head,
    type: Type.Literal('whale_position'),
    action: Type.Enum(['entry', 'exit', 'increase', 'decrease'], { type: 'string' }),
    side: Side,
    size: Type.Number({ description: 'Base units after the change.' }),
    usd: Type.Number({ description: 'Notional of the change at the entry price, USD.' }),
    address: Type.String(),
    change_pct: nullable(Type.Number({ description: 'Percent of the size before; null on an entry.' })),
  },
  { title: 'WhalePositionEvent' },
);
/** A move of a funding rate. */
export const FundingWire = Type.Object(
  {
    ...head,
    type: Type.Literal('funding'),
    rate_1h: Type.Number({ description: 'Fraction per hour.' }),
    prev_rate_1h: Type.Number({ description: 'Fraction per hour.' }),
    settle: Type.Boolean({ description: 'The first print of a new hour.' }),
  },
  { title: 'FundingEvent' },
);
/** A move of open interest. */
export const OiDeltaWire = Type.Object(
  {
    ...head,
    type: Type.Literal('oi_delta'),
    usd: Type.Number({ description: 'Signed change, USD.' }),
    pct: Pct,
    window_s: WindowSeconds,
    oi_usd: Usd,
  },
  { title: 'OiDeltaEvent' },
);
/** A move of a mark price. */
export const PriceMoveWire = Type.Object(
  {
    ...head,
    type: Type.Literal('price_move'),
    pct: Pct,
    price: Type.Number(),
    prev_price: Type.Number(),
    window_s: WindowSeconds,
  },
  { title: 'PriceMoveEvent' },
);

/** Any event. */
export const EventWire = Type.Union(
  [LiquidationWire, WhaleTransferWire, WhalePositionWire, FundingWire, OiDeltaWire, PriceMoveWire],
  { title: 'StreamEvent' },
);
export type EventWire = Static<typeof EventWire>;

const SCHEMA_OF: Readonly<Record<EventType, TObject>> = {
  liquidation: LiquidationWire,
  whale_transfer: WhaleTransferWire,
  whale_position: WhalePositionWire,
  funding: FundingWire,
  oi_delta: OiDeltaWire,
  price_move: PriceMoveWire,
};

/** An event as a log keeps it: what filters look at in columns, the fields of its type as they go out. */
export interface EncodedEvent {
  readonly ts: number;
  readonly recvTs: number;
  readonly type: EventType;
  readonly venue: string;
  readonly symbol: string;
  /** What `min_usd` is held against; null where it is held against nothing. */
  readonly usd: number | null;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** What a log gives back. */
export interface LoggedEvent {
  readonly id: number;
  readonly ts: number;
  readonly recvTs: number;
  readonly type: string;
  readonly venue: string | null;
  readonly symbol: string | null;
  readonly payload: unknown;
}

const seconds = (ms: number): number => Math.max(1, Math.round(finite('windowMs', ms) / 1000));

function fieldsOf(event: MarketEvent): Readonly<Record<string, unknown>> {
  switch (event.type) {
    case 'liquidation':
      return {
        side: event.side,
        usd: finite('usd', event.usd),
        ...(event.fill === undefined
          ? {}
          : { px: finite('price', event.fill.price), sz: finite('size', event.fill.size) }),
      };
    case 'whale_transfer':
      return {
        exchange: event.exchange,
        chain: event.chain,
        direction: event.direction,
        amount: finite('amount', event.amount),
        usd: finite('usd', event.usd),
      };
    case 'whale_position':
      return {
        action: event.action,
        side: event.side,
        size: finite('size', event.size),
        usd: finite('usd', event.usd),
        address: event.address,
        change_pct: num(event.changePct),
      };
    case 'funding':
      return {
        rate_1h: finite('rate1h', event.rate1h),
        prev_rate_1h: finite('prevRate1h', event.prevRate1h),
        settle: event.settle,
      };
    case 'oi_delta':
      return {
        usd: finite('usd', event.usd),
        pct: finite('pct', event.pct),
        window_s: seconds(event.windowMs),
        oi_usd: finite('oiUsd', event.oiUsd),
      };
    case 'price_move':
      return {
        pct: finite('pct', event.pct),
        price: finite('price', event.price),
        prev_price: finite('prevPrice', event.prevPrice),
        window_s: seconds(event.windowMs),
      };
  }
}

/**
 * An event, ready for the log. Funding and price moves have no size that a filter could hold against them.
 *
 * @throws {UsageError} a number that is not finite: every field of an event is measured, or there is no event.
 */
export function encodeEvent(event: MarketEvent): EncodedEvent {
  const { ts, recvTs, type, venue, symbol, dataSource } = event;
  const usd = type === 'funding' || type === 'price_move' ? null : event.usd;
  return { ts, recvTs, type, venue, symbol, usd, payload: { ...fieldsOf(event), data_source: dataSource } };
}

/**
 * An event of the log on the wire.
 *
 * @throws {UsageError} the log holds something that is no event of this version.
 */
export function eventOfLog(logged: LoggedEvent): EventWire {
  const { id, ts, recvTs, type, venue, symbol, payload } = logged;
  const fields: object = typeof payload === 'object' && payload !== null ? payload : {};
  const wire: unknown = { id, ts, recv_ts: recvTs, type, venue, symbol, ...fields };
  const known = EVENT_TYPES.find((name) => name === type);
  if (known === undefined || !Check(SCHEMA_OF[known], wire) || !isEvent(wire)) {
    throw new UsageError(`"event" expected one of the contract, got ${type} ${id}`);
  }
  return wire;
}

/** Told by its type alone: the schema of that type has checked the rest. */
function isEvent(wire: unknown): wire is EventWire {
  return typeof wire === 'object' && wire !== null && 'type' in wire;
}
