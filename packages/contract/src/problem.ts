/** Error bodies. One table maps codes to statuses; engines and handlers use codes, never statuses. */

import type { QuantErrorCode } from '@barograph/core';
import { Type, type Static } from 'typebox';

/** Status of every code of the error envelope. */
export const PROBLEM_STATUS = {
  bad_request: 400,
  unknown_coin: 400,
  unknown_parameter: 400,
  unknown_event_type: 400,
  too_many_coins: 400,
  range_too_large: 400,
  unknown_group: 400,
  missing_api_key: 401,
  invalid_api_key: 401,
  x402: 402,
  payment_malformed: 400,
  two_payments: 400,
  payment_expired: 402,
  payment_not_yet_valid: 402,
  payment_valid_too_long: 402,
  payment_wrong_amount: 402,
  payment_wrong_asset: 402,
  payment_wrong_network: 402,
  payment_wrong_recipient: 402,
  payment_wrong_resource: 402,
  payment_bad_signature: 402,
  payment_unfunded: 402,
  payment_refused: 402,
  payment_failed: 402,
  tier_too_low: 403,
  not_found: 404,
  unknown_symbol: 404,
  too_little_history: 404,
  unknown_link: 404,
  symbol_not_found: 404,
  not_kept: 404,
  strategy_not_found: 404,
  indicator_not_found: 404,
  page_not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  revoke_cooldown: 409,
  payment_replayed: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  expectation_failed: 417,
  daily_limit: 429,
  rate_limited: 429,
  too_many_streams: 429,
  headers_too_large: 431,
  internal_error: 500,
  warming_up: 503,
  trade_flow_warming: 503,
  positioning_warming_up: 503,
  positioning_disabled: 503,
  model_not_loaded: 503,
  store_unavailable: 503,
  payment_unknown: 503,
  payments_disabled: 503,
  payments_unavailable: 503,
  source_unavailable: 503,
  wiki_index_unavailable: 503,
  wiki_index_outdated: 503,
  backtesting_busy: 503,
  deadline_exceeded: 504,
} as const satisfies Readonly<Record<string, number>>;

/** Code of an error response. */
export type ProblemCode = keyof typeof PROBLEM_STATUS;

/** Envelope of every error except 422. A 401 adds mint_url; a 403 adds required_tier and pricing_url. */
export const ErrorEnvelope = Type.Object(
  {
    detail: Type.Object(
      {
        error: Type.String({ description: 'code' }),
        message: Type.String(),
        mint_url: Type.Optional(Type.String({ description: '401: where to mint a key' })),
        required_tier: Type.Optional(Type.Enum(['pro', 'pro_plus'], { type: 'string', description: '403' })),
        pricing_url: Type.Optional(Type.String({ description: '403' })),
        resend_verify: Type.Optional(
          Type.String({ description: '429 of a key whose address is not confirmed: what raises its cap' }),
        ),
        accepted: Type.Optional(Type.Array(Type.String(), { description: 'unknown_parameter: the accepted names' })),
        suggestions: Type.Optional(Type.Array(Type.String(), { description: 'names that do exist' })),
        valid_groups: Type.Optional(
          Type.Array(Type.String(), { description: 'unknown_group: the groups that there are' }),
        ),
        search_url: Type.Optional(Type.String({ description: 'page_not_found: where to look for a page' })),
        request_id: Type.Optional(Type.String({ description: 'the X-Request-Id of the answer' })),
      },
      { additionalProperties: true },
    ),
  },
  { title: 'ErrorEnvelope' },
);
export type ErrorEnvelope = Static<typeof ErrorEnvelope>;

/**
 * Body of a 402: the envelope, and the fields that x402 defines. `accepts` has the names of both version 1 and version 2; the
 * header Payment-Required has version 2.
 */
export const PaymentRequiredBody = Type.Object(
  {
    ...ErrorEnvelope.properties,
    x402Version: Type.Integer({ description: 'Version of the names of networks in accepts.' }),
    error: Type.String({ description: 'The code again, where x402 looks for it.' }),
    accepts: Type.Array(
      Type.Object(
        {
          scheme: Type.Literal('exact'),
          network: Type.String({ description: 'As version 1 names it; the header has the name of version 2.' }),
          amount: Type.String({ description: 'Units of USDC, six decimals.' }),
          maxAmountRequired: Type.String({ description: 'The same, as version 1 names it.' }),
          asset: Type.String({ description: 'Contract of USDC on the network.' }),
          payTo: Type.String({ description: 'Address that is paid.' }),
          maxTimeoutSeconds: Type.Integer({ description: 'Longest validity of a payment from now on.' }),
        },
        { additionalProperties: true },
      ),
      { description: 'What is accepted.' },
    ),
  },
  { title: 'PaymentRequired' },
);
export type PaymentRequiredBody = Static<typeof PaymentRequiredBody>;

