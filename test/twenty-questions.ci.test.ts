/**
 * Twenty questions of a newcomer, asked three ways of one host: by plain fetch, by the typed client, and by an agent over
 * MCP. All three get the same answers.
 */

import { createClient, type AnyAsk, type OperationId } from '@barograph/client';
import { operationNamed } from '@barograph/contract';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csv, HOUR, market, run } from '../packages/barograph/src/test-support.ts';
import { built } from '../packages/store/test/built.ts';
import { testModel } from '../packages/host/test/services/quant/test-support.ts';
import { offerFor } from '../packages/mcp/src/command.ts';
import { openFrontDoor, type FrontDoor } from './front-door.ts';

interface Question {
  readonly asks: string;
  readonly id: OperationId;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
}

const QUESTIONS: readonly Question[] = [
  { asks: 'Which long-horizon regime is it?', id: 'regimes.current' },
  { asks: 'Which regime is the market in this hour?', id: 'quant.market', query: { horizon: '4h' } },
  { asks: 'Which regimes are there?', id: 'regimes.list' },
  { asks: 'Which coins are green?', id: 'indicators.signum', query: { color: 'green', limit: 5 } },
  { asks: 'What colour is Bitcoin, and since when?', id: 'indicators.signum_symbol', path: { symbol: 'BTC' } },
  { asks: 'Which regime is Ethereum in?', id: 'quant.coin', path: { symbol: 'ETH' } },
  { asks: 'Which coins are riskiest?', id: 'quant.coins_risk' },
  { asks: 'How do coins rank by regime?', id: 'quant.coins', query: { limit: 3, sort: 'symbol' } },
  { asks: 'What is the model?', id: 'quant.model' },
  { asks: 'How volatile is the market?', id: 'volatility.index' },
  { asks: 'How stressed is it?', id: 'volatility.regime_score' },
  { asks: 'Which coins are in shock?', id: 'volatility.regime', query: { limit: 4 } },
  { asks: 'How volatile is Solana?', id: 'volatility.regime_symbol', path: { symbol: 'SOL' } },
  { asks: 'What trades unusually much?', id: 'volume.scanner', query: { limit: 4 } },
  { asks: 'What is above its averages?', id: 'indicators.technical', query: { limit: 2 } },
  { asks: 'What moved in the last hour?', id: 'indicators.heatmap', query: { limit: 4 } },
  { asks: 'How hot are meme coins?', id: 'meme.regime_score' },
  {
    asks: 'What are the last bars of Bitcoin?',
    id: 'perpdex.candles',
    query: { coin: 'BTC', interval: '4h', limit: 6 },
  },
  { asks: 'What just happened?', id: 'stream.recent', query: { limit: 3 } },
  { asks: 'Which baskets suit the regime?', id: 'baskets' },
];

interface Said {
  readonly texts: readonly string[];
  readonly isError: boolean;
}

