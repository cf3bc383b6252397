/** The third derivatives venue: contracts on the coins of the second perp exchange, and their newest trade. */

import type { OtherFeeds } from './dexb.ts';
import { decimalText } from './decimal-text.ts';
import type { Reply } from './reply.ts';

/** Base path of the third derivatives venue. */
export const CEXB_PATH = '/cexb';

/** Paths by request name. */
const REQUESTS: Readonly<Record<string, string>> = {
  [`${CEXB_PATH}/api/v5/public/instruments`]: 'instruments',
  [`${CEXB_PATH}/api/v5/market/trades`]: 'trades',
};

/** Parsed request. */
export interface CexbQuestion {
  readonly request: string;
  readonly query: URLSearchParams;
}

/** Units of the coin in a contract; 10 for other coins. */
const CONTRACTS: Readonly<Record<string, number>> = { BTC: 0.01, ETH: 0.1, PEPE: 10_000_000 };

/** Contract of a coin of the perp venue. This venue counts small coins by the unit. */
export interface CexbContract {
  readonly instId: string;
  readonly base: string;
  /** Units of this venue's coin per unit of the perp venue's coin. */
  readonly factor: number;
  /** Units of this venue's coin per contract. */
  readonly value: number;
}

/**
 * Returns the contract on a coin.
 * @param coin name at the perp venue.
 */
export function cexbContract(coin: string): CexbContract {
  const isThousand = coin.startsWith('k');
  const base = isThousand ? coin.slice(1) : coin;
  return { instId: `${base}-USDT-SWAP`, base, factor: isThousand ? 1000 : 1, value: CONTRACTS[base] ?? 10 };
}

/** Parses a request. @returns undefined for a path of another venue. */
export function cexbQuestion(url: string): CexbQuestion | undefined {
  const { pathname, searchParams: query } = new URL(url, 'http://venue');
  const request = REQUESTS[pathname];
  return request === undefined ? undefined : { request, query };
}

/**
 * Answers a request for contracts, or for the newest trade of a contract.
 *
 * @param now epoch ms of the venue's clock.
 * @param tradedAt time of the newest trade, epoch ms.
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
