/** Orders of faults in the loopback venue: fields and parser. */

import { err, ok, shown, type Result } from '@barograph/core';
import { valuesOf } from './info.ts';

/** Kinds of faults with their effect. */
export const FAULT_KINDS = {
  disconnect: 'every socket is cut off, and with `for` none is let in so long',
  silence: 'sockets acknowledge and answer pings, and send no data',
  quiet: 'the second and the third derivatives venue have no further trades',
  duplicates: 'every frame of data is sent twice',
  disorder: 'two frames of a subscription change places',
  '429': 'every request is refused, with `retryAfter` (s) as Retry-After where it is given',
  slow: 'the second half of every body comes `delay` real ms late (10000)',
  truncated: 'every body breaks off in the middle',
  malformed: 'every body is no JSON; with a subscription as `request` (trades) its frames are none',
  html_403: 'every request is refused with a page of HTML',
  '451': 'every request is refused: the venue does not serve this place',
  missing: 'the first field of every row of an answer is left out',
  renamed: 'the first field of every row of an answer has another name',
  added: 'every row of an answer has one field more',
  listing: 'a new perp appears, called `coin` where it is given',
  delisting: '`coin` stops to trade',
  clock_jump: 'the clock goes `by` ms ahead, or behind where it is negative, for `for` ms or for ever',
} as const;

/** Kind of a fault. */
export type FaultKind = keyof typeof FAULT_KINDS;

/** Kinds that last. */
const LASTING: ReadonlySet<FaultKind> = new Set([
  'silence',
  'quiet',
  'duplicates',
  'disorder',
  '429',
  'slow',
  'truncated',
  'malformed',
  'html_403',
  '451',
  'missing',
  'renamed',
  'added',
]);
const DEFAULT_FOR_MS = 30_000;
const DEFAULT_DELAY_MS = 10_000;

/** Ordered fault. Durations are ms of the venue's clock unless stated otherwise. */
export interface FaultOrder {
  readonly kind: FaultKind;
  /** Delay before it starts. */
  readonly after: number;
  /** Duration; 0 is instantaneous, null is unlimited. */
  readonly for: number | null;
  /** Affected perp; null for all. */
  readonly coin: string | null;
  /** Affected request type; null for all. */
  readonly request: string | null;
  /** Real ms. */
  readonly delay: number;
  /** Signed. */
  readonly by: number;
  /** Seconds. */
  readonly retryAfter: number | null;
}

const NUMBERS = {
  after: [0, 1e12],
  for: [1, 1e12],
  delay: [0, 600_000],
  by: [-1e12, 1e12],
  retryAfter: [0, 86_400],
} as const;
const TEXTS = ['kind', 'coin', 'request'] as const;

function isKind(value: unknown): value is FaultKind {
  return typeof value === 'string' && Object.hasOwn(FAULT_KINDS, value);
}

/**
 * Parses an order of `POST /faults` or `--fault`: `{"kind": "silence", "for": 60000}`.
 *
 * @returns the order, or an error in one line that names the field.
 */
export function readFaultOrder(json: unknown): Result<FaultOrder, string> {
  const values = valuesOf(json);
  const unknown = Object.keys(values).find(
    (name) => !Object.hasOwn(NUMBERS, name) && !TEXTS.some((text) => text === name),
  );
  if (unknown !== undefined) {
    return err(`${unknown}: expected one of ${[...TEXTS, ...Object.keys(NUMBERS)].join(', ')}`);
  }
  const { kind, coin, request } = values;
  if (!isKind(kind)) return err(`kind: expected one of ${Object.keys(FAULT_KINDS).join(', ')}, got ${shown(kind)}`);
  for (const [name, [least, most]] of Object.entries(NUMBERS)) {
    const value = values[name];
    const isIn = typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
    if (value !== undefined && !isIn)
      return err(`${name}: expected an integer within ${least}…${most}, got ${shown(value)}`);
  }
  if (coin !== undefined && (typeof coin !== 'string' || !/^\w{1,20}$/.test(coin))) {
    return err(`coin: expected a symbol, got ${shown(coin)}`);
  }
  if (request !== undefined && typeof request !== 'string')
    return err(`request: expected a type, got ${shown(request)}`);
  if (kind === 'delisting' && coin === undefined) return err('coin: expected the perp that is delisted, got nothing');
  if (kind === 'clock_jump' && values['by'] === undefined) return err('by: expected ms, got nothing');
  const number = (name: keyof typeof NUMBERS): number | undefined => {
    const value = values[name];
    return typeof value === 'number' ? value : undefined;
  };
  const isMoment = kind === 'disconnect';
  return ok({
    kind,
    after: number('after') ?? 0,
    for: number('for') ?? (LASTING.has(kind) ? DEFAULT_FOR_MS : isMoment ? 0 : null),
    coin: coin ?? null,
    request: request ?? null,
    delay: number('delay') ?? DEFAULT_DELAY_MS,
    by: number('by') ?? 0,
    retryAfter: number('retryAfter') ?? null,
  });
}
