/** The sources about chains over a loopback server: what they ask, and what becomes of every failure. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../src/clock.ts';
import { createLog } from '../log.ts';
import { CHAINS_V1 } from '../../src/pools/config.ts';
import { createPoolsSource } from '../../src/pools/source.ts';
import { createPromotionsSource } from '../../src/promotions/source.ts';
import { createSecuritySource, type SecurityUrls } from '../../src/security/source.ts';
import type { Source } from '../../src/market/source.ts';
import { json, listen, onEnd } from '../upstream/test-support.ts';

const NOW = Date.UTC(2026, 9, 20, 10, 30);
const EVM = `0x${'ab'.repeat(20)}`;
const MINT = '8ZCmwpW3MtC5UpNcZf7U4HMvRNTo71syU11BDiAFpump';
type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const quiet = { clock: createManualClock(NOW), log: createLog('silent') };

async function opened(source: Source): Promise<Source> {
  await source.start();
  onEnd(async () => source.close());
  return source;
}
async function poolsOn(answer: Answer) {
  const server = await listen(answer);
  return { ...server, source: await opened(createPoolsSource({ ...quiet, url: server.baseUrl })) };
}
const pathsOf = (asked: readonly { readonly url: string }[]): readonly string[] => asked.map(({ url }) => url);
const body =
  (data: unknown): Answer =>
  (_, response) =>
    json(response, data);
const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (_, response) => {
    response.writeHead(code, { 'content-type': 'text/html', ...headers }).end('<html>no</html>');
  };
const cutShort: Answer = (_, response): void => {
  response.writeHead(200, { 'content-length': '99' });
  response.write('{', () => response.destroy());
};

const pool = {
  id: 'x',
  type: 'pool',
  attributes: { address: EVM, name: 'A / B' },
  relationships: {
    base_token: { data: { id: `eth_${EVM}` } },
    quote_token: { data: { id: `eth_0x${'1'.repeat(40)}` } },
  },
};

describe('the source of pools', () => {
  it('asks for a list of a chain by the name that it has there [#235] [#236]', async () => {
    const { source, asked } = await poolsOn(body({ data: [pool] }));
    const trending = await source.feeds.pools!.pull({ list: 'trending', chain: 'ethereum', asOf: NOW });
    await source.feeds.pools!.pull({ list: 'new', chain: 'bsc', asOf: NOW });
    expect(pathsOf(asked)).toEqual([
      '/api/v2/networks/eth/trending_pools?include=base_token%2Cquote_token%2Cdex&page=1',
      '/api/v2/networks/bsc/new_pools?include=base_token%2Cquote_token%2Cdex&page=1',
    ]);
    expect(trending).toMatchObject({ ok: true, value: { asOf: NOW, rows: { pools: [{ address: EVM }] } } });
    expect(source.state(NOW).map(({ feed, status: is }) => [feed, is])).toEqual([
      ['pools', 'ok'],
      ['tokenPools', 'ok'],
    ]);
  });

  it('says that an answer with a row that cannot be is not whole', async () => {
    const { source } = await poolsOn(body({ data: [pool, {}] }));
    const answer = await source.feeds.pools!.pull({ list: 'new', chain: 'ethereum', asOf: NOW });
    expect(answer).toMatchObject({ ok: true, value: { isStale: true, rows: { pools: [{}] } } });
  });

  it('knows no token of 404, and takes nothing else for an answer [#237]', async () => {
    const query = { chain: 'ethereum', address: EVM, asOf: NOW } as const;
    const unknown = await poolsOn(status(404));
    expect(await unknown.source.feeds.tokenPools!.pull(query)).toEqual({
      ok: true,
      value: { rows: { token: null, pools: [] }, asOf: NOW },
    });
    const other = await poolsOn(body({ data: { attributes: { address: `0x${'1'.repeat(40)}` } } }));
    expect(await other.source.feeds.tokenPools!.pull(query)).toMatchObject({
      ok: false,
      error: { code: 'stale_source', reason: expect.stringContaining('pools: address expected') as string },
    });
  });

  it.each([
    ['a page of HTML with 200', status(200), 'expected JSON'],
    ['429', status(429), 'status 429'],
    ['429 with a time to wait', status(429, { 'retry-after': '5' }), 'status 429'],
    ['418', status(418), 'status 418'],
    ['451', status(451), 'status 451'],
    ['403', status(403), 'status 403'],
    ['another form', body({ data: {} }), '/data'],
    ['text for a list', body('busy'), '/'],
    ['a body that ends early', cutShort, 'ended early'], // prettier-ignore
  ] as const)('names the failure of %s, and is stale until nobody asks', async (_, answer, reason) => {
    const { source } = await poolsOn(answer);
    const result = await source.feeds.pools!.pull({ list: 'new', chain: 'base', asOf: NOW });
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'stale_source', reason: expect.stringContaining(reason) as string },
    });
    expect(source.state(NOW)[0]).toMatchObject({ feed: 'pools', status: 'unavailable' });
    expect(source.state(NOW + 300_001)[0]).toMatchObject({ feed: 'pools', status: 'ok', reason: null });
  });

  it('asks no more than it may in a minute, whoever asks', async () => {
    const steady = createManualClock(0);
    const server = await listen(body({ data: [] }));
    const source = await opened(createPoolsSource({ ...quiet, url: server.baseUrl, steady }));
    const all = Array.from({ length: 40 }, async () => source.feeds.pools!.pull({ list: 'new', chain: 'base', asOf: 0 })); // prettier-ignore
    // Until nothing more comes for half a second of the machine.
    const pause = async (): Promise<void> => {
      for (let before = -1; before < server.asked.length;) {
        before = server.asked.length;
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    };
    await pause();
    const first = server.asked.length;
    expect(first).toBeGreaterThan(10);
    expect(first).toBeLessThanOrEqual(CHAINS_V1.budgets.pools);
    steady.moveTo(59_000);
    await pause();
    expect(server.asked.length).toBe(first);
    for (let at = 61_000; server.asked.length < all.length && at < 400_000; at += 61_000) {
      steady.moveTo(at);
      await pause();
    }
    expect((await Promise.all(all)).every(({ ok }) => ok)).toBe(true);
  });

  it('is closed by whoever does not lead, and opened again', async () => {
    const { source, asked } = await poolsOn(body({ data: [] }));
    await source.close();
    const query = { list: 'new', chain: 'base', asOf: NOW } as const;
    expect(await source.feeds.pools!.pull(query)).toMatchObject({ ok: false });
    expect(asked).toEqual([]);
    await source.start();
    expect(await source.feeds.pools!.pull(query)).toMatchObject({ ok: true });
  });
});

describe('the source of promotions', () => {
  const row = (address: string, totalAmount?: number) => ({
    chainId: 'sui',
    tokenAddress: address,
    amount: 1,
    totalAmount,
  });

  it('has profiles and boosts by turns, and the top list by spend [#238] [#239]', async () => {
    const answers: Readonly<Record<string, unknown>> = {
      '/token-profiles/latest/v1': [row('p1'), row('p2'), row('p3')],
      '/token-boosts/latest/v1': [row('b1', 5)],
      '/token-boosts/top/v1': [row('t1', 5), row('t2', 500), row('t3', 50)],
    };
    const server = await listen((request, response) => json(response, answers[request.url ?? '']));
    const source = await opened(createPromotionsSource({ ...quiet, url: server.baseUrl }));
    const latest = await source.feeds.promotions!.pull({ list: 'latest', asOf: NOW });
    expect(latest.ok && latest.value.rows.promotions.map(({ address }) => address)).toEqual(['p1', 'b1', 'p2', 'p3']);
    const top = await source.feeds.promotions!.pull({ list: 'top', asOf: NOW });
    expect(top.ok && top.value.rows.promotions.map(({ address }) => address)).toEqual(['t2', 't3', 't1']);
    expect(pathsOf(server.asked).toSorted()).toEqual(Object.keys(answers).toSorted());
  });

  it('gives one half alone as not whole, and nothing of two failures', async () => {
    const server = await listen((request, response) =>
      request.url!.includes('boosts') ? status(400)(request, response) : json(response, [row('p1')]),
    );
    const source = await opened(createPromotionsSource({ ...quiet, url: server.baseUrl }));
    expect(await source.feeds.promotions!.pull({ list: 'latest', asOf: NOW })).toMatchObject({
      ok: true,
      value: { isStale: true, rows: { promotions: [{ address: 'p1' }] } },
    });
    expect(await source.feeds.promotions!.pull({ list: 'top', asOf: NOW })).toMatchObject({ ok: false });
  });
});

describe('the source of checks', () => {
  const goplus = (token: unknown) => body({ code: 1, result: { [EVM]: token } });
  const simulation = { token: { address: EVM, symbol: 'H' }, simulationSuccess: true, honeypotResult: { isHoneypot: true } }; // prettier-ignore
  const none: SecurityUrls = { goplusUrl: undefined, honeypotUrl: undefined, rugcheckUrl: undefined };

  async function checksOn(answers: {
    readonly goplus?: Answer;
    readonly honeypot?: Answer;
    readonly rugcheck?: Answer;
  }) {
    const servers = Object.fromEntries(
      await Promise.all(Object.entries(answers).map(async ([name, answer]) => [name, await listen(answer)] as const)),
    );
    const urls = Object.fromEntries(Object.entries(servers).map(([name, { baseUrl }]) => [`${name}Url`, baseUrl]));
    const source = await opened(createSecuritySource({ ...none, ...urls }, quiet));
    const pull = async (chain: 'ethereum' | 'solana' | 'arbitrum', address: string) =>
      source.feeds.tokenSecurity!.pull({ chain, address, asOf: NOW });
    const asked = (name: string) => pathsOf(servers[name]!.asked);
    return { source, pull, asked };
  }

  it('asks those that know the chain, each at its own host [#240]', async () => {
    const { pull, asked, source } = await checksOn({
      goplus: goplus({ is_honeypot: '0' }),
      honeypot: body(simulation),
      rugcheck: body({ mint: MINT }),
    });
    await pull('ethereum', EVM);
    await pull('arbitrum', EVM);
    await pull('solana', MINT);
    expect(asked('goplus')).toEqual([
      `/api/v1/token_security/1?contract_addresses=${EVM}`,
      `/api/v1/token_security/42161?contract_addresses=${EVM}`,
      `/api/v1/solana/token_security?contract_addresses=${MINT}`,
    ]);
    expect(asked('honeypot')).toEqual([`/v2/IsHoneypot?address=${EVM}&chainID=1`]);
    expect(asked('rugcheck')).toEqual([`/v1/tokens/${MINT}/report`]);
    expect(source.upstreams!().map((one) => [one.source, one.weight])).toEqual([
      ['goplus', 3],
      ['honeypot_is', 1],
      ['rugcheck', 1],
    ]);
  });

  it('leaves the others what they found while one fails, and its own checks unavailable [#240]', async () => {
    const { pull } = await checksOn({ goplus: status(400), honeypot: body(simulation) });
    const answer = await pull('ethereum', EVM);
    if (!answer.ok) throw new Error(answer.error.reason);
    const { rows, isStale } = answer.value;
    expect(isStale).toBe(true);
    expect(rows.sources).toEqual([
      { source: 'goplus', state: 'unavailable', reason: expect.stringContaining('status 400') as string },
      { source: 'honeypot_is', state: 'ok', reason: null },
    ]);
    const of = (check: string) => rows.findings.filter((one) => one.check === check).map(({ source, state }) => [source, state]); // prettier-ignore
    expect(of('honeypot')).toEqual([['goplus', 'unavailable'], ['honeypot_is', 'ok']]); // prettier-ignore
    expect(of('mintable')).toEqual([['goplus', 'unavailable']]);
    expect(rows.token).toMatchObject({ symbol: 'H' });
  });

  it('knows no token that all know nothing of, and says nothing while one that failed might [#240]', async () => {
    const nobody = await checksOn({ goplus: body({ code: 1, result: {} }), honeypot: status(404) });
    expect(await nobody.pull('ethereum', EVM)).toMatchObject({ ok: true, value: { rows: { token: null } } });
    const perhaps = await checksOn({ goplus: body({ code: 1, result: {} }), honeypot: status(400) });
    expect(await perhaps.pull('ethereum', EVM)).toMatchObject({ ok: false, error: { code: 'stale_source' } });
  });

  it('takes an error with 200 for none of a token, and says which source it came from', async () => {
    const { pull, source } = await checksOn({ goplus: body({ code: 4029, message: 'Request limit reached' }) });
    const answer = await pull('ethereum', EVM);
    expect(answer).toMatchObject({
      ok: false,
      error: { reason: expect.stringMatching(/^goplus .*Request limit reached/) as string },
    });
    expect(source.state(NOW)).toMatchObject([{ feed: 'tokenSecurity', status: 'unavailable' }]);
  });

  it('has no answer of a chain that none of its sources knows', async () => {
    const { pull } = await checksOn({ rugcheck: body({ mint: MINT }) });
    expect(await pull('ethereum', EVM)).toEqual({
      ok: false,
      error: { code: 'unavailable', reason: 'no source checks tokens of ethereum' },
    });
  });

  it('keeps the digits of a supply that a double cannot hold [#240]', async () => {
    const { pull } = await checksOn({
      rugcheck: (_, response) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(`{"mint":"${MINT}","token":{"supply":18446744073709551615}}`), // prettier-ignore
    });
    expect(await pull('solana', MINT)).toMatchObject({
      ok: true,
      value: { rows: { token: { supply: '18446744073709551615' } } },
    });
  });
});
