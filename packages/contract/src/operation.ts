/** An operation: path, access, parameters, reply and answer in one place. The host brings the context. */

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

/** There at once, or later. A ready answer needs no promise. */
export type Awaitable<T> = T | Promise<T>;

/** An operation of the service. */
export interface Operation extends Endpoint {
  /** Stable, in words of the URL: `meme.regime_symbol`. */
  readonly id: string;
  /** Data that the answer is made of; access and scopes are those of the dataset. */
  readonly dataset: DatasetRef;
  /** Services of the host that `answer` uses. */
  readonly ports: readonly Port<unknown>[];
  readonly answer: (context: Context, asked: Asked) => Awaitable<Result<Body<unknown>, Problem>>;
  /** The reason why nothing can be sold to this request, looked at before a price is named; left out: it can. */
  readonly unsaleable?: (context: Context, asked: Asked) => Awaitable<Problem | undefined>;
  /** The reason why a heavy operation gives this request no turn, looked at before its queue; left out: it waits for one. */
  readonly turnedAway?: (context: Context, asked: Asked) => Awaitable<Problem | undefined>;
}

/** A shape hands on what it was given, undefined included. */
export type MaybeLeftOut<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** Fields of an endpoint that follow from its datasets. */
type Tiered = 'access' | 'scope' | 'coinScope' | 'rowScope' | 'paid' | 'parts' | 'pastAccess';

/** Tiers as an operation writes them down: by names of datasets. */
export interface TieredGiven {
  /** Data that the answer is made of. */
  readonly dataset: DatasetRef;
  /** Access that the documents give this operation where it is not that of its dataset; `test/tiers.test.ts` lists each with its line. */
  readonly access?: Access | undefined;
  /** Parts of the answer that are of another dataset: only tiers that see it whole see them. */
  readonly parts?: Readonly<Record<string, DatasetRef>> | undefined;
  /** Query parameters that ask for more of a dataset: within its horizon for the tiers below, or not at all without one. */
  readonly paid?: Readonly<Record<string, DatasetRef>> | undefined;
}

/** An operation as it is written down. */
export type OperationGiven<P extends TObject, Q extends TObject, R extends TSchema, B extends TObject> = MaybeLeftOut<
  Omit<Endpoint<P, Q, R, B>, 'path' | 'reply' | 'family' | 'summary' | Tiered>
> &
  Pick<Endpoint<P, Q, R, B>, 'reply' | 'family' | 'summary'> &
  TieredGiven & {
    /** Behind `/api/v1`: `/meme/regime/{symbol}`. */
    readonly path: string;
    /** The path stands outside `/api/v1`. */
    readonly isRoot?: true;
    readonly ports?: readonly Port<unknown>[];
    readonly answer: (
      context: Context,
      asked: Asked<Static<P>, Static<Q>, Static<B>>,
    ) => Awaitable<Result<Body<Static<R>>, Problem>>;
    readonly unsaleable?: (
      context: Context,
      asked: Asked<Static<P>, Static<Q>, Static<B>>,
    ) => Awaitable<Problem | undefined>;
    readonly turnedAway?: (
      context: Context,
      asked: Asked<Static<P>, Static<Q>, Static<B>>,
    ) => Awaitable<Problem | undefined>;
  };

/**
 * An operation of any form; `list`, `detail`, `head` and the other shapes make the usual ones.
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
  const rest = Object.fromEntries(Object.entries(others).filter(([, one]) => one !== undefined));
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
  const made = Object.freeze(whole) as unknown as Operation;
  assertScope(made);
  return made;
}

/** Access, scopes, paid parameters and parts of an operation, from its datasets. */
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

/** Additions of the table of prices to the operation of a path, beside errors. */
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

/** The errors that an operation declares, and those that follow from its edge and its price. */
function errorsOf(
  path: string,
  { edge, errors = [] }: MaybeLeftOut<Pick<Endpoint, 'edge' | 'errors'>>,
): readonly DeclaredError[] {
  const priced = payableOf(path) === undefined ? [] : PAYMENT_ERRORS;
  return [...errors, ...(edge === 'heavy' ? [BUSY] : []), ...priced];
}

/** @throws {UsageError} a scope on an operation without a key: there is no tier to decide by. */
function assertScope({ id, access, scope, coinScope, rowScope, parts, paid }: Operation): void {
  const isScoped = [scope, coinScope, rowScope, parts, paid].some((one) => one !== undefined);
  if (isScoped && access === 'none') {
    throw new UsageError(`"access" expected a key, because ${id} shows tiers different things, got none`);
  }
}
