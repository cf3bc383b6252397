/** Requests to the second perp exchange and their answers: perps, terms, settlements, open interest, newest trade. */

import { coinOfFile } from '@barograph/files';
import type { Feeds, VenuePerp } from '@barograph/sources';
import { decimalText } from './decimal-text.ts';
import type { Reply } from './reply.ts';

/** Base path of the second perp exchange. */
export const DEXB_PATH = '/dexb';

const METHODS = `${DEXB_PATH}/v5/market/`;
const MOST_ROWS = 200;
const STEPS = { '5min': '5m', '1h': '1h', '1d': '1d' } as const;

/** Feeds behind the answers of the other venues; requests of missing feeds are not served. */
export type OtherFeeds = Partial<
  Pick<Feeds, 'venuePerps' | 'settlements' | 'venueOpenInterest' | 'forcedCloses' | 'pairBars'>
>;

/** Parsed request. */
export interface DexbQuestion {
  /** `tickers`, `instruments-info`, `funding/history`, `open-interest`, `recent-trade`, or any other request. */
  readonly request: string;
  readonly query: URLSearchParams;
  /** Coin of the symbol; undefined without a symbol. */
  readonly coin: string | undefined;
}

/** Parses a request. @returns undefined for a path of another venue. */
export function dexbQuestion(url: string): DexbQuestion | undefined {
  const { pathname, searchParams: query } = new URL(url, 'http://venue');
  if (!pathname.startsWith(METHODS)) return undefined;
  const symbol = query.get('symbol');
  return { request: pathname.slice(METHODS.length), query, coin: symbol === null ? undefined : coinOfFile(symbol) };
}

type Text = Readonly<Record<string, unknown>>;
const envelope = (retCode: number, retMsg: string, result: object, now: number): Reply => ({
  status: 200,
  body: { retCode, retMsg, result, retExtInfo: {}, time: now },
});
const listed = (list: readonly Text[], now: number): Reply =>
  envelope(0, 'OK', { category: 'linear', list, nextPageCursor: '' }, now);
const refusal = (message: string, now: number): Reply => envelope(10_001, message, {}, now);
/** Formats a number; empty when unknown. */
const textOf = (value: number): string => (Number.isFinite(value) ? decimalText(value) : '');

const ticker = (perp: VenuePerp): Text => ({
  symbol: perp.symbol,
  markPrice: textOf(perp.mark),
  indexPrice: textOf(perp.index),
  openInterest: textOf(perp.openInterest),
  openInterestValue: textOf(perp.openInterest * perp.mark),
  turnover24h: textOf(perp.dayNotional),
  fundingRate: textOf(perp.fundingRate),
  nextFundingTime: String(perp.nextFundingAt),
  fundingIntervalHour: String(perp.intervalHours),
});
const instrument = ({ symbol, intervalHours }: VenuePerp): Text => ({
  symbol,
  contractType: 'LinearPerpetual',
  symbolType: '',
  status: 'Trading',
  baseCoin: symbol.replace(/USDT$/, ''),
  quoteCoin: 'USDT',
  settleCoin: 'USDT',
  fundingInterval: 60 * intervalHours,
});

async function perpsOf(feeds: OtherFeeds, query: URLSearchParams, now: number): Promise<readonly VenuePerp[]> {
  const pulled = await feeds.venuePerps?.pull({ venue: 'dexb', asOf: now });
  const symbol = query.get('symbol');
  const perps = pulled?.ok === true ? pulled.value.rows.perps : [];
  return perps.filter((perp) => symbol === null || perp.symbol === symbol);
}

/** Newest rows of a time span, newest first. */
async function rowsOf(
  query: URLSearchParams,
  now: number,
  pull: (symbol: string, from: number, to: number) => Promise<readonly Text[] | undefined>,
): Promise<Reply> {
  const [symbol = '', start, end] = ['symbol', 'startTime', 'endTime'].map((name) => query.get(name) ?? undefined);
  const limit = Number(query.get('limit') ?? 50);
  if (start !== undefined && end === undefined) return refusal('Time Is Invalid', now);
  const [from, to] = [Number(start ?? 0), Math.min(Number(end ?? now), now)];
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to)) return refusal('Time Is Invalid', now);
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST_ROWS) return refusal('Limit Is Invalid', now);
  // The start is included here, but excluded in the feeds.
  const rows = to < from ? [] : await pull(symbol, from - 1, to);
  return rows === undefined ? refusal('params error: symbol invalid', now) : listed(rows.slice(-limit).reverse(), now);
}

