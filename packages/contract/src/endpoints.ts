/** The endpoint table: the single source of truth of paths, parameters, access and replies. */

import { UsageError } from '@barograph/core';
import { candles } from './candles/index.ts';
import type { BodyIn, Endpoint, PathIn, QueryIn, ReplyIn } from './endpoint.ts';
import { accounts } from './accounts/index.ts';
import { indicators } from './endpoints/indicators.ts';
import { meme } from './meme/index.ts';
import { meta } from './endpoints/meta.ts';
import { quant } from './endpoints/quant.ts';
import { regimes } from './regimes/index.ts';
import { stream } from './stream/index.ts';
import { volatility } from './endpoints/volatility.ts';
import { volume } from './endpoints/volume.ts';

/** Every operation that is live, by its id. */
export const ENDPOINTS = {
  ...meta,
  ...indicators,
  ...volatility,
  ...volume,
  ...quant,
} as const satisfies Readonly<Record<string, Endpoint>>;

/** Id of an operation. */
export type EndpointId = keyof typeof ENDPOINTS;
/** The checked query of an operation: parameters with a default are always there. */
export type QueryOf<Id extends EndpointId> = QueryIn<(typeof ENDPOINTS)[Id]>;
/** The path parameters of an operation. */
export type PathOf<Id extends EndpointId> = PathIn<(typeof ENDPOINTS)[Id]>;
/** The checked body that is sent to an operation. */
export type BodyOf<Id extends EndpointId> = BodyIn<(typeof ENDPOINTS)[Id]>;
/** The body of an operation's 200. */
export type ReplyOf<Id extends EndpointId> = ReplyIn<(typeof ENDPOINTS)[Id]>;

/** Operations by the feature that has them; the others are in the table above until they are converted. */
const converted = (name: keyof typeof CONVERTED): [string, Endpoint][] =>
  CONVERTED[name].operations.map((one) => [one.id, one]);
const CONVERTED = { accounts, candles, meme, regimes, stream };

/** Id and endpoint of every operation, in the order of the index. */
export const ENDPOINT_LIST: readonly (readonly [string, Endpoint])[] = [
  ...Object.entries(meta),
  ...converted('accounts'),
  ...converted('candles'),
  ...Object.entries(indicators),
  ...Object.entries(volatility),
  ...Object.entries(volume),
  ...Object.entries(quant),
  ...converted('regimes'),
  ...converted('meme'),
  ...converted('stream'),
];

/** The operation of that id. @throws {UsageError} there is none. */
export function endpointOf(id: string): Endpoint {
  const found = ENDPOINT_LIST.find(([name]) => name === id);
  if (found === undefined) throw new UsageError(`"id" expected an operation, got ${id}`);
  return found[1];
}
