/** The twelve tools that agents are listed by default: sizes, the twenty questions, enumerated values, protocol. */

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testModel } from '../packages/host/test/services/quant/test-support.ts';
import { TRANSCRIPT, type ToolCall } from './agent-transcript.ts';
import { openFrontDoor, type FrontDoor } from './front-door.ts';

type Given = Readonly<Record<string, unknown>>;

/** Largest list of tools, bytes of JSON. */
const LIST_MOST = 16_000;
/** Characters of a concise answer: 1,500 tokens at 3 characters each. */
const CONCISE_MOST = 4500;

interface Listed {
  readonly name: string;
  readonly inputSchema: { readonly properties?: Given; readonly required?: readonly string[] };
}

interface Enumerated {
  readonly enum?: readonly unknown[];
  readonly items?: { readonly enum?: readonly unknown[] };
}

/** Enumerated argument values of a tool. */
function enumerated({ inputSchema: { properties = {} } }: Listed): readonly (readonly [string, unknown])[] {
  return Object.entries(properties).flatMap(([name, schema]): (readonly [string, unknown])[] => {
    const { enum: own, items } = schema as Enumerated;
    const list = items?.enum;
    return [
      ...(own ?? []).map((item) => [name, item] as const),
      ...(list ?? []).map((item) => [name, [item]] as const),
    ];
  });
}

/** An argument that lets a tool answer. */
const VALUES: Given = {
  symbol: 'BTC', coin: 'BTC', coins: 'BTC', scope: 'market', list: 'colors', of: 'candles', words: 'funding', operation: 'regimes.current',
  q: 'btc', path: 'README.md', slug: 'perpdex', chain: 'base', address: `0x${'1'.repeat(40)}`, asset: 'BTC', name: 'price_trend',
  date: '2025-08-01', exchange: 'perpdex', data_type: 'klines', start: '2025-08-01', end: '2025-08-02', month: '2025-08', from: '2025-08-01', to: '2025-08-02', snapshot_type: 'quant', interval: '1h', bundle: 'klines',
}; // prettier-ignore

/** Fills in missing arguments. */
function withValues(given: Given, missing: readonly string[]): Given {
  return { ...Object.fromEntries(missing.map((name) => [name, VALUES[name]])), ...given };
}

