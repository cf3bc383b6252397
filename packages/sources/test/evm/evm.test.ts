/** Reading of transfers from nodes: payloads, spans, confirmations, chains that turn back, and nodes that misbehave. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createManualClock, createSystemClock } from '../../src/clock.ts';
import { createLog } from '../log.ts';
import { createChainReader } from '../../src/evm/chain-reader.ts';
import { EVM_CHAINS_V1 } from '../../src/evm/config.ts';
import type { ChainCursor } from '../../src/evm/cursor.ts';
import { nodeUrl } from '../../src/evm/node-url.ts';
import { parseLogs, quantity, type LogPayload } from '../../src/evm/payloads.ts';
import { createEvmSource } from '../../src/evm/source.ts';
import { createUpstreamMeter } from '../../src/upstream/meter.ts';
import { json, listen, onEnd, QUICK } from '../upstream/test-support.ts';
import {
  address,
  BLOCK_MS,
  createFakeChain,
  dollars,
  GENESIS_MS,
  LABELS,
  QUICK_READING,
  TEST_CHAIN,
  WETH,
  type Sent,
} from './fake-chain.ts';

const ADDRESSES = LABELS.map((label) => label.address);
const LEAST = { USDT: 250_000, ETH: 100 };
const deposit = (usd: number, more: Partial<Sent> = {}): Sent => ({ from: address(9), to: address(1), units: dollars(usd), ...more }); // prettier-ignore

/** A reader over a chain that keeps its place, as the store does. */
function readerOf(chain: ReturnType<typeof createFakeChain>, config = QUICK_READING, confirmations = 2) {
  const read = createChainReader(chain.node(), { ...TEST_CHAIN, confirmations }, ADDRESSES, config);
  const kept = new Map<string, number>();
  let cursor: ChainCursor | undefined;
  const next = async () => {
    const answer = await read({ from: 0, asOf: chain.now(), least: LEAST }, cursor);
    if (!answer.ok) throw new Error(answer.error.reason);
    const { replacedAfter, transfers } = answer.value;
    if (replacedAfter !== null) for (const [id, block] of kept) if (block > replacedAfter) kept.delete(id);
    for (const { id, block } of transfers) kept.set(id, block!);
    cursor = answer.value.cursor;
    return answer.value;
  };
  const all = async (): Promise<void> => {
    while ((await next()).hasMore);
  };
  return { next, all, kept };
}

describe('logs of ERC-20', () => {
  it('are transfers of the tokens of the list; what is none is left out and reported', () => {
    const good = {
      address: EVM_CHAINS_V1.ethereum.tokens[0]!.address.toUpperCase().replace('0X', '0x'),
      topics: [
        '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
        `0x${'0'.repeat(24)}${'aB'.repeat(20)}`,
        `0x${'0'.repeat(24)}${'cd'.repeat(20)}`,
      ],
      data: `0x${1_500_000_000_001n.toString(16).padStart(64, '0')}`,
      blockNumber: '0x10',
      blockHash: `0x${'11'.repeat(32)}`,
      transactionHash: `0x${'22'.repeat(32)}`,
      logIndex: '0x0',
    };
    const parse = (...logs: readonly LogPayload[]) => parseLogs(logs, EVM_CHAINS_V1.ethereum.tokens);
    expect(parse(good, good, { ...good, removed: true, logIndex: '0x9' })).toEqual({
      rows: [
        {
          symbol: 'USDT',
          token: EVM_CHAINS_V1.ethereum.tokens[0]!.address,
          from: `0x${'ab'.repeat(20)}`,
          to: `0x${'cd'.repeat(20)}`,
          amount: 1_500_000.000001,
          block: 16,
          blockHash: good.blockHash,
          time: undefined,
          transaction: good.transactionHash,
          index: 0,
        },
      ],
      fault: undefined,
    });
    const wrong: readonly LogPayload[] = [
      { ...good, topics: good.topics.slice(0, 2) },
      { ...good, topics: [...good.topics, `0x${'0'.repeat(64)}`] },
      { ...good, topics: [good.topics[0], `0x${'1'.repeat(64)}`, good.topics[2]] },
      { ...good, data: '0x' },
      { ...good, blockNumber: '16' },
      { ...good, blockHash: null },
      { ...good, address: `0x${'00'.repeat(20)}` },
      {},
    ];
    for (const log of wrong) expect(parse(log)).toMatchObject({ rows: [], fault: expect.stringContaining('expected') });
    expect([quantity('0x0'), quantity('0x01'), quantity('0x'), quantity(5), quantity(`0x1${'0'.repeat(20)}`)]).toEqual([
      0, NaN, NaN, NaN, NaN,
    ]); // prettier-ignore
  });

  const FOLDER = '../shared/data/api/evm_rpc';
  it.skipIf(!existsSync(FOLDER))(
    'of recorded receipts parse whole, those of nothing among them (needs ../shared)',
    () => {
      const logs = readdirSync(FOLDER).flatMap((file) => {
        const { result } = JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8')) as {
          readonly result: { readonly logs: readonly (LogPayload & { readonly topics: readonly string[] })[] };
        };
        return result.logs.filter(
          ({ topics, address: of }) =>
            topics[0]?.startsWith('0xddf252ad') === true &&
            EVM_CHAINS_V1.ethereum.tokens.some((token) => token.address === String(of).toLowerCase()),
        );
      });
      const { rows, fault } = parseLogs(logs, EVM_CHAINS_V1.ethereum.tokens);
      expect(fault).toBeUndefined();
      expect(rows.length).toBe(logs.length);
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.every(({ amount }) => amount >= 0 && amount < 1e12)).toBe(true);
    },
  );
});

