/** Reads the parameters that many operations share, before those of the operation itself. */

import {
  BULK_TYPES,
  commonParameters,
  parseMoment,
  rowsField,
  validationProblem,
  type BulkFormat,
  type Endpoint,
  type Problem,
} from '@barograph/contract';
import { err, ok, shown, type Result } from '@barograph/core';
import type { RawQuery } from './query.ts';

/** Common parameters of a request. */
export interface Common {
  /** Time of the requested answer, epoch ms; undefined: now. */
  readonly asOf?: number;
  readonly format?: BulkFormat | undefined;
  /** Requested fields of the rows. */
  readonly fields?: readonly string[];
}

/** No common parameters. */
export const NO_COMMON: Common = Object.freeze({});

/** A query split into common parameters and the rest. */
export interface Taken {
  readonly query: RawQuery;
  readonly common: Common;
}

/** Names that are refused by operations that do not take them: ignoring one would return a wrong answer. */
const NEVER_IGNORED = ['as_of'];

const wrong = (name: string, msg: string): Problem => validationProblem({ loc: ['query', name], msg, type: name });

/** Splits the common parameters off a query. @returns the 422 when one of them is invalid. */
export function takeCommon(endpoint: Endpoint, query: RawQuery, accept?: string): Result<Taken, Problem> {
  const names = commonParameters(endpoint);
  const byAccept = 'format' in names ? acceptedFormat(accept) : undefined;
  const sent = [...Object.keys(names), ...NEVER_IGNORED].filter((name) => query[name] !== undefined);
  if (sent.length === 0) return ok({ query, common: byAccept === undefined ? NO_COMMON : { format: byAccept } });
  const common: { -readonly [Name in keyof Common]: Common[Name] } = { format: byAccept };
  const rest: Record<string, unknown> = { ...query };
  for (const name of sent) {
    if (!(name in names) && name in endpoint.query.properties) continue;
    const read = readOne(endpoint, name, name in names, query[name]);
    if (!read.ok) return read;
    Object.assign(common, read.value);
    delete rest[name];
  }
  return ok({ query: rest, common });
}

function readOne(endpoint: Endpoint, name: string, isTaken: boolean, value: unknown): Result<Common, Problem> {
  if (!isTaken) {
    return err(wrong(name, 'expected nothing: this answer is not made of published snapshots alone'));
  }
  if (typeof value !== 'string' || value === '') return err(wrong(name, `expected one text, got ${shown(value)}`));
  switch (name) {
    case 'as_of': {
      const asOf = parseMoment(value);
      return asOf === undefined ? err(wrong(name, `expected epoch ms or ISO-8601, got ${shown(value)}`)) : ok({ asOf });
    }
    case 'format':
      if (value === 'json') return ok({ format: undefined });
      return isBulk(value)
        ? ok({ format: value })
        : err(wrong(name, `expected one of json, ${Object.keys(BULK_TYPES).join(', ')}, got ${shown(value)}`));
    default:
      return fieldsOf(endpoint, value);
  }
}

function fieldsOf(endpoint: Endpoint, value: string): Result<Common, Problem> {
  const columns = rowsField(endpoint)?.columns ?? [];
  const fields = [...new Set(value.split(',').map((field) => field.trim()))];
  const stranger = fields.find((field) => !columns.includes(field));
  if (stranger === undefined) return ok({ fields });
  return err(wrong('fields', `expected fields of a row (${columns.join(', ')}), got ${shown(stranger)}`));
}

function isBulk(name: string): name is BulkFormat {
  return Object.hasOwn(BULK_TYPES, name);
}

/** Checked first, because hardly any request has these. */
const ROWS = /csv|ndjson|jsonl|markdown|parquet/i;

/** True when a header asks for rows instead of JSON, which is a different answer under the same URL. */
export function asksForRows(accept: string | undefined): boolean {
  return accept !== undefined && ROWS.test(accept) && acceptedFormat(accept) !== undefined;
}

/** First format in `Accept`, unless JSON or a wildcard precedes it. */
function acceptedFormat(accept: string | undefined): BulkFormat | undefined {
  for (const offer of accept?.toLowerCase().split(',') ?? []) {
    const [type = ''] = offer.split(';');
    switch (type.trim()) {
      case 'text/csv':
        return 'csv';
      case 'application/x-ndjson':
      case 'application/ndjson':
      case 'application/jsonl':
        return 'ndjson';
      case 'text/markdown':
        return 'markdown';
      case 'application/vnd.apache.parquet':
        return 'parquet';
      case 'application/json':
      case '*/*':
        return undefined;
    }
  }
  return undefined;
}
