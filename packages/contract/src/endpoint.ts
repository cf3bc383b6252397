/** Definition of an operation. Validation, types, access and the OpenAPI document derive from it. */

import { Type, type TObject, type TSchema } from 'typebox';
import type { DeclaredError } from './declared-error.ts';
import type { Edge } from './edge.ts';
import type { Payable } from './payments/payable.ts';
import type { Access, RowScope, Tier, TierScope } from './tiers.ts';

/** Field added without a breaking change, with the version that introduced it. */
export interface AdditiveNote {
  readonly date: string;
  readonly text: string;
}

/** Parameter of a paid tier. */
export interface PaidParameter {
  /** Minimum tier that may send any value. */
  readonly tier: 'pro' | 'pro_plus';
  /**
   * Maximum value of the tiers below, which is also their default. Without it they may only send the
   * default.
   */
  readonly most?: number;
}

/** Definition of an operation without its handler. */
export interface Endpoint<
  Path extends TObject = TObject,
  Query extends TObject = TObject,
  Reply extends TSchema = TSchema,
  Body extends TObject = TObject,
> {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'DELETE';
  /** OpenAPI path: `/api/v1/indicators/signum-rgg/{symbol}`. */
  readonly path: string;
  /** Groups operations in the reference. */
  readonly family: string;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  /** Tiers that see only a part; the others see everything. */
  readonly scope?: Readonly<Partial<Record<Tier, TierScope>>>;
  /** Tiers that see only these coins of an answer; the others see all. */
  readonly coinScope?: Readonly<Partial<Record<Tier, readonly string[]>>>;
  /** Tiers that see only the first rows of a list, before filters; the others see all. */
  readonly rowScope?: Readonly<Partial<Record<Tier, RowScope>>>;
  /** Paid query parameters, with the values allowed for lower tiers. Several bounds start with the lowest tier. */
  readonly paid?: Readonly<Record<string, PaidParameter | readonly PaidParameter[]>>;
  /** Price without a key, from the price table by path; absent when not sold. */
  readonly payable?: Payable;
  /** Parts of the answer visible to this tier and above. */
  readonly parts?: Readonly<Record<string, 'pro' | 'pro_plus'>>;
  /** Whether requests are free of the key's allowance. */
  readonly uncounted?: true;
  /** Key optional; adds fields when one is sent. */
  readonly optionalKey?: true;
  readonly pathParameters: Path;
  /** A property with a `default` is optional for the caller and always present for the handler. */
  readonly query: Query;
  /** Request headers read by the operation, by name. They are optional texts, which it validates itself. */
  readonly headers?: TObject;
  /** Allowed items of comma-separated parameters. Other items are a 400. */
  readonly lists?: Readonly<Record<string, readonly string[]>>;
  /** Undocumented items of these lists. */
  readonly moreItems?: Readonly<Record<string, readonly string[]>>;
  /** Repeatable parameters; the handler gets their values joined by commas. */
  readonly repeatable?: readonly string[];
  /** Alias → parameter. Sending both with different values is a 422. */
  readonly aliases: Readonly<Record<string, string>>;
  /** Handling of unknown query parameters: ignore, or 400 `unknown_parameter`. */
  readonly unknownParameters: 'ignore' | 'reject';
  /** Required JSON body; bodies of other operations are ignored. */
  readonly body?: Body;
  readonly reply: Reply;
  /** Media type of a file answer, whose reply is not checked. */
  readonly fileType?: string;
  /** Media types that the caller may request instead of JSON. */
  readonly otherTypes?: readonly string[];
  readonly errors: readonly DeclaredError[];
  /** Maximum duration, if longer than the default 10 s. */
  readonly timeoutSeconds?: number;
  /** Edge class of archive reads, which adds rate, queue and deadline of `ARCHIVE_EDGE_V1`. */
  readonly edge?: Edge;
  /** Deprecation, with start and end in answer headers, UTC dates `YYYY-MM-DD`. */
  readonly deprecated?: { readonly since: string; readonly sunset: string };
  /** Whether it reads only published snapshots, so that `as_of` returns past answers. */
  readonly pointInTime?: true;
  /** Minimum access for `as_of`, if higher than for current data. */
  readonly pastAccess?: Access;
  /** Never completes: probes skip it. */
  readonly streaming?: true;
  /** Resource of a single caller: probes skip it. */
  readonly accountScoped?: true;
  readonly notes: readonly AdditiveNote[];
}

/** No parameters. */
export const NONE = Type.Object({});

/**
 * Query parameters accepted by an endpoint, including aliases, in table order.
 *
 * @example
 * acceptedParameters(operationNamed('perpdex.funding_rates')); // → [ 'coin', 'limit', 'symbol' ]
 */
export function acceptedParameters(endpoint: Endpoint): readonly string[] {
  return [...Object.keys(endpoint.query.properties), ...Object.keys(endpoint.aliases)];
}

/**
 * Whether the parameter is required, by its name or an alias, because it has no default.
 *
 * @example
 * mustBeSent(operationNamed('coins.search'), 'q'); // → true
 * mustBeSent(operationNamed('coins.search'), 'limit'); // → false
 */
export function mustBeSent(endpoint: Endpoint, name: string): boolean {
  const schema = endpoint.query.properties[name];
  if (schema === undefined || 'default' in schema) return false;
  return endpoint.query.required?.includes(name) ?? false;
}

/**
 * Headers of a deprecated operation's answers: `Deprecation` (RFC 9745) and `Sunset` (RFC 8594). Empty for other operations.
 *
 * @example
 * const { deprecation, sunset } = deprecationHeaders({ deprecated: { since: '2026-01-01', sunset: '2026-07-01' } });
 * [deprecation, sunset]; // → [ '@1767225600', 'Wed, 01 Jul 2026 00:00:00 GMT' ]
 */
export function deprecationHeaders({ deprecated }: Pick<Endpoint, 'deprecated'>): Readonly<Record<string, string>> {
  if (deprecated === undefined) return {};
  const since = Date.parse(`${deprecated.since}T00:00:00Z`) / 1000;
  return { deprecation: `@${since}`, sunset: new Date(`${deprecated.sunset}T00:00:00Z`).toUTCString() };
}
