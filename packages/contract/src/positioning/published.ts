/** Common parts of answers over a positioning cycle: newest cycle, errors, and requested coins. */

import { symbolIndex } from '@barograph/core';
import type { Result } from '@barograph/core';
import { Type } from 'typebox';
import type { Context } from '../context.ts';
import { ANY_SPELLING } from '../parameters.ts';
import type { Problem } from '../problem.ts';
import type { View } from '../published.ts';
import { ACCOUNT_CYCLE_ERRORS, publishedCycle } from '../shapes/account-cycle.ts';
import { POSITIONING } from './port.ts';
import { positioningPublication, type PositioningHead, type PositioningRecordWire } from './publication.ts';

/** Cycle as visible to a caller. */
export type PositioningView = View<PositioningRecordWire, PositioningHead>;

/** Family, port and errors of every operation of positioning. */
export const ofPositioning = {
  family: 'quant',
  ports: [POSITIONING],
  errors: ACCOUNT_CYCLE_ERRORS,
} as const;

/** Returns the newest cycle, or the reason why it is missing. */
export function publishedPositioning(context: Context): Result<PositioningView, Problem> {
  return publishedCycle(context, context.use(POSITIONING).status, positioningPublication);
}

/** Parameter of one or several coins. */
export const symbolsParameter = Type.Optional(
  Type.String({
    minLength: 1,
    description: `Coins, separated by commas; all of them when left out. ${ANY_SPELLING} A coin without positions is absent from the answer.`,
    examples: ['BTC'],
  }),
);

/** Parameter of one coin. */
export const symbolParameter = Type.String({
  minLength: 1,
  description: `Coin. ${ANY_SPELLING}`,
  examples: ['BTC'],
});

/** Records of the requested coins in cycle order; all without a list. */
export function askedRecords({ records }: PositioningView, list: string | undefined): readonly PositioningRecordWire[] {
  const rows = records.map(({ value }) => value);
  if (list === undefined) return rows;
  const symbols = symbolIndex(rows.map(({ symbol }) => symbol));
  const chosen = new Set(list.split(',').map((name) => symbols.find(name, 'coin')));
  return rows.filter(({ symbol }) => chosen.has(symbol));
}

/** Record of a coin; undefined without positions. */
export function recordOf(view: PositioningView, name: string): PositioningRecordWire | undefined {
  return askedRecords(view, name)[0];
}
