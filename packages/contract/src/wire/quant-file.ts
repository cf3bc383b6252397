/** The bulk file of the market's history: the link to it, its columns and its rows. */

import { REGIMES } from '@barograph/nowcast';
import { Type, type Static } from 'typebox';
import {
  DataSourceSchema,
  QUANT_FILE_TYPES,
  QUANT_HORIZONS,
  type DataSource,
  type QuantFileFormat,
} from '../parameters.ts';
import { EpochMsSchema, nullable, num } from '../scalar.ts';
import { encodeRegimeMap, type QuantHour } from './quant-history.ts';
import { QuantHorizonSchema, RegimeLabelSchema } from './quant-parts.ts';

/** The link, and what it leads to. */
export const QuantRegimesHistoryWire = Type.Object(
  {
    download_url: Type.String({ description: 'Signed; needs no key.' }),
    expires_in: Type.Integer({ minimum: 0, description: 'seconds' }),
    rows: Type.Integer({ minimum: 0 }),
    model_version: Type.String(),
    horizons: Type.Array(QuantHorizonSchema),
    regime_map: Type.Record(Type.String(), RegimeLabelSchema, { description: 'regime id -> label' }),
    format: Type.Enum([QUANT_FILE_TYPES.parquet, QUANT_FILE_TYPES.csv], {
      type: 'string',
      description: 'Media type of the file.',
    }),
    from: nullable(EpochMsSchema),
    to: nullable(EpochMsSchema),
    data_source: DataSourceSchema,
    source: DataSourceSchema,
  },
  { title: 'QuantRegimesHistory' },
);
export type QuantRegimesHistoryWire = Static<typeof QuantRegimesHistoryWire>;

/** Parts of a link. */
export interface QuantFileLink {
  readonly url: string;
  readonly expiresIn: number;
  readonly format: QuantFileFormat;
  readonly rows: number;
  /** Opens of the first and the last hour, epoch ms; null without rows. */
  readonly from: number | null;
  readonly to: number | null;
  readonly modelVersion: string;
  readonly dataSource: DataSource;
}

/** A link on the wire. */
export function encodeQuantFileLink(link: QuantFileLink): QuantRegimesHistoryWire {
  return {
    download_url: link.url,
    expires_in: link.expiresIn,
    rows: link.rows,
    model_version: link.modelVersion,
    horizons: [...QUANT_HORIZONS],
    regime_map: encodeRegimeMap(),
    format: QUANT_FILE_TYPES[link.format],
    from: link.from,
    to: link.to,
    data_source: link.dataSource,
    source: link.dataSource,
  };
}

const PROBABILITIES = ['now', '4h', '24h'].flatMap((horizon) => REGIMES.map((_, id) => `p_${horizon}_${id}`));

/** The columns of the file. */
export const QUANT_FILE_COLUMNS: readonly { readonly name: string; readonly type: 'timestamp' | 'text' | 'number' }[] =
  [
    { name: 'timestamp', type: 'timestamp' },
    { name: 'regime', type: 'text' },
    ...PROBABILITIES.map((name) => ({ name, type: 'number' }) as const),
    { name: 'source', type: 'text' },
  ];

/** An hour in the order of {@link QUANT_FILE_COLUMNS}; null where undefined. */
export function quantFileRow({ time, regime, now, h4, h24, backfilled }: QuantHour): (number | string | null)[] {
  const numbers = [now, h4, h24].flatMap((block) => REGIMES.map((_, id) => num(block[id])));
  return [time, regime, ...numbers, backfilled ? 'archive' : 'live'];
}

/** The lines of the file as CSV (RFC 4180): a header, then a line an hour; an undefined number is an empty cell. */
export function* quantFileCsv(hours: Iterable<QuantHour>): Generator<string> {
  yield `${QUANT_FILE_COLUMNS.map(({ name }) => name).join(',')}\r\n`;
  for (const hour of hours) yield `${quantFileRow(hour).join(',')}\r\n`;
}
