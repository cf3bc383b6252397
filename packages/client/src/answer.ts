/** Outcome of a call: an answer, or an error as a value. Calls never reject. */

import type { ProblemCode } from './generated/wire.ts';

/** Remaining allowance of the key after a call, from the service's headers. */
export interface Allowance {
  /** The window with fewer calls left. */
  readonly window: string;
  /** Calls in the window. */
  readonly limit: number;
  /** Calls left in the window. */
  readonly remaining: number;
  /** End of the window, epoch ms. */
  readonly resetAt: number;
}

/** Metadata of an answer. */
export interface AnswerMeta {
  /** HTTP status. */
  readonly status: number;
  /** Request id for the service's operator; null without a response. */
  readonly requestId: string | null;
  /** null when the call was not counted. */
  readonly allowance: Allowance | null;
  /** Number of attempts; 1 when the first succeeded. */
  readonly attempts: number;
  readonly headers: Headers;
}

/** A fault of a parameter or body. */
export interface Fault {
  /** Location: `['query', 'limit']`. */
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

/** Error codes set by the client. */
export type OwnCode = 'invalid_parameters' | 'unknown_error' | 'unreachable' | 'timeout' | 'aborted' | 'malformed';

/** Reason of a failed call. */
export interface CallError {
  /**
   * The service's code; or `invalid_parameters` (422, see `faults`), `unknown_error` (no envelope), `unreachable`,
   * `timeout`, `aborted`, `malformed` (a 200 that is no JSON).
   */
  readonly code: ProblemCode | OwnCode;
  /** One sentence for people. */
  readonly message: string;
  /** HTTP status; null without a response. */
  readonly status: number | null;
  /** Faults of a 422, one per parameter. */
  readonly faults: readonly Fault[];
  /** Wait requested by the service, ms; null without one. */
  readonly retryAfterMs: number | null;
  /** Other fields of the envelope: `required_tier`, `pricing_url`, `mint_url`, `suggestions`, `accepted`. */
  readonly detail: Readonly<Record<string, unknown>>;
  readonly requestId: string | null;
  /** Number of attempts. */
  readonly attempts: number;
}

/** Outcome of a call. */
export type Outcome<Reply> =
  | { readonly ok: true; readonly value: Reply; readonly meta: AnswerMeta }
  | { readonly ok: false; readonly error: CallError };

const numberOf = (headers: Headers, name: string): number | null => {
  const text = headers.get(name);
  const value = text === null || text.trim() === '' ? NaN : Number(text);
  return Number.isFinite(value) ? value : null;
};

/** Parses the allowance from response headers; null when absent. */
export function allowanceOf(headers: Headers): Allowance | null {
  const limit = numberOf(headers, 'x-ratelimit-limit');
  const remaining = numberOf(headers, 'x-ratelimit-remaining');
  const reset = numberOf(headers, 'x-ratelimit-reset');
  if (limit === null || remaining === null || reset === null) return null;
  return { window: headers.get('x-ratelimit-window') ?? '', limit, remaining, resetAt: reset * 1000 };
}

/**
 * The wait of a Retry-After header, ms: seconds, or a date.
 *
 * @param now epoch ms, which a date is measured from.
 * @source RFC 9110, section 10.2.3
 */
export function retryAfterOf(headers: Headers, now: number): number | null {
  const text = headers.get('retry-after');
  if (text === null) return null;
  if (/^\d+$/.test(text.trim())) return Number(text) * 1000;
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? null : Math.max(0, moment - now);
}

const NOTHING: Omit<CallError, 'code' | 'message'> = {
  status: null,
  faults: [],
  retryAfterMs: null,
  detail: {},
  requestId: null,
  attempts: 1,
};

/** Error of a call without a readable response. */
export function ownError(code: OwnCode, message: string, known: Partial<CallError> = {}): CallError {
  return { ...NOTHING, ...known, code, message };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isFault(value: unknown): value is Fault {
  return isObject(value) && Array.isArray(value['loc']) && typeof value['msg'] === 'string';
}

/** Error of a refusal, from its envelope; `unknown_error` when the body is not an envelope, such as a proxy's page. */
export function refusalOf(response: Response, body: unknown, now: number): CallError {
  const { status, headers } = response;
  const known = { status, retryAfterMs: retryAfterOf(headers, now), requestId: headers.get('x-request-id') };
  const detail = isObject(body) ? body['detail'] : undefined;
  if (Array.isArray(detail)) {
    const faults = detail.filter(isFault);
    const message = faults.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ');
    return ownError('invalid_parameters', message, { ...known, faults });
  }
  if (!isObject(detail) || typeof detail['error'] !== 'string') {
    return ownError('unknown_error', `The service answered ${status}.`, known);
  }
  const { error, message, ...rest } = detail;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a newer service may have codes that this table lacks
  const code = error as ProblemCode;
  return { ...NOTHING, ...known, code, message: typeof message === 'string' ? message : code, detail: rest };
}