describe('the reading of a chain', () => {
  it('finds large transfers of exchanges once they are confirmed, in spans of blocks, each once [#285]', async () => {
    const chain = createFakeChain();
    chain.pass(20);
    chain.mine(deposit(2e6), { from: address(3), to: address(8), units: 5n * 10n ** 20n, token: WETH });
    chain.mine(deposit(0), deposit(200_000), { ...deposit(3e6), to: address(7) });
    chain.mine({ from: address(1), to: address(3), units: dollars(4e6) });
    chain.pass(1);
    const { next, all, kept } = readerOf(chain);
    const first = await next();
    expect([first.hasMore, first.transfers.length]).toEqual([false, 2]);
    expect(first.transfers[1]).toMatchObject({
      symbol: 'ETH',
      amount: 500,
      block: 21,
      time: chain.now() - 3 * 12_000,
      from: address(3),
      to: address(8),
    });
    chain.pass(1);
    // Both ends are labelled: both questions find it.
    expect((await next()).transfers).toMatchObject([{ symbol: 'USDT', amount: 4e6, from: address(1), to: address(3) }]);
    await all();
    expect((await next()).transfers).toEqual([]);
    expect(kept.size).toBe(3);
  });

  it('asks for the time of a block where logs do not say it, and for fewer blocks where a node refuses', async () => {
    const chain = createFakeChain();
    chain.state.hasTimes = false;
    chain.state.mostBlocks = 3;
    for (let i = 0; i < 30; i++) chain.mine(deposit(1e6 + i));
    const { all, kept } = readerOf(chain);
    await all();
    expect(kept.size).toBe(28);
    chain.state.mostBlocks = 0;
    chain.pass(5);
    // Not even one block: the node is at fault.
    await expect(all()).rejects.toThrow('at most 0 blocks');
    chain.state.mostBlocks = 3;
    await all();
    expect(kept.size).toBe(30);
  });

  it('takes back what was in blocks that are gone, and finds it again where it is now', async () => {
    const chain = createFakeChain();
    for (let i = 0; i < 12; i++) chain.mine(deposit(1e6 + i), deposit(5e6 + i, { transaction: `twice ${i}` }), deposit(6e6 + i, { transaction: `twice ${i}` })); // prettier-ignore
    const { next, all, kept } = readerOf(chain, { ...QUICK_READING, range: 2, spansAtOnce: 20 });
    await all();
    const before = [...kept.keys()];
    expect(before).toHaveLength(30);
    // Five blocks, of which three had counted; one transaction is never mined again.
    chain.turnBack(5, ({ units }) => units !== dollars(1e6 + 8));
    const read = await next();
    expect(read.replacedAfter).toBeLessThanOrEqual(7);
    await all();
    expect(before.filter((id) => !kept.has(id))).toHaveLength(1);
    // The chain has grown by one: the others are in the blocks that were not confirmed before, and come one later.
    expect([...kept.keys()].every((id) => before.includes(id))).toBe(true);
    chain.pass(2);
    await all();
    expect([...kept.keys()].filter((id) => !before.includes(id))).toHaveLength(6);
    expect(new Set(kept.values()).has(8)).toBe(false);
  });

  it('takes back all of the only span that was read, where its end is gone', async () => {
    const chain = createFakeChain();
    for (let i = 0; i < 4; i++) chain.mine(deposit(1e6 + i));
    const { all, kept } = readerOf(chain, QUICK_READING, 0);
    await all();
    expect(kept.size).toBe(4);
    // Two blocks of the span, of which one transaction is never mined again.
    chain.turnBack(2, ({ units }) => units !== dollars(1e6 + 2));
    await all();
    expect(kept.size).toBe(3);
    expect([...kept.keys()].map((id) => id.split(':')[1]!).toSorted()).toEqual(
      [...chain.large(chain.height())].toSorted(),
    );
  });

  it('takes nothing back for a node that has changed to another chain, or says a time that has not come', async () => {
    const chain = createFakeChain();
    for (let i = 0; i < 12; i++) chain.mine(deposit(1e6 + i));
    const { next, all, kept } = readerOf(chain);
    await all();
    const before = new Map(kept);
    chain.state.chainId = 5;
    chain.turnBack(12);
    await expect(next()).rejects.toThrow('got chain 5');
    expect(kept).toEqual(before);
    // It was a turn of the chain itself after all.
    chain.state.chainId = TEST_CHAIN.chainId;
    expect((await next()).replacedAfter).toBeLessThan(12);
    const ahead = createChainReader(chain.node(), TEST_CHAIN, ADDRESSES, QUICK_READING);
    const late = { from: 0, asOf: chain.now() - QUICK_READING.aheadMs - 1, least: LEAST };
    expect(await ahead(late, undefined)).toMatchObject({ ok: false, error: { code: 'wrong_shape' } });
  });

  it('holds what the chain holds, whatever was mined and taken back', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('mine' as const), many: fc.integer({ min: 1, max: 9 }) }),
      fc.record({ kind: fc.constant('turn' as const), many: fc.integer({ min: 1, max: 6 }), drop: fc.boolean() }),
      fc.record({ kind: fc.constant('read' as const) }),
    );
    const property = fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.integer({ min: 0, max: 3 }), async (steps, confirmations) => {
      const chain = createFakeChain();
      chain.state.mostBlocks = 5;
      const { all, kept } = readerOf(chain, { ...QUICK_READING, hashes: 50 }, confirmations);
      for (const one of steps) {
        if (one.kind === 'mine') for (let i = 0; i < one.many; i++) chain.mine(deposit(1e6), deposit(i % 2));
        else if (one.kind === 'turn') chain.turnBack(Math.min(one.many, chain.height()), ({ transaction }) => !one.drop || !transaction!.endsWith('4'));
        else await all();
      }
      await all();
      const ids = [...kept.keys()].map((id) => id.split(':')[1]!);
      expect(ids.toSorted()).toEqual(chain.large(chain.height() - confirmations).toSorted());
    }); // prettier-ignore
    await fc.assert(property, { numRuns: 30 });
  });
});

