import { describe, expect, it } from 'vitest';
import { createClient } from './client.ts';
import type { CacheBounds } from './cache.ts';

/** A service whose answers have tags: texts by path, and what it was asked. */
function tagged(texts: Map<string, string>, cache?: Partial<CacheBounds> | false) {
  const asked: { readonly path: string; readonly tag: string | null }[] = [];
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const path = new URL(url).pathname.replace('/api/v1/', '');
    const tag = new Headers(init.headers).get('if-none-match');
    asked.push({ path, tag });
    const text = texts.get(path);
    if (text === undefined) return new Response('{}', { status: 404 });
    const own = `"${text.length}-${text.slice(0, 8)}"`;
    const headers = { etag: own, 'x-request-id': `r${asked.length}`, 'content-type': 'application/json' };
    return tag === own ? new Response(null, { status: 304, headers }) : new Response(text, { status: 200, headers });
  };
  const clientOf = (key: string) =>
    createClient({ url: 'http://service.test', key, world: { fetch }, ...(cache === undefined ? {} : { cache }) });
  return { client: clientOf('a'), asked };
}

describe('answers that did not change', () => {
  it('come from memory on a 304, with the headers of now; a changed one replaces them', async () => {
    const texts = new Map([['regimes', '{"n":1}']]);
    const { client, asked } = tagged(texts);
    const first = await client.call('regimes.list');
    const again = await client.call('regimes.list');
    expect(first).toMatchObject({ ok: true, value: { n: 1 } });
    expect(again).toMatchObject({ ok: true, value: { n: 1 }, meta: { status: 200, requestId: 'r2' } });
    expect(asked.map(({ tag }) => tag)).toEqual([null, '"7-{"n":1}"']);
    texts.set('regimes', '{"n":22}');
    expect(await client.call('regimes.list')).toMatchObject({ value: { n: 22 } });
    expect(await client.call('regimes.list')).toMatchObject({ value: { n: 22 }, meta: { status: 200 } });
    expect(asked.at(-1)?.tag).toBe('"8-{"n":22}"');
    // The same answer as text is the same bytes.
    expect(await client.text('regimes.list')).toMatchObject({ value: '{"n":22}' });
  });

  it('are never mixed between questions, nor handed out to be changed', async () => {
    const texts = new Map([
      ['regimes', '{"n":1}'],
      ['changelog', '{"n":2}'],
    ]);
    const { client } = tagged(texts);
    const cached = await client.ask('regimes.list');
    if (cached.ok) (cached.value as { n: number }).n = 9;
    expect(await client.ask('changelog')).toMatchObject({ value: { n: 2 } });
    expect(await client.ask('regimes.list')).toMatchObject({ value: { n: 1 } });
    const other = await client.ask('regimes.list', { headers: { accept: 'text/csv' } });
    expect(other).toMatchObject({ ok: true });
  });

  it('are bounded: the least lately used goes first, what is too large is not kept', async () => {
    const texts = new Map(['BTC', 'ETH', 'SOL'].map((coin) => [`coins/${coin}`, `{"coin":"${coin}"}`]));
    const { client, asked } = tagged(texts, { entries: 2 });
    const get = async (symbol: string) => client.ask('coins.get', { path: { symbol } });
    for (const coin of ['BTC', 'ETH', 'BTC', 'SOL', 'BTC', 'ETH']) await get(coin);
    expect(asked.map(({ path, tag }) => `${path.slice(6)} ${tag !== null}`)).toEqual([
      'BTC false',
      'ETH false',
      'BTC true',
      'SOL false',
      'BTC true',
      'ETH false',
    ]);
    const small = tagged(texts, { bytes: 64 });
    for (let i = 0; i < 2; i++) await small.client.ask('coins.get', { path: { symbol: 'BTC' } });
    expect(small.asked.map(({ tag }) => tag)).toEqual([null, null]);
  });

  it('are not kept when nobody wants them, and errors never are', async () => {
    const texts = new Map([['regimes', '{"n":1}']]);
    const { client, asked } = tagged(texts, false);
    for (let i = 0; i < 2; i++) await client.call('regimes.list');
    expect(asked.map(({ tag }) => tag)).toEqual([null, null]);
    const keeping = tagged(texts);
    for (let i = 0; i < 2; i++) expect(await keeping.client.call('regimes.current')).toMatchObject({ ok: false });
    expect(keeping.asked.map(({ tag }) => tag)).toEqual([null, null]);
  });
});
