/**
 * Reading of the transfers of a chain: spans of confirmed blocks, one after another, from where the last read ended. Hashes of
 * blocks that were read are kept: where one has changed, the chain has turned back, and what was read behind it is void.
 */

import { err, ok, type Result } from '@barograph/core';
import type { ConfirmedTransfer, TransfersQuery } from '../market/transfers.ts';
import type { UpstreamProblem, UpstreamProblemCode } from '../upstream/problem.ts';
import type { EvmChain, EvmReadingConfig } from './config.ts';
import type { ChainCursor, SeenBlock } from './cursor.ts';
import type { EvmNode, NodeAnswer } from './client.ts';
import { parseLogs, topicOf, TRANSFER_TOPIC, type Block, type LoggedTransfer } from './payloads.ts';

/** Result of a read. */
export interface ChainRead {
  /** Oldest first. */
  readonly transfers: readonly ConfirmedTransfer[];
  /** The last block that stands where the chain has turned back behind what was read; else null. */
  readonly replacedAfter: number | null;
  readonly cursor: ChainCursor;
  readonly hasMore: boolean;
  /** Values that were left out, in one line; undefined without any. */
  readonly fault: string | undefined;
}

/** Reads on from a place; undefined: the beginning. */
export type ChainReader = (
  query: Pick<TransfersQuery, 'from' | 'asOf' | 'least'>,
  cursor: ChainCursor | undefined,
) => Promise<NodeAnswer<ChainRead>>;

/** Refusals that fewer blocks may not meet: nodes bound the rows, the bytes or the time of an answer. */
const TOO_MUCH: ReadonlySet<UpstreamProblemCode> = new Set(['refused', 'too_large', 'timeout']);

/** Transfers of a span, and its last block. */
interface Span {
  readonly transfers: readonly ConfirmedTransfer[];
  readonly end: Block;
  readonly fault: string | undefined;
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
// oxlint-disable-next-line eslint/max-lines-per-function -- steps of one read, over one node and one length of spans
export function createChainReader(
  node: EvmNode,
  chain: EvmChain,
  addresses: readonly string[],
  config: EvmReadingConfig,
): ChainReader {
  const tokens = chain.tokens.map(({ address }) => address);
  const topics = parts(addresses.map(topicOf), config.addressesAtOnce);
  let isKnown = false;
  /** Blocks of a span: fewer after a refusal, more again from pull to pull. */
  let length = config.range;

  /** A place that is not as it was a moment ago: the next read begins there anew. */
  const moved: UpstreamProblem = {
    code: 'aborted',
    source: chain.name,
    path: '/',
    status: null,
    field: null,
    reason: 'blocks changed while they were read',
    retryAfterMs: null,
  };

  const rightChain = async (): Promise<Result<null, UpstreamProblem>> => {
    if (isKnown) return ok(null);
    const id = await node.chainId();
    if (!id.ok) return id;
    const reason = `expected a node of ${chain.name}, chain ${chain.chainId}, got chain ${id.value}`;
    if (id.value !== chain.chainId) return err({ ...moved, code: 'wrong_shape', reason });
    isKnown = true;
    return ok(null);
  };

  /** The newest block that was read and stands, and those before it; undefined: none stands. */
  const standing = async (seen: readonly SeenBlock[]): Promise<NodeAnswer<readonly SeenBlock[]>> => {
    for (let i = seen.length - 1; i >= 0; i--) {
      const [number, hash] = seen[i]!;
      const block = await node.block(number);
      if (!block.ok) return block;
      if (block.value === null) return err(moved);
      if (block.value.hash === hash) return ok(seen.slice(0, i + 1));
    }
    return ok([]);
  };

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

  /** Transfers of the blocks `from` to `to`, all of one and the same chain. */
  const readSpan = async (from: number, to: number, least: TransfersQuery['least']): Promise<NodeAnswer<Span>> => {
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

  return async ({ from, asOf, least }, cursor) => {
    const right = await rightChain();
    if (!right.ok) return right;
    const head = await node.block('latest');
    if (!head.ok) return head;
    if (head.value === null) return err(moved);
    const { number: newest, time } = head.value;
    if (time > asOf + config.aheadMs) {
      const reason = `expected blocks of the past, got one of ${new Date(Math.min(time, 8.64e15)).toISOString()}`;
      return err({ ...moved, code: 'wrong_shape', reason });
    }
    const last = newest - chain.confirmations;
    const since = Math.max(from, asOf - config.firstMs);
    const begin = Math.max(0, newest - Math.ceil(Math.max(0, time - since) / chain.blockMs));
    let place: ChainCursor = cursor ?? { since, until: since, next: begin, seen: [] };
    let replacedAfter: number | null = null;
    const readUpTo = place.seen.at(-1)?.[0] ?? -1;
    // A node that is behind another says nothing of blocks that it does not have yet.
    if (place.seen.length > 0 && newest >= readUpTo) {
      const seen = await standing(place.seen);
      if (!seen.ok) return seen;
      // The first span that is known may have been as long as any: where its end does not stand, none of it need.
      const stands = seen.value.at(-1)?.[0] ?? Math.max(-1, place.seen[0]![0] - config.range);
      if (seen.value.length === 0) {
        // Of no block that was read the hash is the same: rather another chain behind the address than so deep a turn.
        isKnown = false;
        const still = await rightChain();
        if (!still.ok) return still;
      }
      if (stands < readUpTo) {
        replacedAfter = stands;
        place = { ...place, next: stands + 1, seen: seen.value };
      }
    }
    length = Math.min(config.range, 2 * length);
    const transfers: ConfirmedTransfer[] = [];
    let fault: string | undefined;
    for (let spans = 0; place.next <= last && spans < config.spansAtOnce;) {
      const to = Math.min(last, place.next + length - 1);
      const span = await readSpan(place.next, to, least);
      if (!span.ok) {
        if (TOO_MUCH.has(span.error.code) && to > place.next) {
          length = Math.max(1, Math.floor((to - place.next + 1) / 2));
          continue;
        }
        // What was read so far stands; the next read goes on from there.
        if (spans > 0 || replacedAfter !== null) break;
        return span;
      }
      spans++;
      transfers.push(...span.value.transfers);
      fault ??= span.value.fault;
      const { number, hash, time: until } = span.value.end;
      const seen = [...place.seen, [number, hash] as const].slice(-config.hashes);
      place = { ...place, next: number + 1, until, seen };
    }
    return ok({ transfers, replacedAfter, cursor: place, hasMore: place.next <= last, fault });
  };
}
