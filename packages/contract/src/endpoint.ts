/** Definition of one operation. Validation, types, access and the OpenAPI document come from it. */

import { Type, type TObject, type TSchema } from 'typebox';
import type { DeclaredError } from './declared-error.ts';
import type { Edge } from './edge.ts';
import type { Payable } from './payments/payable.ts';
import type { Access, RowScope, Tier, TierScope } from './tiers.ts';

/** A field that was added without breaking anyone, with the version that introduced it. */
export interface AdditiveNote {
  readonly date: string;
  readonly text: string;
}

/** A parameter that is paid for. */
export interface PaidParameter {
  /** Lowest tier that may send any value. */
  readonly tier: 'pro' | 'pro_plus';
  /**
   * Largest value of the tiers below it, and what they get when they send none. Without it they may send nothing but the
   * default.
   */
  readonly most?: number;
}

/** Everything of an operation but its answer. */
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
  /** Query parameters that are paid for; what the tiers below may send without paying. Several bounds: the lowest tier first. */
  readonly paid?: Readonly<Record<string, PaidParameter | readonly PaidParameter[]>>;
  /** Price without a key, where it is for sale: from the table of prices, by its path. */
  readonly payable?: Payable;
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
  /** Items of those lists that the documents do not name. */
  readonly moreItems?: Readonly<Record<string, readonly string[]>>;
  /** Parameters that may be sent more than once: the answer sees their values with commas between. */
  readonly repeatable?: readonly string[];
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
  /** Reads the archive: rate, queue and deadline of `ARCHIVE_EDGE_V1` beside what every operation has. */
  readonly edge?: Edge;
  /** Still there, but not for ever: answers say since when and until when, UTC dates `YYYY-MM-DD`. */
  readonly deprecated?: { readonly since: string; readonly sunset: string };
  /** Made of published snapshots alone: takes `as_of`, and answers what it said then. */
  readonly pointInTime?: true;
  /** Lowest access that may send `as_of`, where the past costs more than the present. */
  readonly pastAccess?: Access;
  /** Never completes: probes skip it. */
  readonly streaming?: true;
  /** One caller's own resource: probes skip it. */
  readonly accountScoped?: true;
  readonly notes: readonly AdditiveNote[];
}

/** No parameters. */
export const NONE = Type.Object({});

/**
 * The query parameters that an endpoint accepts, aliases included, in the order of the table.
 *
 * @example
 * acceptedParameters(operationNamed('perpdex.funding_rates')); // → [ 'coin', 'limit', 'symbol' ]
 */
export function acceptedParameters(of: Endpoint): readonly string[] {
  return [...Object.keys(of.query.properties), ...Object.keys(of.aliases)];
}

/**
 * True when the caller must send the parameter, under this name or by an alias: it has no default.
 *
 * @example
 * mustBeSent(operationNamed('coins.search'), 'q'); // → true
 * mustBeSent(operationNamed('coins.search'), 'limit'); // → false
 */
export function mustBeSent(of: Endpoint, name: string): boolean {
  const schema = of.query.properties[name];
  if (schema === undefined || 'default' in schema) return false;
  return of.query.required?.includes(name) ?? false;
}

/**
 * Headers of a deprecated operation's answers: `Deprecation` (RFC 9745) and `Sunset` (RFC 8594). Empty for others.
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