/** Body of a 422: one item per fault, located by `loc`. */
export const ValidationErrorBody = Type.Object(
  {
    detail: Type.Array(
      Type.Object({
        loc: Type.Array(Type.Union([Type.String(), Type.Integer()]), { examples: [['query', 'limit']] }),
        msg: Type.String(),
        type: Type.String(),
      }),
    ),
  },
  { title: 'ValidationErrorBody' },
);
export type ValidationErrorBody = Static<typeof ValidationErrorBody>;
/** One fault of a 422. */
export type ValidationItem = ValidationErrorBody['detail'][number];

/** Error answer: status, body and headers. */
export interface Problem {
  readonly status: number;
  readonly body: ErrorEnvelope | ValidationErrorBody | PaymentRequiredBody;
  readonly headers: Readonly<Record<string, string>>;
}

/** Optional fields of a problem in addition to its message. */
export interface ProblemExtra {
  readonly accepted?: readonly string[];
  readonly suggestions?: readonly string[];
  readonly validGroups?: readonly string[];
  /** URL of a search for the missing resource. */
  readonly searchUrl?: string;
  readonly requiredTier?: 'pro' | 'pro_plus';
  /** URL of the plans. @default {@link PRICING_URL} */
  readonly pricingUrl?: string;
  /** URL that requests a confirmation mail. */
  readonly resendVerify?: string;
  /** Seconds, sent as Retry-After. */
  readonly retryAfter?: number;
  /** Methods, sent as Allow. */
  readonly allow?: readonly string[];
}

/** URL that mints keys; named in every 401. */
export const MINT_URL = '/api/v1/auth/keys';
/** URL of the plans; named in every 403. */
export const PRICING_URL = '/pricing';

/**
 * Builds the error answer of a code. `status` differs from the table only where the contract gives a code two statuses.
 *
 * @example
 * const { status, headers } = problem('rate_limited', 'Too many requests.', { retryAfter: 7 });
 * [status, headers]; // → [ 429, { 'retry-after': '7' } ]
 */
export function problem(
  code: ProblemCode,
  message: string,
  extra: ProblemExtra = {},
  status: number = PROBLEM_STATUS[code],
): Problem {
  const headers: Record<string, string> = {};
  if (extra.retryAfter !== undefined) headers['retry-after'] = String(extra.retryAfter);
  if (extra.allow !== undefined) headers['allow'] = extra.allow.join(', ');
  return {
    status,
    headers,
    body: {
      detail: {
        error: code,
        message,
        ...(status === 401 ? { mint_url: MINT_URL } : {}),
        ...(status === 403
          ? { required_tier: extra.requiredTier ?? 'pro', pricing_url: extra.pricingUrl ?? PRICING_URL }
          : {}),
        ...(extra.resendVerify === undefined ? {} : { resend_verify: extra.resendVerify }),
        ...(extra.accepted === undefined ? {} : { accepted: [...extra.accepted] }),
        ...(extra.suggestions === undefined ? {} : { suggestions: [...extra.suggestions] }),
        ...(extra.validGroups === undefined ? {} : { valid_groups: [...extra.validGroups] }),
        ...(extra.searchUrl === undefined ? {} : { search_url: extra.searchUrl }),
      },
    },
  };
}

/**
 * Builds a 422 from one or more faults.
 *
 * @example
 * const fault = { type: 'missing', loc: ['query', 'q'], msg: 'Field required', input: null };
 * validationProblem(fault).status; // → 422
 */
export function validationProblem(...detail: readonly ValidationItem[]): Problem {
  return { status: 422, headers: {}, body: { detail: [...detail] } };
}

const CODE_OF_ENGINE_ERROR: Readonly<Record<QuantErrorCode, ProblemCode>> = {
  usage: 'internal_error',
  missing_file: 'source_unavailable',
  empty_file: 'source_unavailable',
  unreadable_file: 'source_unavailable',
  missing_column: 'source_unavailable',
  bad_value: 'source_unavailable',
  bad_order: 'source_unavailable',
  bad_bar: 'source_unavailable',
  too_little_history: 'too_little_history',
  unknown_symbol: 'unknown_symbol',
  stale_source: 'source_unavailable',
  unavailable: 'source_unavailable',
  artifact_mismatch: 'internal_error',
  unsupported_version: 'internal_error',
};

/**
 * Wire code for an error of an engine or reader.
 *
 * @example
 * problemCodeOf('unreadable_file'); // → 'source_unavailable'
 */
export function problemCodeOf(code: QuantErrorCode): ProblemCode {
  return CODE_OF_ENGINE_ERROR[code];
}
