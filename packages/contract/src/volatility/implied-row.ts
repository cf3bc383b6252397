/** Implied volatility of one coin, as it is published: the index now and in the past, and the money of every expiry. */

import type { TermPoint } from '@barograph/volatility';
import { Type } from 'typebox';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { publication } from '../published.ts';

/** Coins that options are traded on. */
export const OPTION_COINS = ['BTC', 'ETH'] as const;

/** A value of a coin's implied index. */
export interface ImpliedPoint {
  /** Moment at which it became known, epoch ms. */
  readonly time: number;
  /** Annualised percent. */
  readonly implied: number;
}

/** Options data of one coin. */
export interface ImpliedCoin {
  readonly symbol: string;
  /** The newest value that is not too old; undefined without one. */
  readonly now: ImpliedPoint | undefined;
  readonly termStructure: readonly TermPoint[];
  /** One value per UTC day, oldest first. */
  readonly history: readonly ImpliedPoint[];
}

const ABOVE_ZERO = { exclusiveMinimum: 0 };
const expiry = fieldsOf<TermPoint>();
/** The money of one expiry. */
export const termPoint = record('VolatilityTermPoint', {
  expiry: expiry.moment('When the options expire.', (point) => point.expiry),
  days: expiry.number('Days to expiry, fractional.', (point) => point.days, { minimum: 0 }),
  strike: expiry.number('Strike nearest the forward, quote units.', (point) => point.strike, ABOVE_ZERO),
  forward: expiry.number('Forward price of the expiry, quote units.', (point) => point.forward, ABOVE_ZERO),
  atm_iv: expiry.number(
    'Volatility at the forward, between the two strikes around it, annualised percent.',
    (point) => point.atmVolatility,
    ABOVE_ZERO,
  ),
});
const past = fieldsOf<ImpliedPoint>();
/** A past value of the index. */
export const impliedPoint = record(null, {
  timestamp: past.moment('When the value became known: the end of its day.', ({ time }) => time),
  implied: past.number(
    'Volatility that options of 30 days imply, annualised percent.',
    ({ implied }) => implied,
    ABOVE_ZERO,
  ),
});

const of = fieldsOf<ImpliedCoin>();
/** A published coin. */
export const impliedRow = record('VolatilityImpliedCoin', {
  symbol: of.text('The coin.', ({ symbol }) => symbol),
  implied: of.numberOrNull('The index now, annualised percent; null without one.', ({ now }) => now?.implied ?? null),
  as_of: of.momentOrNull('When it became known; null without one.', ({ now }) => now?.time ?? null),
  term_structure: of.items(termPoint, 'Nearest expiry first.', ({ termStructure }) => termStructure),
  history: of.items(impliedPoint, 'Oldest first, one value per UTC day.', ({ history }) => history),
});
/** A coin on the wire. */
export type ImpliedRowWire = WireOf<typeof impliedRow>;

/** Head of the implied volatilities; it says nothing. */
export type ImpliedHead = Readonly<Record<string, never>>;

/** Publication of implied volatility by tenor. */
export const impliedPublication = publication<ImpliedRowWire, ImpliedHead>('implied', 'implied-snapshot/1', {
  head: Type.Object({}),
  record: impliedRow.schema,
});
