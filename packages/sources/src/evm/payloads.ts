/**
 * Answers of a node, as far as they are read.
 *
 * @source the execution API of Ethereum (JSON-RPC): `eth_chainId`, `eth_getBlockByNumber`, `eth_getLogs`. `blockTimestamp` of
 *   logs is newer, and not every node has it.
 */

import { Type, type TSchema, type TUnsafe } from 'typebox';
import { row, type Values } from '../upstream/payload/row.ts';

/** A result in its envelope. */
interface Envelope<Result> {
  readonly result?: Result;
}

function envelope<Result>(result: TSchema): TUnsafe<Envelope<Result>> {
  const meta = Type.Optional(Type.Unknown());
  return Type.Unsafe<Envelope<Result>>(Type.Object({ jsonrpc: meta, id: meta, result }));
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
/** Null: the node has no such block. */
export const blockPayload: TUnsafe<Envelope<BlockPayload | null>> = envelope(
  Type.Union([row(['number', 'hash', 'timestamp'], UNREAD_OF_BLOCK), Type.Null()]),
);

/** An entry of the log of a contract. */
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

/** The error of an answer with status 200. */
export function refusalOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('error' in body) || body.error == null) return undefined;
  const { error } = body;
  const message = typeof error === 'object' && 'message' in error ? error.message : undefined;
  return typeof message === 'string' ? message.slice(0, 200) : 'an error without a message';
}
