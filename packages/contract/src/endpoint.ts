/** Endpoint table: the definition of one operation. Validation, types, access and the OpenAPI document come from it. */

import { Type, type Static, type TObject, type TSchema } from 'typebox';
import type { ProblemCode } from './problem.ts';
import type { RowScope, TierScope } from './scope.ts';
import type { Tier } from './tiers.ts';

/** Access level: no key, any valid key, or a key of that tier and above. */
export type Access = 'none' | 'key' | 'pro' | 'pro_plus';

/** An error that an operation may answer with beyond those that every operation of its kind has. */
export interface DeclaredError {
  readonly code: ProblemCode;
  readonly when: string;
}

/** A field that was added without breaking anyone, with the version that introduced it. */
export interface AdditiveNote {
  readonly date: string;
  readonly text: string;
}

/** One row of the table. */
export interface Endpoint<
  Path extends TObject = TObject,
  Query extends TObject = TObject,
  Reply extends TSchema = TSchema,
  Body extends TObject = TObject,
> {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'DELETE';
  /** As in OpenAPI: `/api/v1/indicators/signum-rgg/{symbol}`. */
  readonly path: string;
  /** Groups operations in the reference. */
  readonly family: string;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  /** Tiers that see a part only; the others see everything. */
  readonly scope?: Readonly<Partial<Record<Tier, TierScope>>>;
  /** Tiers that see these coins of an answer only; the others see all of them. */
  readonly coinScope?: Readonly<Partial<Record<Tier, readonly string[]>>>;
  /** Tiers that see the first rows of a list only, before any filter; the others see them all. */
  readonly rowScope?: Readonly<Partial<Record<Tier, RowScope>>>;
  /** Parts of the answer that only this tier and those above it see. */
  readonly parts?: Readonly<Record<string, 'pro' | 'pro_plus'>>;
  /** Costs none of the allowance of the key. */
  readonly uncounted?: true;
  /** Key optional; adds fields when one is sent. */
  readonly optionalKey?: true;
  readonly pathParameters: Path;
  /** A property with a `default` is optional to the caller and always present to the handler. */
  readonly query: Query;
  /** Request headers that the operation looks at, by name. They are optional texts; what they say is its own to check. */
  readonly headers?: TObject;
  /** Comma lists among the parameters: what their items may be. Any other item is a 400, as the operation says. */
  readonly lists?: Readonly<Record<string, readonly string[]>>;
  /** Alias → the parameter it stands for. "Send one": both, when they differ, are a 422. */
  readonly aliases: Readonly<Record<string, string>>;
  /** Effect of an unrecognised query parameter: none, or 400 `unknown_parameter`. */
  readonly unknownParameters: 'ignore' | 'reject';
  /** The JSON that must be sent; bodies sent elsewhere are ignored. */
  readonly body?: Body;
  readonly reply: Reply;
  /** Media type of an answer that is a file and never JSON; its reply is not checked. */
  readonly fileType?: string;
  /** Media types that the caller may have instead of JSON. */
  readonly otherTypes?: readonly string[];
  readonly errors: readonly DeclaredError[];
  /** The longest that the operation can take, when that is more than the 10 s of all others. */
  readonly timeoutSeconds?: number;
  /** Still there, but not for ever: answers say since when and until when, UTC dates `YYYY-MM-DD`. */
  readonly deprecated?: { readonly since: string; readonly sunset: string };
  /** Never completes: probes skip it. */
  readonly streaming?: true;
  /** One caller's own resource: probes skip it. */
  readonly accountScoped?: true;
  readonly notes: readonly AdditiveNote[];
}

/** No parameters. */
export const NONE = Type.Object({});

type Given<P extends TObject, Q extends TObject, R extends TSchema, B extends TObject = TObject> = Omit<
  Endpoint<P, Q, R, B>,
  'method' | 'path' | 'aliases' | 'unknownParameters' | 'errors' | 'notes'
> &
  Partial<Pick<Endpoint<P, Q, R, B>, 'aliases' | 'unknownParameters' | 'errors' | 'notes'>>;

const DEFAULTS = { aliases: {}, unknownParameters: 'ignore', errors: [], notes: [] } as const;

/** A GET of the table. */
export function get<P extends TObject, Q extends TObject, R extends TSchema>(
  path: string,
  given: Given<P, Q, R>,
): Endpoint<P, Q, R> {
  return Object.freeze({ ...DEFAULTS, ...given, method: 'GET', path });
}

/** A HEAD of the table. */
export function head<P extends TObject, Q extends TObject, R extends TSchema>(
  path: string,
  given: Given<P, Q, R>,
): Endpoint<P, Q, R> {
  return Object.freeze({ ...DEFAULTS, ...given, method: 'HEAD', path });
}

/** A POST of the table. */
export function post<P extends TObject, Q extends TObject, R extends TSchema, B extends TObject>(
  path: string,
  given: Given<P, Q, R, B>,
): Endpoint<P, Q, R, B> {
  return Object.freeze({ ...DEFAULTS, ...given, method: 'POST', path });
}

/** A DELETE of the table. */
export function del<P extends TObject, Q extends TObject, R extends TSchema>(
  path: string,
  given: Given<P, Q, R>,
): Endpoint<P, Q, R> {
  return Object.freeze({ ...DEFAULTS, ...given, method: 'DELETE', path });
}

/** The query parameters that an endpoint accepts, aliases included, in the order of the table. */
export function acceptedParameters(of: Endpoint): readonly string[] {
  return [...Object.keys(of.query.properties), ...Object.keys(of.aliases)];
}

/** True when the caller must send the parameter: it has no default and no alias that could stand in. */
export function mustBeSent(of: Endpoint, name: string): boolean {
  const schema = of.query.properties[name];
  if (schema === undefined || 'default' in schema || Object.values(of.aliases).includes(name)) return false;
  return of.query.required?.includes(name) ?? false;
}

/** The parsed query of an endpoint. */
export type QueryIn<E extends Endpoint> = Static<E['query']>;
/** The parsed path parameters of an endpoint. */
export type PathIn<E extends Endpoint> = Static<E['pathParameters']>;
/** The checked body that is sent to an endpoint; empty for those without one. */
export type BodyIn<E extends Endpoint> = Static<NonNullable<E['body']>>;
/** The body of an endpoint's 200. */
export type ReplyIn<E extends Endpoint> = Static<E['reply']>;

/** Headers of a deprecated operation's answers: `Deprecation` (RFC 9745) and `Sunset` (RFC 8594). Empty for others. */
export function deprecationHeaders({ deprecated }: Pick<Endpoint, 'deprecated'>): Readonly<Record<string, string>> {
  if (deprecated === undefined) return {};
  const since = Date.parse(`${deprecated.since}T00:00:00Z`) / 1000;
  return { deprecation: `@${since}`, sunset: new Date(`${deprecated.sunset}T00:00:00Z`).toUTCString() };
}