async function agent(door: FrontDoor, key: string | undefined): Promise<Client> {
  const headers: Record<string, string> = key === undefined ? {} : { 'x-api-key': key };
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${door.url}/mcp?tools=all`), { requestInit: { headers } }),
  );
  return client;
}

async function toolOf(client: Client, id: string, given: Readonly<Record<string, unknown>> = {}): Promise<Said> {
  const result = await client.callTool({ name: id.replaceAll('.', '_'), arguments: { ...given } });
  const texts = result.content.map((part) => (part.type === 'text' ? part.text : ''));
  return { texts, isError: result.isError === true };
}

/** Answer without its lists, the only part that is cut. */
function scalars(answer: unknown): unknown {
  if (Array.isArray(answer)) return [];
  if (typeof answer !== 'object' || answer === null) return answer;
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, scalars(value)]));
}

describe('twenty questions', () => {
  let door: FrontDoor;
  let plus: Client;
  beforeAll(async () => {
    door = await openFrontDoor({ model: testModel() });
    plus = await agent(door, await door.mint('pro_plus'));
  });
  afterAll(async () => {
    await plus.close();
    await door.stop();
  });

  it('are twenty', () => expect(QUESTIONS).toHaveLength(20));

  it.each(QUESTIONS)('$asks', async ({ id, path = {}, query = {} }) => {
    const key = door.keys.pro_plus;
    const place = operationNamed(id).path.replaceAll(/\{(\w+)\}/g, (_, name: string) => path[name]!);
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    ).toString();
    const plain = await fetch(`${door.url}${place}?${search}`, { headers: { 'x-api-key': key } });
    const body: unknown = await plain.json();
    expect([plain.status, body]).toEqual([200, body]);
    const ask: AnyAsk = { path, query };
    const typed = await createClient({ url: door.url, key }).ask(id, ask);
    expect(typed.ok ? typed.value : typed.error).toEqual(body);
    const { texts, isError } = await toolOf(plus, id, { ...path, ...query });
    expect(isError).toBe(false);
    const heard: unknown = JSON.parse(texts[0]!);
    if (texts.length === 1) expect(heard).toEqual(body);
    else expect([scalars(heard), texts[1]]).toEqual([scalars(body), expect.stringMatching(/^Cut to fit: /)]);
  });

  describe('asked by an agent', () => {
    it('are found: tools for every reading operation, prompts for the commonest questions, documents', async () => {
      const { tools } = await plus.listTools();
      const names = tools.map(({ name }) => name);
      for (const { id } of QUESTIONS) expect(names).toContain(id.replaceAll('.', '_'));
      expect(names.filter((name) => /refresh|auth|stream_live|openapi/.test(name))).toEqual([]);
      const signum = tools.find(({ name }) => name === 'indicators_signum_symbol')!;
      expect(signum.inputSchema.required).toEqual(['symbol']);
      expect(signum.annotations?.readOnlyHint).toBe(true);
      const { prompts } = await plus.listPrompts();
      expect(prompts.map(({ name }) => name)).toEqual(['market-regime', 'regime-why', 'regime-flip']);
      const { messages } = await plus.getPrompt({ name: 'regime-flip' });
      expect(JSON.stringify(messages)).toMatch(/regimes\.current and quant\.market.*thresholds stand nearest first/);
      const { resources } = await plus.listResources();
      expect(resources.map(({ uri }) => uri)).toEqual(
        expect.arrayContaining(['barograph://docs', 'barograph://model-card']),
      );
      const read = async (uri: string) => JSON.stringify((await plus.readResource({ uri })).contents[0]);
      expect(await read('barograph://docs')).toContain('Which regime is the market in');
      expect(await read('barograph://operation/quant.gex')).toContain('score is null where coverage is none');
      expect(await read('barograph://model-card')).toContain('test-1');
      await expect(plus.readResource({ uri: 'barograph://nothing' })).rejects.toThrow('There is no resource');
    });

    it('are answered in bounds: a long list is cut, and says how to get the rest', async () => {
      const long = await toolOf(plus, 'perpdex.candles', { coin: 'BTC', interval: '1h', limit: 1000 });
      expect(long.texts.join('').length).toBeLessThan(25_000);
      expect(long.texts[1]).toMatch(/^Cut to fit: candles \(\d+ of 1000\).*ask again with coin, limit/);
      // A shortened history keeps its newest rows.
      const { candles } = JSON.parse(long.texts[0]!) as { readonly candles: readonly { readonly time?: number }[] };
      const whole = await createClient({ url: door.url, key: door.keys.pro_plus }).call('perpdex.candles', {
        query: { coin: 'BTC', interval: '1h', limit: 1000 },
      });
      expect(candles.at(-1)).toEqual(whole.ok ? whole.value.candles.at(-1) : undefined);
    });

    it('cost the same, and see the same, as over HTTP', async () => {
      const key = await door.mint('free');
      const free = await agent(door, key);
      const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);
      const listed = await namesOf(free);
      expect(listed).toContain('indicators_signum');
      // What the key may not call is not listed, and says why when it is called all the same.
      expect(listed.filter((name) => ['quant_coins', 'quant_history'].includes(name))).toEqual([]);
      expect(await namesOf(plus)).toEqual(expect.arrayContaining([...listed, 'quant_coins', 'quant_history']));
      expect((await toolOf(free, 'quant.coins')).texts[0]).toMatch(/"error":"tier_too_low".*"required_tier":"pro"/);
      expect((await toolOf(free, 'indicators.signum', { limit: 1 })).isError).toBe(false);
      const client = createClient({ url: door.url, key, patience: { retries: 0 } });
      const after = await client.call('indicators.signum', { query: { limit: 1 } });
      // Refusals and lists of tools are free: two calls were counted.
      expect(after.ok && after.meta.allowance).toMatchObject({ limit: 10, remaining: 8 });
      for (let i = 0; i < 8; i++) await toolOf(free, 'indicators.signum', { limit: 1 });
      const over = await toolOf(free, 'indicators.signum', { limit: 1 });
      expect([over.isError, over.texts[0]]).toEqual([
        true,
        expect.stringMatching(/rate_limited.*retryAfterSeconds":30/),
      ]);
      await free.close();
      const nobody = await agent(door, undefined);
      expect(await namesOf(nobody)).toContain('stream_delayed');
      expect(await namesOf(nobody)).not.toContain('indicators_signum');
      expect((await toolOf(nobody, 'indicators.signum')).texts[0]).toMatch(/missing_api_key.*mint_url/);
      expect((await toolOf(nobody, 'stream.delayed')).isError).toBe(false);
      expect((await toolOf(nobody, 'exchanges.get', { slug: 'perpdex', colour: 'red' })).texts[0]).toMatch(
        /no such argument.*accepted/,
      );
      await nobody.close();
    });

    it('are refused to pages of others, and to names that are not ours', async () => {
      const post = async (headers: Readonly<Record<string, string>>) => {
        const reply = await fetch(`${door.url}/mcp?tools=all`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
        });
        return [reply.status, await reply.text()] as const;
      };
      expect((await post({}))[0]).toBe(200);
      expect((await post({ origin: door.url }))[0]).toBe(200);
      expect(await post({ origin: 'https://evil.example' })).toEqual([403, expect.stringContaining('--cors-origin')]);
      const [status] = await post({ 'content-type': 'text/plain', origin: 'null' });
      expect(status).toBe(403);
      expect((await fetch(`${door.url}/mcp`)).status).toBe(405);
      expect(await post({ authorization: `Bearer ${door.keys.pro}` })).toEqual([
        200,
        expect.stringContaining('quant_market'),
      ]);
    });

    it('are the same over standard input and output', async () => {
      const client = new Client({ name: 'test', version: '1' });
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: [built('packages/mcp/dist/stdio.js'), '--url', door.url, '--tools', 'all'],
        env: { BAROGRAPH_KEY: await door.mint('pro') },
      });
      await client.connect(transport);
      const query = { color: 'green', limit: 5 };
      const over = await toolOf(plus, 'indicators.signum', query);
      expect(await toolOf(client, 'indicators.signum', query)).toEqual(over);
      expect((await toolOf(client, 'volatility.index_history')).texts[0]).toContain('tier_too_low');
      await client.close();
    });

    it('need no host over a folder of bars: the engines answer with the rows of the command line', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'barograph-mcp-'));
      writeFileSync(join(folder, 'BTCUSDT.csv'), csv(market(24 * 120, HOUR)));
      const { tools, prompts } = offerFor({ kind: 'data', folder }, '1');
      const ask = async (name: string, given: Readonly<Record<string, unknown>>) =>
        tools.find((tool) => tool.name === name)!.call(given);
      expect((await ask('list_symbols', {})).texts).toEqual(['{"symbols":["BTC"]}']);
      const { texts } = await ask('signum', { symbol: 'btc', at: '2024-04-01T00:00:00Z' });
      const flags = ['--interval', '1d', '--at', '2024-04-01T00:00:00Z', '--format', 'json'];
      const { out } = await run(['signum', join(folder, 'BTCUSDT.csv'), ...flags]);
      expect(JSON.parse(texts[0]!)).toEqual(JSON.parse(out));
      const none = await ask('nowcast', { symbol: '../../etc/passwd' });
      expect(none).toEqual({
        isError: true,
        texts: [expect.stringMatching(/unknown_symbol.*"suggestions":\["BTC"\]/)],
      });
      expect(prompts).toHaveLength(3);
      rmSync(folder, { recursive: true });
    });
  });
});
