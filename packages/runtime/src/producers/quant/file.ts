/** Bulk file of the market's history, behind expiring links. */

import {
  QUANT_FILE_COLUMNS,
  QUANT_FILE_TYPES,
  quantFileCsv,
  quantFileRow,
  type BytesBody,
  type Provenance,
  type QuantArchive,
  type QuantFileFormat,
  type QuantHour,
} from '@barograph/contract';
import { bucketOpen, DAY_MS, HOUR_MS } from '@barograph/core';
import { parquetTable } from '@barograph/files/parquet';
import { setImmediate } from 'node:timers/promises';
import { type Clock, type Market, shownField } from '@barograph/sources';
import type { EngineStates } from '@barograph/store';
import { createLinkSigner } from '../link-secret.ts';
import type { QuantPast, QuantScope } from './history.ts';
import { MARKET, marketListings } from './listings.ts';

/** First hour of the file. */
const FILE_START = Date.UTC(2020, 0, 1);
/** Span assembled at once: half a year. */
const PART_MS = 182 * DAY_MS;
const LINK_SECONDS = 900;
const PATH = '/api/v1/quant/regimes/history/file';

export interface QuantFileParts {
  readonly past: QuantPast;
  readonly source: Market;
  readonly states: EngineStates;
  /** Machine time, by which links expire, epoch ms. */
  readonly wall: Clock;
  readonly publicUrl: () => string;
  readonly modelVersion: string;
}

/** The part of an archive that is a file. */
export type QuantFile = Pick<QuantArchive, 'link' | 'open'>;

/** File of a day in one format. */
interface Made {
  readonly body: BytesBody;
  readonly rows: number;
  /** Opens of the first and the last hour, epoch ms. */
  readonly from: number | null;
  readonly to: number | null;
  readonly provenance: readonly Provenance[] | undefined;
}

const TYPES = { ...QUANT_FILE_TYPES, csv: `${QUANT_FILE_TYPES.csv}; charset=utf-8` } as const;

/** Lines per chunk of CSV. */
const PIECE_LINES = 4096;

function* inPieces(lines: Iterable<string>): Generator<Buffer> {
  let piece: string[] = [];
  for (const line of lines) {
    piece.push(line);
    if (piece.length < PIECE_LINES) continue;
    yield Buffer.from(piece.join(''));
    piece = [];
  }
  yield Buffer.from(piece.join(''));
}

function* rowsOf(hours: Iterable<QuantHour>): Generator<(number | string | null)[]> {
  for (const hour of hours) yield quantFileRow(hour);
}

/** Bytes of the file in chunks. */
const PIECES: Readonly<Record<QuantFileFormat, (hours: readonly QuantHour[]) => Iterable<Uint8Array>>> = {
  parquet: (hours) => parquetTable(QUANT_FILE_COLUMNS, rowsOf(hours)),
  csv: (hours) => inPieces(quantFileCsv(hours)),
};

/** Concatenated chunks, with pauses for requests. */
async function gathered(pieces: Iterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for (const piece of pieces) {
    all.push(piece);
    await setImmediate();
  }
  return Buffer.concat(all);
}

/** Creates the bulk file of the history. */
export function createQuantFile(parts: QuantFileParts): QuantFile {
  const { past, source, wall, publicUrl, modelVersion } = parts;
  const signer = createLinkSigner(parts.states);
  const files = new Map<QuantFileFormat, { readonly day: number; readonly made: Promise<Made> }>();

  /** Hours of the file, with pauses for requests. */
  const hoursOf = async (scope: QuantScope, until: number, at: number): Promise<readonly QuantHour[]> => {
    const parts: (readonly QuantHour[])[] = [];
    for (let start = FILE_START; start < until; start += PART_MS) {
      const end = Math.min(start + PART_MS, until) - HOUR_MS;
      parts.push(await past.hours(scope, { start, end, limit: Infinity }, at));
      await setImmediate();
    }
    return parts.flat();
  };
  const make = async (format: QuantFileFormat, day: number, at: number): Promise<Made> => {
    const [listing] = await marketListings(source, at);
    const scope = listing === undefined ? undefined : { key: MARKET, listing };
    const hours = scope === undefined ? [] : await hoursOf(scope, day, at);
    const provenance = scope === undefined ? undefined : await past.provenance(scope, at);
    const bytes = await gathered(PIECES[format](hours));
    const packed = format === 'parquet' ? ({ isPacked: true } as const) : {};
    return {
      body: { kind: 'bytes', bytes, type: TYPES[format], ...packed },
      rows: hours.length,
      from: hours[0]?.time ?? null,
      to: hours.at(-1)?.time ?? null,
      provenance,
    };
  };
  /** File up to the end of yesterday, created once a day per requested format. */
  const current = async (format: QuantFileFormat, at: number): Promise<Made> => {
    const day = bucketOpen(at, DAY_MS);
    const known = files.get(format);
    if (known?.day === day) return known.made;
    const file = make(format, day, at);
    file.catch(() => files.delete(format));
    files.set(format, { day, made: file });
    return file;
  };
  const signed = (format: QuantFileFormat, expires: number): string => `${PATH}|${format}|${expires}`;

  return {
    link: async (format, at) => {
      const { rows, from, to, provenance } = await current(format, at);
      const expires = Math.floor(wall.now() / 1000) + LINK_SECONDS;
      const signature = await signer.sign(signed(format, expires));
      const url = `${publicUrl()}${PATH}?format=${format}&expires=${expires}&signature=${signature}`;
      const origin = shownField(source, provenance);
      const dataSource = origin.provenance?.[0]?.kind ?? source.kind;
      return { url, expiresIn: LINK_SECONDS, format, rows, from, to, modelVersion, dataSource, ...origin };
    },
    open: async ({ format, expires, signature }, at) => {
      const isOurs = await signer.isSigned(signed(format, expires), signature);
      if (!isOurs || expires * 1000 <= wall.now()) return undefined;
      return (await current(format, at)).body;
    },
  };
}
