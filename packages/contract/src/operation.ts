/** Operation: path, access, parameters, reply and answer in one place. The host provides the context. */

import { UsageError, type Result } from '@barograph/core';
import { Type, type Static, type TObject, type TSchema } from 'typebox';
import type { Body } from './body.ts';
import { coinAliases } from './coin-aliases.ts';
import type { Asked, Context, Port } from './context.ts';
import { datasetOf, paidFrom, pastFrom, type DatasetRef } from './datasets.ts';
import { ARCHIVE_EDGE_V1 } from './edge.ts';
import type { DeclaredError } from './declared-error.ts';
import { NONE, type Endpoint, type PaidParameter } from './endpoint.ts';
import { PAYMENT_ERRORS, PAYMENT_HEADERS, payableOf } from './payments/payable.ts';
import type { Problem } from './problem.ts';
import type { Access } from './tiers.ts';
import { API_PREFIX } from './version.ts';

/** Value or promise: a ready answer needs no promise. */
export type Awaitable<T> = T | Promise<T>;

/** An operation of the service. */
export interface Operation extends Endpoint {
  /** Stable id in words of the URL: `meme.regime_symbol`. */
  readonly id: string;
  /** Dataset of the answer, which determines access and scopes. */
  readonly dataset: DatasetRef;
  /** Services of the host that `answer` uses. */
  readonly ports: readonly Port<unknown>[];
  readonly answer: (context: Context, request: Asked) => Awaitable<Result<Body<unknown>, Problem>>;
  /** Returns the problem that prevents a sale, checked before the price. @default always sellable */
  readonly unsaleable?: (context: Context, request: Asked) => Awaitable<Problem | undefined>;
  /** Returns the problem that refuses a heavy request before it is queued. @default never refuses */
  readonly turnedAway?: (context: Context, request: Asked) => Awaitable<Problem | undefined>;
}

/** Optional fields that may also be undefined, as shapes pass them on. */
export type MaybeLeftOut<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** Endpoint fields derived from its datasets. */
type Tiered = 'access' | 'scope' | 'coinScope' | 'rowScope' | 'paid' | 'parts' | 'pastAccess';

/** Tiers of an operation, by names of datasets. */
export interface TieredGiven {
  /** Dataset of the answer. */
  readonly dataset: DatasetRef;
  /** Access that the documents give this operation where it is not that of its dataset; `test/tiers.test.ts` lists each with its line. */
  readonly access?: Access | undefined;
  /** Parts of the answer from another dataset, visible only to tiers that see that dataset whole. */
  readonly parts?: Readonly<Record<string, DatasetRef>> | undefined;
  /** Query parameters that request more of a dataset. Lower tiers are limited to its horizon, or refused without one. */
  readonly paid?: Readonly<Record<string, DatasetRef>> | undefined;
}

/** Definition of an operation. */
export type OperationGiven<P extends TObject, Q extends TObject, R extends TSchema, B extends TObject> = MaybeLeftOut<
  Omit<Endpoint<P, Q, R, B>, 'path' | 'reply' | 'family' | 'summary' | Tiered>
> &
  Pick<Endpoint<P, Q, R, B>, 'reply' | 'family' | 'summary'> &
  TieredGiven & {
    /** Path below `/api/v1`: `/meme/regime/{symbol}`. */
    readonly path: string;
    /** The path is outside `/api/v1`. */
    readonly isRoot?: true;
    readonly ports?: readonly Port<unknown>[];
    readonly answer: (
      context: Context,
      request: Asked<Static<P>, Static<Q>, Static<B>>,
    ) => Awaitable<Result<Body<Static<R>>, Problem>>;
    readonly unsaleable?: (
      context: Context,
      request: Asked<Static<P>, Static<Q>, Static<B>>,
    ) => Awaitable<Problem | undefined>;
    readonly turnedAway?: (
      context: Context,
      request: Asked<Static<P>, Static<Q>, Static<B>>,
    ) => Awaitable<Problem | undefined>;
  };

/**
 * Operation of any form; use `list`, `detail`, `head` and the other shapes for common forms.
 *
 * @example
 * operation('baskets', { path: '/trading-strategy-baskets', dataset: 'baskets', family: 'regimes', summary, reply, answer });
 */
