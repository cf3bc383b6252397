/** The volume scanner's list on the wire. */

import { Type, type Static } from 'typebox';
import { DataSourceSchema, VOLUME_SORTS, type DataSource } from '../parameters.ts';
import type { VolumeListQuery } from '../query/volume.ts';
import { EpochMsSchema } from '../scalar.ts';
import { VolumeItemWire } from './volume-row.ts';
import { joinItems } from './ready-items.ts';

/** The answer of the list. */
export const VolumeListWire = Type.Object(
  {
    items: Type.Array(VolumeItemWire),
    count: Type.Integer({ minimum: 0, description: 'Rows in items.' }),
    total: Type.Integer({ minimum: 0, description: 'Rows that pass the filters, before the limit.' }),
    universe_size: Type.Integer({ minimum: 0, description: 'All rows that the key may see, before filters.' }),
    limit: Type.Integer({ minimum: 1 }),
    sort: Type.Enum([...VOLUME_SORTS], { type: 'string' }),
    warming: Type.Array(Type.String(), { description: 'Perps without a closed hour in the last 24.' }),
    as_of: EpochMsSchema,
    data_source: DataSourceSchema,
    source: DataSourceSchema,
  },
  { title: 'VolumeList' },
);
export type VolumeListWire = Static<typeof VolumeListWire>;

/** Everything of a list but its rows, as the host has it. */
export interface VolumeListHead {
  readonly count: number;
  readonly total: number;
  readonly universeSize: number;
  readonly query: Pick<VolumeListQuery, 'limit' | 'sort'>;
  readonly warming: readonly string[];
  readonly asOf: number;
  readonly dataSource: DataSource;
}

/** The JSON text of a list whose rows are JSON texts already: rows are encoded once, lists only join them. */
export function joinVolumeList(items: readonly string[], head: VolumeListHead): string {
  const rest: Omit<VolumeListWire, 'items'> = {
    count: head.count,
    total: head.total,
    universe_size: head.universeSize,
    limit: head.query.limit,
    sort: head.query.sort,
    warming: [...head.warming],
    as_of: head.asOf,
    data_source: head.dataSource,
    source: head.dataSource,
  };
  return joinItems(items, rest);
}
