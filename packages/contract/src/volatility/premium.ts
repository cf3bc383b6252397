/** Realised against implied volatility of a coin on the wire. */

import { variancePremium, type VariancePremium } from '@barograph/volatility';
import { Type } from 'typebox';
import { fieldsOf, record } from '../fields.ts';
import type { View } from '../published.ts';
import type { ImpliedHead, ImpliedRowWire } from './implied-row.ts';

/** Realised against implied volatility, by coin. */
export type Majors = Readonly<Record<string, VariancePremium>>;

const { numberOrNull } = fieldsOf<VariancePremium>();

/** Realised and implied volatility of one coin. */
export const variancePremiumRecord = record('VariancePremium', {
  realized: numberOrNull(
    'Close-to-close volatility of 30 days, annualised percent; null until there are 31.',
    (premium) => premium.realized,
    { minimum: 0 },
  ),
  implied: numberOrNull(
    'Volatility that options of 30 days imply, annualised percent; null without a source of options.',
    (premium) => premium.implied,
    { minimum: 0 },
  ),
  vrp: numberOrNull('implied − realized, volatility points; null when either is.', (premium) => premium.vrp),
});

/** Premium of each coin with options. */
export const majorsField = fieldsOf<Majors>().custom(
  Type.Record(Type.String(), variancePremiumRecord.schema, { description: 'BTC and ETH; on tier free BTC alone.' }),
  (majors) => byCoin(majors, variancePremiumRecord.encode),
);

/** Maps a value for each coin. */
export function byCoin<From, To>(coins: Readonly<Record<string, From>>, value: (coin: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(coins).map(([coin, one]) => [coin, value(one)]));
}

/** Newest implied volatilities visible to the caller; undefined before the first. */
export type ImpliedView = View<ImpliedRowWire, ImpliedHead> | undefined;

/** Published coin; undefined when unknown. */
export function impliedOf(view: ImpliedView, coin: string): ImpliedRowWire | undefined {
  return view?.records.find(({ value }) => value.symbol === coin)?.value;
}

/** Adds implied volatilities to realised ones. */
export function withImplied(majors: Majors, view: ImpliedView): Majors {
  return Object.fromEntries(
    Object.entries(majors).map(([coin, { realized }]) => [
      coin,
      variancePremium(impliedOf(view, coin)?.implied ?? null, realized),
    ]),
  );
}
