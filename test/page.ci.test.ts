/** The page at `/`, in a browser, over a host on simulated data: one host and one browser for all cases. */

import { mkdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  answer,
  CHROMIUM,
  findings,
  launch,
  overflow,
  watched,
  type Look,
  type Watched,
  type Browser,
  type Page,
  type Route,
} from './browser.ts';
import { call, startHost, type HostProcess } from './host-process.ts';
import { ROOT } from './workspace.ts';

const WIDTHS = [360, 768, 1200, 1800, 2560];
/** A year of simulated bars is enough for every figure, and a third of the work of all there are. */
const FROM = '2025-02-05T12:10:00Z';
const SHOTS = process.env['BAROGRAPH_SHOTS'];

let host: HostProcess;
let browser: Browser;
let dataDir: string;
/** Answers of the host by path, for those that a test alters: the pages of all tests use up the calls of a minute. */
const said = new Map<string, unknown>();
const etfFlows = (asset: string): string => `market-intelligence/etf/${asset}/flows`;

/** The link that the host printed, after its address. */
const link = (): string => /\/(#t=[\w-]+)/.exec(host.printed)![1]!;

/** Opens a view in a tab that has the secret of the link. @param prepare what is answered instead of the host */
async function open(
  view: string,
  look: Look = {},
  prepare: (page: Page) => Promise<void> = async () => {},
  secret = link().slice('#t='.length),
): Promise<Watched> {
  const one = await watched(browser, host.url, look);
  if (secret !== '') await one.page.addInitScript({ content: `sessionStorage.setItem('barograph-link', '${secret}')` });
  await prepare(one.page);
  await one.page.goto(`${host.url}/${view}`);
  return one;
}

/** Closes a view. An altered answer may still be on its way then: its handler fails with the page, and that is no error. */
async function close({ page, context }: Watched): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
}

/** A picture for people, when a folder for it is named. */
async function shoot(page: Page, name: string): Promise<void> {
  if (SHOTS === undefined) return;
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage: true });
}

/** Waits until no panel is loading. */
async function settled(page: Page): Promise<void> {
  await page.waitForSelector('.panel');
  await expect.poll(async () => page.locator('.st-loading').count(), { timeout: 20_000 }).toBe(0);
}

/** Bytes of the scripts that a page has loaded, packed. */
function scriptsOf(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (!/\.m?js$/.test(response.url())) return;
    sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
  });
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

function expectClean({ errors, outside }: Watched): void {
  expect(errors).toEqual([]);
  expect(outside).toEqual([]);
}

const operation = (path: string) => (url: URL) => url.pathname === `/api/v1/${path}`;
const DETAIL = { error: 'source_unavailable', message: 'The source did not bring its bars.' };

