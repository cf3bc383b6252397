/** Answers of a node as blocks and transfers. */

import { itemsAt } from '../upstream/payload/at.ts';
import type { Parsed } from '../upstream/payload/parsed.ts';
import { createFaults, type Faults } from '../upstream/payload/values.ts';
import type { EvmToken } from './config.ts';
import type { BlockPayload, LogPayload } from './payloads.ts';

/** Topic of `Transfer(address,address,uint256)` of ERC-20: the Keccak hash of its signature. */
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** Head of a block. */
export interface Block {
  readonly number: number;
  readonly hash: string;
  /** Epoch ms. */
  readonly time: number;
}

/** A transfer of a token as its contract has logged it. */
export interface LoggedTransfer {
  readonly symbol: string;
  readonly token: string;
  readonly from: string;
  readonly to: string;
  /** Units of the coin; 0 is possible: spoofs move nothing. */
  readonly amount: number;
  readonly block: number;
  readonly blockHash: string;
  /** Epoch ms; undefined where the node does not say. */
  readonly time: number | undefined;
  readonly transaction: string;
  /** Place in the log of its block. */
  readonly index: number;
}

const HASH = /^0x[\da-f]{64}$/;
const QUANTITY = /^0x(?:0|[1-9a-f][\da-f]*)$/;
/** An address as a topic: 20 bytes behind 12 of zero. */
const ADDRESS_TOPIC = /^0x0{24}[\da-f]{40}$/;
const MS = 1000;

/** A quantity as nodes write it. @returns NaN for anything else. */
export function quantity(value: unknown): number {
  const number = typeof value === 'string' && QUANTITY.test(value) ? Number(value) : NaN;
  return Number.isSafeInteger(number) ? number : NaN;
}

/** A number as nodes read it. */
export function hexOf(number: number): string {
  return `0x${number.toString(16)}`;
}

/** An address as a topic. */
export function topicOf(address: string): string {
  return `0x${'0'.repeat(24)}${address.slice(2).toLowerCase()}`;
}

function lower(value: unknown): string {
  return typeof value === 'string' ? value.toLowerCase() : '';
}

/** A block; undefined of an answer that is none. */
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
    [inBlock!, transaction!, units!].every((one) => HASH.test(one)) &&
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

/** Transfers of the tokens, each once, in the order of the chain; what a node has withdrawn is left out. */
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
