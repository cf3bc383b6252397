/**
 * Reads the transfers of a chain in spans of confirmed blocks, starting where the last read ended. Hashes of read blocks are
 * kept: a changed hash means a reorganisation, which voids the transfers after it.
 */

import { err, ok } from '@barograph/core';
import type { ConfirmedTransfer, TransfersQuery } from '../market/transfers.ts';
import type { UpstreamProblemCode } from '../upstream/problem.ts';
import type { EvmChain, EvmReadingConfig } from './config.ts';
import type { ChainCursor, SeenBlock } from './cursor.ts';
import type { EvmNode, NodeAnswer } from './client.ts';
import type { Block } from './payloads.ts';
import { createSpanReader, movedOn } from './span-reader.ts';

/** Result of a read. */
export interface ChainRead {
  /** Oldest first. */
  readonly transfers: readonly ConfirmedTransfer[];
  /** Last valid block after a reorganisation of read blocks; otherwise null. */
  readonly replacedAfter: number | null;
  readonly cursor: ChainCursor;
  readonly hasMore: boolean;
  /** Dropped values in one line; undefined without any. */
  readonly fault: string | undefined;
}

/** Reads from a cursor; undefined for the first read. */
export type ChainReader = (
  query: Pick<TransfersQuery, 'from' | 'asOf' | 'least'>,
  cursor: ChainCursor | undefined,
) => Promise<NodeAnswer<ChainRead>>;

/** Problems that a shorter span may avoid: nodes bound the rows, bytes or time of an answer. */
const TOO_MUCH: ReadonlySet<UpstreamProblemCode> = new Set(['refused', 'too_large', 'timeout']);

/** Checks that a node serves a chain: once, and again when in doubt. */
function createChainGuard(node: Pick<EvmNode, 'chainId'>, chain: EvmChain) {
  let isKnown = false;
  const check = async (): Promise<NodeAnswer<null>> => {
    if (isKnown) return ok(null);
    const id = await node.chainId();
    if (!id.ok) return id;
    const reason = `expected a node of ${chain.name}, chain ${chain.chainId}, got chain ${id.value}`;
    if (id.value !== chain.chainId) return err({ ...movedOn(chain.name), code: 'wrong_shape', reason });
    isKnown = true;
    return ok(null);
  };
  return {
    check,
    checkAgain: async (): Promise<NodeAnswer<null>> => {
      isKnown = false;
      return check();
    },
  };
}

/** Read blocks that are still on the chain; empty when all were replaced. */
async function standing(
  node: Pick<EvmNode, 'block'>,
  chain: EvmChain,
  seen: readonly SeenBlock[],
): Promise<NodeAnswer<readonly SeenBlock[]>> {
  for (let i = seen.length - 1; i >= 0; i--) {
    const [number, hash] = seen[i]!;
    const block = await node.block(number);
    if (!block.ok) return block;
    if (block.value === null) return err(movedOn(chain.name));
    if (block.value.hash === hash) return ok(seen.slice(0, i + 1));
  }
  return ok([]);
}

/** Cursor after a block that was read. @param hashes maximum hashes kept. */
function placeAfter(place: ChainCursor, { number, hash, time }: Block, hashes: number): ChainCursor {
  const seen = [...place.seen, [number, hash] as const].slice(-hashes);
  return { ...place, next: number + 1, until: time, seen };
}

/**
 * Creates a reader of the transfers of a chain.
 * @param addresses of exchanges on this chain.
 */
export function createChainReader(
  node: EvmNode,
  chain: EvmChain,
  addresses: readonly string[],
  config: EvmReadingConfig,
): ChainReader {
  const guard = createChainGuard(node, chain);
  const readSpan = createSpanReader(node, chain, addresses, config);
  /** Blocks per span: shrinks after a refusal, grows again with each pull. */
  let length = config.range;

  /** Returns the cursor to continue from; an earlier one after a reorganisation. */
  const resume = async (
    place: ChainCursor,
    newest: number,
  ): Promise<NodeAnswer<Pick<ChainRead, 'replacedAfter'> & { readonly place: ChainCursor }>> => {
    const readUpTo = place.seen.at(-1)?.[0] ?? -1;
    // A lagging node does not know blocks that it does not have yet.
    if (place.seen.length === 0 || newest < readUpTo) return ok({ place, replacedAfter: null });
    const seen = await standing(node, chain, place.seen);
    if (!seen.ok) return seen;
    // The first known span has at most `range` blocks: when its last block is gone, the whole span may be.
    const stands = seen.value.at(-1)?.[0] ?? Math.max(-1, place.seen[0]![0] - config.range);
    if (seen.value.length === 0) {
      // No read block kept its hash: more likely another chain at this address than so deep a reorganisation.
      const still = await guard.checkAgain();
      if (!still.ok) return still;
    }
    if (stands >= readUpTo) return ok({ place, replacedAfter: null });
    return ok({ place: { ...place, next: stands + 1, seen: seen.value }, replacedAfter: stands });
  };

  return async ({ from, asOf, least }, cursor) => {
    const right = await guard.check();
    if (!right.ok) return right;
    const head = await node.block('latest');
    if (!head.ok) return head;
    if (head.value === null) return err(movedOn(chain.name));
    const { number: newest, time } = head.value;
    if (time > asOf + config.aheadMs) {
      const reason = `expected blocks of the past, got one of ${new Date(Math.min(time, 8.64e15)).toISOString()}`;
      return err({ ...movedOn(chain.name), code: 'wrong_shape', reason });
    }
    const last = newest - chain.confirmations;
    const since = Math.max(from, asOf - config.firstMs);
    const begin = Math.max(0, newest - Math.ceil(Math.max(0, time - since) / chain.blockMs));
    const resumed = await resume(cursor ?? { since, until: since, next: begin, seen: [] }, newest);
    if (!resumed.ok) return resumed;
    const { replacedAfter } = resumed.value;
    let { place } = resumed.value;
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
        // Blocks read so far stay valid; the next read continues there.
        if (spans > 0 || replacedAfter !== null) break;
        return span;
      }
      spans++;
      transfers.push(...span.value.transfers);
      fault ??= span.value.fault;
      place = placeAfter(place, span.value.end, config.hashes);
    }
    return ok({ transfers, replacedAfter, cursor: place, hasMore: place.next <= last, fault });
  };
}