export function operation<
  P extends TObject = typeof NONE,
  Q extends TObject = typeof NONE,
  R extends TSchema = TSchema,
  B extends TObject = TObject,
>(id: string, given: OperationGiven<P, Q, R, B>): Operation {
  const { path, isRoot, ports = [], ...others } = given;
  const rest = Object.fromEntries(Object.entries(others).filter(([, field]) => field !== undefined));
  const whole = {
    method: 'GET' as const,
    pathParameters: NONE,
    query: NONE,
    unknownParameters: 'ignore' as const,
    notes: [],
    ...rest,
    aliases: { ...coinAliases(given.query ?? NONE, given.pathParameters ?? NONE), ...given.aliases },
    ...(given.edge === 'heavy' ? { timeoutSeconds: ARCHIVE_EDGE_V1.deadlineSeconds } : {}),
    ...tiersOf(given),
    errors: errorsOf(path, given),
    id,
    path: isRoot === true ? path : `${API_PREFIX}${path}`,
    ports,
    ...soldAt(path, others),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schemas of this very operation check what it is asked
  const frozen = Object.freeze(whole) as unknown as Operation;
  assertScope(frozen);
  return frozen;
}

/** Derives access, scopes, paid parameters and parts from the operation's datasets. */
function tiersOf(
  given: TieredGiven &
    Pick<MaybeLeftOut<Endpoint>, 'pointInTime'> & {
      readonly pathParameters?: TObject | undefined;
      readonly query?: TObject | undefined;
    },
): Pick<Endpoint, Tiered> {
  const { dataset, access, parts, paid } = given;
  const { access: ofData, coins, rows } = datasetOf(dataset);
  const pastAccess = given.pointInTime === true ? pastFrom(dataset) : undefined;
  const parameters = { ...given.pathParameters?.properties, ...given.query?.properties };
  const boundsOf = (ref: DatasetRef): readonly PaidParameter[] => datasetOf(ref).horizon ?? [{ tier: paidFrom(ref) }];
  return {
    access: access ?? ofData,
    ...(coins === undefined ? {} : 'symbol' in parameters ? { scope: mapped(coins, (only) => ({ parameter: 'symbol', only })) } : { coinScope: coins }), // prettier-ignore
    ...(rows === undefined ? {} : { rowScope: rows }),
    ...(paid === undefined ? {} : { paid: mapped(paid, boundsOf) }),
    ...(pastAccess === undefined ? {} : { pastAccess }),
    ...(parts === undefined ? {} : { parts: mapped(parts, paidFrom) }),
  };
}

function mapped<Name extends string, From, To>(
  table: Readonly<Partial<Record<Name, From>>>,
  to: (from: From) => To,
): Readonly<Record<string, To>> {
  return Object.fromEntries(Object.entries<From | undefined>(table).flatMap(([name, from]) => (from === undefined ? [] : [[name, to(from)] as const]))); // prettier-ignore
}

/** Fields that the price table adds to an operation, except errors. */
function soldAt(path: string, { headers }: MaybeLeftOut<Pick<Endpoint, 'headers'>>): Partial<Endpoint> {
  const payable = payableOf(path);
  if (payable === undefined) return {};
  return {
    payable,
    headers: Type.Object({ ...headers?.properties, ...PAYMENT_HEADERS.properties }),
  };
}

const BUSY: DeclaredError = {
  code: 'backtesting_busy',
  when: 'Too many archive reads run and wait; Retry-After says when to ask again.',
};

/** Errors of an operation: declared ones, and those implied by its edge class and price. */
function errorsOf(
  path: string,
  { edge, errors = [] }: MaybeLeftOut<Pick<Endpoint, 'edge' | 'errors'>>,
): readonly DeclaredError[] {
  const priced = payableOf(path) === undefined ? [] : PAYMENT_ERRORS;
  return [...errors, ...(edge === 'heavy' ? [BUSY] : []), ...priced];
}

/** @throws {UsageError} when an operation without a key has a scope, because there is no tier to apply. */
function assertScope({ id, access, scope, coinScope, rowScope, parts, paid }: Operation): void {
  const isScoped = [scope, coinScope, rowScope, parts, paid].some((limit) => limit !== undefined);
  if (isScoped && access === 'none') {
    throw new UsageError(`"access" expected a key, because ${id} shows tiers different things, got none`);
  }
}
