/** Types of events: the documented types in order, then the change events. */

import { finite } from '@barograph/core';
import { TRADER_CLASSES } from '@barograph/positioning';
import { Type } from 'typebox';
import { event, type EventKind } from '../event.ts';
import { fieldsOf } from '../fields.ts';
import { nullable, num } from '../scalar.ts';
import type { DatasetName } from '../datasets.ts';
import type { ChangeEvent } from './changes/events.ts';
import { CHANGE_KINDS, CHANGE_TYPES, datasetOfChange } from './changes/kinds.ts';
import type {
  FundingEvent,
  LiquidationEvent,
  MarketEvent,
  OiDeltaEvent,
  PriceMoveEvent,
  WhalePositionEvent,
  WhaleTransferEvent,
} from './market-events.ts';

const SIDES = ['long', 'short'] as const;
const seconds = (ms: number): number => Math.max(1, Math.round(finite('windowMs', ms) / 1000));

const forced = fieldsOf<LiquidationEvent>();
const liquidation = event<LiquidationEvent>(
  'liquidation',
  'events',
  'LiquidationEvent',
  {
    side: forced.choice(SIDES, "The liquidated position's side.", (e) => e.side),
    usd: forced.number('Size, USD.', (e) => finite('usd', e.usd)),
    px: forced.ifKnown(Type.Number({ description: 'Price; perp-venue events only.' }), ({ fill }) =>
      fill === undefined ? undefined : finite('price', fill.price),
    ),
    sz: forced.ifKnown(Type.Number({ description: 'Size, base units; perp-venue events only.' }), ({ fill }) =>
      fill === undefined ? undefined : finite('size', fill.size),
    ),
    derived: forced.ifKnown(
      Type.Boolean({
        description:
          'True where the venue marks none, and it was derived from fills of watched accounts: others are missing.',
      }),
      ({ isDerived }) => isDerived,
    ),
  },
  (e) => e.usd,
);

const moved = fieldsOf<WhaleTransferEvent>();
const whaleTransfer = event<WhaleTransferEvent>(
  'whale_transfer',
  'events',
  'WhaleTransferEvent',
  {
    exchange: moved.text('The exchange.', (e) => e.exchange),
    chain: moved.text('The chain that carried it.', (e) => e.chain),
    direction: moved.choice(['inflow', 'outflow'], 'inflow = deposit to the exchange.', (e) => e.direction),
    amount: moved.number('Token units.', (e) => finite('amount', e.amount)),
    usd: moved.number('Size, USD.', (e) => finite('usd', e.usd)),
  },
  (e) => e.usd,
);

const field = fieldsOf<WhalePositionEvent>();
const whalePosition = event<WhalePositionEvent>(
  'whale_position',
  'events',
  'WhalePositionEvent',
  {
    action: field.choice(['entry', 'exit', 'increase', 'decrease'], 'What became of the position.', (e) => e.action),
    side: field.choice(SIDES, 'Side of the position.', (e) => e.side),
    size: field.number('Base units after the change.', (e) => finite('size', e.size)),
    usd: field.number('Notional of the change at the entry price, USD.', (e) => finite('usd', e.usd)),
    address: field.text('Address of the trader.', (e) => e.address),
    change_pct: field.custom(nullable(Type.Number(), 'Percent of the size before; null on an entry.'), (e) =>
      num(e.changePct),
    ),
    trader_class: field.ifKnown(
      nullable(
        Type.Enum([...TRADER_CLASSES], { type: 'string' }),
        'Class of the trader; null below 100,000 USD of positions.',
      ),
      (e) => e.traderClass,
    ),
  },
  (e) => e.usd,
);

const paid = fieldsOf<FundingEvent>();
const funding = event<FundingEvent>(
  'funding',
  'events',
  'FundingEvent',
  {
    rate_1h: paid.number('Fraction per hour.', (e) => finite('rate1h', e.rate1h)),
    prev_rate_1h: paid.number('The rate before, fraction per hour.', (e) => finite('prevRate1h', e.prevRate1h)),
    settle: paid.flag('The first print of a new hour.', (e) => e.settle),
  },
  () => null,
);

const open = fieldsOf<OiDeltaEvent>();
const oiDelta = event<OiDeltaEvent>(
  'oi_delta',
  'events',
  'OiDeltaEvent',
  {
    usd: open.number('Signed change, USD.', (e) => finite('usd', e.usd)),
    pct: open.number('Signed, percent.', (e) => finite('pct', e.pct)),
    window_s: open.integer('Length of the window, seconds.', (e) => seconds(e.windowMs), { minimum: 1 }),
    oi_usd: open.number('Open interest after the change, USD.', (e) => finite('oiUsd', e.oiUsd)),
  },
  (e) => e.usd,
);

const priced = fieldsOf<PriceMoveEvent>();
const priceMove = event<PriceMoveEvent>(
  'price_move',
  'events',
  'PriceMoveEvent',
  {
    pct: priced.number('Signed, percent.', (e) => finite('pct', e.pct)),
    price: priced.number('Price after the move, quote units.', (e) => finite('price', e.price)),
    prev_price: priced.number('Price before the move, quote units.', (e) => finite('prevPrice', e.prevPrice)),
    window_s: priced.integer('Length of the window, seconds.', (e) => seconds(e.windowMs), { minimum: 1 }),
  },
  () => null,
);

/** Any event of the stream. */
export type StreamEvent = MarketEvent | ChangeEvent;
/** Type of an event of the stream. */
export type EventType = StreamEvent['type'];
type KindOf<Type extends EventType> = EventKind<Extract<StreamEvent, { readonly type: Type }>>;

const DOCUMENTED_KINDS: { readonly [Type in MarketEvent['type']]: KindOf<Type> } = {
  liquidation,
  whale_transfer: whaleTransfer,
  whale_position: whalePosition,
  funding,
  oi_delta: oiDelta,
  price_move: priceMove,
};
/** Types of a query that names none, in document order. */
export const USUAL_TYPES: ReadonlySet<EventType> = new Set(Object.values(DOCUMENTED_KINDS).map(({ type }) => type));

/** Description of every type. */
export const EVENT_KINDS: { readonly [Type in EventType]: KindOf<Type> } = { ...DOCUMENTED_KINDS, ...CHANGE_KINDS };
/** Names of all types, documented ones first. */
export const EVENT_TYPES: readonly EventType[] = Object.values(EVENT_KINDS).map(({ type }) => type);

/** Dataset of an event: only tiers that see some of it receive the event. */
export function datasetOfEvent(type: EventType, payload: Readonly<Record<string, unknown>>): DatasetName {
  const change = CHANGE_TYPES.find((name) => name === type);
  return change === undefined ? EVENT_KINDS[type].dataset : datasetOfChange(change, payload);
}
