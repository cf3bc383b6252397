/** Requests to the options venue and their answers: implied volatility index, and summary of all options. */

import { DAY_MS, HOUR_MS } from '@barograph/core';
import type { Options, SimulatedOption } from '@barograph/simulator';
import type { Reply } from './reply.ts';

/** Base path of the options venue. */
export const OPTIONS_PATH = '/options';

const METHODS = `${OPTIONS_PATH}/api/v2/public/`;
/** Maximum rows of the index in an answer. */
const MOST_ROWS = 1000;
const STEPS: Readonly<Record<string, number>> = { '3600': HOUR_MS, '1D': DAY_MS };
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'] as const;

/** Parsed request. */
export interface OptionsQuestion {
  /** `get_volatility_index_data`, `get_book_summary_by_currency`, or any other method. */
  readonly method: string;
  readonly query: URLSearchParams;
}

/** Parses a request. @returns undefined for a path of another venue. */
export function optionsQuestion(url: string): OptionsQuestion | undefined {
  const { pathname, searchParams } = new URL(url, 'http://venue');
  return pathname.startsWith(METHODS) ? { method: pathname.slice(METHODS.length), query: searchParams } : undefined;
}

const answered = (result: unknown): Reply => ({ status: 200, body: { jsonrpc: '2.0', result } });
function refusal(code: number, message: string, param?: string): Reply {
  const data = param === undefined ? {} : { data: { reason: `wrong ${param}`, param } };
  return { status: 400, body: { jsonrpc: '2.0', error: { code, message, ...data } } };
}

/** Rows `[time, o, h, l, c]` of ended hours or days; only the ends of a step are known. */
function index(options: Options, coin: string, query: URLSearchParams, now: number): Reply {
  const step = STEPS[query.get('resolution') ?? ''];
  if (step === undefined) return refusal(-32_602, 'Invalid params', 'resolution');
  const [from, to] = ['start_timestamp', 'end_timestamp'].map((name) => Number(query.get(name) ?? NaN));
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || from! < 0 || to! < from!) {
    return refusal(-32_602, 'Invalid params', 'start_timestamp');
  }
  const { time, implied } = options.index(coin, Math.max(0, from! - step), Math.min(to! + step, now));
  const rows: (readonly number[])[] = [];
  let open: number | undefined;
  for (let i = 0; i < time.length; i++) {
    if (time[i]! % step !== 0) continue;
    const close = Number(implied[i]!.toFixed(2));
    const begin = open ?? close;
    const at = time[i]! - step;
    if (at >= from! && at <= to!) rows.push([at, begin, Math.max(begin, close), Math.min(begin, close), close]);
    open = close;
  }
  const kept = rows.slice(-MOST_ROWS);
  return answered({ data: kept, continuation: kept.length < rows.length ? kept[0]![0]! - step : null });
}

function nameOf(coin: string, { expiry, strike }: SimulatedOption, kind: 'C' | 'P'): string {
  const date = new Date(expiry);
  const year = String(date.getUTCFullYear() % 100).padStart(2, '0');
  const price = String(strike).replace('.', 'd');
  return `${coin}-${date.getUTCDate()}${MONTHS[date.getUTCMonth()]!}${year}-${price}-${kind}`;
}

/** Summary of every call and put, without fields that need trades. */
function summary(options: Options, coin: string, now: number): Reply {
  const rows = options.chain(coin, now).flatMap((option) =>
    (['C', 'P'] as const).map((kind) => ({
      instrument_name: nameOf(coin, option, kind),
      mark_iv: Number(option.impliedVolatility.toFixed(2)),
      underlying_price: Number(option.forward.toFixed(4)),
      creation_timestamp: now,
      base_currency: coin,
    })),
  );
  return answered(rows);
}

/**
 * Answers a request.
 *
 * @param now epoch ms of the venue's clock.
 */
export function answerOptions(options: Options, { method, query }: OptionsQuestion, now: number): Reply {
  const coin = query.get('currency') ?? '';
  const isKnown = method === 'get_volatility_index_data' || method === 'get_book_summary_by_currency';
  if (!isKnown) return refusal(-32_601, 'Method not found');
  if (!options.symbols.includes(coin)) return refusal(-32_602, 'Invalid params', 'currency');
  return method === 'get_volatility_index_data' ? index(options, coin, query, now) : summary(options, coin, now);
}
