/** Transfers of a span of blocks. Blocks that change while they are read void the span. */

import { err, ok } from '@barograph/core';
import type { ConfirmedTransfer, TransfersQuery } from '../market/transfers.ts';
import type { UpstreamProblem } from '../upstream/problem.ts';
import type { EvmNode, NodeAnswer } from './client.ts';
import type { EvmChain, EvmReadingConfig } from './config.ts';
import { parseLogs, topicOf, TRANSFER_TOPIC, type Block, type LoggedTransfer } from './payloads.ts';

/** Transfers of a span, and its last block. */
export interface Span {
  readonly transfers: readonly ConfirmedTransfer[];
  readonly end: Block;
  readonly fault: string | undefined;
}

/** Reads the transfers of the blocks `from` to `to`, both included. */
export type SpanReader = (from: number, to: number, least: TransfersQuery['least']) => Promise<NodeAnswer<Span>>;

/** Problem of a chain that changed during a read; the next read starts over there. */
export function movedOn(source: string): UpstreamProblem {
  const reason = 'blocks changed while they were read';
  return { code: 'aborted', source, path: '/', status: null, field: null, reason, retryAfterMs: null };
}

/** Numbers transfers within their transaction and token, because log indexes change with the block. */
function placesOf(logged: readonly LoggedTransfer[]): ReadonlyMap<LoggedTransfer, number> {
  const counts = new Map<string, number>();
  return new Map(
    logged.map((transfer) => {
      const key = `${transfer.transaction} ${transfer.token}`;
      const place = counts.get(key) ?? 0;
      counts.set(key, place + 1);
      return [transfer, place];
    }),
  );
}

function parts<Item>(items: readonly Item[], most: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / most) }, (_, i) => items.slice(i * most, (i + 1) * most));
}

/**
 * Creates a reader of the transfers between two blocks.
 * @param addresses of exchanges on this chain.
 */
export function createSpanReader(
  node: Pick<EvmNode, 'block' | 'logs'>,
  chain: EvmChain,
  addresses: readonly string[],
  config: Pick<EvmReadingConfig, 'addressesAtOnce'>,
): SpanReader {
  const moved = movedOn(chain.name);
  const tokens = chain.tokens.map(({ address }) => address);
  const topics = parts(addresses.map(topicOf), config.addressesAtOnce);
  const logsOf = async (from: number, to: number): Promise<NodeAnswer<ReturnType<typeof parseLogs>>> => {
    const found = [];
    for (const some of topics) {
      for (const places of [[[TRANSFER_TOPIC], some] as const, [[TRANSFER_TOPIC], null, some] as const]) {
        const answer = await node.logs({ from, to, tokens, topics: places });
        if (!answer.ok) return answer;
        found.push(...answer.value);
      }
    }
    return ok(parseLogs(found, chain.tokens));
  };

  return async (from, to, least) => {
    const before = await node.block(to);
    if (!before.ok) return before;
    const logs = await logsOf(from, to);
    if (!logs.ok) return logs;
    const { rows, fault } = logs.value;
    const places = placesOf(rows);
    const blocks = new Map<number, Block>();
    const transfers: ConfirmedTransfer[] = [];
    for (const transfer of rows) {
      const { symbol, amount, block: number } = transfer;
      if (number < from || number > to || !(amount > 0) || !(amount >= (least[symbol] ?? Infinity))) continue;
      let block = blocks.get(number);
      if (block === undefined && transfer.time === undefined) {
        const answer = await node.block(number);
        if (!answer.ok) return answer;
        if (answer.value === null) return err(moved);
        block = answer.value;
      }
      block ??= { number, hash: transfer.blockHash, time: transfer.time! };
      if (block.hash !== transfer.blockHash) return err(moved);
      blocks.set(number, block);
      const id = `${chain.name}:${transfer.transaction}:${transfer.token}:${places.get(transfer)!}`;
      transfers.push({ id, time: block.time, chain: chain.name, block: number, symbol, from: transfer.from, to: transfer.to, amount }); // prettier-ignore
    }
    const after = await node.block(to);
    if (!after.ok) return after;
    if (before.value === null || after.value === null || before.value.hash !== after.value.hash) return err(moved);
    return ok({ transfers, end: after.value, fault });
  };
}
