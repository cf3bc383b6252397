/** Common parts of the liquidity answers: newest publication, envelope fields, and reply. */

import { err, ok, type Result } from '@barograph/core';
import { Type, type TObject } from 'typebox';
import { value, type ValueBody } from '../body.ts';
import type { Context } from '../context.ts';
import type { DeclaredError } from '../declared-error.ts';
import { fieldsOf, within } from '../fields.ts';
import type { DataSource } from '../parameters.ts';
import type { Problem } from '../problem.ts';
import type { View } from '../published.ts';
import { keptByView } from '../shapes/kept.ts';
import { NO_SOURCE, noSource } from '../shapes/no-source.ts';
import { sourceFields, stampFields } from '../shapes/page.ts';
import { kindOf, provenanced, withProvenance } from '../shapes/provenance.ts';
import { WARMING_UP, warmingUp } from '../shapes/warming.ts';
import { LIQUIDITY } from './port.ts';
import { liquidityPublication, type LiquidityHead, type LiquidityRecordWire } from './publication.ts';

/** The publication, for a caller. */
export type LiquidityView = View<LiquidityRecordWire, LiquidityHead>;

/** Family, port and errors of every operation of liquidity. */
export const ofLiquidity = {
  family: 'liquidity',
  ports: [LIQUIDITY],
  errors: [WARMING_UP, NO_SOURCE] as readonly DeclaredError[],
} as const;

/** Returns the newest publication, or the reason why it is missing. */
export function publishedLiquidity(context: Context): Result<LiquidityView, Problem> {
  if (!context.use(LIQUIDITY).isSampled) return err(noSource('order books'));
  const view = context.latest(liquidityPublication);
  return view === undefined ? err(warmingUp(context, liquidityPublication, 'depth samples')) : ok(view);
}

/** Kind of the source of the books. */
export function bookSource(view: LiquidityView): DataSource {
  return kindOf(view, view.dataSource, 'book');
}

const view = fieldsOf<LiquidityView>();
const from = (view: LiquidityView) => ({ asOf: view.asOf, dataSource: bookSource(view) });
/** Coins of the rows, time and source. */
export const envelopeFields = {
  tracked: view.list(
    Type.String(),
    'The tracked perps, largest by notional of 24 hours first.',
    (view) => view.head.tracked,
  ),
  waiting: view.list(
    Type.String(),
    'Tracked perps without a current sample: their rows are left out.',
    (view) => view.head.waiting,
  ),
  ...within(from, { ...stampFields, source: sourceFields.source }),
};

/** Status and market of the rows. */
export const marketFields = {
  status: view.choice(
    ['ok', 'warming'],
    'warming: every coin is below 24 hours of samples, so that labels are neutral and scores are of a part.',
    (view) => (view.head.market.regime === null ? 'warming' : 'ok'),
  ),
  score: view.numberOrNull(
    'Score of the market, higher is healthier; null when no coin has one.',
    (view) => view.head.market.score,
    {
      minimum: 0,
      maximum: 100,
    },
  ),
};

/** Answer computed once per publication. */
export function answered(reply: { readonly schema: TObject; readonly encode: (view: LiquidityView) => object }) {
  const kept = keptByView<ValueBody<never>>();
  const make = (view: LiquidityView): ValueBody<never> => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the reply's own codec
    return value(provenanced(reply.encode(view), view)) as ValueBody<never>;
  };
  return {
    reply: withProvenance(reply.schema),
    answer: (context: Context): Result<ValueBody<never>, Problem> => {
      const found = publishedLiquidity(context);
      if (!found.ok) return found;
      return ok(
        kept(
          found.value,
          found.value,
          () => '',
          () => make(found.value),
        ),
      );
    },
  };
}
