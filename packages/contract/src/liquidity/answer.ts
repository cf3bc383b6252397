/** Common parts of the answers of liquidity: the newest publication, what stands in every envelope, and its reply. */

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

/** The newest publication, or why there is none. */
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
const from = (of: LiquidityView) => ({ asOf: of.asOf, dataSource: bookSource(of) });
/** Coins of the rows, moment and source. */
export const envelopeFields = {
  tracked: view.list(
    Type.String(),
    'The tracked perps, largest by notional of 24 hours first.',
    (of) => of.head.tracked,
  ),
  waiting: view.list(
    Type.String(),
    'Tracked perps without a current sample: their rows are left out.',
    (of) => of.head.waiting,
  ),
  ...within(from, { ...stampFields, source: sourceFields.source }),
};

/** Status and market of the rows. */
export const marketFields = {
  status: view.choice(
    ['ok', 'warming'],
    'warming: every coin is below 24 hours of samples, so that labels are neutral and scores are of a part.',
    (of) => (of.head.market.regime === null ? 'warming' : 'ok'),
  ),
  score: view.numberOrNull(
    'Score of the market, higher is healthier; null when no coin has one.',
    (of) => of.head.market.score,
    {
      minimum: 0,
      maximum: 100,
    },
  ),
};

/** An answer that is made of the publication alone, once for each. */
export function answered(reply: { readonly schema: TObject; readonly encode: (view: LiquidityView) => object }) {
  const kept = keptByView<ValueBody<never>>();
  const make = (of: LiquidityView): ValueBody<never> => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the reply's own codec
    return value(provenanced(reply.encode(of), of)) as ValueBody<never>;
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
