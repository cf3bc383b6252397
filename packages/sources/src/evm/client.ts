/** Requests to a node. */

import { err, ok, type Result } from '@barograph/core';
import type { Static, TSchema } from 'typebox';
import type { Upstream } from '../upstream/ask.ts';
import type { UpstreamProblem } from '../upstream/problem.ts';
import {
  hexOf,
  parseBlock,
  quantity,
  type Block,
  blockPayload,
  chainIdPayload,
  logsPayload,
  refusalOf,
  type LogPayload,
} from './payloads.ts';

/** Answer of a node, or the problem. */
export type NodeAnswer<Value> = Result<Value, UpstreamProblem>;

/** Transfers of interest: by token, block, and sender or receiver. */
export interface LogsQuery {
  readonly from: number;
  /** The last block, included. */
  readonly to: number;
  readonly tokens: readonly string[];
  /** Accepted values by topic position; null accepts any value. */
  readonly topics: readonly (readonly string[] | null)[];
}

/** Node of a chain. Promises never reject; failures are results. */
export interface EvmNode {
  chainId(): Promise<NodeAnswer<number>>;
  /** Returns a block; null when the node does not have it. */
  block(number: number | 'latest'): Promise<NodeAnswer<Block | null>>;
  logs(query: LogsQuery): Promise<NodeAnswer<readonly LogPayload[]>>;
}

/**
 * Creates the requests to a node.
 * @param query query parameters of the node's address, which may include its key.
 */
export function createNode(
  upstream: Pick<Upstream, 'request'>,
  source: string,
  maxBytes: number,
  query: Readonly<Record<string, string>> = {},
): EvmNode {
  const unreadable = (method: string): UpstreamProblem => {
    const reason = `expected an answer of ${method}, got another`;
    return { code: 'wrong_shape', source, path: '/', status: 200, field: null, reason, retryAfterMs: null };
  };
  const call = async <S extends TSchema>(
    method: string,
    params: readonly unknown[],
    schema: S,
  ): Promise<NodeAnswer<Static<S>>> => {
    const body = { jsonrpc: '2.0', id: 1, method, params };
    const ask = { path: '/', query, body, weight: 1, priority: 'live', schema, refusalOf, maxBytes } as const;
    const answer = await upstream.request(ask);
    return answer.ok ? ok(answer.value.value) : answer;
  };
  return {
    chainId: async () => {
      const answer = await call('eth_chainId', [], chainIdPayload);
      if (!answer.ok) return answer;
      const id = quantity(answer.value.result);
      return Number.isNaN(id) ? err(unreadable('eth_chainId')) : ok(id);
    },
    block: async (number) => {
      const method = 'eth_getBlockByNumber';
      const answer = await call(method, [number === 'latest' ? number : hexOf(number), false], blockPayload);
      if (!answer.ok) return answer;
      const { result = null } = answer.value;
      if (result === null) return ok(null);
      const block = parseBlock(result);
      return block === undefined ? err(unreadable(method)) : ok(block);
    },
    logs: async ({ from, to, tokens: address, topics }) => {
      const filter = { fromBlock: hexOf(from), toBlock: hexOf(to), address, topics };
      const answer = await call('eth_getLogs', [filter], logsPayload);
      return answer.ok ? ok(answer.value.result ?? []) : answer;
    },
  };
}
