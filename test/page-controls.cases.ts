/** Cases of the page's controls: charts, tables, watchlist, tape, alerts, and a host that is away. They share the host and browser of the page. */

import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { original, untilCallsAreLeft } from './page-answers.ts';
import { answer, findings, overflow, type Look, type Page, type Watched } from './browser.ts';

/** Tools of the cases, from the file that runs them. */
export interface PageTools {
  readonly open: (
    view: string,
    look?: Look,
    prepare?: (page: Page) => Promise<void>,
    secret?: string,
  ) => Promise<Watched>;
  readonly close: (view: Watched) => Promise<void>;
  readonly shoot: (page: Page, name: string) => Promise<void>;
  readonly settled: (page: Page) => Promise<void>;
  readonly whole: (page: Page) => Promise<void>;
  readonly expectClean: (view: Watched) => void;
  readonly url: () => string;
  /** A key of the host with all it has. */
  readonly key: () => string;
}

/** Every table and every rule, and what depends on how busy the machine is. */
const FULL = process.env['BAROGRAPH_FULL'] === '1';

/** Interactions from input to the next picture, ms: half of them are within the first, all within the second. Judged on a quiet machine alone. */
const INTERACTION_MS = { middle: 100, longest: 1000 };
function expectQuick(durations: readonly number[]): void {
  if (!FULL) return;
  const all = durations.toSorted((a, b) => a - b);
  expect(all[Math.floor(all.length / 2)] ?? 0).toBeLessThan(INTERACTION_MS.middle);
  expect(all.at(-1) ?? 0).toBeLessThan(INTERACTION_MS.longest);
}
const settingsOf = (page: Page): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(page.url().split('?')[1] ?? ''));
const pressed = async (page: Page, panel: string): Promise<string[]> =>
  page.locator(`${panel} .ph .seg button[aria-pressed=true]`).allInnerTexts();
const button = (page: Page, panel: string, text: string): ReturnType<Page['locator']> =>
  page.locator(`${panel} .seg button`, { hasText: new RegExp(`^${text}$`) });

/** Records how long interactions take, from input to the next picture. @source https://www.w3.org/TR/event-timing/ */
const TIMING = `window.slow = []; new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (one.interactionId > 0) window.slow.push(one.duration);
}).observe({ type: 'event', durationThreshold: 16, buffered: true });`;

