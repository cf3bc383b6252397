/** The endpoint table: the single source of truth of paths, parameters, access and replies. */

import type { BodyIn, Endpoint, PathIn, QueryIn, ReplyIn } from './endpoint.ts';
import { accounts } from './endpoints/accounts.ts';
import { indicators } from './endpoints/indicators.ts';
import { meme } from './meme/index.ts';
import { meta } from './endpoints/meta.ts';
import { perpdex } from './endpoints/perpdex.ts';
import { quant } from './quant/index.ts';
import { regimes } from './endpoints/regimes.ts';
import { stream } from './endpoints/stream.ts';
import { volatility } from './endpoints/volatility.ts';
import { volume } from './endpoints/volume.ts';

/** Every operation that is live, by its id. */
export const ENDPOINTS = {
  ...meta,
  ...accounts,
  ...perpdex,
  ...indicators,
  ...volatility,
  ...volume,
  ...regimes,
  ...stream,
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
const CONVERTED = { meme, quant };

/** Id and endpoint of every operation, in the order of the index. */
export const ENDPOINT_LIST: readonly (readonly [string, Endpoint])[] = [
  ...Object.entries(meta),
  ...Object.entries(accounts),
  ...Object.entries(perpdex),
  ...Object.entries(indicators),
  ...Object.entries(volatility),
  ...Object.entries(volume),
  ...converted('quant'),
  ...Object.entries(regimes),
  ...converted('meme'),
  ...Object.entries(stream),
];