describe('the tools that are listed by default', () => {
  let door: FrontDoor;
  beforeAll(async () => {
    door = await openFrontDoor({ model: testModel() });
  });
  afterAll(async () => door.stop());

  const agent = async (key: string | undefined, query = ''): Promise<Client> => {
    const headers: Record<string, string> = key === undefined ? {} : { 'x-api-key': key };
    const client = new Client({ name: 'test', version: '1' });
    const address = new URL(`${door.url}/mcp${query}`);
    await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
    return client;
  };
  const answerTo = async (client: Client, [name, given]: ToolCall) => {
    const answer = await client.callTool({ name, arguments: { ...given } });
    const texts = answer.content.map((part) => (part.type === 'text' ? part.text : ''));
    return { texts, text: texts.join('\n'), isError: answer.isError === true, structured: answer.structuredContent };
  };

  it.each(['none', 'free', 'pro', 'pro_plus'] as const)(
    'are twelve at most within 16 kB with a key of %s',
    async (tier) => {
      const client = await agent(tier === 'none' ? undefined : await door.mint(tier));
      const { tools } = await client.listTools();
      expect(tools.length).toBeLessThanOrEqual(12);
      expect(JSON.stringify({ tools }).length).toBeLessThanOrEqual(LIST_MOST);
      for (const { outputSchema, annotations, description } of tools) {
        expect([outputSchema?.['type'], annotations?.readOnlyHint, (description ?? '') !== '']).toEqual([
          'object',
          true,
          true,
        ]);
      }
      await client.close();
    },
  );

  it('answer the twenty questions with a quarter of the characters, in two calls at most on average', async () => {
    const key = await door.mint('pro_plus');
    const [every, compact] = [await agent(key, '?tools=all'), await agent(key)];
    const sizeOf = async (client: Client): Promise<number> => JSON.stringify(await client.listTools()).length;
    let [before, after, calls] = [await sizeOf(every), await sizeOf(compact), 0];
    for (const [asks, old, steps, shows] of TRANSCRIPT) {
      before += (await answerTo(every, old)).text.length;
      for (const [i, step] of steps.entries()) {
        const { text, isError } = await answerTo(compact, step);
        expect([asks, isError, text]).toEqual([asks, false, text]);
        expect(text.length).toBeLessThanOrEqual(CONCISE_MOST);
        if (i === steps.length - 1) expect([asks, text]).toEqual([asks, expect.stringContaining(shows)]);
        else expect([asks, text]).toEqual([asks, expect.stringContaining(String(steps[i + 1]![1]['operation']))]);
        after += text.length;
        calls++;
      }
    }
    expect(TRANSCRIPT).toHaveLength(20);
    expect(calls / TRANSCRIPT.length).toBeLessThanOrEqual(2);
    expect(after).toBeLessThanOrEqual(before / 4);
    await Promise.all([every.close(), compact.close()]);
  });

  it.each(['', '?tools=all'])('take every enumerated value (list %j)', { timeout: 120_000 }, async (query) => {
    const faults: unknown[] = [];
    let key = await door.mint('pro_plus');
    let client = await agent(key, query);
    const { tools } = await client.listTools();
    let count = 0;
    for (const tool of tools as readonly Listed[]) {
      const required = Object.fromEntries((tool.inputSchema.required ?? []).map((name) => [name, VALUES[name]]));
      for (const [name, value] of enumerated(tool)) {
        if (++count % 3 === 0) {
          await client.close();
          client = await agent((key = await door.mint('pro_plus')), query);
        }
        // The refusal names the arguments that a value requires.
        let given: Given = {
          ...required,
          ...(name === 'of' ? { symbol: 'BTC' } : name === 'bundle' ? { data_type: 'daily' } : {}),
          [name]: value,
        };
        let answer = await answerTo(client, [tool.name, given]);
        for (let more = 0; more < 3 && answer.isError; more++) {
          const missing = [...answer.text.matchAll(/query\.(\w+): expected/g)].map(([, name]) => name!);
          given = withValues(given, missing);
          answer = await answerTo(client, [tool.name, given]);
        }
        if (answer.isError && /malformed|bad_request|invalid_parameters|no JSON|unknown_parameter|rate_limited/.test(answer.text)) faults.push([tool.name, given, answer.text.slice(0, 200)]); // prettier-ignore
      }
    }
    expect(count).toBeGreaterThan(60);
    expect(faults).toEqual([]);
    await client.close();
  });

  it('pass Markdown and CSV through', async () => {
    const client = await agent(await door.mint('pro_plus'));
    const note = await answerTo(client, [
      'call',
      { operation: 'market_health.summary', arguments: { format: 'markdown' } },
    ]);
    expect([note.isError, note.text]).toEqual([false, expect.stringMatching(/^#/)]);
    const rows = await answerTo(client, [
      'call',
      { operation: 'indicators.signum', arguments: { format: 'csv', limit: 2 } },
    ]);
    expect(rows.text.split('\n')[0]).toMatch(/^symbol,/);
    expect(rows.structured).toEqual({ answer: rows.texts[0] });
    await client.close();
  });

  it('answer for a book, and for the market without one', async () => {
    const [plus, free] = [await agent(await door.mint('pro_plus')), await agent(await door.mint('free'))];
    const positions = [
      { coin: 'BTC', side: 'long', notional_usd: 10_000, leverage: 5 },
      { coin: 'ETH', side: 'short', notional_usd: 5_000, leverage: 5 },
    ];
    const book = await answerTo(plus, ['risk', { positions, horizon: '24h' }]);
    expect([book.isError, book.text]).toEqual([
      false,
      expect.stringMatching(/"tails":\[\{"level":0\.01,.*"coin":"ETH"/),
    ]);
    expect(book.text.length).toBeLessThanOrEqual(CONCISE_MOST);
    expect((await answerTo(plus, ['risk', { positions: [{ ...positions[0], side: 'up' }] }])).text).toMatch(/invalid_parameters.*side.*"next"/); // prettier-ignore
    expect((await answerTo(free, ['risk', { positions }])).text).toMatch(/tier_too_low.*"required_tier":"pro"/);
    expect((await answerTo(free, ['risk', {}])).text).toMatch(/effective|correlation/);
    await Promise.all([plus.close(), free.close()]);
  });

  it('name the next step of a refusal', async () => {
    const [nobody, free] = [await agent(undefined), await agent(await door.mint('free'))];
    expect((await answerTo(nobody, ['account', {}])).text).toMatch(/missing_api_key.*"next":"Make a free key/);
    expect((await answerTo(free, ['screen', { list: 'regimes' }])).text).toMatch(
      /tier_too_low.*"next":"Needs tier pro/,
    );
    expect((await answerTo(free, ['coin_now', { symbol: 'NOSUCH', sections: ['color'] }])).text).toMatch(
      /unknown_symbol.*"next"/,
    );
    expect((await answerTo(free, ['call', { operation: 'regime.current' }])).text).toMatch(
      /"suggestions":\["regimes\.current"/,
    );
    expect((await answerTo(free, ['market_now', { colour: 'red' }])).text).toMatch(
      /colour: no such argument.*accepted/,
    );
    expect((await answerTo(free, ['history', { of: 'candles' }])).text).toMatch(/symbol: expected a coin/);
    expect((await answerTo(free, ['screen', { list: 'colors', filters: { colour: 'green' } }])).text).toMatch(
      /filters: no colour/,
    );
    await Promise.all([nobody.close(), free.close()]);
  });

  it('show a section that is not open beside those that are', async () => {
    const free = await agent(await door.mint('free'));
    const { isError, structured } = await answerTo(free, ['market_now', {}]);
    expect(isError).toBe(false);
    expect(structured).toHaveProperty('answer.regime', { error: 'tier_too_low', required_tier: 'pro' });
    expect(structured).toHaveProperty('answer.long_regime.name');
    const wrong = await answerTo(free, ['market_now', { fields: ['volatility.nothing'] }]);
    expect(wrong.structured).toHaveProperty('answer.volatility.error', 'no_such_field');
    await free.close();
  });

  it('tell their progress, and end when they are cancelled', async () => {
    const client = await agent(await door.mint('pro_plus'));
    const steps: number[] = [];
    await client.callTool(
      { name: 'market_now', arguments: {} },
      { onprogress: ({ progress }) => void steps.push(progress) },
    );
    expect(steps).toEqual([1, 2, 3]);
    const controller = new AbortController();
    const call = client.callTool({ name: 'market_now', arguments: {} }, { signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toThrow('abort');
    await client.close();
  });
});