export function controlCases(tools: PageTools): void {
  const { open, close, shoot, settled, whole, expectClean } = tools;

  it('keeps timeframe and range of charts in the address, zooms and moves them, and answers a press at once', async () => {
    const view = await open(
      '#/?tf=9h&range=30d&vol=nonsense',
      {},
      async (page) => page.addInitScript({ content: TIMING }) as Promise<void>,
    );
    const { page } = view;
    await settled(page);
    await page.waitForSelector('.p-baro canvas');
    expect(await pressed(page, '.p-baro')).toEqual(['1h', '30d']);
    expect(await pressed(page, '.p-vol')).toEqual(['90d']);
    const steps = await page.evaluate('history.length');
    await button(page, '.p-baro', '4h').click();
    await button(page, '.p-baro', '90d').click();
    await expect
      .poll(async () => page.locator('.p-baro .plot').getAttribute('aria-label'))
      .toMatch(/(?:89|90) days by 4 h/);
    expect(settingsOf(page)).toMatchObject({ tf: '4h', range: '90d' });
    await page.waitForSelector('.p-baro .plot .u-over');
    // The buttons that would do nothing are off until the chart is zoomed.
    const off = page.locator('.p-baro .zoom button:disabled');
    expect(await off.count()).toBe(4);
    const readout = page.locator('.p-baro .readout');
    await button(page, '.p-baro', '\\+').click();
    await expect.poll(async () => off.count()).toBe(0);
    await button(page, '.p-baro', 'reset').click();
    await expect.poll(async () => off.count()).toBe(4);
    await page.locator('.p-baro .plot').focus();
    await page.keyboard.press('+');
    await expect.poll(async () => off.count()).toBe(0);
    await page.keyboard.press('PageUp');
    await page.keyboard.press('Home');
    const first = await readout.innerText();
    await page.keyboard.press('End');
    await expect.poll(async () => readout.innerText()).not.toBe(first);
    await page.keyboard.press('0');
    await expect.poll(async () => off.count()).toBe(4);
    await page.locator('.p-baro .u-over').first().hover();
    await page.mouse.wheel(0, -100);
    expect(await off.count()).toBe(4);
    await page.locator('.p-baro .u-over').first().hover();
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -100);
    await page.keyboard.up('Control');
    await expect.poll(async () => off.count()).toBe(0);
    await button(page, '.p-vol', '365d').click();
    expect(settingsOf(page)).toMatchObject({ tf: '4h', range: '90d', vol: '365d' });
    for (const order of ['name', 'colour', 'volume']) await button(page, '.p-signum', order).click();
    expect(await page.evaluate('history.length')).toBe(steps);
    expectQuick(await page.evaluate('window.slow'));
    // A change makes no step for the back button, and a view that is opened again has its settings.
    await page.locator('.nav a', { hasText: 'Status' }).click();
    await page.waitForSelector('.p-record');
    await page.goBack();
    await expect.poll(async () => pressed(page, '.p-baro')).toEqual(['4h', '90d']);
    await page.reload();
    await expect.poll(async () => pressed(page, '.p-vol')).toEqual(['365d']);
    expectClean(view);
    await close(view);
  });

  it('takes bars of each length and time of a coin, and none is slow', async () => {
    const view = await open(
      '#/coin/BTC?tf=1d&range=90d',
      {},
      async (page) => page.addInitScript({ content: TIMING }) as Promise<void>,
    );
    const { page } = view;
    await page.waitForSelector('.lwc canvas');
    await settled(page);
    expect(await pressed(page, '.p-chart')).toEqual(['1d', '90d']);
    const label = async (): Promise<string | null> => page.locator('.lwc').getAttribute('aria-label');
    for (const bar of ['1h', '4h', '1d']) {
      await button(page, '.p-chart', bar).click();
      await expect.poll(label, { timeout: 10_000 }).toContain(` candles of ${bar} `);
    }
    for (const range of ['7d', 'all', '1y']) {
      await button(page, '.p-chart', range).click();
      await expect.poll(() => settingsOf(page)['range']).toBe(range);
    }
    // New bars of another range would end a zoom.
    await expect.poll(label, { timeout: 10_000 }).toMatch(/^36\d candles of 1d /);
    const off = page.locator('.p-chart .zoom button:disabled');
    await expect.poll(async () => off.count()).toBe(4);
    await page.locator('.lwc').focus();
    await page.keyboard.press('+');
    await expect.poll(async () => off.count()).toBe(0);
    await page.keyboard.press('0');
    await expect.poll(async () => off.count()).toBe(4);
    // Opens the next coin the same way.
    await page.locator('#find').fill('eth');
    await page.keyboard.press('Enter');
    await expect.poll(async () => page.locator('h1').innerText()).toBe('ETH');
    expect(settingsOf(page)).toMatchObject({ tf: '1d', range: '1y' });
    const slow: number[] = await page.evaluate('window.slow');
    if (FULL) expect(slow.length).toBeGreaterThan(3);
    expectQuick(slow);
    expectClean(view);
    await close(view);
  });

  it('sorts and filters tables, saves them as CSV, copies their question, and keeps a watchlist', async () => {
    const view = await open(
      '#/tables/signum?sort=-nonsense&q=adx%3E0',
      { colorScheme: 'dark' },
      async (page) => page.addInitScript({ content: TIMING }) as Promise<void>,
    );
    const { page, context } = view;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.waitForSelector('.coin-table tbody tr');
    const rows = page.locator('.coin-table tbody tr');
    const column = async (n: number): Promise<string[]> =>
      page.locator(`.coin-table tbody td:nth-child(${n})`).allInnerTexts();
    const all = await rows.count();
    expect(all).toBeGreaterThan(20);
    await page.locator('.sort', { hasText: /^coin/ }).click();
    const names = await column(2);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)));
    await page.locator('.sort', { hasText: /^ADX/ }).click();
    expect(await page.locator('th[aria-sort=descending]').innerText()).toContain('ADX');
    const adx = (await column(5)).map(Number);
    expect(adx).toEqual(adx.toSorted((a, b) => b - a));
    await page.locator('#table-text').fill('adx>30 green');
    await expect.poll(async () => rows.count()).toBeLessThan(all);
    expect(settingsOf(page)).toEqual({ sort: '-adx', q: 'adx>30 green' });
    const symbols = await column(2);
    const download = page.waitForEvent('download');
    await page.locator('.btn', { hasText: 'CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^barograph-signum-2025-02-05T\d{4}Z\.csv$/);
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines[0]).toContain('coin,color,days_in_color,adx');
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(symbols);
    await page.locator('.p-table .pf .quiet').click();
    await expect.poll(async () => page.locator('.p-table .pf .quiet').innerText()).toContain('$BAROGRAPH_KEY');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      `curl -H "X-Api-Key: $BAROGRAPH_KEY" '${tools.url()}/api/v1/indicators/signum-rgg?limit=250'`,
    );
    await page.locator('.star').first().click();
    await page.locator('.tick input').click();
    await expect.poll(async () => rows.count()).toBe(1);
    expect(await findings(page)).toEqual([]);
    const slow: number[] = await page.evaluate('window.slow');
    expectQuick(slow);
    const titles = await page.locator('.subnav a').allInnerTexts();
    for (const title of FULL ? titles : titles.slice(-3)) {
      await page.locator('.subnav a', { hasText: new RegExp(`^${title}$`) }).click();
      await expect.poll(async () => page.locator('.p-table h2').innerText()).toBe(title);
      await settled(page);
      expect(await page.locator('.p-table .err').count()).toBe(0);
      await shoot(page, `table-${title}`);
    }
    await page.locator('.mark').click();
    await whole(page);
    expect(await page.locator('.p-watched tbody tr').count()).toBe(1);
    expect(await page.locator('.p-watched tbody tr').innerText()).toContain(symbols[0]);
    await shoot(page, 'watchlist');
    await page.reload();
    await whole(page);
    await page.locator('.p-watched .star').click();
    await expect.poll(async () => page.locator('.p-watched').count()).toBe(0);
    expectClean(view);
    await close(view);
  });

  it('shows of the tape what fits a type, a coin and a size, and asks the service for it', async () => {
    const requests: string[] = [];
    const event = (id: number, type: string, symbol: string, usd?: number): object => ({
      id,
      ts: 1e12 + id,
      type,
      symbol,
      usd,
      side: 'long',
      px: 1,
      pct: 1,
      price: 2,
      window_s: 60,
    });
    const few = [
      event(1, 'liquidation', 'BTC', 50_000),
      event(2, 'liquidation', 'ETH', 5_000),
      event(3, 'price_move', 'BTC'),
    ];
    const view = await open('#/?ev=liquidation,nonsense&evusd=12', {}, async (page) => {
      // Changes in the meantime do not matter here.
      await page.route(
        (url) => url.pathname === '/api/v1/stream',
        () => {},
      );
      await page.route(
        (url) => url.pathname === '/api/v1/stream/recent',
        async (route) => {
          const { search } = new URL(route.request().url());
          requests.push(search);
          const events = search.includes('types=') ? [event(0, 'liquidation', 'BTC', 70_000), ...few.slice(0, 2)] : few;
          await answer(route, { count: events.length, last_id: 3, gaps: [], events });
        },
      );
    });
    const { page } = view;
    await whole(page);
    const rows = page.locator('.tape tbody tr');
    await expect.poll(async () => rows.count()).toBe(3);
    expect(requests).toContain('?limit=100&types=liquidation');
    await page.locator('.tape-bar input').fill('btc');
    await expect.poll(async () => rows.count()).toBe(2);
    await page.locator('.tape-bar select').selectOption('100000');
    await expect.poll(async () => page.locator('.p-tape').innerText()).toContain('No event fits');
    expect(settingsOf(page)).toMatchObject({ evcoin: 'btc', evusd: '100000' });
    await expect.poll(() => requests.at(-1)).toBe('?limit=100&types=liquidation&symbols=BTC&min_usd=100000');
    await page.locator('.tape-bar .link').click();
    await expect.poll(async () => rows.count()).toBe(3);
    expect(settingsOf(page)).toEqual({});
    expectClean(view);
    await close(view);
  });

  it('sets, edits and deletes alerts, tells once when one turns true, and says why a webhook is locked', async () => {
    let score = 40;
    const view = await open('', { width: 390 }, async (page) => {
      await page.addInitScript({
        content: `window.told = []; window.Notification = class { static permission = 'granted'; constructor(title, options) { window.told.push(options.body); } addEventListener() {} };`,
      });
      await page.route(
        (url) => url.pathname === '/api/v1/market-health',
        async (route) => {
          const real = (await original(route)).body as object;
          await answer(route, { ...real, total_score: score });
        },
      );
    });
    const { page } = view;
    await whole(page);
    await page.locator('.p-health .bell').click();
    await page.waitForSelector('.alert-dialog[open]');
    expect(await page.locator('.alert-dialog').innerText()).toMatch(
      /Now 40\.0[^]*works while a tab of this page is open[^]*only reads/,
    );
    expect(await page.locator('.alert-dialog input[value=hook]').getAttribute('disabled')).not.toBeNull();
    expect(await findings(page)).toEqual([]);
    await shoot(page, 'alert-390');
    await page.locator('#alert-level').fill('fifty');
    await page.locator('.btn.main').click();
    await expect
      .poll(async () => page.locator('.alert-dialog [role=status]').innerText())
      .toContain('expected a number');
    await page.locator('#alert-level').fill('50');
    await page.locator('.btn.main').click();
    await expect.poll(async () => page.locator('.alert-dialog').count()).toBe(0);
    score = 60;
    await page.reload();
    await expect.poll(async () => page.locator('.due').count()).toBe(1);
    expect(await page.locator('.due').innerText()).toContain('SIMULATED · Market health rose above 50.0: 60.0');
    expect(await page.evaluate('window.told')).toEqual(['SIMULATED · Market health rose above 50.0: 60.0']);
    await page.locator('.due a').click();
    await expect
      .poll(async () => page.locator('.p-alerts tbody tr').innerText())
      .toMatch(/Market health[^]*rises above 50\.0[^]*60\.0[^]*holds/);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await findings(page)).toEqual([]);
    await page.locator('.p-alerts .link', { hasText: 'Edit' }).click();
    await page.locator('#alert-sign').selectOption('<');
    await page.locator('#alert-level').fill('20,5');
    await page.locator('.btn.main').click();
    await expect.poll(async () => page.locator('.p-alerts tbody tr').innerText()).toMatch(/falls below 20\.5[^]*waits/);
    await page.locator('.p-alerts .link', { hasText: 'Delete' }).click();
    await expect.poll(async () => page.locator('.p-alerts').innerText()).toContain('There is none');
    expect(await page.evaluate('localStorage.length')).toBe(0);
    expectClean(view);
    await close(view);
  });

  it('makes the webhook that means the same, and the service takes the rule of every number', async () => {
    const key = tools.key();
    const view = await open(
      '#/coin/BTC',
      {},
      async (page) =>
        page.addInitScript({ content: `sessionStorage.setItem('barograph-key', '${key}')` }) as Promise<void>,
    );
    const { page } = view;
    await settled(page);
    await untilCallsAreLeft(tools.url(), key, 10);
    await page.locator('.coin-h .bell').click();
    // An initial level that arrives while the field has the focus stays selected: the key pressed next replaces it.
    await page.locator('#alert-number').selectOption('coin_adx');
    const shown = async (): Promise<string> => page.locator('#alert-level').inputValue();
    await expect.poll(shown).not.toBe('');
    const ofTrend = await shown();
    await page.evaluate(`(() => {
      const numbers = document.getElementById('alert-number');
      const level = document.getElementById('alert-level');
      level.focus();
      level.select();
      numbers.value = 'coin_volatility';
      numbers.dispatchEvent(new Event('change', { bubbles: true }));
    })()`);
    await expect.poll(async () => ['', ofTrend].includes(await shown())).toBe(false);
    await page.keyboard.press('5');
    expect(await shown()).toBe('5');
    await page.locator('#alert-number').selectOption('coin_drawdown');
    await page.locator('#alert-level').fill('30 %');
    await page.locator('.alert-dialog input[value=hook]').click();
    await page.locator('#alert-url').fill('https://192.0.2.1/hook');
    await page.locator('.btn.main').click();
    // An address for documentation alone is refused in the words of the host.
    await expect
      .poll(async () => page.locator('.alert-dialog [role=status]').innerText())
      .toContain('no public address');
    await page.locator('#alert-url').fill('https://example.com/hook');
    await page.locator('.btn.main').click();
    await expect
      .poll(async () => page.locator('.alert-dialog .secret').innerText(), { timeout: 10_000 })
      .toMatch(/^whsec_/);
    await page.locator('.row.end a').click();
    const row = page.locator('.p-hooks tbody tr');
    await expect.poll(async () => row.innerText()).toMatch(/p_drawdown_5 > 0\.3[^]*BTC[^]*active/);
    await shoot(page, 'webhooks');
    await row.locator('.link', { hasText: 'Delete' }).click();
    await expect.poll(async () => page.locator('.p-hooks').innerText()).toContain('There is none');
    expectClean(view);
    await close(view);

    // The page's own scripts, which have no types.
    const script = async (name: string): Promise<unknown> =>
      import(new URL(`../packages/page/src/js/${name}`, import.meta.url).href);
    const { NUMBERS } = (await script('alert-numbers.mjs')) as {
      NUMBERS: Record<string, { isOfCoin?: boolean; isWord?: boolean }>;
    };
    const { subscriptionOf } = (await script('alert-rules.mjs')) as {
      subscriptionOf: (alert: object, row: object) => object | undefined;
    };
    const hooks = `${tools.url()}/api/v1/webhooks`;
    let rules = 0;
    for (const field of Object.values(NUMBERS).slice(0, FULL ? undefined : 6)) {
      const rule = subscriptionOf(
        {
          sign: field.isWord === true ? 'changes' : '>',
          level: 0.5,
          coin: field.isOfCoin === true ? 'BTC' : undefined,
        },
        field,
      );
      if (rule === undefined) continue;
      const headers = { 'x-api-key': key, 'content-type': 'application/json' };
      const body = JSON.stringify({ url: 'https://example.com/hook', ...rule });
      const make = async (): Promise<Response> => fetch(hooks, { method: 'POST', headers, body });
      let response = await make();
      for (; response.status === 429; response = await make()) await setTimeout(2000);
      const { webhook } = (await response.json()) as { webhook?: { id: string } };
      expect(webhook, JSON.stringify(rule)).toBeDefined();
      // An account has ten at most.
      const end = async (): Promise<Response> => fetch(`${hooks}/${webhook!.id}`, { method: 'DELETE', headers });
      for (let ended = await end(); ended.status === 429; ended = await end()) await setTimeout(2000);
      rules++;
    }
    expect(rules).toBeGreaterThan(FULL ? 8 : 1);
  });

  it('shows the last answers with their age while the host is away, also after a reload, and forgets them with the key', async () => {
    let isAway = false;
    const view = await open('', {}, async (page) => {
      await page.addInitScript({
        content: `sessionStorage.setItem('barograph-key', sessionStorage.getItem('gone') ? '' : '${tools.key()}')`,
      });
      await page.route(/\/(?:api|status)/, async (route) => (isAway ? route.abort() : route.fallback()));
    });
    const { page } = view;
    await settled(page);
    const known = await page.locator('.reading .big').allInnerTexts();
    expect(known).toHaveLength(4);
    isAway = true;
    await page.evaluate(`dispatchEvent(new Event('offline'))`);
    await page.waitForSelector('.away');
    expect(await page.locator('.away').innerText()).toMatch(/^Host unreachable since \d\d:\d\d:\d\d UTC/);
    expect(await page.locator('.reading .big').allInnerTexts()).toEqual(known);
    expect(await page.locator('.err').count()).toBe(0);
    await page.reload();
    await page.waitForSelector('.away');
    await expect.poll(async () => page.locator('.reading .big').allInnerTexts()).toEqual(known);
    await expect.poll(async () => page.locator('.p-health .ph .age time').count()).toBe(1);
    await expect.poll(async () => page.title()).toBe('SIMULATED · Barograph');
    await shoot(page, 'away');
    isAway = false;
    // The page may have found the host by itself by now.
    await page.evaluate(`document.querySelector('.away .link')?.click()`);
    await expect.poll(async () => page.locator('.away').count(), { timeout: 15_000 }).toBe(0);
    await settled(page);
    await page.locator('.nav a', { hasText: 'Your key' }).click();
    await page.locator('.btn', { hasText: 'Forget the key' }).click();
    expect(await page.evaluate(`sessionStorage.getItem('barograph-answers')`)).toBeNull();
    await page.locator('.mark').click();
    await expect.poll(async () => page.locator('.p-signum .state').innerText()).toContain('Needs a key');
    expectClean(view);
    await close(view);
  });
}
