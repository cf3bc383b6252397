/**
 * Answers of a node, and their parsers.
 *
 * @source the execution API of Ethereum (JSON-RPC): `eth_chainId`, `eth_getBlockByNumber`, `eth_getLogs`. `blockTimestamp` of
 *   logs is newer, and not every node has it.
 */

import { Type, type TSchema, type TUnsafe } from 'typebox';
import { row, UNREAD, type Values } from '../upstream/payload/row.ts';
import { itemsAt } from '../upstream/payload/at.ts';
import type { Parsed } from '../upstream/payload/parsed.ts';
import { createFaults, type Faults } from '../upstream/payload/values.ts';
import type { EvmToken } from './config.ts';

/** JSON-RPC envelope of a result. */
interface Envelope<Result> {
  readonly result?: Result;
}

function envelope<Result>(result: TSchema): TUnsafe<Envelope<Result>> {
  return Type.Unsafe<Envelope<Result>>(Type.Object({ jsonrpc: UNREAD, id: UNREAD, result }));
}

export const chainIdPayload: TUnsafe<Envelope<string>> = envelope(Type.String());

/** Head of a block. */
export type BlockPayload = Values<'number' | 'hash' | 'timestamp'>;
/** Fields of a block that are known and not read. */
const UNREAD_OF_BLOCK = [
  'baseFeePerGas',
  'blobGasUsed',
  'difficulty',
  'excessBlobGas',
  'extraData',
  'gasLimit',
  'gasUsed',
  'logsBloom',
  'miner',
  'mixHash',
  'nonce',
  'parentBeaconBlockRoot',
  'parentHash',
  'receiptsRoot',
  'requestsHash',
  'sha3Uncles',
  'size',
  'stateRoot',
  'totalDifficulty',
  'transactions',
  'transactionsRoot',
  'uncles',
  'withdrawals',
  'withdrawalsRoot',
] as const;
/** null when the node does not have the block. */
export const blockPayload: TUnsafe<Envelope<BlockPayload | null>> = envelope(
  Type.Union([row(['number', 'hash', 'timestamp'], UNREAD_OF_BLOCK), Type.Null()]),
);

/** Entry of a contract's log. */
export type LogPayload = Values<
  | 'address'
  | 'topics'
  | 'data'
  | 'blockNumber'
  | 'blockHash'
  | 'blockTimestamp'
  | 'transactionHash'
  | 'logIndex'
  | 'removed'
>;
export const logsPayload: TUnsafe<Envelope<readonly LogPayload[]>> = envelope(
  Type.Array(
    row(
      [
        'address',
        'topics',
        'data',
        'blockNumber',
        'blockHash',
        'blockTimestamp',
        'transactionHash',
        'logIndex',
        'removed',
      ],
      ['transactionIndex'],
    ),
  ),
);

/** Error text of an answer with status 200; undefined without an error. */
export function refusalOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('error' in body) || body.error == null) return undefined;
  const { error } = body;
  const message = typeof error === 'object' && 'message' in error ? error.message : undefined;
  return typeof message === 'string' ? message.slice(0, 200) : 'an error without a message';
}

/** Topic of `Transfer(address,address,uint256)` of ERC-20: the Keccak hash of its signature. */
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** Head of a block. */
export interface Block {
  readonly number: number;
  readonly hash: string;
  /** Epoch ms. */
  readonly time: number;
}

/** Transfer of a token from the log of its contract. */
export interface LoggedTransfer {
  readonly symbol: string;
  readonly token: string;
  readonly from: string;
  readonly to: string;
  /** Units of the coin; 0 for spoofed transfers. */
  readonly amount: number;
  readonly block: number;
  readonly blockHash: string;
  /** Epoch ms; undefined when the node does not state it. */
  readonly time: number | undefined;
  readonly transaction: string;
  /** Index in the log of its block. */
  readonly index: number;
}

const HASH = /^0x[\da-f]{64}$/;
const QUANTITY = /^0x(?:0|[1-9a-f][\da-f]*)$/;
/** Address as a topic: 12 zero bytes, then 20 bytes. */
const ADDRESS_TOPIC = /^0x0{24}[\da-f]{40}$/;
const MS = 1000;

/** Parses a hex quantity; NaN for anything else. */
export function quantity(value: unknown): number {
  const number = typeof value === 'string' && QUANTITY.test(value) ? Number(value) : NaN;
  return Number.isSafeInteger(number) ? number : NaN;
}

/** Formats a number as a hex quantity. */
export function hexOf(number: number): string {
  return `0x${number.toString(16)}`;
}

/** Formats an address as a topic. */
export function topicOf(address: string): string {
  return `0x${'0'.repeat(24)}${address.slice(2).toLowerCase()}`;
}

function lower(value: unknown): string {
  return typeof value === 'string' ? value.toLowerCase() : '';
}

/** Parses a block; undefined when invalid. */
export function parseBlock({ number, hash, timestamp }: BlockPayload): Block | undefined {
  const block = { number: quantity(number), hash: lower(hash), time: quantity(timestamp) * MS };
  return Number.isNaN(block.number) || Number.isNaN(block.time) || !HASH.test(block.hash) ? undefined : block;
}

function parseLog(log: LogPayload, token: EvmToken, faults: Faults): LoggedTransfer | undefined {
  const { topics, data, blockNumber, blockHash, blockTimestamp, transactionHash, logIndex } = log;
  const [topic, from, to, ...more] = itemsAt(topics);
  const block = quantity(blockNumber);
  const index = quantity(logIndex);
  const [inBlock, transaction, sender, receiver, units] = [blockHash, transactionHash, from, to, data].map(lower);
  const isWhole =
    lower(topic) === TRANSFER_TOPIC &&
    more.length === 0 &&
    ADDRESS_TOPIC.test(sender!) &&
    ADDRESS_TOPIC.test(receiver!) &&
    [inBlock!, transaction!, units!].every((hash) => HASH.test(hash)) &&
    !Number.isNaN(block) &&
    !Number.isNaN(index);
  if (!isWhole) {
    faults.add(`log of ${token.symbol}`, 'a transfer of ERC-20', transaction);
    return undefined;
  }
  const at = quantity(blockTimestamp) * MS;
  return {
    symbol: token.symbol,
    token: token.address,
    from: `0x${sender!.slice(26)}`,
    to: `0x${receiver!.slice(26)}`,
    amount: Number(BigInt(units!)) / 10 ** token.decimals,
    block,
    blockHash: inBlock!,
    time: Number.isNaN(at) ? undefined : at,
    transaction: transaction!,
    index,
  };
}

/** Transfers of the tokens in chain order, without duplicates and removed logs. */
export function parseLogs(logs: readonly LogPayload[], tokens: readonly EvmToken[]): Parsed<readonly LoggedTransfer[]> {
  const faults = createFaults();
  const byAddress = new Map(tokens.map((token) => [token.address, token]));
  const found = new Map<string, LoggedTransfer>();
  for (const log of logs) {
    if (log.removed === true) continue;
    const token = byAddress.get(lower(log.address));
    if (token === undefined) {
      faults.add('address', 'a token of the list', log.address);
      continue;
    }
    const transfer = parseLog(log, token, faults);
    if (transfer !== undefined) found.set(`${transfer.blockHash} ${transfer.index}`, transfer);
  }
  const rows = [...found.values()].sort((a, b) => (a.block === b.block ? a.index - b.index : a.block - b.block));
  return { rows, fault: faults.summary() };
}
