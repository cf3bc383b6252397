/** The bulk file of the market's history: the link to it, and its text. */

import { Type, type Static } from 'typebox';
import { DataSourceSchema, QUANT_HORIZONS, type DataSource } from '../parameters.ts';
import { EpochMsSchema, nullable } from '../scalar.ts';
import { encodeQuantHour, encodeRegimeMap, type QuantHour } from './quant-history.ts';
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
    format: Type.Literal('text/csv'),
    from: nullable(EpochMsSchema),
    to: nullable(EpochMsSchema),
    data_source: DataSourceSchema,
    source: DataSourceSchema,
  },
  { title: 'QuantRegimesHistory' },
);
export type QuantRegimesHistoryWire = Static<typeof QuantRegimesHistoryWire>;

/** What a link is made of. */
export interface QuantFileLink {
  readonly url: string;
  readonly expiresIn: number;
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
    format: 'text/csv',
    from: link.from,
    to: link.to,
    data_source: link.dataSource,
    source: link.dataSource,
  };
}

const PROBABILITIES = ['now', '4h', '24h'].flatMap((horizon) => [0, 1, 2, 3, 4, 5].map((id) => `p_${horizon}_${id}`));

/** The text of the file: a header, then a line an hour; an undefined number is an empty cell. */
export function quantFileCsv(hours: readonly QuantHour[]): string {
  const lines = hours.map((hour) => {
    const row = new Map(Object.entries(encodeQuantHour(hour, undefined)));
    const cells = ['timestamp', 'regime', ...PROBABILITIES].map((name) => row.get(name) ?? '');
    return [...cells, hour.backfilled ? 'archive' : 'live'].join(',');
  });
  return [['timestamp', 'regime', ...PROBABILITIES, 'source'].join(','), ...lines, ''].join('\r\n');
}
