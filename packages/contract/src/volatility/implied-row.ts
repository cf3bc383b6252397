/** Published implied volatility of a coin: index values now and in the past, and at-the-money values by expiry. */

import type { TermPoint } from '@barograph/volatility';
import { Type } from 'typebox';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { publication } from '../published.ts';

/** Coins with options. */
export const OPTION_COINS = ['BTC', 'ETH'] as const;

/** Value of a coin's implied index. */
export interface ImpliedPoint {
  /** Time when it became known, epoch ms. */
  readonly time: number;
  /** Annualised percent. */
  readonly implied: number;
}

/** Options data of one coin. */
export interface ImpliedCoin {
  readonly symbol: string;
  /** Newest value within the age limit; undefined without one. */
  readonly now: ImpliedPoint | undefined;
  readonly termStructure: readonly TermPoint[];
  /** One value per UTC day, oldest first. */
  readonly history: readonly ImpliedPoint[];
}

const ABOVE_ZERO = { exclusiveMinimum: 0 };
const expiry = fieldsOf<TermPoint>();
/** At-the-money values of an expiry. */
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
/** Past value of the index. */
export const impliedPoint = record(null, {
  timestamp: past.moment('When the value became known: the end of its day.', ({ time }) => time),
  implied: past.number(
    'Volatility that options of 30 days imply, annualised percent.',
    ({ implied }) => implied,
    ABOVE_ZERO,
  ),
});

const field = fieldsOf<ImpliedCoin>();
/** A published coin. */
export const impliedRow = record('VolatilityImpliedCoin', {
  symbol: field.text('The coin.', ({ symbol }) => symbol),
  implied: field.numberOrNull(
    'The index now, annualised percent; null without one.',
    ({ now }) => now?.implied ?? null,
  ),
  as_of: field.momentOrNull('When it became known; null without one.', ({ now }) => now?.time ?? null),
  term_structure: field.items(termPoint, 'Nearest expiry first.', ({ termStructure }) => termStructure),
  history: field.items(impliedPoint, 'Oldest first, one value per UTC day.', ({ history }) => history),
});
/** A coin on the wire. */
export type ImpliedRowWire = WireOf<typeof impliedRow>;

/** Empty head of the implied volatilities. */
export type ImpliedHead = Readonly<Record<string, never>>;

/** Publication of implied volatility by tenor. */
export const impliedPublication = publication<ImpliedRowWire, ImpliedHead>('implied', 'implied-snapshot/1', {
  head: Type.Object({}),
  record: impliedRow.schema,
});
