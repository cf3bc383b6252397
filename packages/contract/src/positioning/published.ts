/** Common parts of the answers over a positioning cycle: the newest one, its errors, and the coins that are asked for. */

import { err, ok, type Result } from '@barograph/core';
import { Type, type TObject, type TProperties } from 'typebox';
import { findCoin } from '../coin-name.ts';
import type { Context } from '../context.ts';
import type { DeclaredError } from '../endpoint.ts';
import { problem, type Problem } from '../problem.ts';
import type { View } from '../published.ts';
import { NO_SOURCE, noSource } from '../shapes/no-source.ts';
import { sourceFields } from '../shapes/page.ts';
import { kindOf, provenanced, withField, withProvenance } from '../shapes/provenance.ts';
import { POSITIONING } from './port.ts';
import { positioningPublication, type PositioningHead, type PositioningRecordWire } from './publication.ts';

/** A cycle as a caller sees it. */
export type PositioningView = View<PositioningRecordWire, PositioningHead>;

/** Seconds after which a service whose positioning is off is worth asking again: after a restart, if ever. */
const DISABLED_RETRY_SECONDS = 3600;

/** Family, port and errors of every operation of positioning. */
export const ofPositioning = {
  family: 'quant',
  ports: [POSITIONING],
  errors: [
    {
      code: 'positioning_warming_up',
      when: 'Before the first full cycle of the tracked accounts; Retry-After says when to come again.',
    },
    { code: 'positioning_disabled', when: 'The operator of this service switched positioning off.' },
    NO_SOURCE,
  ] as readonly DeclaredError[],
} as const;

/** The newest cycle, or why there is none. */
export function publishedPositioning(context: Context): Result<PositioningView, Problem> {
  const { status } = context.use(POSITIONING);
  if (status === 'off') {
    const retryAfter = DISABLED_RETRY_SECONDS;
    return err(problem('positioning_disabled', 'Positioning is switched off on this service.', { retryAfter }));
  }
  if (status === 'no_source') return err(noSource('states of accounts'));
  const view = context.latest(positioningPublication);
  if (view !== undefined) return ok(view);
  const retryAfter = context.retryAfter(positioningPublication);
  const message = 'The first cycle of the tracked accounts has not ended yet.';
  return err(problem('positioning_warming_up', message, { retryAfter }));
}

/** The parameter of one coin or several. */
export const symbolsParameter = Type.Optional(
  Type.String({
    minLength: 1,
    description:
      'Coins, separated by commas; all of them when left out. Any case; a USDT or -PERP suffix is tolerated. A coin without positions is absent from the answer.',
    examples: ['BTC'],
  }),
);

/** The parameter of one coin. */
export const symbolParameter = Type.String({
  minLength: 1,
  description: 'Coin. Any case; a USDT or -PERP suffix is tolerated.',
  examples: ['BTC'],
});

/** Records of the coins that are asked for, in the order of the cycle; all without a list. */
export function askedRecords({ records }: PositioningView, list: string | undefined): readonly PositioningRecordWire[] {
  const rows = records.map(({ value }) => value);
  if (list === undefined) return rows;
  const symbols = rows.map(({ symbol }) => symbol);
  const asked = new Set(list.split(',').map((name) => findCoin(symbols, name.trim())));
  return rows.filter(({ symbol }) => asked.has(symbol));
}

/** The record of one coin; undefined of one without positions. */
export function recordOf(view: PositioningView, name: string): PositioningRecordWire | undefined {
  return askedRecords(view, name)[0];
}

/** A reply with the source of the accounts. Its type stays that of the reply, which the command line has too. */
export function withSource<P extends TProperties>(schema: TObject<P>): TObject<P> {
  return withField(withProvenance(schema), 'data_source', sourceFields.data_source.schema);
}

/** The wire with the source of the accounts of the cycle. */
export function sourced<Wire extends object>(wire: Wire, view: PositioningView): Wire {
  const dataSource = kindOf(view, view.dataSource, 'accounts');
  return provenanced({ ...wire, data_source: sourceFields.data_source.read({ dataSource }) }, view);
}
