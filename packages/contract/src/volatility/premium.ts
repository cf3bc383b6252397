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
    (of) => of.realized,
    { minimum: 0 },
  ),
  implied: numberOrNull(
    'Volatility that options of 30 days imply, annualised percent; null without a source of options.',
    (of) => of.implied,
    { minimum: 0 },
  ),
  vrp: numberOrNull('implied − realized, volatility points; null when either is.', (of) => of.vrp),
});

/** The premium of each coin that options are traded on. */
export const majorsField = fieldsOf<Majors>().custom(
  Type.Record(Type.String(), variancePremiumRecord.schema, { description: 'BTC and ETH; on tier free BTC alone.' }),
  (majors) => byCoin(majors, variancePremiumRecord.encode),
);

/** A value for each coin. */
export function byCoin<From, To>(coins: Readonly<Record<string, From>>, value: (of: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(coins).map(([coin, one]) => [coin, value(one)]));
}

/** Newest implied volatilities, as far as the caller sees them; undefined before the first ones. */
export type ImpliedView = View<ImpliedRowWire, ImpliedHead> | undefined;

/** The published coin; undefined where nothing is known of it. */
export function impliedOf(view: ImpliedView, coin: string): ImpliedRowWire | undefined {
  return view?.records.find(({ value }) => value.symbol === coin)?.value;
}

/** Realised volatilities with what options say beside them. */
export function withImplied(majors: Majors, view: ImpliedView): Majors {
  return Object.fromEntries(
    Object.entries(majors).map(([coin, { realized }]) => [
      coin,
      variancePremium(impliedOf(view, coin)?.implied ?? null, realized),
    ]),
  );
}
