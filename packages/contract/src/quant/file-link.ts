/** The link to the file of the market's whole history on the wire. */

import { Type } from 'typebox';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import type { DataSource } from '../parameters.ts';
import type { Provenance } from '../published.ts';
import { sourceFields } from '../shapes/page.ts';
import { QUANT_HORIZONS, regimeMapField } from './classes.ts';
import { modelField } from './stamp.ts';

/** Formats of the file. */
export const QUANT_FILE_FORMATS = ['parquet', 'csv'] as const;
/** A format of the file. */
export type QuantFileFormat = (typeof QUANT_FILE_FORMATS)[number];
/** Media types; Parquet's is registered (IANA, 2024). */
export const QUANT_FILE_TYPES = { parquet: 'application/vnd.apache.parquet', csv: 'text/csv' } as const;
/** The format as a parameter. */
export const FileFormatParameter = Type.Enum([...QUANT_FILE_FORMATS], {
  type: 'string',
  default: 'parquet',
  description: 'Format of the file.',
});

/** Parts of a link. */
export interface QuantFileLink {
  readonly url: string;
  /** Seconds. */
  readonly expiresIn: number;
  readonly format: QuantFileFormat;
  readonly rows: number;
  /** Opens of the first and the last hour, epoch ms; null without rows. */
  readonly from: number | null;
  readonly to: number | null;
  readonly modelVersion: string;
  readonly dataSource: DataSource;
  /** Sources of the bars behind the file; present only when the host has several sources. */
  readonly provenance?: readonly Provenance[];
}

const field = fieldsOf<QuantFileLink>();
/** Link with a description of its file. */
export const quantFileLink = record('QuantRegimesHistory', {
  download_url: field.text('Signed link to the file; it needs no key.', (link) => link.url),
  expires_in: field.integer('Seconds until the link ends.', (link) => link.expiresIn, { minimum: 0 }),
  rows: field.integer('Hours in the file.', (link) => link.rows, { minimum: 0 }),
  ...modelField,
  horizons: field.list(
    Type.Enum([...QUANT_HORIZONS], { type: 'string' }),
    'Horizons whose probabilities are in the file.',
    () => QUANT_HORIZONS,
  ),
  regime_map: regimeMapField,
  format: field.choice([QUANT_FILE_TYPES.parquet, QUANT_FILE_TYPES.csv], 'Media type of the file.', (link) => {
    return QUANT_FILE_TYPES[link.format];
  }),
  from: field.momentOrNull('Open of the first hour of the file; null without rows.', (link) => link.from),
  to: field.momentOrNull('Open of the last hour of the file; null without rows.', (link) => link.to),
  ...sourceFields,
});
/** The link on the wire. */
export type QuantFileLinkWire = WireOf<typeof quantFileLink>;
