/** Source of transfers to and from exchanges, read from nodes. */

import { err, ok } from '@barograph/core';
import type { ExchangeLabel } from '@barograph/stress/news';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Feeds } from '../market/feeds.ts';
import type { Source } from '../market/source.ts';
import type { SteadyClock } from '../upstream/budget.ts';
import type { UpstreamConfig } from '../upstream/config.ts';
import { createLastGood } from '../last-good.ts';
import type { UpstreamMeter } from '../upstream/meter.ts';
import { describeUpstreamProblem, type UpstreamProblem } from '../upstream/problem.ts';
import { reopenedUpstream } from '../upstream/reopened.ts';
import { createSteadyClock } from '../upstream/steady-clock.ts';
import { createChainReader, type ChainRead, type ChainReader } from './chain-reader.ts';
import { EVM_READING_V1, type EvmChain, type EvmReadingConfig } from './config.ts';
import { cursorsOf, cursorText, type ChainCursor } from './cursor.ts';
import { createNode } from './client.ts';
import { nodeUrl } from './node-url.ts';

/** Chain with its node. */
export interface ChainNode {
  readonly chain: EvmChain;
  /** Address of its JSON-RPC, which may contain a key. */
  readonly url: string;
}

/** Options of the source. */
export interface EvmSourceOptions {
  readonly nodes: readonly ChainNode[];
  /** Addresses of exchanges. */
  readonly labels: readonly ExchangeLabel[];
  /** Wall clock. */
  readonly clock: Clock;
  readonly log: Logger;
  readonly meter: UpstreamMeter;
  /** Clock of waits and the budget. @default the machine's monotonic clock */
  readonly steady?: SteadyClock;
  readonly config?: EvmReadingConfig;
  readonly upstream?: UpstreamConfig;
}

const ID = 'evm';
const isEvm = (address: string): boolean => /^0x[\da-f]{40}$/i.test(address);

/** Chain reader with the lifecycle of its requests. */
interface OpenChain {
  readonly name: string;
  readonly read: ChainReader;
  open(): void;
  close(): Promise<void>;
}

function openChain({ chain, url }: ChainNode, options: EvmSourceOptions, steady: SteadyClock): OpenChain {
  const { labels, clock, log, meter, config = EVM_READING_V1, upstream: pace } = options;
  const { baseUrl, query, key } = nodeUrl(url);
  const source = `${ID} ${chain.name}`;
  const settings = { budget: config.budget, ...(pace === undefined ? {} : { upstream: pace }) };
  const upstream = reopenedUpstream(source, { url: baseUrl, key, clock, log, meter }, steady, settings);
  const own = labels.filter((label) => label.chain.toLowerCase() === chain.name && isEvm(label.address));
  const addresses = [...new Set(own.map(({ address }) => address.toLowerCase()))];
  const node = createNode(upstream, source, config.maxBytes, query);
  return {
    name: chain.name,
    read: createChainReader(node, chain, addresses, config),
    open: () => upstream.open(),
    close: async () => upstream.close(),
  };
}

/**
 * Reads transfers from nodes. Only the leader opens it, because requests count against a limit. A chain whose node is unavailable
 * keeps its position, and the others continue.
 *
 * @throws {UsageError} when an address is not `http` or `https`.
 * @example
 * const nodes = [{ chain: EVM_CHAINS_V1.ethereum, url }];
 * const source = createEvmSource({ nodes, labels, clock, log, meter });
 */
export function createEvmSource(options: EvmSourceOptions): Source {
  const { nodes, labels, clock, log, meter, config = EVM_READING_V1, steady = createSteadyClock() } = options;
  const chains = nodes.map((node) => openChain(node, options, steady));
  const good = createLastGood<null>(config.staleMs);
  const transfers: Feeds['transfers'] = {
    pull: async (query) => {
      const before = cursorsOf(query.cursor);
      const cursors: Record<string, ChainCursor> = {};
      const reads: (readonly [string, ChainRead])[] = [];
      let problem: UpstreamProblem | undefined;
      for (const { name, read } of chains) {
        const place = before[name];
        const answer = await read(query, place);
        if (answer.ok) reads.push([name, answer.value]);
        else problem = answer.error;
        const next = answer.ok ? answer.value.cursor : place;
        if (next !== undefined) cursors[name] = next;
        if (answer.ok && answer.value.fault !== undefined) {
          log.info({ source: ID, path: name, fault: answer.value.fault }, 'values of upstream left out');
        }
      }
      const places = Object.values(cursors);
      const until = Math.min(clock.now(), ...places.map((place) => place.until));
      // A node that answers but does not advance is stale too.
      good.record(problem === undefined ? ok({ value: null, fetchedAt: until }) : err(problem), clock.now());
      // Without this, a chain that was never read would make the others look complete.
      if (reads.length === 0 || places.length < chains.length) {
        return err({ code: 'stale_source', reason: problem === undefined ? 'no chain' : describeUpstreamProblem(problem) }); // prettier-ignore
      }
      return ok({
        rows: {
          transfers: reads.flatMap(([, read]) => read.transfers).toSorted((a, b) => a.time - b.time),
          replaced: reads.flatMap(([chain, { replacedAfter: after }]) => (after === null ? [] : [{ chain, after }])),
          cursor: cursorText(cursors),
          since: Math.max(...places.map(({ since }) => since)),
          until,
          hasMore: reads.some(([, read]) => read.hasMore),
          labels,
        },
        asOf: until,
        ...(problem === undefined ? {} : { isStale: true as const }),
      });
    },
  };
  return {
    id: ID,
    kind: 'live',
    countsRequests: true,
    feeds: { transfers },
    start: async () => {
      for (const chain of chains) chain.open();
    },
    close: async () => {
      await Promise.all(chains.map(async (chain) => chain.close()));
    },
    upstreams: () => [meter.reading()],
    state: (now) => [good.state('transfers', now)],
  };
}
