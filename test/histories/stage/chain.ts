/** A chain with a token of EIP-3009 and a facilitator in front of it, as far as payments ask them; both can be disturbed. */

import { PAY_NETWORKS } from '@barograph/contract';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** Network that the chain stands for, and the address that is paid. */
export const PAY_NETWORK = 'base-sepolia';
export const PAY_TO = `0x${'7b'.repeat(20)}`;
const { asset, network } = PAY_NETWORKS[PAY_NETWORK];

/**
 * `late` moves money and loses the answer; `lost` loses the request; `queued` moves it only after the longest wait for a
 * settlement; `unchecked` fails checks; `dark` answers nothing of what happened on the chain.
 */
const TROUBLES = ['late', 'lost', 'queued', 'unchecked', 'dark'] as const;
type Trouble = (typeof TROUBLES)[number];
/** Longer than a host waits for a settlement. */
const QUEUED_MS = 8000;

interface Transfer {
  readonly nonce: string;
  readonly from: string;
  readonly value: string;
}

/** A chain. */
export interface Chain {
  readonly url: string;
  /** Nonces of the transfers, in their order. */
  readonly transfers: () => readonly string[];
  /** Disturbs it until the returned function is called. @param strength chooses how, within [0, 1). */
  disturb(strength: number): () => void;
  stop(): Promise<void>;
}

/** Topics of the token's events. @source https://eips.ethereum.org/EIPS/eip-3009 */
const USED = '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5';
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const word = (value: bigint | number | string): string => `0x${BigInt(value).toString(16).padStart(64, '0')}`;
const hex = (value: number): string => `0x${value.toString(16)}`;
/** Blocks before the first transfer. */
const FIRST_BLOCK = 16;

interface Filter {
  readonly blockHash?: string;
  readonly topics?: readonly (string | null)[];
}

/** Answers of the token's contract about its transfers. */
function rpc(transfers: readonly Transfer[], method: string, params: readonly unknown[]): unknown {
  const log = (topics: readonly string[], data: string, index: number, logIndex: number) => ({
    address: asset,
    topics,
    data,
    blockNumber: hex(FIRST_BLOCK + index),
    blockHash: word(FIRST_BLOCK + index),
    transactionHash: word(transfers[index]!.nonce),
    transactionIndex: '0x0',
    logIndex: hex(logIndex),
    removed: false,
  });
  const used = ({ from, nonce }: Transfer, i: number) => log([USED, word(from), nonce], '0x', i, 1);
  const moved = ({ from, value }: Transfer, i: number) => log([TRANSFER, word(from), word(PAY_TO)], word(value), i, 2);
  switch (method) {
    case 'eth_getBlockByNumber': {
      const number = FIRST_BLOCK + transfers.length;
      return {
        number: hex(number),
        hash: word(number),
        timestamp: hex(Math.floor(Date.now() / 1000)),
        transactions: [],
      };
    }
    case 'eth_call': {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the form of the call
      const { data } = params[0] as { readonly data: string };
      return word(transfers.some(({ nonce }) => nonce === `0x${data.slice(-64)}`) ? 1 : 0);
    }
    case 'eth_getLogs': {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the form of the call
      const { blockHash, topics } = params[0] as Filter;
      const at = transfers.findIndex(({ nonce }, i) =>
        blockHash === undefined ? nonce === topics?.[2] : word(FIRST_BLOCK + i) === blockHash,
      );
      const found = transfers[at];
      if (found === undefined) return [];
      return [blockHash === undefined ? used(found, at) : moved(found, at)];
    }
    default:
      return null;
  }
}

/** Starts the chain. */
export async function startChain(): Promise<Chain> {
  const transfers: Transfer[] = [];
  let trouble: Trouble | undefined;

  /** Moves money as the token does: once for a nonce, and while the authorization is valid. */
  const settle = (text: string): object => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the form of x402
    const { paymentPayload } = JSON.parse(text) as {
      paymentPayload: { payload: { authorization: Transfer & { readonly validBefore: string } } };
    };
    const { nonce, from, value, validBefore } = paymentPayload.payload.authorization;
    const refused = (errorReason: string) => ({ success: false, errorReason, transaction: '', network, payer: from });
    if (transfers.some((known) => known.nonce === nonce)) return refused('nonce_already_used');
    if (Number(validBefore) * 1000 <= Date.now())
      return refused('invalid_exact_evm_payload_authorization_valid_before');
    transfers.push({ nonce, from, value });
    return { success: true, transaction: word(nonce), network, payer: from };
  };
  const serve = async (path: string, text: string, response: ServerResponse): Promise<void> => {
    const now = trouble;
    const answer = (body: object): void =>
      void response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    if (path === '/verify') return now === 'unchecked' ? void response.destroy() : answer({ isValid: true });
    if (path !== '/settle') {
      if (now === 'dark') return void response.destroy();
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON-RPC
      const { id, method, params } = JSON.parse(text) as { id: number; method: string; params: readonly unknown[] };
      return answer({ jsonrpc: '2.0', id, result: rpc(transfers, method, params) });
    }
    if (now === 'lost') return void response.destroy();
    if (now === 'queued') await wait(QUEUED_MS);
    const settled = settle(text);
    if (now === 'late') response.destroy();
    else answer(settled);
  };
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (bytes: Buffer) => (text += bytes.toString()));
    request.on('end', () => void serve(request.url ?? '', text, response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on TCP
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    transfers: () => transfers.map(({ nonce }) => nonce),
    disturb: (strength) => {
      trouble = TROUBLES[Math.floor(strength * TROUBLES.length)];
      return () => {
        trouble = undefined;
      };
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
