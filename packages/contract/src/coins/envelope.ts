/** Common fields of answers over the table of coins. */

import { Type, type TObject, type TProperties } from 'typebox';
import { fieldsOf } from '../fields.ts';
import type { DataSource } from '../parameters.ts';
import type { View } from '../published.ts';
import { sourceFields } from '../shapes/page.ts';
import { kindOf } from '../shapes/provenance.ts';
import type { CoinsHead } from './publication.ts';
import type { CoinRowWire } from './row.ts';

/** Newest published table. */
export type CoinsView = View<CoinRowWire, CoinsHead>;

/** Inputs of an answer over the table. */
export interface OfTable {
  readonly asOf: number;
  readonly coinsAsOf: number | null;
  readonly dataSource: DataSource;
}

const { moment, momentOrNull } = fieldsOf<OfTable>();
/** Times and source. */
export const tableFields = {
  coins_as_of: momentOrNull('Moment of the table of coins; null before the first one.', ({ coinsAsOf }) => coinsAsOf),
  as_of: moment('When the rows were made of it.', ({ asOf }) => asOf),
  ...sourceFields,
};

/** Inputs of the fields, from a view. */
export function ofTable(view: CoinsView): OfTable {
  return { asOf: view.asOf, coinsAsOf: view.head.coins_as_of, dataSource: kindOf(view, view.dataSource, 'coins') };
}

/** Published rows of the table. */
export function coinsIn(view: CoinsView): readonly CoinRowWire[] {
  return view.records.map(({ value }) => value);
}

/** A list of published rows as a field. */
export function rowsField<Row, P extends TProperties>(schema: TObject<P>, description: string) {
  return {
    schema: Type.Array(schema, { description }),
    read: ({ rows }: { readonly rows: readonly Row[] }) => [...rows],
  };
}
