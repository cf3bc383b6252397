/** The page at `/`, in a browser, over a host on simulated data: one host and one browser for all cases. */

import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
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
import { original, remember } from './page-answers.ts';
import { expectBoard, expectHistory, expectTraderCharts } from './page-charts.ts';
import { controlCases } from './page-controls.cases.ts';
import { ROOT } from './workspace.ts';

const WIDTHS = [360, 768, 1200, 1800, 2560];
/** A year of simulated bars is enough for every figure, and a third of the work of all there are. */
const FROM = '2025-02-05T12:10:00Z';
/** True in the full tier, which has cases that depend on how busy the machine is, or are rare and slow. */
const FULL = process.env['BAROGRAPH_FULL'] === '1';
const SHOTS = process.env['BAROGRAPH_SHOTS'];

let host: HostProcess;
let browser: Browser;
let dataDir: string;
/** Answers of the host by path, for those that a test alters: the pages of all tests use up the calls of a minute. */
const answers = new Map<string, unknown>();
const etfFlows = (asset: string): string => `market-intelligence/etf/${asset}/flows`;

/** The link that the host printed, after its address. */
const link = (): string => /\/(#t=[\w-]+)/.exec(host.printed)![1]!;

/** Opens a view in a tab that has the secret of the link, and then the answers of the cases before. @param prepare what is answered instead of the host */
async function open(
  view: string,
  look: Look = {},
  prepare: (page: Page) => Promise<void> = async () => {},
  secret = link().slice('#t='.length),
): Promise<Watched> {
  const shown = await watched(browser, host.url, look);
  if (secret !== '')
    await shown.page.addInitScript({ content: `sessionStorage.setItem('barograph-link', '${secret}')` });
  if (secret !== '') await remember(shown.page);
  await prepare(shown.page);
  await shown.page.goto(`${host.url}/${view}`);
  return shown;
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

/** Waits until no panel is loading; in the market all panels, or the button that shows the rest. */
async function settled(page: Page): Promise<void> {
  await page.waitForSelector('.panel');
  if (/^(?:#\/(?:\?.*)?)?$/.test(new URL(page.url()).hash)) await page.waitForSelector('.p-sources, .more');
  await expect.poll(async () => page.locator('.st-loading, .filling').count(), { timeout: 20_000 }).toBe(0);
}

/** The whole market, with what a narrow window keeps behind a button. */
async function whole(page: Page): Promise<void> {
  await settled(page);
  const more = page.locator('.sheet > p.more button');
  if ((await more.count()) > 0) await more.click();
  await page.waitForSelector('.p-sources');
  await settled(page);
}

/** Notes the frame in which both regimes are there, ms from the start of the navigation. */
const WATCH_READING = `new MutationObserver((_, watch) => {
  if (document.querySelectorAll('.reading .big').length < 4) return;
  watch.disconnect();
  requestAnimationFrame(() => requestAnimationFrame(() => (window.readAt = performance.now())));
}).observe(document, { subtree: true, childList: true });`;

/** Watches shifts of layout from the first paint. */
const WATCH_SHIFTS = `window.shifts = []; new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries())
    shifts.push([value, ...sources.map(({ node }) => node?.className ?? node?.nodeName)]);
}).observe({ type: 'layout-shift', buffered: true });`;

const packed = (bytes: Buffer): number => gzipSync(bytes, { level: 9 }).length;

/** Bytes of the built page, packed: what the first view needs at once of scripts, and everything. */
function weights(): { readonly first: number; readonly all: number } {
  const folder = join(ROOT, 'packages/page/dist/page');
  const index = readFileSync(join(folder, 'index.html'), 'utf8');
  const atOnce = [...index.matchAll(/(?:src|modulepreload" href)="page\/(js\/[^"]+)"/g)].map(([, path]) => path!);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  const shown = files.filter((file) => file.isFile() && /\.(?:m?js|css|html|svg)$/.test(file.name));
  const sum = (paths: readonly string[]): number => paths.reduce((all, path) => all + packed(readFileSync(path)), 0);
  return {
    first: sum(atOnce.map((path) => join(folder, path))),
    all: sum(shown.map(({ parentPath, name }) => join(parentPath, name))),
  };
}

/** Bytes of the scripts that a page has loaded, packed. */
function scriptsOf(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (!/\.m?js$/.test(response.url())) return;
    sizes.push(response.body().then(packed));
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
      answers.set(path, reply.body);
    }
  });
  afterAll(async () => {
    await browser.close();
    await host.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('shows the market with what is simulated, of when it is and where it comes from, at five widths', async () => {
    const view = await open('', {}, async (opened) => {
      await opened.addInitScript({ content: WATCH_SHIFTS });
    });
    const { page } = view;
    await settled(page);
    await page.waitForSelector('.p-baro canvas');
    await page.waitForSelector('.p-vol canvas');
    if (FULL) expect(await page.evaluate('shifts')).toEqual([]);
    await page.waitForSelector('.v-connected');
    expect(await page.title()).toBe('SIMULATED · Barograph');
    expect(await page.locator('.sim').innerText()).toContain('None is a market price');
    expect(await page.locator('.reading .big').count()).toBe(4);
    // Said once for all panels, and in each chart, which may be cut out.
    expect(await page.locator('.k-simulated').count()).toBe(0);
    expect((await page.locator('#app').innerText()).split('SIMULATED').length - 1).toBe(
      1 + (await page.locator('.sim-mark').count()),
    );
    expect(await page.locator('.across').innerText()).toMatch(/^[^:]+: weeks to months .*the next hours .*daily colours .*volatility of 30 days .*accounts .*\.$/); // prettier-ignore
    const [weeks, hours] = await page.locator('.reading .fo').allInnerTexts();
    // Until the backfill of the ledger is done, hours of the regime are not graded.
    expect(weeks).toMatch(/24 h volatility\s+(?:\d\.\d\d× usual|unknown\s+\d+ of 50 graded hours)/);
    expect(weeks).toMatch(/Deepest fall, 30 days\s+[\d.]+\s%\s+95 %: .* days, \d+ of them apart/);
    expect(hours).toMatch(/24 h volatility\s+\d\.\d\d× the month\s+95 %: .* all labels together: .* h/);
    expect(hours).toMatch(/5 % fall within 24 h\s+\d+\s%\s+95 %: /);
    expect(hours).toMatch(/Scorecard: /);
    expect(await page.locator('.reading .fo').first().innerText()).toMatch(/\d+ of 50 baskets suit it/);
    expect(await page.locator('.reading').innerText()).toContain(
      'Duration unknown: it already held at the first reading.',
    );
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
    expectClean(view);
    await close(view);
  });

  it('opens a coin, reads its chart by keys, and has every chart as a table', async () => {
    let scripts = async (): Promise<number> => 0;
    const view = await open('#/coin/BTC', { colorScheme: 'dark' }, async (opened) => {
      scripts = scriptsOf(opened);
    });
    const { page } = view;
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
    await expectTraderCharts(page);
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
    expectClean(view);
    await close(view);
  });

  it('shows the past of both regimes over years, and every coin on a board', async () => {
    const view = await open('#/history');
    await expectHistory(view.page);
    await shoot(view.page, 'history');
    expect(await findings(view.page)).toEqual([]);
    await view.page.evaluate('location.hash = "#/board"');
    await expectBoard(view.page);
    await shoot(view.page, 'board');
    expect(await findings(view.page)).toEqual([]);
    for (const width of [390, 2560]) {
      await view.page.setViewportSize({ width, height: 900 });
      await expect.poll(async () => overflow(view.page), { message: `at ${width} px` }).toBeLessThanOrEqual(0);
    }
    expectClean(view);
    await close(view);
  });

  it('paints its frame before any answer is there, and says what is missing while one source is down', async () => {
    const view = await open('', {}, async (page) => {
      await page.route(operation('indicators/signum-rgg'), async (route) => answer(route, { detail: DETAIL }, 503));
      await page.route(operation('volatility/index'), async (route) =>
        answer(route, { detail: { error: 'internal_error', message: 'Something went wrong here.' } }, 500, {
          'x-request-id': 'abc-1',
        }),
      );
      await page.route(operation('regimes/current'), async (route) => route.abort());
      await page.route(operation('liquidity/regime/score'), () => {});
    });
    const { page } = view;
    await page.waitForSelector('.p-frag .st-loading');
    await expect.poll(async () => page.locator('.p-signum .state').innerText()).toContain(DETAIL.message);
    await expect.poll(async () => page.locator('.p-vol .state').innerText()).toContain('abc-1');
    expect(await page.locator('.reading .err').innerText()).toContain('cannot be reached');
    expect(await page.locator('.p-vol .big').count()).toBe(0);
    await shoot(page, 'down');
    expectClean(view);
    await close(view);
  });

  it('says in a line what brings a missing source, details of health by type, a phone six screens first, and names near an unknown coin', async () => {
    const noSource = (what: string) => ({
      error: 'source_unavailable',
      message: `This service has no source of ${what}.`,
    });
    const view = await open('', { width: 390 }, async (page) => {
      await page.route(operation('liquidity/regime/score'), async (route) =>
        answer(route, { detail: noSource('order books') }, 503),
      );
      for (const [path, what] of [
        ['fear-greed', 'fear and greed'],
        ['macro', 'macro series'],
        ['stablecoins', 'supplies of stablecoins'],
      ])
        // prettier-ignore
        await page.route(operation(`sentiment/${path}`), async (route) => answer(route, { detail: noSource(what!) }, 503));
      await page.route(operation('market-health'), async (route) => {
        const real = (await original(route)).body as { components: Record<string, object> };
        const details = [{ input: 'dollar_90d_pct', value: null, points: null, weight: 0.6 }, { input: 'yield_10y_90d_bp', value: -32.6, points: 64.2, weight: 0.4 }]; // prettier-ignore
        const macro_dxy = {
          ...real.components['macro_dxy'],
          score: null,
          available: false,
          exact_score: null,
          details,
        };
        await answer(route, { ...real, components: { ...real.components, macro_dxy } });
      });
    });
    const { page } = view;
    await settled(page);
    const SCREEN = 844;
    expect(await page.evaluate<number>('document.documentElement.scrollHeight')).toBeLessThanOrEqual(6 * SCREEN);
    await shoot(page, 'phone');
    await whole(page);
    expect(await page.locator('.p-frag').innerText()).toMatch(/^Liquidity\s+No source of order books\. Start the host with --live\.$/); // prettier-ignore
    expect(await page.locator('.p-mood').innerText()).toMatch(/No source of fear and greed, macro series and supplies of stablecoins\. Start the host with --reference or --live\.$/); // prettier-ignore
    const health = page.locator('.p-health');
    expect(await health.innerText()).toMatch(
      /No source: Dollar and yields\. Start the host with --reference or --live\./,
    );
    await health.locator('.as-table summary').click();
    expect(await health.locator('.as-table tbody').innerText()).toMatch(
      /Dollar and yields\s+10-year yield, 90 days\s+−33 bp\s+64/,
    );
    expect(await page.evaluate('document.body.innerHTML.includes("[object")')).toBe(false);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await page.evaluate('document.querySelector(".p-frag").offsetHeight')).toBeLessThan(40);
    expect(await findings(page)).toEqual([]);
    await shoot(page, 'no-source');
    await page.evaluate('location.hash = "#/coin/BTK"');
    const unknown = page.locator('.p-unknown');
    await expect.poll(async () => unknown.innerText()).toMatch(/No quant row is named BTK\.[^]*Near names: BTC, /);
    expect(await findings(page)).toEqual([]);
    await shoot(page, 'unknown');
    await unknown.locator('a').first().click();
    await expect.poll(async () => page.locator('.across').innerText()).toContain('of the market');
    expect(await page.locator('h1').innerText()).toBe('BTC');
    expectClean(view);
    await close(view);
  });

  it('says that a shock is under way, how the challenger stands on the scale of the label, and what the rule waits for', async () => {
    const view = await open('', {}, async (page) => {
      await page.route(operation('quant/market'), async (route) => {
        const real = answers.get('quant/market') as { regime: object; explain: object };
        const shock = { active: true, since: '2024-08-05T00:00:00Z', score: 1.4, kind: 'down' };
        const regime = { ...real.regime, label: 'squeeze', confidence: 0.52, raw_confidence: 0.457, pending: null };
        const hysteresis_state = { incumbent: 'squeeze', challenger: 'strong_trend_bull', lead: 0.059, path: 'none', floor_armed: false, pending: null }; // prettier-ignore
        const p_now = [0.516, 0.007, 0.01, 0.005, 0.005, 0.457];
        await answer(route, { ...real, shock, regime, p_now, explain: { ...real.explain, hysteresis_state } });
      });
    });
    const { page } = view;
    await expect.poll(async () => page.locator('.reading').innerText()).toContain('Shock (down) since');
    expect(await page.locator('.across').innerText()).toContain('a shock is under way, downwards');
    const text = (await page.locator('.reading').innerText()).replaceAll('\u00a0', ' ');
    expect(text).toMatch(/Compression \(not calibrated\)\s+45\.7 %\s+Challenger: Strong uptrend \(not calibrated\)\s+51\.6 %\s+Ahead by\s+5\.9 pts/); // prettier-ignore
    expect(text).toContain('Strong uptrend leads by 5.9 pts, and the label stays until it has a lead of 10.0 pts for 2 closed hours in a row, or 70 % at once.'); // prettier-ignore
    await shoot(page, 'shock');
    expectClean(view);
    await close(view);
  });

  it('shows no number while everything warms up', async () => {
    const view = await open('', {}, async (page) => {
      const body = { detail: { error: 'warming_up', message: '212 of 720 hours of bars are here.' } };
      await page.route(/\/api\/v1\/(?!health$|stream$)./, async (route) =>
        answer(route, body, 503, { 'retry-after': '45' }),
      );
      await page.route(/\/api\/v1\/health$/, async (route) => {
        const health = (await original(route)).body as { producers: object[] };
        const producers = health.producers.map((producer, i) =>
          i === 0 ? producer : { ...producer, last_success: null },
        );
        await answer(route, { ...health, status: 'warming', producers }, 200, {});
      });
    });
    const { page } = view;
    await settled(page);
    await expect.poll(async () => page.locator('.notice').innerText()).toMatch(/Starting\. 1 of \d\d producers/);
    await expect.poll(async () => page.locator('.panel .st', { hasText: 'Warming up' }).count()).toBeGreaterThan(5);
    expect(await page.locator('.panel:not(.p-sources) .big').count()).toBe(0);
    expect(await page.locator('.reading .big').count()).toBe(0);
    expect(await page.locator('.p-signum .state').innerText()).toContain('212 of 720');
    await shoot(page, 'warming');
    expectClean(view);
    await close(view);
  });

  it('holds 230 coins and hostile names from feeds', async () => {
    const hostile = [
      '<img src=x onerror=alert(1)>',
      '‮evil‬',
      'A'.repeat(10_000),
      '"><script>alert(1)</script>',
      "javascript:alert('x')",
    ];
    const view = await open('', { width: 360 }, async (page) => {
      await page.route(operation('indicators/signum-rgg'), async (route) => {
        const real = answers.get('indicators/signum-rgg') as { items: { symbol: string; pegged: boolean }[] };
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
    const { page } = view;
    await whole(page);
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
    expectClean(view);
    await close(view);
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
    const view = await open('', { width: 360 }, async (page) => {
      await page.route(operation('news/market-moving'), async (route) => {
        const real = answers.get('news/market-moving') as { items: object[]; as_of: number };
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
        const real = answers.get('security/regime/score') as { sub_scores: object };
        const silent = [{ part: 'flow', feed: 'exchange_flow', reason: 'no_source' }];
        const sub_scores = { ...real.sub_scores, flow: null };
        await answer(route, { ...real, sub_scores, silent, worst_flow_symbol: null });
      });
      await page.route(operation(etfFlows('sol')), async (route) => answer(route, answers.get(etfFlows('sol'))));
      await page.route(operation(etfFlows('btc')), async (route) => {
        const real = answers.get(etfFlows('btc')) as { flows: { funds: Record<string, number> }[] };
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
    const { page } = view;
    await whole(page);
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
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.reload();
    await expect.poll(async () => news.innerText(), { timeout: 30_000 }).toContain('Nothing was reported in 24 hours');
    expectClean(view);
    await close(view);
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
    const view = await open('', {}, async (page) => {
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
    const { page } = view;
    await whole(page);
    await page.waitForSelector('.tape tr.gap');
    await expect.poll(async () => resumed.length, { timeout: 15_000 }).toBeGreaterThanOrEqual(4);
    expect(resumed.slice(0, 4)).toEqual(['10', '11', '12', '41']);
    const text = await page.locator('.tape').innerText();
    for (const symbol of ['C11', 'C12', 'C41']) expect(text.split(symbol)).toHaveLength(2);
    expect(text).toContain('1 event was made up for by id');
    expect(text).toContain('28 events were no longer kept');
    expect(text).toContain('not heard by the service: trades of perpdex');
    await shoot(page, 'tape');
    expectClean(view);
    await close(view);
  });

  it('opens an ended session again, and gives up when it is refused at once', async () => {
    let opened = 0;
    let answered = 0;
    const view = await open('', {}, async (page) => {
      page.on('request', (request) => {
        if (request.url().endsWith('/page/session')) opened++;
      });
      await page.route(operation('regimes/current'), async (route) => {
        answered++;
        await answer(route, { detail: { error: 'invalid_api_key', message: 'The key is not valid.' } }, 401);
      });
    });
    const { page } = view;
    await page.waitForSelector('.notice');
    await settled(page);
    expect(opened).toBe(2);
    expect(answered).toBeLessThanOrEqual(3);
    expect(await page.locator('.reading .state').first().innerText()).toContain('Needs a key');
    expectClean(view);
    await close(view);
  });

  it('takes the secret of the printed link out of the address, and keeps it in the tab', async () => {
    const view = await open(link(), {}, undefined, '');
    const { page } = view;
    await page.waitForSelector('.tile', { timeout: 90_000 }); // a minute's calls of the key may be spent
    expect(page.url()).toBe(`${host.url}/`);
    await shoot(page, 'link');
    await page.reload();
    await page.waitForSelector('.tile');
    await page.locator('.nav a', { hasText: 'Access' }).click();
    await expect.poll(async () => page.locator('.p-key').innerText()).toContain('the link that the host printed');
    await shoot(page, 'link-access');
    expect(await page.evaluate('JSON.stringify(localStorage) + document.cookie')).toBe('{}');
    expectClean(view);
    await close(view);
  });

  it('shows what needs no key without the link, says where that is printed, and takes it in an open tab', async () => {
    const view = await open('', {}, undefined, '');
    const { page } = view;
    await whole(page);
    const notice = page.locator('.notice');
    expect(await notice.innerText()).toMatch(/^No key\. .* the host prints in its terminal when it starts/);
    expect(await page.locator('.p-signum .state').innerText()).toContain('Needs a key');
    expect(await page.locator('.p-sources .src').count()).toBe(1);
    expect(await page.locator('.p-tape').innerText()).toContain('late');
    await shoot(page, 'no-link');
    await page.goto(`${host.url}/#t=${'x'.repeat(32)}`);
    await expect.poll(async () => notice.innerText()).toContain('The secret of this link has ended.');
    expect(await findings(page)).toEqual([]);
    await page.goto(`${host.url}/${link()}`);
    await page.waitForSelector('.tile', { timeout: 90_000 }); // a minute's calls of the key may be spent
    expect(page.url()).toBe(`${host.url}/`);
    expectClean(view);
    await close(view);
  });

  it('shows what needs no key where a host prints no link, and keeps a key in the tab alone', async () => {
    const key = readFileSync(join(dataDir, 'dev-key'), 'utf8').trim();
    const view = await open('', {}, async (page) => {
      await page.route(
        (url) => url.pathname === '/page/session',
        async (route) => answer(route, { detail: { error: 'not_found', message: 'No link here.' } }, 404),
      );
    });
    const { page } = view;
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
    expectClean(view);
    await close(view);
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
    const requests: string[] = [];
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
      requests.push(pathname + search);
      if (count > LIMIT) refused++;
      const rest = `t=${Math.ceil((window + 1) * SECONDS - now)}`;
      const known = answers.get(pathname.slice('/api/v1/'.length));
      const isKnown = known !== undefined && count <= LIMIT;
      return answer(route, isKnown ? known : { detail: DETAIL }, count > LIMIT ? 429 : isKnown ? 200 : 503, {
        'ratelimit-policy': `"day";q=100;w=86400, "minute";q=${LIMIT};w=60`,
        ratelimit: `"day";r=${100 - requests.length};t=40000, "minute";r=${Math.max(0, LIMIT - count)};${rest}`,
        'retry-after': '30',
      });
    };
    const opened = await open('', {}, async (page) => {
      await page.addInitScript({ content: `sessionStorage.setItem('barograph-key', '${key}')` });
      await page.route((url) => url.pathname.startsWith('/api/v1'), limited);
    });
    const { page } = opened;
    await expect.poll(() => requests.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(LIMIT);
    await page.waitForSelector('.pacing');
    // Answers of the reading wait first, then those of the panels.
    await expect
      .poll(async () => page.locator('.pacing').innerText())
      .toMatch(/^7 calls a minute\. .* \d+ answers wait, .* UTC on\.$/);
    await page.waitForSelector('.p-daily [data-waits]');
    const top = await page.evaluate('document.querySelector(".p-daily [data-waits]").getBoundingClientRect().top');
    expect(top).toBeGreaterThan(900);
    expect(await page.locator('.p-daily').innerText()).toContain('Waiting for a call of the key');
    expect(await page.locator('.reading .big').first().innerText()).not.toBe('');
    await shoot(page, 'small-key');
    // Scrolled to the end of the page, what is there comes next, before all that stands above it.
    await page.locator('.p-tape').scrollIntoViewIfNeeded();
    await expect.poll(() => requests.length, { timeout: 30_000 }).toBeGreaterThan(LIMIT);
    expect(requests.indexOf('/api/v1/stream/recent?limit=100')).toBeLessThan(2 * LIMIT);
    await expect.poll(async () => page.locator('.pacing').count(), { timeout: 40_000 }).toBe(0);
    expect(refused).toBe(0);
    expect(new Set(requests).size).toBe(requests.length);
    expect(requests).not.toContain('/api/v1/stream');
    expectClean(opened);
    await close(opened);
  });

  // A time of the wall: only where the machine has nothing else to do.
  it.runIf(FULL)('shows the reading within a second at a quarter of the processor, and moves nothing', async () => {
    const times: number[] = [];
    for (let i = 0; i < 3; i++) {
      const opened = await open('', {}, async (page) => {
        await page.addInitScript({ content: WATCH_SHIFTS });
        await page.addInitScript({ content: WATCH_READING });
        const devtools = await page.context().newCDPSession(page);
        await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
      });
      // A minute's calls of the key may be spent; a later load counts then.
      await expect.poll(async () => opened.page.evaluate<number>('window.readAt ?? 0')).toBeGreaterThan(0);
      await settled(opened.page);
      times.push(await opened.page.evaluate<number>('readAt'));
      expect(await opened.page.evaluate('shifts')).toEqual([]);
      expectClean(opened);
      await close(opened);
    }
    expect(Math.min(...times), `times of ${times.map(Math.round).join(', ')} ms`).toBeLessThan(1000);
  });

  // The market in light and a coin in dark are looked at above.
  it.runIf(FULL).each([
    ['market', '', 'dark'],
    ['coin', '#/coin/ETH', 'light'],
    ['status', '#/status', 'light'],
    ['tables', '#/tables/volatility', 'light'],
    ['alerts', '#/alerts', 'light'],
    ['access', '#/key', 'dark'],
  ] as const)('has nothing that axe-core calls a violation: %s %s %s', async (name, view, colorScheme) => {
    const opened = await open(view, { colorScheme, locale: 'de-DE' });
    const { page } = opened;
    await settled(page);
    // A minute's calls of the key may be spent.
    if (name === 'coin') await page.waitForSelector('.lwc canvas', { timeout: 90_000 });
    expect(await findings(page)).toEqual([]);
    await shoot(page, `${name}-${colorScheme}-de`);
    expectClean(opened);
    await close(opened);
  });

  it('says in its status what was silent, and what is left of the error budget', async () => {
    const view = await open('#/status', {}, async (page) => {
      await page.route(
        (url) => url.pathname === '/status',
        async (route) => {
          const real = (await original(route)).body as { now: number };
          const gap = { source: 'perpdex', feed: 'trades', from: real.now - 90_000, to: null, seconds: 90 };
          await answer(route, { ...real, gaps: [gap] });
        },
      );
    });
    const { page } = view;
    await page.waitForSelector('.p-record table');
    expect(await page.locator('.p-record').innerText()).toMatch(/perpdex\s+trades[^]*lasts/);
    expect(await page.locator('.p-record .kv').innerText()).toContain('Error budget left');
    expect(await page.locator('.p-all .src').count()).toBe(2);
    expect(await page.locator('.p-scorecard').innerText()).toContain('Forecasts computed afterwards from bars');
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(async () => overflow(page)).toBeLessThanOrEqual(0);
    }
    await shoot(page, 'status');
    expectClean(view);
    await close(view);
  });

  it('fits into its weights: scripts of the first view, and everything', () => {
    const { first, all } = weights();
    expect(first).toBeGreaterThan(20_000);
    expect(first).toBeLessThanOrEqual(60_500);
    expect(all).toBeLessThan(260_000);
  });

  controlCases({
    open,
    close,
    shoot,
    settled,
    whole,
    expectClean,
    url: () => host.url,
    key: () => readFileSync(join(dataDir, 'dev-key'), 'utf8').trim(),
  });

  it('loads nothing from elsewhere, by what its document says', () => {
    const index = readFileSync(join(ROOT, 'packages/page/src/index.html'), 'utf8');
    expect(index).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  });
});
