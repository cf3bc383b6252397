/** Test requests of every operation of the table: its examples, and the bounds of its parameters. */

// oxlint-disable typescript/no-unsafe-type-assertion -- TypeBox keeps the parts of a schema behind an index signature

import { ENDPOINT_LIST, mustBeSent, type Endpoint } from '@barograph/contract';

export type Row = readonly [id: string, endpoint: Endpoint];
interface ParameterSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
}

const schemaOf = (endpoint: Endpoint, name: string): ParameterSchema =>
  endpoint.query.properties[name] as ParameterSchema;

/** Required parameters of a request: path parameters and required ones, by their examples. */
export function urlOf(endpoint: Endpoint, query: Readonly<Record<string, string>> = {}): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String((endpoint.pathParameters.properties[name] as ParameterSchema).examples![0]),
  );
  const needed = Object.entries(endpoint.query.properties as Record<string, ParameterSchema>)
    .filter(([name, schema]) => mustBeSent(endpoint, name) || schema.examples !== undefined)
    .map(([name, schema]) => [name, String(schema.examples === undefined ? 'x' : schema.examples[0])]);
  const text = new URLSearchParams({ ...(Object.fromEntries(needed) as Record<string, string>), ...query }).toString();
  return text === '' ? path : `${path}?${text}`;
}

/** The body that the operation's schema has as its example; undefined without one. */
export function bodyOf({ body }: Endpoint): object | undefined {
  return (body as { readonly examples?: readonly object[] } | undefined)?.examples?.[0];
}

export interface Try {
  readonly name: string;
  readonly value: string;
  readonly status: 200 | 422;
}

/** Values just inside and just outside of every bound of every parameter. */
export function triesOf(endpoint: Endpoint): Try[] {
  return Object.keys(endpoint.query.properties).flatMap((name) => {
    const { type, enum: values, minimum, maximum } = schemaOf(endpoint, name);
    const tries: [string, 200 | 422][] = [];
    const unit = type === 'integer' ? 1 : 1e-9;
    for (const value of values ?? []) tries.push([value, 200], [`${value}x`, 422]);
    if (minimum !== undefined) tries.push([String(minimum), 200], [String(minimum - unit), 422]);
    if (maximum !== undefined && name !== 'wait') tries.push([String(maximum), 200]);
    if (maximum !== undefined) tries.push([String(maximum + Math.max(unit, 1e-6)), 422]);
    if (type === 'integer') tries.push([String((minimum ?? 0) + 0.5), 422]);
    if (type === 'integer' || type === 'number')
      for (const text of ['', 'x', '1e999', '0x10', ' 5', '5 ', '+5', 'NaN']) tries.push([text, 422]);
    if (type === 'integer') tries.push(['1e2', 422]);
    if (type === 'number' && name !== 'wait') {
      // 0.01 of a float parameter, as a client may write it
      const isWithin = (minimum ?? -Infinity) <= 0.01 && (maximum ?? Infinity) >= 0.01;
      tries.push(['1e-02', isWithin ? 200 : 422]);
    }
    if (type === 'boolean') tries.push(['true', 200], ['false', 200], ['', 422], ['yes', 422], ['2', 422]);
    return tries.map(([value, status]) => ({ name, value, status }));
  });
}

/** Answers that need a file of the archive. */
const ARCHIVED: ReadonlySet<string> = new Set(['backtesting.archives_download', 'backtesting.daily_snapshots']);

/** Streams never complete, accounts are the caller's own, files need a link or an archive, keys a payment: they have tests of their own. */
export const PROBED: readonly Row[] = ENDPOINT_LIST.filter(
  ([id, { streaming, family, fileType, payable }]) =>
    !ARCHIVED.has(id) &&
    streaming !== true &&
    !['accounts', 'webhooks', 'payments'].includes(family) &&
    payable?.sells !== 'file' &&
    fileType === undefined,
);
