/** GET /supply/float: coins sorted by circulating share of their supply. */

import { ok } from '@barograph/core';
import { Type, type Static } from 'typebox';
import { value, type ValueBody } from '../body.ts';
import { DATASETS, leastHorizon } from '../datasets.ts';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { keptByView } from '../shapes/kept.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import { publishedReference, REFERENCE_ERRORS, REFERENCE_SOURCES } from '../shapes/reference.ts';
import { filteredFloats } from './board.ts';
import { supplyPublication } from './publication.ts';
import { limitedFloat, ShownFloatRow } from './limited.ts';
import { ANY_SPELLING } from '../parameters.ts';
import { supplyStamp, supplyStampFields, type SupplyStamp } from './stamp.ts';

/** Rows visible to a free key. */
const FREE_ROWS = DATASETS.floats.first?.free;
/** Default minimum market cap, USD. */
const USUAL_CAP = 500_000_000;

interface Board extends SupplyStamp {
  readonly rows: readonly Static<typeof ShownFloatRow>[];
  readonly total: number;
  readonly limit: number;
}
const field = fieldsOf<Board>();
const reply = record('SupplyFloat', {
  items: {
    schema: Type.Array(ShownFloatRow, { description: 'Ascending float_pct, null last.' }),
    read: ({ rows }: Board) => [...rows],
  },
  count: field.integer('Rows in items.', ({ rows }) => rows.length, { minimum: 0 }),
  total: field.integer('Rows that pass the filters, of those that the tier of the key may see.', ({ total }) => total, {
    minimum: 0,
  }),
  limit: field.integer('As asked.', ({ limit }) => limit, { minimum: 1 }),
  ...supplyStampFields,
});
const kept = keptByView<ValueBody<never>>();

export const supplyFloat = operation('supply.float', {
  family: 'supply',
  path: '/supply/float',
  pointInTime: true,
  dataset: 'floats',
  parts: { rows: 'floats', unlocks: 'unlocks' },
  paid: {
    min_market_cap: 'float_filters',
    min_locked_usd: 'float_filters',
    max_float_pct: 'float_filters',
    symbol: 'float_filters',
  },
  ports: [REFERENCE_SOURCES],
  summary: 'Coins by how little of their supply circulates.',
  description: `float_pct is circulating over maximum supply when that is capped, else over total supply. Ascending, coins without a float last; min_market_cap=0 gives all coins. A coin whose value for a filter is not known does not pass it. A free key sees the first ${FREE_ROWS} rows; filters need tier pro, and so do the amounts of a next_unlock beyond ${leastHorizon('unlocks')} days.`,
  query: Type.Object({
    min_market_cap: Type.Number({ default: USUAL_CAP, description: 'USD; 0 for the full set.' }),
    min_locked_usd: Type.Number({ default: 0, description: 'USD.' }),
    max_float_pct: Type.Number({ minimum: 0, maximum: 1, default: 1, description: 'A fraction.' }),
    symbol: Type.Optional(
      Type.String({ minLength: 1, maxLength: 80, description: `A ticker or an id. ${ANY_SPELLING}` }),
    ),
    limit: Type.Integer({ minimum: 1, maximum: 2000, default: 250 }),
  }),
  reply: withProvenance(reply.schema),
  errors: REFERENCE_ERRORS,
  answer: (context, { query, sees }) => {
    const published = publishedReference(context, supplyPublication);
    if (!published.ok) return published;
    const view = published.value;
    const [isWhole, seesUnlocks] = [sees('rows'), sees('unlocks')];
    const make = (): ValueBody<never> => {
      const passing = filteredFloats(
        view.records.map(({ value: row }) => row),
        query,
      );
      const seen = isWhole ? passing : passing.slice(0, FREE_ROWS);
      const limited = seen.slice(0, query.limit);
      const rows = seesUnlocks ? limited : limited.map((row) => limitedFloat(row, view.asOf));
      const wire = reply.encode({ ...supplyStamp(view), rows, total: seen.length, limit: query.limit });
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the reply's own codec
      return value(provenanced(wire, view)) as ValueBody<never>;
    };
    // A view belongs to one tier, so a query has one answer.
    return ok(kept(view, query, () => JSON.stringify(query), make));
  },
});
