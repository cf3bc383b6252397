/**
 * Selection of archive files: the parameters of each type, and the port to the files. Download and purchase share it.
 */

import { err, INTERVALS, ok, shown, type Result } from '@barograph/core';
import { Type, type Static } from 'typebox';
import { port } from '../context.ts';
import type { Cancellation } from '../edge.ts';
import { validationProblem, type Problem, type ValidationItem } from '../problem.ts';
import { parseMoment } from '../time.ts';
import {
  ARCHIVE_TYPE_NAMES,
  ARCHIVE_TYPES,
  type ArchiveParameter,
  type ArchiveType,
  type ArchiveTypeName,
} from './prices.ts';

/** Words of letters and digits, which cannot form a path. */
const NAME = '^[A-Za-z0-9]+(?:[_-][A-Za-z0-9]+)*$';
// No `examples`: a probe sends all of them, and no type accepts all of these.
const name = (description: string, example: string) =>
  Type.Optional(Type.String({ maxLength: 64, pattern: NAME, description: `${description} Such as ${example}.` }));
const day = Type.Optional(
  Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'A UTC day, such as 2026-11-20.' }),
);

/** Query parameters that select a file; `data_type` determines which are required. */
export const FILE_QUERY = Type.Object({
  data_type: Type.Enum([...ARCHIVE_TYPE_NAMES], { type: 'string', examples: ['klines'] }),
  exchange: name('For klines, funding, daily, klines_deep and funding_deep.', 'perpdex'),
  symbol: name('For klines, funding, liquidations, klines_deep and funding_deep.', 'BTC'),
  date: day,
  bundle: Type.Optional(Type.Enum(['klines', 'funding'], { type: 'string', description: 'For daily.' })),
  snapshot_type: name('For snapshots.', 'positioning'),
  interval: name(`For klines_deep: ${INTERVALS.join(', ')}.`, '1d'),
  month: Type.Optional(
    Type.String({
      pattern: '^\\d{4}-\\d{2}$',
      description: 'A UTC month such as 2026-10, for klines_deep and funding_deep.',
    }),
  ),
});
/** File parameters as sent. */
export type FileQuery = Static<typeof FILE_QUERY>;

/** Requested file: its type, with all parameters of that type. */
export interface FileAsked {
  readonly type: ArchiveTypeName;
  readonly parameters: Readonly<Partial<Record<ArchiveParameter, string>>>;
}

/** A file of the archive. */
export interface ArchiveFile {
  /** Unique among all files. */
  readonly name: string;
  readonly format: 'parquet' | 'json';
  readonly bytes: number;
  readonly rows: number;
  /** SHA-256 of its bytes, hexadecimal. */
  readonly sha256: string;
}

/** Temporary URL of one file. */
export interface ArchiveLink {
  readonly url: string;
  /** Epoch ms. */
  readonly expiresAt: number;
}

/** Files of the archive. */
export interface ArchiveFiles {
  /**
   * Whether the index lists the file; nothing is built. A file built from others may still turn out to have no rows, and `find`
   * then returns undefined.
   */
  has(request: FileAsked): Promise<boolean>;
  /** @param cancelled stops building a file from others. @returns undefined when there is no such file. */
  find(request: FileAsked, cancelled?: Cancellation): Promise<ArchiveFile | undefined>;
  /** First file of a type's newest day; undefined without a file, and for types built from others. */
  newest(type: ArchiveTypeName): Promise<FileAsked | undefined>;
  link(file: ArchiveFile): Promise<ArchiveLink>;
}

/** Port of the files for sale. */
export const ARCHIVE_FILES = port<ArchiveFiles>('archiveFiles');

/**
 * Parses a query into a file, or returns the 422 of a missing, superfluous or invalid parameter.
 *
 * @example
 * fileAsked({ data_type: 'pd_liquidations', date: '2026-11-20' });
 */
export function fileAsked(query: FileQuery): Result<FileAsked, Problem> {
  const { data_type: type, ...sent } = query;
  const { parameters }: ArchiveType = ARCHIVE_TYPES[type];
  const faults: ValidationItem[] = [];
  const fault = (parameter: string, msg: string, kind: string): void => {
    faults.push({ loc: ['query', parameter], msg, type: kind });
  };
  const taken: Partial<Record<ArchiveParameter, string>> = {};
  for (const parameter of parameters) {
    const value = sent[parameter];
    if (value === undefined) fault(parameter, `expected for data_type ${type}, got nothing`, 'required');
    else if (!isKnown(parameter, value)) {
      fault(parameter, `expected a ${parameter} that exists, got ${shown(value)}`, 'value');
    } else taken[parameter] = value;
  }
  for (const parameter of Object.keys(FILE_QUERY.properties)) {
    const isOwn = parameter === 'data_type' || parameters.some((name) => name === parameter);
    if (isOwn || !(parameter in sent)) continue;
    fault(parameter, `expected none for data_type ${type}, which takes ${parameters.join(', ')}`, 'superfluous');
  }
  return faults.length === 0 ? ok({ type, parameters: taken }) : err(validationProblem(...faults));
}

/** Whether a query has only a type. */
function isTypeAlone({ data_type: _, ...sent }: FileQuery): boolean {
  return Object.values(sent).every((value) => value === undefined);
}

/**
 * Parses a Pro Plus key's query like {@link fileAsked}; a type alone selects its newest file.
 *
 * @returns undefined when the type has no file.
 */
export async function fileOfKey(
  query: FileQuery,
  files: ArchiveFiles,
): Promise<Result<FileAsked | undefined, Problem>> {
  const request = fileAsked(query);
  if (request.ok || !isTypeAlone(query) || !hasDays(query.data_type)) return request;
  return ok(await files.newest(query.data_type));
}

/** Types whose archived files cover one day and a symbol. */
const hasDays = (type: ArchiveTypeName): boolean => ['klines', 'funding', 'liquidations', 'snapshots'].includes(type);

/** Whether a day, month or interval exists. */
function isKnown(parameter: ArchiveParameter, value: string): boolean {
  if (parameter === 'interval') return INTERVALS.some((interval) => interval === value);
  if (parameter === 'date') return parseMoment(value) !== undefined;
  return parameter !== 'month' || parseMoment(`${value}-01`) !== undefined;
}
