/** The third derivatives venue: its contracts, by the coins of the second one, and their newest trade. */

import type { OtherFeeds } from './dexb.ts';
import { decimalText } from './decimal-text.ts';
import type { Reply } from './reply.ts';

/** Path that the third derivatives venue is served below. */
export const CEXB_PATH = '/cexb';

/** Paths by the name of their request. */
const REQUESTS: Readonly<Record<string, string>> = {
  [`${CEXB_PATH}/api/v5/public/instruments`]: 'instruments',
  [`${CEXB_PATH}/api/v5/market/trades`]: 'trades',
};

/** A question to the venue. */
export interface CexbQuestion {
  readonly request: string;
  readonly query: URLSearchParams;
}

/** Units of the coin in one contract; ten where nothing is said. */
const CONTRACTS: Readonly<Record<string, number>> = { BTC: 0.01, ETH: 0.1, PEPE: 10_000_000 };

/** A coin of the perp venue as a contract of this one, which counts small coins by the unit. */
export interface CexbContract {
  readonly instId: string;
  readonly base: string;
  /** Units of this venue's coin in one of the perp venue's. */
  readonly factor: number;
  /** Units of this venue's coin in one contract. */
  readonly value: number;
}

/** @param coin as the perp venue lists it. */
export function cexbContract(coin: string): CexbContract {
  const isThousand = coin.startsWith('k');
  const base = isThousand ? coin.slice(1) : coin;
  return { instId: `${base}-USDT-SWAP`, base, factor: isThousand ? 1000 : 1, value: CONTRACTS[base] ?? 10 };
}

/** @returns undefined for a path that is not of the venue. */
export function cexbQuestion(url: string): CexbQuestion | undefined {
  const { pathname, searchParams: query } = new URL(url, 'http://venue');
  const request = REQUESTS[pathname];
  return request === undefined ? undefined : { request, query };
}

/**
 * Answers a question for contracts, or for the newest trade of one.
 *
 * @param now epoch ms of the venue's clock.
 * @param tradedAt moment of the newest trade, epoch ms.
 */
export async function answerCexb(
  feeds: OtherFeeds,
  { request, query }: CexbQuestion,
  now: number,
  tradedAt: number,
): Promise<Reply> {
  if (request === 'trades') {
    const [instId, ts] = [query.get('instId'), String(tradedAt)];
    return {
      status: 200,
      body: { code: '0', msg: '', data: [{ instId, tradeId: ts, px: '1', sz: '1', side: 'buy', ts }] },
    };
  }
  if (query.get('instType') !== 'SWAP') {
    return { status: 200, body: { code: '51000', msg: 'Parameter instType error', data: [] } };
  }
  const pulled = await feeds.venuePerps?.pull({ venue: 'dexb', asOf: now });
  const coins = pulled?.ok === true ? pulled.value.rows.perps.map(({ coin }) => coin) : [];
  const data = coins.map(cexbContract).map(({ instId, base, value }) => ({
    instId,
    instType: 'SWAP',
    instFamily: `${base}-USDT`,
    uly: `${base}-USDT`,
    ctType: 'linear',
    ctVal: decimalText(value).replace(/\.0$/, ''),
    ctMult: '1',
    ctValCcy: base,
    settleCcy: 'USDT',
    state: 'live',
  }));
  return { status: 200, body: { code: '0', msg: '', data } };
}
