/**
 * Files of the archive as they are selected: the parameters of each type, and the port to the files. Download and purchase
 * both ask this way.
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

/** Letters and digits in words: no path can be made of it. */
const NAME = '^[A-Za-z0-9]+(?:[_-][A-Za-z0-9]+)*$';
// No `examples`: a probe sends them all, and no type takes all of these.
const name = (description: string, example: string) =>
  Type.Optional(Type.String({ maxLength: 64, pattern: NAME, description: `${description} Such as ${example}.` }));
const day = Type.Optional(
  Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'A UTC day, such as 2026-11-20.' }),
);

/** Query parameters that select a file; which of them must be sent depends on `data_type`. */
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
/** The same as it was sent. */
export type FileQuery = Static<typeof FILE_QUERY>;

/** A file that is asked for: the type, and every parameter that the type has. */
export interface FileAsked {
  readonly type: ArchiveTypeName;
  readonly parameters: Readonly<Partial<Record<ArchiveParameter, string>>>;
}

/** A file of the archive. */
export interface ArchiveFile {
  /** Names it among all files. */
  readonly name: string;
  readonly format: 'parquet' | 'json';
  readonly bytes: number;
  readonly rows: number;
  /** SHA-256 of its bytes, hexadecimal. */
  readonly sha256: string;
}

/** An address that opens one file for a while. */
export interface ArchiveLink {
  readonly url: string;
  /** Epoch ms. */
  readonly expiresAt: number;
}

/** Files of the archive. */
export interface ArchiveFiles {
  /**
   * Whether there is such a file, as the index has it: nothing is made. One that is made of others may turn out to have no
   * rows, and is then found by nobody.
   */
  has(asked: FileAsked): Promise<boolean>;
  /** @param cancelled ends the making of a file that is made of others. @returns undefined where there is no such file. */
  find(asked: FileAsked, cancelled?: Cancellation): Promise<ArchiveFile | undefined>;
  /** The first file of the newest day of a type; undefined without a file, and for types that are made of others. */
  newest(type: ArchiveTypeName): Promise<FileAsked | undefined>;
  link(file: ArchiveFile): Promise<ArchiveLink>;
}

/** Port of the files that are sold one by one. */
export const ARCHIVE_FILES = port<ArchiveFiles>('archiveFiles');

/**
 * The file that a query asks for, or the 422 of what is missing, superfluous or no date.
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
    const isOwn = parameter === 'data_type' || parameters.some((one) => one === parameter);
    if (isOwn || !(parameter in sent)) continue;
    fault(parameter, `expected none for data_type ${type}, which takes ${parameters.join(', ')}`, 'superfluous');
  }
  return faults.length === 0 ? ok({ type, parameters: taken }) : err(validationProblem(...faults));
}

/** Whether a query names a type and nothing else. */
function isTypeAlone({ data_type: _, ...sent }: FileQuery): boolean {
  return Object.values(sent).every((value) => value === undefined);
}

/**
 * The file that a key of Pro Plus asks for: as {@link fileAsked}, and with a type alone its newest one.
 *
 * @returns undefined where the type has no file.
 */
export async function fileOfKey(
  query: FileQuery,
  files: ArchiveFiles,
): Promise<Result<FileAsked | undefined, Problem>> {
  const asked = fileAsked(query);
  if (asked.ok || !isTypeAlone(query) || !hasDays(query.data_type)) return asked;
  return ok(await files.newest(query.data_type));
}

/** Types whose files are of one day and a symbol, as the archiver writes them. */
const hasDays = (type: ArchiveTypeName): boolean => ['klines', 'funding', 'liquidations', 'snapshots'].includes(type);

/** False for a day, a month or an interval that does not exist. */
function isKnown(parameter: ArchiveParameter, value: string): boolean {
  if (parameter === 'interval') return INTERVALS.some((interval) => interval === value);
  if (parameter === 'date') return parseMoment(value) !== undefined;
  return parameter !== 'month' || parseMoment(`${value}-01`) !== undefined;
}
