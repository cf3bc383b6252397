/** Answers of `POST /info`. */

import { INTERVALS, type Interval } from '@barograph/core';
import type { PriceDigits } from '@barograph/simulator';
import { bookPayload, spreadOf } from './book-payload.ts';
import { clearinghousePayload } from './account-payloads.ts';
import { accountFills, type VenueWorld } from './fill-payloads.ts';
import { candlesPayload, contextPayload, fundingPayload, metaPayload, midsPayload } from './payloads.ts';
import type { VenuePerps } from './perps.ts';

/** Answer of the venue; `rows` determine the weight. */
export interface InfoAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly rows: number;
}

/** The venue's text for an invalid request, status 422. */
export const UNREADABLE = 'Failed to deserialize the JSON body into the target type';

const UNREAD: InfoAnswer = { status: 422, body: UNREADABLE, rows: 0 };
/** Answer for bars or funding of an unknown perp. */
const UNKNOWN: InfoAnswer = { status: 500, body: null, rows: 0 };

const answered = (body: unknown, rows = 0): InfoAnswer => ({ status: 200, body, rows });

/** Fields of a JSON object; empty for any other value. */
export function valuesOf(json: unknown): Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null ? Object.fromEntries(Object.entries(json)) : {};
}

function isMoment(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** Parses an interval; undefined when the venue lacks it. */
export function intervalNamed(value: unknown): Interval | undefined {
  return INTERVALS.find((interval) => interval === value);
}

/** Parses the price precision. @returns undefined when invalid, `exact` when absent. */
export function digitsOf({ nSigFigs, mantissa }: Readonly<Record<string, unknown>>): PriceDigits | 'exact' | undefined {
  if (nSigFigs === undefined || nSigFigs === null)
    return mantissa === undefined || mantissa === null ? 'exact' : undefined;
  if (nSigFigs !== 2 && nSigFigs !== 3 && nSigFigs !== 4 && nSigFigs !== 5) return undefined;
  if (mantissa === undefined || mantissa === null) return { figures: nSigFigs, mantissa: 1 };
  const isOne = mantissa === 1 || mantissa === 2 || mantissa === 5;
  return nSigFigs === 5 && isOne ? { figures: nSigFigs, mantissa } : undefined;
}

function candles(perps: VenuePerps, req: Readonly<Record<string, unknown>>, now: number): InfoAnswer {
  const { coin, startTime, endTime = now } = req;
  const interval = intervalNamed(req['interval']);
  if (typeof coin !== 'string' || interval === undefined || !isMoment(startTime) || !isMoment(endTime)) return UNREAD;
  if (!perps.has(coin, now)) return UNKNOWN;
  const rows = candlesPayload(coin, interval, perps.bars(coin, interval, startTime, endTime, now));
  return answered(rows, rows.length);
}

function funding(perps: VenuePerps, question: Readonly<Record<string, unknown>>, now: number): InfoAnswer {
  const { coin, startTime, endTime = now } = question;
  if (typeof coin !== 'string' || !isMoment(startTime) || !isMoment(endTime)) return UNREAD;
  if (!perps.has(coin, now)) return UNKNOWN;
  const to = Math.min(endTime, now);
  const rows = fundingPayload(coin, perps.funding(coin, startTime, to, now), startTime, to);
  return answered(rows, rows.length);
}

function book(perps: VenuePerps, question: Readonly<Record<string, unknown>>, now: number): InfoAnswer {
  const { coin } = question;
  const digits = digitsOf(question);
  if (typeof coin !== 'string' || digits === undefined) return UNREAD;
  if (!perps.has(coin, now)) return answered(null);
  const exact = perps.book(coin, now);
  if (exact === undefined) return answered(bookPayload(coin, undefined, now));
  const shown = digits === 'exact' ? exact : perps.book(coin, now, digits);
  return answered({ ...bookPayload(coin, shown, now), spread: spreadOf(exact) });
}

/** Parses an address; undefined when invalid. */
function addressOf(user: unknown): string | undefined {
  return typeof user === 'string' && /^0x[0-9a-fA-F]{40}$/.test(user) ? user.toLowerCase() : undefined;
}

function state({ accounts }: VenueWorld, { user }: Readonly<Record<string, unknown>>, now: number): InfoAnswer {
  const address = addressOf(user);
  return address === undefined ? UNREAD : answered(clearinghousePayload(accounts.state(address, now), now));
}

function fills(world: VenueWorld, question: Readonly<Record<string, unknown>>, now: number): InfoAnswer {
  const { type, startTime, endTime = now } = question;
  const user = addressOf(question['user']);
  if (user === undefined) return UNREAD;
  const isByTime = type === 'userFillsByTime';
  if (isByTime && (!isMoment(startTime) || !isMoment(endTime))) return UNREAD;
  const from = isByTime && isMoment(startTime) ? startTime : 0;
  const to = isByTime && isMoment(endTime) ? Math.min(endTime, now) : now;
  const rows = accountFills(world, user, from, to, now, isByTime ? 'oldest' : 'newest');
  return answered(rows, rows.length);
}

/**
 * Answers a request.
 *
 * @param question parsed body.
 * @param now epoch ms of the venue's clock.
 */
export function answerInfo(world: VenueWorld, question: unknown, now: number): InfoAnswer {
  const { perps } = world;
  const values = valuesOf(question);
  switch (values['type']) {
    case 'meta':
      return answered(metaPayload(perps.all(now)));
    case 'metaAndAssetCtxs': {
      const all = perps.all(now);
      return answered([metaPayload(all), all.map((perp) => contextPayload(perp, perps.book(perp.symbol, now)))]);
    }
    case 'allMids':
      return answered(midsPayload(perps.all(now)));
    case 'candleSnapshot':
      return candles(perps, valuesOf(values['req']), now);
    case 'fundingHistory':
      return funding(perps, values, now);
    case 'l2Book':
      return book(perps, values, now);
    case 'userFills':
    case 'userFillsByTime':
      return fills(world, values, now);
    case 'clearinghouseState':
      return state(world, values, now);
    default:
      return UNREAD;
  }
}
