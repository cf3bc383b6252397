/** Stream protocols of forced closes of the second and third venues: answers to messages, and frames. */

import { usdtPerp } from '@barograph/core';
import { coinOfFile } from '@barograph/files';
import type { Liquidation } from '@barograph/sources';
import { CEXB_PATH, cexbContract } from './cexb.ts';
import { decimalText } from './decimal-text.ts';
import { DEXB_PATH } from './dexb.ts';
import { valuesOf } from './info.ts';

/** Frame with its coin. */
export interface ForcedFrame {
  readonly coin: string;
  readonly text: string;
}

/** Protocol of a stream of forced closes. */
export interface ForcedProtocol {
  readonly venue: 'cexb' | 'dexb';
  readonly path: string;
  /** Name of its frames in fault orders. */
  readonly type: string;
  /**
   * Answers a message, which may change the topics.
   *
   * @param isListed whether a perp trades.
   */
  answer(text: string, topics: Set<string>, isListed: (symbol: string) => boolean): string;
  /** Builds the frame of a trade. @returns undefined unless the topic is for trades. */
  trade(topic: string, time: number): ForcedFrame | undefined;
  /** Builds the frames of closes for the topics of a socket. */
  frames(closes: readonly Liquidation[], topics: ReadonlySet<string>): readonly ForcedFrame[];
}

const TOPIC = 'allLiquidation.';
const TRADES_TOPIC = 'publicTrade.';
/** Type of trade frames in fault orders. */
export const TRADES_TYPE = 'trades';

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return valuesOf(JSON.parse(text));
  } catch {
    return {};
  }
}
const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((topic) => typeof topic === 'string') : [];

/** A topic per symbol; a request with an unknown topic is refused as a whole. */
export const DEXB_PROTOCOL: ForcedProtocol = {
  venue: 'dexb',
  path: `${DEXB_PATH}/v5/public/linear`,
  type: 'allLiquidation',
  answer: (text, topics, isListed) => {
    const { op, args, req_id: id = '' } = parsed(text);
    const reply = (success: boolean, message: string): string =>
      JSON.stringify({ success, ret_msg: message, conn_id: 'loopback', req_id: id, op });
    if (op === 'ping') return reply(true, 'pong');
    if (op !== 'subscribe' && op !== 'unsubscribe') return reply(false, 'error:unknown op');
    const names = textsOf(args);
    const isKnown = (name: string): boolean =>
      [TOPIC, TRADES_TOPIC].some((prefix) => name.startsWith(prefix) && isListed(name.slice(prefix.length)));
    const wrong = names.find((name) => !isKnown(name));
    if (names.length === 0 || wrong !== undefined) return reply(false, `error:handler not found,topic:${wrong ?? ''}`);
    for (const name of names) {
      if (op === 'subscribe') topics.add(name);
      else topics.delete(name);
    }
    return reply(true, '');
  },
  trade: (topic, time) => {
    if (!topic.startsWith(TRADES_TOPIC)) return undefined;
    const s = topic.slice(TRADES_TOPIC.length);
    const data = [{ T: time, s, S: 'Buy', v: '0.001', p: '1', i: `${s}-${time}`, BT: false }];
    return { coin: coinOfFile(s), text: JSON.stringify({ topic, type: 'snapshot', ts: time, data }) };
  },
  frames: (closes, topics) => {
    const coins = [...new Set(closes.map(({ symbol }) => symbol))].filter((coin) =>
      topics.has(`${TOPIC}${usdtPerp(coin)}`),
    );
    return coins.map((coin) => {
      const own = closes.filter(({ symbol }) => symbol === coin);
      const data = own.map(({ time, side, price, size }) => ({
        T: time,
        s: usdtPerp(coin),
        S: side === 'long' ? 'Buy' : 'Sell',
        v: decimalText(size),
        p: decimalText(price),
      }));
      const topic = `${TOPIC}${usdtPerp(coin)}`;
      return { coin, text: JSON.stringify({ topic, type: 'snapshot', ts: own.at(-1)!.time, data }) };
    });
  },
};

const CHANNEL = 'liquidation-orders';
const TRADES_CHANNEL = 'trades';

/** A channel for all swaps; sizes in contracts. */
export const CEXB_PROTOCOL: ForcedProtocol = {
  venue: 'cexb',
  path: `${CEXB_PATH}/ws/v5/public`,
  type: CHANNEL,
  answer: (text, topics) => {
    if (text === 'ping') return 'pong';
    const { op, args } = parsed(text);
    const arg = valuesOf(Array.isArray(args) ? args[0] : undefined);
    const { channel, instType, instId } = arg;
    const isTrades = channel === TRADES_CHANNEL && typeof instId === 'string' && instId.endsWith('-USDT-SWAP');
    const isKnown = isTrades || (channel === CHANNEL && instType === 'SWAP');
    if (!isKnown || (op !== 'subscribe' && op !== 'unsubscribe')) {
      return JSON.stringify({ event: 'error', code: '60012', msg: `Invalid request: ${text}`, connId: 'loopback' });
    }
    const topic = isTrades ? `${TRADES_CHANNEL}.${instId}` : CHANNEL;
    if (op === 'subscribe') topics.add(topic);
    else topics.delete(topic);
    const own = isTrades ? { channel, instId } : { channel, instType };
    return JSON.stringify({ event: op, arg: own, connId: 'loopback' });
  },
  trade: (topic, time) => {
    if (topic === CHANNEL) return undefined;
    const instId = topic.slice(TRADES_CHANNEL.length + 1);
    const data = [{ instId, tradeId: String(time), px: '1', sz: '1', side: 'buy', ts: String(time) }];
    return { coin: coinOfFile(instId), text: JSON.stringify({ arg: { channel: TRADES_CHANNEL, instId }, data }) };
  },
  frames: (closes, topics) =>
    topics.has(CHANNEL)
      ? closes.map(({ symbol, time, side, price, size }) => {
          const { instId, base, factor, value } = cexbContract(symbol);
          const sides = { posSide: side, side: side === 'long' ? 'sell' : 'buy' };
          const amount = { bkPx: decimalText(price / factor), sz: decimalText((size * factor) / value) };
          const details = [{ bkLoss: '0', ccy: '', ...sides, ...amount, ts: String(time) }];
          const row = { details, instFamily: `${base}-USDT`, instId, instType: 'SWAP', uly: `${base}-USDT` };
          return {
            coin: symbol,
            text: JSON.stringify({ arg: { channel: CHANNEL, instType: 'SWAP' }, data: [row] }),
          };
        })
      : [],
};