describe.skipIf(CHROMIUM === undefined)('the page in a browser (needs chromium)', () => {
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'barograph-page-'));
    const flags = ['--data-dir', dataDir, '--from', FROM];
    [host, browser] = await Promise.all([startHost(flags), launch()]);
    const key = readFileSync(join(dataDir, 'dev-key'), 'utf8').trim();
    const first = ['regimes/current', 'quant/market', 'indicators/signum-rgg', 'quant/gex', 'security/regime/score'];
    for (const path of [...first, 'news/market-moving', ...['btc', 'sol'].map(etfFlows)]) {
      let reply = await call(`${host.url}/api/v1/${path}`, key);
      for (; reply.status !== 200; reply = await call(`${host.url}/api/v1/${path}`, key)) await setTimeout(200);
      said.set(path, reply.body);
    }
  });
  afterAll(async () => {
    await browser.close();
    await host.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('shows the market with what is simulated, of when it is and where it comes from, at five widths', async () => {
    let scripts = async (): Promise<number> => 0;
    const one = await open('', {}, async (opened) => {
      scripts = scriptsOf(opened);
    });
    const { page } = one;
    await settled(page);
    await page.waitForSelector('.p-baro canvas');
    await page.waitForSelector('.p-vol canvas');
    const bytes = await scripts();
    expect(bytes).toBeGreaterThan(30_000);
    expect(bytes).toBeLessThanOrEqual(60_500);
    await page.waitForSelector('.v-connected');
    expect(await page.title()).toBe('SIMULATED · Barograph');
    expect(await page.locator('.sim').innerText()).toContain('None is a market price');
    expect(await page.locator('.reading .big').count()).toBe(4);
    for (const panel of await page.locator('.panel.s-fresh, .panel.s-aging, .panel.s-stale').all()) {
      if ((await panel.locator('.ph .age time').count()) === 0) continue;
      expect(await panel.locator('.ph .k-simulated').count()).toBe(1);
    }
    const times: string[] = await page.evaluate(
      '[...document.querySelectorAll(".panel .ph time")].map((t) => t.dateTime)',
    );
    expect(times.length).toBeGreaterThan(6);
    // For and against come from the structured evidence, each with the condition that holds or does not.
    const why = page.locator('.reading .ev li');
    expect(await why.count()).toBeGreaterThan(2);
    for (const text of await why.allInnerTexts()) expect(text).toMatch(/(?:not )?(?:below|above|-?[\d.,]+.* to) /);
    expect(await page.locator('.reading .zs .sign').count()).toBeGreaterThan(3);
    expect(await page.locator('.p-mood .mid').first().innerText()).toMatch(/fear|greed|neutral/);
    expect(await page.locator('.p-mood table tbody tr').count()).toBeGreaterThan(3);
    expect(await page.locator('.p-daily tbody a').count()).toBeGreaterThan(5);
    expect(await page.locator('.p-stress').innerText()).toMatch(/Exchange flow(?:, 24 h: \S+ [+−]?\d| silent)/);
    expect(await page.locator('.p-news .stories .react').count()).toBeGreaterThan(2);
    expect(await page.locator('.p-news .pulse tbody tr').count()).toBeGreaterThan(3);
    expect(await page.locator('.p-etf svg.fig').count()).toBe(3);
    for (const time of times) expect(Math.abs(Date.parse(time) - Date.parse(FROM))).toBeLessThan(3 * 3_600_000);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(async () => overflow(page), { message: `at ${width} px` }).toBeLessThanOrEqual(0);
      await shoot(page, `market-${width}`);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await findings(page)).toEqual([]);
    expectClean(one);
    await close(one);
  });

  it('opens a coin, reads its chart by keys, and has every chart as a table', async () => {
    let scripts = async (): Promise<number> => 0;
    const one = await open('#/coin/BTC', { colorScheme: 'dark' }, async (opened) => {
      scripts = scriptsOf(opened);
    });
    const { page } = one;
    await page.waitForSelector('.lwc canvas');
    await settled(page);
    expect(await scripts()).toBeLessThanOrEqual(130_000);
    const chart = page.locator('.lwc');
    const readout = page.locator('.p-chart .readout');
    const newest = await readout.innerText();
    await chart.focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(async () => readout.innerText()).not.toBe(newest);
    await page.keyboard.press('End');
    await expect.poll(async () => readout.innerText()).toBe(newest);
    for (const figure of ['chart', 'ladder', 'cone', 'flow']) {
      await page.locator(`.p-${figure} .as-table summary`).click();
      await expect.poll(async () => page.locator(`.p-${figure} .as-table tbody tr`).count()).toBeGreaterThan(3);
      await page.locator(`.p-${figure} .as-table summary`).click();
    }
    expect(await page.locator('.p-coin-news .readout').innerText()).toMatch(/pressure 0\.\d\d of 1/);
    for (const figure of ['ladder', 'cone', 'flow'])
      expect(await page.locator(`.p-${figure} .sim-mark`).count()).toBe(1);
    const points = await page.locator('.receipt .r').allInnerTexts();
    const numbers = points.map((text) => Number(text.replace('−', '-')));
    const sum = numbers.slice(0, -1).reduce((all, term) => all + term, 0);
    expect(Math.min(1, Math.max(0, sum))).toBeCloseTo(numbers.at(-1)!, 1);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(async () => overflow(page), { message: `at ${width} px` }).toBeLessThanOrEqual(0);
      await shoot(page, `coin-${width}`);
    }
    expect(await findings(page)).toEqual([]);
    expectClean(one);
    await close(one);
  });

  it('paints its frame before any answer is there, and says what is missing while one source is down', async () => {
    const one = await open('', {}, async (page) => {
      await page.route(operation('indicators/signum-rgg'), async (route) => answer(route, { detail: DETAIL }, 503));
      await page.route(operation('volatility/index'), async (route) =>
        answer(route, { detail: { error: 'internal_error', message: 'Something went wrong here.' } }, 500, {
          'x-request-id': 'abc-1',
        }),
      );
      await page.route(operation('regimes/current'), async (route) => route.abort());
      await page.route(operation('liquidity/regime/score'), () => {});
    });
    const { page } = one;
    await page.waitForSelector('.p-frag .st-loading');
    await expect.poll(async () => page.locator('.p-signum .state').innerText()).toContain(DETAIL.message);
    await expect.poll(async () => page.locator('.p-vol .state').innerText()).toContain('abc-1');
    expect(await page.locator('.reading .err').innerText()).toContain('cannot be reached');
    expect(await page.locator('.p-vol .big').count()).toBe(0);
    await shoot(page, 'down');
    expectClean(one);
    await close(one);
  });

  it('says that a shock is under way, in which direction and since when', async () => {
    const one = await open('', {}, async (page) => {
      await page.route(operation('quant/market'), async (route) => {
        const reply = await route.fetch();
        const shock = { active: true, since: '2024-08-05T00:00:00Z', score: 1.4, kind: 'down' };
        await answer(route, { ...((await reply.json()) as object), shock }, 200, {});
      });
    });
    const { page } = one;
    await expect.poll(async () => page.locator('.reading').innerText()).toContain('Shock (down) since');
    await shoot(page, 'shock');
    expectClean(one);
    await close(one);
  });

  it('shows no number while everything warms up', async () => {
    const one = await open('', {}, async (page) => {
      const body = { detail: { error: 'warming_up', message: '212 of 720 hours of bars are here.' } };
      await page.route(/\/api\/v1\/(?!health$|stream$)./, async (route) =>
        answer(route, body, 503, { 'retry-after': '45' }),
      );
      await page.route(/\/api\/v1\/health$/, async (route) => {
        const health = (await (await route.fetch()).json()) as { producers: object[] };
        const producers = health.producers.map((one, i) => (i === 0 ? one : { ...one, last_success: null }));
        await answer(route, { ...health, status: 'warming', producers }, 200, {});
      });
    });
    const { page } = one;
    await settled(page);
    await expect.poll(async () => page.locator('.notice').innerText()).toMatch(/Starting\. 1 of \d\d producers/);
    await expect.poll(async () => page.locator('.panel .st', { hasText: 'Warming up' }).count()).toBeGreaterThan(5);
    expect(await page.locator('.panel:not(.p-sources) .big').count()).toBe(0);
    expect(await page.locator('.reading .big').count()).toBe(0);
    expect(await page.locator('.p-signum .state').innerText()).toContain('212 of 720');
    await shoot(page, 'warming');
    expectClean(one);
    await close(one);
  });

  it('holds 230 coins and hostile names from feeds', async () => {
    const hostile = [
      '<img src=x onerror=alert(1)>',
      '‮evil‬',
      'A'.repeat(10_000),
      '"><script>alert(1)</script>',
      "javascript:alert('x')",
    ];
    const one = await open('', { width: 360 }, async (page) => {
      await page.route(operation('indicators/signum-rgg'), async (route) => {
        const real = said.get('indicators/signum-rgg') as { items: { symbol: string; pegged: boolean }[] };
        const some = real.items.filter(({ pegged }) => !pegged);
        const items = Array.from({ length: 230 }, (_, i) => {
          const item = some[i % some.length]!;
          return {
            ...item,
            symbol: hostile[i] ?? `${item.symbol}${i}`,
            recent_flip: i < 5,
            flip_alert_reason: hostile[i % 5],
          };
        });
        await answer(route, { ...real, items });
      });
      await page.route(operation('stream/recent'), async (route) => {
        const events = hostile.map((symbol, i) => ({
          id: i + 1,
          ts: 1e12 + i,
          type: 'price_move',
          symbol,
          pct: 1,
          price: 2,
          window_s: 60,
        }));
        await answer(route, {
          count: 5,
          last_id: 5,
          events: [...events, { id: 6, ts: 2e12, type: hostile[0], symbol: 'X' }],
        });
      });
    });
    const { page } = one;
    await settled(page);
    await expect.poll(async () => page.locator('.tile').count()).toBe(230);
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(async () => overflow(page)).toBeLessThanOrEqual(0);
      await shoot(page, `hostile-${width}`);
    }
    expect(await page.locator('#app img, #app script').count()).toBe(0);
    const names = await page.locator('.tile .n .name').allInnerTexts();
    expect(Math.max(...names.map((name) => name.length))).toBeLessThanOrEqual(24);
    await page.locator('.tile', { hasText: '<img src' }).first().click();
    await expect.poll(async () => page.locator('h1').innerText()).toContain('<img src=x');
    await settled(page);
    expect(await page.locator('#app img').count()).toBe(0);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expectClean(one);
    await close(one);
  });

  it('shows news with what followed and flows of funds, harmless whatever a feed says, and empty when they are', async () => {
    const titles = [
      '<img src=x onerror=alert(1)>',
      '\u202Eevil\u202C',
      'A'.repeat(10_000),
      '"><script>alert(1)</script>',
      'Plain words',
    ];
    const addresses = [
      'javascript:alert(1)',
      'data:text/html,x',
      'https://news.example/a',
      null,
      ' HTTP://news.example/b',
    ];
    let now = 0;
    let isEmpty = false;
    const one = await open('', { width: 360 }, async (page) => {
      await page.route(operation('news/market-moving'), async (route) => {
        const real = said.get('news/market-moving') as { items: object[]; as_of: number };
        now = real.as_of;
        const reacted = {
          ret_pct: -4.33,
          oi_change_pct: null,
          funding_shift: 3e-6,
          volume_multiplier: 2,
          abnormality: 4.1,
        };
        const items = titles.map((title, i) => ({
          ...real.items[0],
          title,
          url: addresses[i],
          id: `${i}`,
          symbol: i === 4 ? 'MARKET' : title,
          source: titles[(i + 1) % 5],
          impact_score: 0.9 - i / 100,
          published_at: now - (i === 0 ? 30 : 30_000) * 60_000,
          market_response: { '15m': reacted, '1h': null, '4h': null },
        }));
        await answer(route, { ...real, items: isEmpty ? [] : items, count: isEmpty ? 0 : 5, total: isEmpty ? 0 : 5 });
      });
      await page.route(operation('news/pulse'), async (route) =>
        answer(
          route,
          { detail: { error: 'warming_up', message: 'The first reports of news are being computed.' } },
          503,
        ),
      );
      await page.route(operation('security/regime/score'), async (route) => {
        const real = said.get('security/regime/score') as { sub_scores: object };
        const silent = [{ part: 'flow', feed: 'exchange_flow', reason: 'no_source' }];
        const sub_scores = { ...real.sub_scores, flow: null };
        await answer(route, { ...real, sub_scores, silent, worst_flow_symbol: null });
      });
      await page.route(operation(etfFlows('sol')), async (route) => answer(route, said.get(etfFlows('sol'))));
      await page.route(operation(etfFlows('btc')), async (route) => {
        const real = said.get(etfFlows('btc')) as { flows: { funds: Record<string, number> }[] };
        const last = real.flows.at(-1)!;
        const silent = { ...last, net_flow_usd: null, funds: { [titles[0]!]: null } };
        await answer(route, { ...real, flows: [...real.flows.slice(0, -1), silent] });
      });
      await page.route(operation(etfFlows('eth')), async (route) => answer(route, { detail: DETAIL }, 503));
      await page.route(operation('stream/recent'), async (route) => {
        const head = {
          ts: 1e12,
          type: 'whale_transfer',
          venue: 'ethereum',
          chain: 'ethereum',
          amount: 1234.5,
          usd: 2.5e6,
        };
        const events = [
          { ...head, id: 1, symbol: 'ETH', exchange: 'Binance', direction: 'inflow' },
          { ...head, id: 2, symbol: 'USDT', exchange: titles[2], direction: 'outflow' },
        ];
        await answer(route, { count: 2, last_id: 2, events });
      });
    });
    const { page } = one;
    await settled(page);
    const news = page.locator('.p-news');
    await expect.poll(async () => news.locator('.stories li').count()).toBe(5);
    expect(await page.locator('#app img, #app script').count()).toBe(0);
    const links = news.locator('a.title');
    expect(await links.count()).toBe(1);
    expect(await links.getAttribute('href')).toBe('https://news.example/a');
    expect(await links.getAttribute('rel')).toBe('noreferrer');
    const shown = await news.locator('.title').allInnerTexts();
    expect(shown[0]).toBe(titles[0]);
    expect(Math.max(...shown.map((title) => title.length))).toBeLessThanOrEqual(160);
    const reactions = await news.locator('.react').allInnerTexts();
    expect(reactions[0]).toMatch(/price, %\s+−4.33\s+not matured\s+not matured/);
    expect(reactions[0]).toMatch(/open interest, %\s+–/);
    expect(reactions[1]).toMatch(/not known\s+not known/);
    await news.locator('.as-table summary').click();
    await expect.poll(async () => news.locator('.as-table tbody tr').count()).toBe(5);
    expect(await news.locator('.comp').innerText()).toContain('The first reports of news');
    expect(await page.locator('.p-stress').innerText()).toContain('Exchange flow: no source configured');
    const etf = page.locator('.p-etf');
    expect(await etf.locator('svg.fig rect[fill^="url(#unreported"]').count()).toBe(1);
    expect(await etf.innerText()).toContain('unreported');
    expect(await etf.innerText()).toContain(DETAIL.message);
    expect(await etf.locator('.sim-mark').count()).toBe(2);
    await etf.locator('.as-table summary').first().click();
    expect(await etf.locator('.as-table tbody tr').first().innerText()).toMatch(/unreported.*unreported/s);
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(async () => overflow(page)).toBeLessThanOrEqual(0);
      await shoot(page, `news-${width}`);
    }
    const tape = await page.locator('.tape').innerText();
    expect(tape).toMatch(/transfer\s+ETH\s+1,235 into Binance, on ethereum\s+\$2.5M/);
    expect(await page.locator('.tape a', { hasText: 'USDT' }).count()).toBe(0);
    expect(tape).toContain(`out of ${'A'.repeat(23)}…`);
    expect(await findings(page)).toEqual([]);
    isEmpty = true;
    // A view that is opened again shows what it knew; a page that is loaded again asks.
    await page.reload();
    await expect.poll(async () => news.innerText(), { timeout: 30_000 }).toContain('Nothing was reported in 24 hours');
    expectClean(one);
    await close(one);
  });

  it('shows the gap of a dropped stream, resumes by id, and closes what can be closed', async () => {
    const now = Date.parse(FROM);
    const event = (id: number, ts: number) =>
      `id: ${id}\ndata: ${JSON.stringify({ ts, type: 'price_move', symbol: `C${id}`, pct: 1, price: 2, window_s: 60 })}\n\n`;
    const bodies = [
      `retry: 3000\n\n${event(11, now)}`,
      `: ping\n\n${event(12, now + 1)}`,
      `event: gap\ndata: {"after_id":12,"resumed_after_id":40}\n\n${event(41, now + 60_000)}`,
    ];
    const resumed: (string | undefined)[] = [];
    const one = await open('', {}, async (page) => {
      const gap = { source: 'perpdex', feed: 'trades', from: now - 120_000, to: now - 60_000 };
      await page.route(operation('stream/recent'), async (route) =>
        answer(route, { count: 0, last_id: 10, gaps: [gap], events: [] }),
      );
      await page.route(operation('stream'), async (route) => {
        resumed.push(route.request().headers()['last-event-id']);
        const body = bodies[resumed.length - 1];
        if (body !== undefined) await route.fulfill({ status: 200, contentType: 'text/event-stream', body });
      });
    });
    const { page } = one;
    await page.waitForSelector('.tape tr.gap');
    await expect.poll(async () => resumed.length, { timeout: 15_000 }).toBeGreaterThanOrEqual(4);
    expect(resumed.slice(0, 4)).toEqual(['10', '11', '12', '41']);
    const text = await page.locator('.tape').innerText();
    for (const symbol of ['C11', 'C12', 'C41']) expect(text.split(symbol)).toHaveLength(2);
    expect(text).toContain('1 event was made up for by id');
    expect(text).toContain('28 events were no longer kept');
    expect(text).toContain('not heard by the service: trades of perpdex');
    await shoot(page, 'tape');
    expectClean(one);
    await close(one);
  });

  it('opens an ended session again, and gives up when it is refused at once', async () => {
    let opened = 0;
    let answered = 0;
    const one = await open('', {}, async (page) => {
      page.on('request', (request) => {
        if (request.url().endsWith('/page/session')) opened++;
      });
      await page.route(operation('regimes/current'), async (route) => {
        answered++;
        await answer(route, { detail: { error: 'invalid_api_key', message: 'The key is not valid.' } }, 401);
      });
    });
    const { page } = one;
    await page.waitForSelector('.notice');
    await settled(page);
    expect(opened).toBe(2);
    expect(answered).toBeLessThanOrEqual(3);
    expect(await page.locator('.reading .state').first().innerText()).toContain('Needs a key');
    expectClean(one);
    await close(one);
  });

  it('takes the secret of the printed link out of the address, and keeps it in the tab', async () => {
    const one = await open(link(), {}, undefined, '');
    const { page } = one;
    await page.waitForSelector('.tile', { timeout: 90_000 }); // a minute's calls of the key may be spent
    expect(page.url()).toBe(`${host.url}/`);
    await shoot(page, 'link');
    await page.reload();
    await page.waitForSelector('.tile');
    await page.locator('.nav a', { hasText: 'Access' }).click();
    await expect.poll(async () => page.locator('.p-key').innerText()).toContain('the link that the host printed');
    await shoot(page, 'link-access');
    expect(await page.evaluate('JSON.stringify(localStorage) + document.cookie')).toBe('{}');
    expectClean(one);
    await close(one);
  });

  it('shows what needs no key without the link, says where that is printed, and takes it in an open tab', async () => {
    const one = await open('', {}, undefined, '');
    const { page } = one;
    await settled(page);
    const notice = page.locator('.notice');
    expect(await notice.innerText()).toMatch(/^No key\. .* the host prints in its terminal when it starts/);
    expect(await page.locator('.p-signum .state').innerText()).toContain('Needs a key');
    expect(await page.locator('.p-sources .src').count()).toBe(2);
    expect(await page.locator('.p-tape').innerText()).toContain('late');
    await shoot(page, 'no-link');
    await page.goto(`${host.url}/#t=${'x'.repeat(32)}`);
    await expect.poll(async () => notice.innerText()).toContain('The secret of this link has ended.');
    expect(await findings(page)).toEqual([]);
    await page.goto(`${host.url}/${link()}`);
    await page.waitForSelector('.tile');
    expect(page.url()).toBe(`${host.url}/`);
    expectClean(one);
    await close(one);
  });

  it('shows what needs no key where a host prints no link, and keeps a key in the tab alone', async () => {
    const key = readFileSync(join(dataDir, 'dev-key'), 'utf8').trim();
    const one = await open('', {}, async (page) => {
      await page.route(
        (url) => url.pathname === '/page/session',
        async (route) => answer(route, { detail: { error: 'not_found', message: 'No link here.' } }, 404),
      );
    });
    const { page } = one;
    await settled(page);
    expect(await page.locator('.notice').innerText()).toMatch(/^No key\. .* No link here\.$/);
    await page.locator('.notice a').click();
    await page.locator('#key').fill(key);
    await page.keyboard.press('Enter');
    await expect.poll(async () => page.locator('.p-key .kv').innerText()).toContain('pro plus');
    await shoot(page, 'key');
    await page.locator('.mark').click();
    await page.waitForSelector('.tile');
    expect(await page.evaluate('JSON.stringify(localStorage) + document.cookie')).not.toContain('bg_');
    expect(await page.evaluate('sessionStorage.getItem("barograph-key")')).toBe(key);
    expect(page.url()).not.toContain('bg_');
    expectClean(one);
    await close(one);
    // The views before may have spent the key's minute: a page with a key of its own waits for the next.
  }, 150_000);

  it('asks no more than a small key may, what is in view first, and says what waits', async () => {
    const LIMIT = 7;
    const SECONDS = 4;
    const minted = await fetch(`${host.url}/api/v1/auth/keys`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'small@example.org' }),
    });
    const { api_key: key } = (await minted.json()) as { api_key: string };
    const asked: string[] = [];
    const windows = new Map<number, number>();
    let refused = 0;
    // The windows of a free key, with seconds for minutes.
    const limited = async (route: Route): Promise<void> => {
      const { pathname, search } = new URL(route.request().url());
      if (/\/(v1|health)$/.test(pathname)) return route.continue();
      const now = Date.now() / 1000;
      const window = Math.floor(now / SECONDS);
      const count = (windows.get(window) ?? 0) + 1;
      windows.set(window, count);
      asked.push(pathname + search);
      if (count > LIMIT) refused++;
      const rest = `t=${Math.ceil((window + 1) * SECONDS - now)}`;
      const known = said.get(pathname.slice('/api/v1/'.length));
      const isKnown = known !== undefined && count <= LIMIT;
      return answer(route, isKnown ? known : { detail: DETAIL }, count > LIMIT ? 429 : isKnown ? 200 : 503, {
        'ratelimit-policy': `"day";q=100;w=86400, "minute";q=${LIMIT};w=60`,
        ratelimit: `"day";r=${100 - asked.length};t=40000, "minute";r=${Math.max(0, LIMIT - count)};${rest}`,
        'retry-after': '30',
      });
    };
    const one = await open('', {}, async (page) => {
      await page.addInitScript({ content: `sessionStorage.setItem('barograph-key', '${key}')` });
      await page.route((url) => url.pathname.startsWith('/api/v1'), limited);
    });
    const { page } = one;
    await expect.poll(() => asked.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(LIMIT);
    await page.waitForSelector('.pacing');
    expect(await page.locator('.pacing').innerText()).toMatch(/^7 calls a minute\. .* \d+ answers wait, .* UTC on\.$/);
    const top = await page.evaluate('document.querySelector(".p-daily [data-waits]").getBoundingClientRect().top');
    expect(top).toBeGreaterThan(900);
    expect(await page.locator('.p-daily').innerText()).toContain('Waiting for a call of the key');
    expect(await page.locator('.reading .big').first().innerText()).not.toBe('');
    await shoot(page, 'small-key');
    // Scrolled to the end of the page, what is there comes next, before all that stands above it.
    await page.locator('.p-tape').scrollIntoViewIfNeeded();
    await expect.poll(() => asked.length, { timeout: 30_000 }).toBeGreaterThan(LIMIT);
    expect(asked.indexOf('/api/v1/stream/recent?limit=100')).toBeLessThan(2 * LIMIT);
    await expect.poll(async () => page.locator('.pacing').count(), { timeout: 40_000 }).toBe(0);
    expect(refused).toBe(0);
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked).not.toContain('/api/v1/stream');
    expectClean(one);
    await close(one);
  });

  // The market in light and a coin in dark are looked at above.
  it.runIf(process.env['BAROGRAPH_FULL'] === '1').each([
    ['market', '', 'dark'],
    ['coin', '#/coin/ETH', 'light'],
    ['status', '#/status', 'light'],
    ['access', '#/key', 'dark'],
  ] as const)('has nothing that axe-core calls a violation: %s %s %s', async (name, view, colorScheme) => {
    const one = await open(view, { colorScheme, locale: 'de-DE' });
    const { page } = one;
    await settled(page);
    if (name === 'coin') await page.waitForSelector('.lwc canvas');
    expect(await findings(page)).toEqual([]);
    await shoot(page, `${name}-${colorScheme}-de`);
    expectClean(one);
    await close(one);
  });

  it('says in its status what was silent, and what is left of the error budget', async () => {
    const one = await open('#/status', {}, async (page) => {
      await page.route(
        (url) => url.pathname === '/status',
        async (route) => {
          const real = (await (await route.fetch()).json()) as { now: number };
          const gap = { source: 'perpdex', feed: 'trades', from: real.now - 90_000, to: null, seconds: 90 };
          await answer(route, { ...real, gaps: [gap] });
        },
      );
    });
    const { page } = one;
    await page.waitForSelector('.p-record table');
    expect(await page.locator('.p-record').innerText()).toMatch(/perpdex\s+trades[^]*lasts/);
    expect(await page.locator('.p-record .kv').innerText()).toContain('Error budget left');
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await shoot(page, 'status');
    expectClean(one);
    await close(one);
  });

  it('loads nothing from elsewhere, by what its document says', () => {
    const index = readFileSync(join(ROOT, 'packages/page/src/index.html'), 'utf8');
    expect(index).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  });
});
