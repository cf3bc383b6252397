/** GET /volatility/implied: implied volatility of the majors, and its premium over the realised one. */

import type { TermPoint, VariancePremium } from '@barograph/volatility';
import { Type } from 'typebox';
import { fieldsOf, record, within } from '../fields.ts';
import { head, type Stamp } from '../shapes/head.ts';
import { sourceFields, stampFields } from '../shapes/page.ts';
import { API_VERSION } from '../version.ts';
import { volatilityEngine } from './engine.ts';
import { byCoin, majorsField } from './premium.ts';

/** Said of implied volatility until a source of options is connected. */
const NO_OPTIONS = 'No source of options is connected.';

/** A past value of a coin's implied index. */
interface ImpliedPoint {
  /** Epoch ms. */
  readonly time: number;
  /** Annualised percent. */
  readonly implied: number;
}

/** Options data of one coin. */
export interface ImpliedCoin extends VariancePremium {
  readonly termStructure: readonly TermPoint[];
  /** Oldest first. */
  readonly history: readonly ImpliedPoint[];
}

/** Inputs of the answer. */
export interface ImpliedOf {
  readonly coins: Readonly<Record<string, ImpliedCoin>>;
  /** Carries histories and expiries. */
  readonly detail: boolean;
  /** Reason why there is no implied volatility; null when there is. */
  readonly reason: string | null;
}

const ABOVE_ZERO = { exclusiveMinimum: 0 };
const expiry = fieldsOf<TermPoint>();
const termPoint = record('VolatilityTermPoint', {
  expiry: expiry.moment('When the options expire.', (point) => point.expiry),
  days: expiry.number('Days to expiry, fractional.', (point) => point.days, { minimum: 0 }),
  strike: expiry.number('Strike nearest the forward, quote units.', (point) => point.strike, ABOVE_ZERO),
  forward: expiry.number('Forward price of the expiry, quote units.', (point) => point.forward, ABOVE_ZERO),
  atm_iv: expiry.number('At-the-money volatility, annualised percent.', (point) => point.atmVolatility, ABOVE_ZERO),
});
const past = fieldsOf<ImpliedPoint>();
const impliedPoint = record(null, {
  timestamp: past.moment('Moment of the value.', ({ time }) => time),
  implied: past.number(
    'Volatility that options of 30 days imply, annualised percent.',
    ({ implied }) => implied,
    ABOVE_ZERO,
  ),
});

const of = fieldsOf<ImpliedOf & Stamp>();
/** The answer. Histories and expiries are there with detail=true on tier pro_plus. */
export const impliedReply = record('VolatilityImplied', {
  ...within(({ coins }: ImpliedOf & Stamp) => coins, { coins: majorsField }),
  term_structure: of.ifKnown(
    Type.Record(Type.String(), Type.Array(termPoint.schema), {
      description: 'By coin, nearest expiry first. With detail=true on tier pro_plus.',
    }),
    ({ coins, detail }) =>
      detail ? byCoin(coins, ({ termStructure }) => termStructure.map(termPoint.encode)) : undefined,
  ),
  history: of.ifKnown(
    Type.Record(Type.String(), Type.Array(impliedPoint.schema), {
      description: 'By coin, oldest first. With detail=true on tier pro_plus.',
    }),
    ({ coins, detail }) => (detail ? byCoin(coins, ({ history }) => history.map(impliedPoint.encode)) : undefined),
  ),
  status: of.choice(
    ['ok', 'unavailable'],
    'unavailable: implied volatility is null, and reason says why.',
    ({ reason }) => (reason === null ? 'ok' : 'unavailable'),
  ),
  reason: of.textOrNull('Why implied is null; null when it is known.', ({ reason }) => reason),
  ...stampFields,
  source: sourceFields.source,
});

export const volatilityImplied = head('volatility.implied', {
  family: 'volatility',
  path: '/volatility/implied',
  access: 'key',
  coinScope: { free: ['BTC'] },
  parts: { detail: 'pro_plus' },
  summary: 'Implied volatility of BTC and ETH, and its premium over the realised one.',
  description:
    'Without a source of options implied and vrp are null, and reason says so. detail=true adds the at-the-money volatility of every expiry and the history of the implied index on tier pro_plus, and nothing below it.',
  of: volatilityEngine,
  resource: 'volatility rows',
  query: Type.Object({ detail: Type.Boolean({ default: false }) }),
  reply: impliedReply,
  make: ({ head: { majors }, query, sees }): ImpliedOf => ({
    coins: byCoin(majors, (one) => ({ ...one, termStructure: [], history: [] })),
    detail: query.detail && sees('detail'),
    reason: NO_OPTIONS,
  }),
  notes: [{ date: API_VERSION, text: 'the answer also carries status, reason, as_of and data_source' }],
});