const INTERVALS = { 1: '1m', 5: '5m', 15: '15m', 30: '30m', 60: '1h', 240: '4h', D: '1d', W: '1w' } as const;

/** Bars of a perp, newest first. They are the bars of the pair, because the simulator has a single market per coin. */
async function klines({ pairBars }: OtherFeeds, query: URLSearchParams, now: number): Promise<Reply> {
  const interval = Object.entries(INTERVALS).find(([word]) => word === query.get('interval'))?.[1];
  const [symbol, from, to, limit] = ['symbol', 'start', 'end', 'limit'].map((name) => query.get(name) ?? '');
  if (interval === undefined) return refusal('Invalid period!', now);
  const window = { kind: 'range', from: Number(from), to: Number(to) } as const;
  const pulled = await pairBars?.pull({ symbol: symbol!, interval, window, asOf: now });
  if (pulled?.ok !== true) return refusal('params error: Symbol Is Invalid', now);
  const { closed, quoteVolume, forming } = pulled.value.rows;
  const { time, open, high, low, close, volume } = closed;
  const cells = (at: number, values: readonly number[]): readonly string[] => [String(at), ...values.map(textOf)];
  const rows = Array.from(time, (at, i) =>
    cells(at, [open[i]!, high[i]!, low[i]!, close[i]!, volume[i]!, quoteVolume[i]!]),
  );
  if (forming !== undefined) {
    rows.push(cells(forming.time, [forming.open, forming.high, forming.low, forming.close, forming.volume, 0]));
  }
  const list = rows.slice(-Number(limit)).toReversed();
  return envelope(0, 'OK', { category: 'linear', symbol, list }, now);
}

/**
 * Answers a request.
 *
 * @param now epoch ms of the venue's clock.
 * @param tradedAt time of the newest trade, epoch ms.
 */
export async function answerDexb(
  feeds: OtherFeeds,
  { request, query }: DexbQuestion,
  now: number,
  tradedAt: number,
): Promise<Reply> {
  if (query.get('category') !== 'linear') return refusal('category invalid', now);
  switch (request) {
    case 'tickers':
      return listed((await perpsOf(feeds, query, now)).map(ticker), now);
    case 'instruments-info':
      return listed((await perpsOf(feeds, query, now)).map(instrument), now);
    case 'funding/history':
      return rowsOf(query, now, async (symbol, from, to) => {
        const pulled = await feeds.settlements?.pull({ venue: 'dexb', symbol, from, to });
        if (pulled?.ok !== true) return undefined;
        const { time, rate } = pulled.value.rows;
        return Array.from(time, (at, i) => ({
          symbol,
          fundingRate: textOf(rate[i]!),
          fundingRateTimestamp: String(at),
        }));
      });
    case 'open-interest': {
      const word = query.get('intervalTime');
      if (word !== '5min' && word !== '1h' && word !== '1d') return refusal('intervalTime invalid', now);
      return rowsOf(query, now, async (symbol, from, to) => {
        const pulled = await feeds.venueOpenInterest?.pull({ venue: 'dexb', symbol, step: STEPS[word], from, to });
        if (pulled?.ok !== true) return undefined;
        const { time, contracts } = pulled.value.rows;
        return Array.from(time, (at, i) => ({ openInterest: textOf(contracts[i]!), timestamp: String(at) }));
      });
    }
    case 'kline':
      return klines(feeds, query, now);
    case 'recent-trade': {
      const perps = query.has('symbol') ? await perpsOf(feeds, query, now) : [];
      const time = String(tradedAt);
      const trades = perps.map(({ symbol }) => ({
        execId: `${symbol}-${time}`,
        symbol,
        price: '1',
        size: '0.001',
        side: 'Buy',
        time,
        isBlockTrade: false,
      }));
      return trades.length === 0 ? refusal('params error: symbol invalid', now) : listed(trades, now);
    }
    default:
      return { status: 404, body: 'Not Found', isText: true };
  }
}
