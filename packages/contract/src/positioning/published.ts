/** Common parts of the answers over a positioning cycle: the newest one, its errors, and the coins that are asked for. */

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

/** A cycle as a caller sees it. */
export type PositioningView = View<PositioningRecordWire, PositioningHead>;

/** Family, port and errors of every operation of positioning. */
export const ofPositioning = {
  family: 'quant',
  ports: [POSITIONING],
  errors: ACCOUNT_CYCLE_ERRORS,
} as const;

/** The newest cycle, or why there is none. */
export function publishedPositioning(context: Context): Result<PositioningView, Problem> {
  return publishedCycle(context, context.use(POSITIONING).status, positioningPublication);
}

/** The parameter of one coin or several. */
export const symbolsParameter = Type.Optional(
  Type.String({
    minLength: 1,
    description: `Coins, separated by commas; all of them when left out. ${ANY_SPELLING} A coin without positions is absent from the answer.`,
    examples: ['BTC'],
  }),
);

/** The parameter of one coin. */
export const symbolParameter = Type.String({
  minLength: 1,
  description: `Coin. ${ANY_SPELLING}`,
  examples: ['BTC'],
});

/** Records of the coins that are asked for, in the order of the cycle; all without a list. */
export function askedRecords({ records }: PositioningView, list: string | undefined): readonly PositioningRecordWire[] {
  const rows = records.map(({ value }) => value);
  if (list === undefined) return rows;
  const symbols = symbolIndex(rows.map(({ symbol }) => symbol));
  const asked = new Set(list.split(',').map((name) => symbols.find(name, 'coin')));
  return rows.filter(({ symbol }) => asked.has(symbol));
}

/** The record of one coin; undefined of one without positions. */
export function recordOf(view: PositioningView, name: string): PositioningRecordWire | undefined {
  return askedRecords(view, name)[0];
}