describe('nodes behind HTTP', () => {
  const query = (asOf: number, cursor: string | null = null) => ({ asOf, from: asOf - DAY_MS, cursor, least: LEAST });
  const sourceOf = (url: string, lines: string[] = []) => {
    const source = createEvmSource({
      nodes: [{ chain: TEST_CHAIN, url }],
      labels: LABELS,
      clock: createManualClock(GENESIS_MS + HOUR_MS),
      steady: createSystemClock(),
      log: createLog('trace', { write: (line) => void lines.push(line) }),
      meter: createUpstreamMeter('evm'),
      config: QUICK_READING,
      upstream: QUICK,
    });
    onEnd(async () => source.close());
    return source;
  };

  it('are asked with the key of their address, which nothing shows', async () => {
    const chain = createFakeChain();
    chain.mine(deposit(2e6));
    chain.pass(3);
    const server = await chain.serve();
    const key = 'a-key-of-20-letters!';
    const source = sourceOf(`${server.baseUrl}/v3/${encodeURIComponent(key)}`);
    const answer = await source.feeds.transfers!.pull(query(chain.now()));
    expect(answer).toMatchObject({ ok: true, value: { rows: { transfers: [{ amount: 2e6 }], hasMore: false } } });
    expect(new Set(server.asked.map(({ url }) => decodeURIComponent(url)))).toEqual(new Set([`/v3/${key}`]));
    const until = GENESIS_MS + 2 * BLOCK_MS;
    expect(source.state(until + 15 * MINUTE_MS)).toMatchObject([{ feed: 'transfers', status: 'ok', asOf: until }]);
    // It answers, and has nothing newer.
    expect(source.state(until + 16 * MINUTE_MS)).toMatchObject([{ status: 'stale' }]);

    const lines: string[] = [];
    const angry = await listen((request, response) => json(response, { error: `no plan for ${request.url}` }, 401));
    for (const url of [`${angry.baseUrl}/v3/${key}`, `${angry.baseUrl}/rpc?chain=eth&dkey=${key}`]) {
      const refused = sourceOf(url, lines);
      const problem = await refused.feeds.transfers!.pull(query(chain.now()));
      expect(problem).toMatchObject({ ok: false, error: { code: 'stale_source' } });
      expect(JSON.stringify([problem, refused.state(0), lines])).not.toContain('a-key-of-20');
    }
    expect(angry.asked.at(-1)!.url).toContain(`/rpc?chain=eth&dkey=a-key`);
    expect(nodeUrl('http://127.0.0.1:8545')).toEqual({ baseUrl: 'http://127.0.0.1:8545', query: {}, key: undefined });
  });

  it('of another chain, with a page instead of JSON, or with another form give nothing, and the place stays', async () => {
    const chain = createFakeChain();
    chain.pass(5);
    chain.state.chainId = 1;
    const other = sourceOf((await chain.serve()).baseUrl);
    expect(await other.feeds.transfers!.pull(query(chain.now()))).toMatchObject({
      ok: false,
      error: { reason: expect.stringContaining('expected a node of ethereum, chain 31337, got chain 1') },
    });
    for (const body of ['<html>busy</html>', '{"jsonrpc":"2.0","id":1}', '{"result":5}', '[]', '{"result":"0x7a69"']) {
      const server = await listen((_, response) => void response.writeHead(200).end(body));
      const source = sourceOf(server.baseUrl);
      expect(await source.feeds.transfers!.pull(query(chain.now())), body).toMatchObject({ ok: false });
    }
  });
});
