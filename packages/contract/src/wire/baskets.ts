/** The baskets of trading ideas on the wire. */

import type { BasketGroup } from '@barograph/cycle';
import { Type, type Static } from 'typebox';
import { DataSourceSchema, type DataSource } from '../parameters.ts';
import { RegimeIdSchema } from './cycle-parts.ts';

/** The catalogue. */
export const BasketsWire = Type.Object(
  {
    groups: Type.Array(
      Type.Object({
        id: Type.Enum(['A', 'B', 'C', 'D', 'E', 'F'], { type: 'string' }),
        name: Type.String(),
        description: Type.String(),
        baskets: Type.Array(
          Type.Object({
            slug: Type.String({ description: 'Stable.' }),
            name: Type.String(),
            description: Type.String(),
            regimes: Type.Array(RegimeIdSchema, { description: 'Long-horizon regimes that it suits.' }),
          }),
        ),
      }),
    ),
    group_count: Type.Integer({ minimum: 0 }),
    basket_count: Type.Integer({ minimum: 0 }),
    data_source: DataSourceSchema,
    source: DataSourceSchema,
  },
  { title: 'TradingStrategyBaskets' },
);
export type BasketsWire = Static<typeof BasketsWire>;

/** The catalogue on the wire. */
export function encodeBaskets(groups: readonly BasketGroup[], dataSource: DataSource): BasketsWire {
  return {
    groups: groups.map(({ id, name, description, baskets }) => ({
      id,
      name,
      description,
      baskets: baskets.map((one) => ({
        slug: one.slug,
        name: one.name,
        description: one.description,
        regimes: [...one.regimes],
      })),
    })),
    group_count: groups.length,
    basket_count: groups.reduce((sum, { baskets }) => sum + baskets.length, 0),
    data_source: dataSource,
    source: dataSource,
  };
}
