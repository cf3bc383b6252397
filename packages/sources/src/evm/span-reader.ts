/** Transfers of a span of blocks, all of one and the same chain: blocks that change while they are read void the span. */

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

/** A place that is not as it was a moment ago: the next read begins there anew. */
export function movedOn(source: string): UpstreamProblem {
  const reason = 'blocks changed while they were read';
  return { code: 'aborted', source, path: '/', status: null, field: null, reason, retryAfterMs: null };
}

/** Numbers of the transfers within their transactions and tokens: those of the log change with the block. */
function placesOf(logged: readonly LoggedTransfer[]): ReadonlyMap<LoggedTransfer, number> {
  const counts = new Map<string, number>();
  return new Map(
    logged.map((one) => {
      const key = `${one.transaction} ${one.token}`;
      const place = counts.get(key) ?? 0;
      counts.set(key, place + 1);
      return [one, place];
    }),
  );
}

function parts<Item>(items: readonly Item[], most: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / most) }, (_, i) => items.slice(i * most, (i + 1) * most));
}

/** @param addresses of exchanges on this chain. */
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
    for (const one of rows) {
      const { symbol, amount, block: number } = one;
      if (number < from || number > to || !(amount > 0) || !(amount >= (least[symbol] ?? Infinity))) continue;
      let block = blocks.get(number);
      if (block === undefined && one.time === undefined) {
        const answer = await node.block(number);
        if (!answer.ok) return answer;
        if (answer.value === null) return err(moved);
        block = answer.value;
      }
      block ??= { number, hash: one.blockHash, time: one.time! };
      if (block.hash !== one.blockHash) return err(moved);
      blocks.set(number, block);
      const id = `${chain.name}:${one.transaction}:${one.token}:${places.get(one)!}`;
      transfers.push({ id, time: block.time, chain: chain.name, block: number, symbol, from: one.from, to: one.to, amount }); // prettier-ignore
    }
    const after = await node.block(to);
    if (!after.ok) return after;
    if (before.value === null || after.value === null || before.value.hash !== after.value.hash) return err(moved);
    return ok({ transfers, end: after.value, fault });
  };
}
