/** GET /volatility/implied: implied volatility of the majors, and its premium over realised volatility. */

import type { VariancePremium } from '@barograph/volatility';
import { Type } from 'typebox';
import { fieldsOf, record, within } from '../fields.ts';
import { head, type Stamp } from '../shapes/head.ts';
import { sourceFields, stampFields } from '../shapes/page.ts';
import { FIRST_RELEASE } from '../version.ts';
import { volatilityEngine } from './engine.ts';
import { impliedPoint, impliedPublication, termPoint, type ImpliedRowWire } from './implied-row.ts';
import { OPTIONS_SOURCES } from './port.ts';
import { byCoin, impliedOf, majorsField, withImplied } from './premium.ts';

/** Status of implied volatility. */
const STATUSES = ['ok', 'warming', 'unavailable'] as const;
type ImpliedStatus = (typeof STATUSES)[number];
const REASONS: Readonly<Record<ImpliedStatus, string | null>> = {
  ok: null,
  warming: 'The source of options has not brought a value that is new enough.',
  unavailable: 'No source of options is connected.',
};

/** Realised and implied volatility of one coin. */
export interface ImpliedPremium extends VariancePremium {
  readonly termStructure: ImpliedRowWire['term_structure'];
  /** Oldest first. */
  readonly history: ImpliedRowWire['history'];
}

/** Inputs of the answer. */
export interface ImpliedOf {
  readonly coins: Readonly<Record<string, ImpliedPremium>>;
  /** Time when the newest value of any coin became known, epoch ms; null without one. */
  readonly impliedAsOf: number | null;
  /** Whether histories and expiries are included. */
  readonly detail: boolean;
  readonly status: ImpliedStatus;
}

const field = fieldsOf<ImpliedOf & Stamp>();
/** Answer. Histories and expiries require detail=true and tier pro_plus. */
export const impliedReply = record('VolatilityImplied', {
  ...within(({ coins }: ImpliedOf & Stamp) => coins, { coins: majorsField }),
  term_structure: field.ifKnown(
    Type.Record(Type.String(), Type.Array(termPoint.schema), {
      description: 'By coin, nearest expiry first. With detail=true on tier pro_plus.',
    }),
    ({ coins, detail }) => (detail ? byCoin(coins, ({ termStructure }) => termStructure) : undefined),
  ),
  history: field.ifKnown(
    Type.Record(Type.String(), Type.Array(impliedPoint.schema), {
      description: 'By coin, oldest first. With detail=true on tier pro_plus.',
    }),
    ({ coins, detail }) => (detail ? byCoin(coins, ({ history }) => history) : undefined),
  ),
  status: field.choice(
    STATUSES,
    'warming and unavailable: implied volatility is null, and reason says why.',
    ({ status }) => status,
  ),
  reason: field.textOrNull('Why implied is null; null when it is known.', ({ status }) => REASONS[status]),
  implied_as_of: field.momentOrNull(
    'When the newest value became known: the end of its hour, of its day where the source has days alone; null without one.',
    ({ impliedAsOf }) => impliedAsOf,
  ),
  ...stampFields,
  source: sourceFields.source,
});

export const volatilityImplied = head('volatility.implied', {
  family: 'volatility',
  path: '/volatility/implied',
  dataset: 'volatility',
  parts: { detail: 'implied_detail' },
  ports: [OPTIONS_SOURCES],
  summary: 'Implied volatility of BTC and ETH, and its premium over the realised one.',
  description:
    'implied is the index of the options venue for 30 days, refreshed every 15 minutes; vrp is what it has above the realised volatility of 30 days. Without a source of options both are null, and status and reason say so. detail=true adds the volatility of the money of every expiry and a year of the index, a value per UTC day, on tier pro_plus, and nothing below it.',
  of: volatilityEngine,
  beside: impliedPublication,
  resource: 'volatility rows',
  query: Type.Object({ detail: Type.Boolean({ default: false }) }),
  reply: impliedReply,
  make: ({ head: { majors }, beside, query, sees, use }): ImpliedOf => {
    const coins = withImplied(majors, beside);
    const moments = Object.keys(coins).map((coin) => impliedOf(beside, coin)?.as_of ?? 0);
    const impliedAsOf = Math.max(0, ...moments);
    const isKnown = impliedAsOf > 0;
    return {
      coins: Object.fromEntries(
        Object.entries(coins).map(([coin, premium]) => {
          const { term_structure: termStructure = [], history = [] } = impliedOf(beside, coin) ?? {};
          return [coin, { ...premium, termStructure, history }];
        }),
      ),
      impliedAsOf: isKnown ? impliedAsOf : null,
      detail: query.detail && sees('detail'),
      status: isKnown ? 'ok' : use(OPTIONS_SOURCES).hasImplied ? 'warming' : 'unavailable',
    };
  },
  notes: [
    { date: FIRST_RELEASE, text: 'the answer also carries status, reason, implied_as_of, as_of and data_source' },
  ],
});
