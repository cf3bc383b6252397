/** A chain in memory that answers JSON-RPC as a node does: it grows, turns back, and refuses what is too much. */

import { createHash } from 'node:crypto';
import { err, ok } from '@barograph/core';
import type { ServerResponse } from 'node:http';
import { type EvmChain, type EvmReadingConfig, EVM_READING_V1 } from '../../src/evm/config.ts';
import { createNode, type EvmNode } from '../../src/evm/client.ts';
import { hexOf, topicOf, TRANSFER_TOPIC } from '../../src/evm/payloads.ts';
import type { Upstream } from '../../src/upstream/ask.ts';
import { json, listen } from '../upstream/test-support.ts';

export const GENESIS_MS = Date.UTC(2026, 0, 1);
export const BLOCK_MS = 12_000;
export const USDT = `0x${'d'.repeat(40)}`;
export const WETH = `0x${'e'.repeat(40)}`;
/** An address by its number. */
export const address = (i: number): string => `0x${String(i).padStart(40, '0')}`;
/** Addresses of two exchanges. */
export const LABELS = [
  { exchange: 'alder', chain: 'ethereum', address: address(1), source: 'test' },
  { exchange: 'alder', chain: 'ethereum', address: address(2), source: 'test' },
  { exchange: 'bluefin', chain: 'ethereum', address: address(3), source: 'test' },
];

export const TEST_CHAIN: EvmChain = {
  name: 'ethereum',
  chainId: 31_337,
  blockMs: BLOCK_MS,
  confirmations: 2,
  tokens: [
    { address: USDT, symbol: 'USDT', decimals: 6 },
    { address: WETH, symbol: 'ETH', decimals: 18 },
  ],
};
export const QUICK_READING: EvmReadingConfig = { ...EVM_READING_V1, range: 8, spansAtOnce: 4, firstMs: 86_400_000 };

/** A transfer that is to be mined. */
export interface Sent {
  readonly token?: string;
  readonly from: string;
  readonly to: string;
  /** Smallest units of the token. */
  readonly units: bigint;
  /** Names the transaction; transfers of one name are of one transaction. */
  readonly transaction?: string;
}

interface Mined extends Sent {
  readonly transaction: string;
}
interface FakeBlock {
  readonly hash: string;
  readonly transfers: readonly Mined[];
}

const hashOf = (text: string): string => `0x${createHash('sha256').update(text).digest('hex')}`;
/** So many dollars of USDT. */
export const dollars = (usd: number): bigint => BigInt(Math.round(usd * 1e6));

// oxlint-disable-next-line typescript/explicit-module-boundary-types, eslint/max-lines-per-function -- methods over one list of blocks
export function createFakeChain() {
  let blocks: FakeBlock[] = [{ hash: hashOf('genesis'), transfers: [] }];
  let fork = 0;
  let count = 0;
  const state = { mostBlocks: 1000, hasTimes: true, chainId: TEST_CHAIN.chainId, asked: [] as string[] };
  const append = (transfers: readonly Mined[]): void => {
    blocks.push({ hash: hashOf(`${fork} ${blocks.length} ${blocks.at(-1)!.hash}`), transfers });
  };
  const named = (sent: Sent): Mined => ({ transaction: `transaction ${count++}`, ...sent });
  const logOf = (block: FakeBlock, number: number, one: Mined, index: number) => ({
    address: one.token ?? USDT,
    topics: [TRANSFER_TOPIC, topicOf(one.from), topicOf(one.to)],
    data: `0x${one.units.toString(16).padStart(64, '0')}`,
    blockNumber: hexOf(number),
    blockHash: block.hash,
    transactionHash: hashOf(one.transaction),
    transactionIndex: '0x0',
    logIndex: hexOf(index),
    removed: false,
    ...(state.hasTimes ? { blockTimestamp: hexOf((GENESIS_MS + number * BLOCK_MS) / 1000) } : {}),
  });
  const blockAt = (number: number) => {
    const block = blocks[number];
    if (block === undefined) return null;
    return { number: hexOf(number), hash: block.hash, timestamp: hexOf((GENESIS_MS + number * BLOCK_MS) / 1000), miner: '0x0' }; // prettier-ignore
  };
  interface Filter {
    readonly fromBlock: string;
    readonly toBlock: string;
    readonly address: readonly string[];
    readonly topics: readonly (readonly string[] | null)[];
  }
  const logs = ({ fromBlock, toBlock, address: tokens, topics }: Filter): object => {
    const [from, to] = [Number(fromBlock), Number(toBlock)];
    if (to - from + 1 > state.mostBlocks) {
      return { error: { code: -32_005, message: `at most ${state.mostBlocks} blocks` } };
    }
    const result = blocks
      .slice(from, to + 1)
      .flatMap((block, i) =>
        block.transfers
          .map((one, index) => logOf(block, from + i, one, index))
          .filter(
            (log) =>
              tokens.includes(log.address) && topics.every((some, place) => some?.includes(log.topics[place]!) ?? true),
          ),
      );
    return { result };
  };
  const answer = (body: { readonly method: string; readonly params: readonly unknown[] }): object => {
    state.asked.push(body.method);
    const [first] = body.params;
    const number = first === 'latest' ? blocks.length - 1 : Number(first);
    if (body.method === 'eth_chainId') return { jsonrpc: '2.0', id: 1, result: hexOf(state.chainId) };
    if (body.method === 'eth_getBlockByNumber') return { jsonrpc: '2.0', id: 1, result: blockAt(number) };
    return { jsonrpc: '2.0', id: 1, ...logs(first as Filter) };
  };
  /** Upstream without a network. */
  const upstream: Pick<Upstream, 'request'> = {
    request: async (ask) => {
      const body = answer(ask.body as Parameters<typeof answer>[0]);
      const common = { source: 'fake', path: '/', status: 200, field: null, retryAfterMs: null };
      if ('error' in body) return err({ ...common, code: 'refused', reason: JSON.stringify(body.error) });
      return ok({ value: body as never, fetchedAt: 0 });
    },
  };
  return {
    state,
    height: (): number => blocks.length - 1,
    now: (): number => GENESIS_MS + (blocks.length - 1) * BLOCK_MS,
    /** A block with these transfers. */
    mine: (...sent: readonly Sent[]): void => append(sent.map(named)),
    /** Empty blocks. */
    pass: (many: number): void => {
      for (let i = 0; i < many; i++) append([]);
    },
    /** Takes the last blocks back; their transfers come again in new blocks, one block later, but for those that are dropped. */
    turnBack: (depth: number, isKept: (sent: Sent) => boolean = () => true): void => {
      const stands = blocks.length - depth;
      const gone = blocks.slice(stands);
      blocks = blocks.slice(0, stands);
      fork++;
      append([]);
      for (const { transfers } of gone) append(transfers.filter(isKept).toReversed());
    },
    /** Transactions of the transfers of a million dollars and more in the blocks up to one. */
    large: (upTo: number): readonly string[] =>
      blocks
        .slice(0, Math.max(0, upTo + 1))
        .flatMap(({ transfers }) => transfers.filter(({ units }) => units >= dollars(1e6)))
        .map(({ transaction }) => hashOf(transaction)),
    node: (): EvmNode => createNode(upstream, 'fake', 1e6),
    /** The same behind HTTP. */
    serve: async () => listen((_, response: ServerResponse, body) => json(response, answer(JSON.parse(body) as never))),
  };
}
