/** The view of the page in which a book is pasted: it stays in the browser, and its numbers are those of the engine. */

import { mkdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { RiskScenariosWire } from '@barograph/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  answer,
  CHROMIUM,
  findings,
  launch,
  overflow,
  watched,
  type Browser,
  type Page,
  type Watched,
} from './browser.ts';
import { call, startHost, type HostProcess } from './host-process.ts';

const WIDTHS = [390, 1440, 2560];
const FROM = '2025-02-05T12:10:00Z';
const SHOTS = process.env['BAROGRAPH_SHOTS'];
/** Bytes of the script of the view, packed: it is loaded when the view is opened. */
const MOST_BYTES = 25_000;
const OPERATION = 'risk/scenarios?horizon=24h';

/** Sizes that stand nowhere else. */
const ROWS = [
  { coin: 'BTC', side: 'long', notional: 41_234.56 },
  { coin: 'ETH', side: 'short', notional: 17_891.23 },
  { coin: 'SOL', side: 'long', notional: 9_753.19 },
] as const;
const BOOK = ['coin\tside\tnotional', ...ROWS.map(({ coin, side, notional }) => `${coin}\t${side}\t${notional}`)].join(
  '\n',
);

let host: HostProcess;
let browser: Browser;
let dataDir: string;
let scenarios: RiskScenariosWire;

async function open(
  secret: string,
  prepare: (page: Page) => Promise<void> = async () => {},
  dark = false,
): Promise<Watched> {
  const view = await watched(browser, host.url, { colorScheme: dark ? 'dark' : 'light' });
  if (secret !== '')
    await view.page.addInitScript({ content: `sessionStorage.setItem('barograph-link', '${secret}')` });
  await prepare(view.page);
  await view.page.goto(`${host.url}/#/book`);
  await view.page.waitForSelector('.p-book textarea');
  return view;
}
const link = (): string => /\/#t=([\w-]+)/.exec(host.printed)![1]!;

async function shoot(page: Page, name: string): Promise<void> {
  if (SHOTS === undefined) return;
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage: true });
}

/** Numbers of the elements, as programs read them. */
async function valuesOf(page: Page, selector: string): Promise<number[]> {
  return page.evaluate(`[...document.querySelectorAll('${selector}')].map((one) => Number(one.value))`);
}

/** Measures of the book, written out. */
function byHand({ scenarios: count, steps, perps }: RiskScenariosWire) {
  const profits = ROWS.map(({ coin, side, notional }) => {
    const { returns, funding_hourly: funding } = perps.find((perp) => perp.coin === coin)!;
    const signed = side === 'long' ? notional : -notional;
    return returns.map((r) => signed * (r / steps) - signed * 24 * (funding ?? 0));
  });
  const total = Array.from({ length: count }, (_, k) => profits.reduce((sum, own) => sum + own[k]!, 0));
  const order = total.map((_, k) => k).sort((a, b) => total[a]! - total[b]!);
  const mean = (values: readonly number[]): number => values.reduce((sum, x) => sum + x, 0) / values.length;
  const worst = (level: number): number[] => order.slice(0, level * count);
  const middle = mean(total);
  return {
    tails: [0.05, 0.01].map((level) => [-total[worst(level).at(-1)!]!, -mean(worst(level).map((k) => total[k]!))]),
    volatility: Math.sqrt(mean(total.map((x) => (x - middle) ** 2))),
    parts: profits.map((own) => -mean(worst(0.05).map((k) => own[k]!))).sort((a, b) => b - a),
  };
}

function expectNear(shown: readonly number[], right: readonly number[]): void {
  expect(shown).toHaveLength(right.length);
  shown.forEach((value, i) => expect(Math.abs(value / right[i]! - 1)).toBeLessThan(1e-6));
}

describe.skipIf(CHROMIUM === undefined)('a book on the page (needs chromium)', () => {
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'barograph-page-book-'));
    [host, browser] = await Promise.all([startHost(['--data-dir', dataDir, '--from', FROM]), launch()]);
    const key = readFileSync(join(dataDir, 'dev-key'), 'utf8').trim();
    let reply = await call(`${host.url}/api/v1/${OPERATION}`, key);
    for (; reply.status !== 200; reply = await call(`${host.url}/api/v1/${OPERATION}`, key)) await setTimeout(200);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- laws of the contract test the answer
    scenarios = reply.body as RiskScenariosWire;
  });
  afterAll(async () => {
    await browser.close();
    await host.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('is measured as the engine measures it, and no request holds it', async () => {
    const requests: string[] = [];
    const sizes: Promise<number>[] = [];
    const view = await open(link(), async (page) => {
      page.on('request', (request) => requests.push([request.url(), request.postData() ?? '', JSON.stringify(request.headers())].join(' '))); // prettier-ignore
      page.on('response', (response) => {
        if (/\/risk-\w+\.mjs$/.test(response.url()))
          sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
      });
    });
    const { page } = view;
    await page.locator('#book-text').fill(BOOK);
    await page.waitForSelector('.var-5 data');
    const right = byHand(scenarios);
    expectNear(
      await valuesOf(page, '.p-loss .var-5 data, .p-loss .var-1 data'),
      right.tails.map(([at]) => at!),
    );
    expectNear(
      await valuesOf(page, '.p-loss .sub data'),
      right.tails.map(([, mean]) => mean!),
    );
    expectNear(await valuesOf(page, '.p-loss .vol data'), [right.volatility]);
    expectNear(await valuesOf(page, '.p-who .part data'), right.parts);
    await page.locator('#book-horizon').selectOption('4h');
    await expect.poll(async () => (await valuesOf(page, '.p-loss .vol data'))[0]).not.toBe(right.volatility);
    await expect.poll(async () => (await valuesOf(page, '.p-loss .vol data')).length).toBe(1);
    expect(await page.evaluate('Object.keys(localStorage).length')).toBe(0);
    const questions = requests.filter((text) => text.includes('/risk/'));
    expect(questions.map((text) => new URL(text.split(' ')[0]!).search).toSorted()).toEqual([
      '?horizon=24h',
      '?horizon=4h',
    ]);
    for (const text of requests) {
      for (const { notional } of ROWS) expect(text).not.toContain(String(notional).slice(0, 5));
      expect(text).not.toMatch(/coin.{0,6}side/);
    }
    const bytes = await Promise.all(sizes);
    expect(bytes).toHaveLength(1);
    expect(bytes[0]).toBeLessThanOrEqual(MOST_BYTES);
    expect([view.errors, view.outside]).toEqual([[], []]);
    await view.context.close();
  });

  it.each([false, true])('shows the example at three widths, and every line that is wrong (dark: %s)', async (dark) => {
    const view = await open(link(), undefined, dark);
    const { page } = view;
    await page.locator('button', { hasText: 'Example book' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('.p-loss .big data');
    expect(await page.locator('.p-who tbody tr').count()).toBe(4);
    expect(await page.locator('.p-who').innerText()).toMatch(/has .+% of the loss/);
    expect((await valuesOf(page, '.p-loss .liq'))[0]).toBeGreaterThanOrEqual(0);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(async () => overflow(page), { message: `at ${width} px` }).toBeLessThanOrEqual(0);
      await shoot(page, `book-${dark ? 'dark' : 'light'}-${width}`);
    }
    expect(await findings(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.locator('#book-text').fill('coin,side,size\nBTC,up,1\nNOPE,long,2\nbtc-perp,long,3');
    const lines = page.locator('.book-problems li');
    await expect.poll(async () => lines.count()).toBe(2);
    const [side, coin] = await lines.allInnerTexts();
    expect(side).toMatch(/Line 2, side:\s+expected long or short, got "up"/);
    expect(coin).toMatch(/Line 3, coin:\s+expected a perp with a forecast, got "NOPE"/);
    expect(await page.locator('.p-loss .big').count()).toBe(0);
    await shoot(page, `book-wrong-${dark ? 'dark' : 'light'}`);
    expect(await findings(page)).toEqual([]);
    await lines.locator('button').first().click();
    expect(await page.evaluate('document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)')).toBe('BTC,up,1'); // prettier-ignore
    expect([view.errors, view.outside]).toEqual([[], []]);
    await view.context.close();
  });

  it('is kept in this browser only when the reader wants it', async () => {
    const { page, context } = await open(link());
    await page.locator('#book-text').fill(BOOK);
    await page.locator('.tick input').click();
    await expect.poll(async () => page.evaluate('localStorage.getItem("barograph-book")')).toBe(BOOK);
    await page.reload();
    await page.waitForSelector('.var-5 data');
    await page.locator('.tick input').click();
    await expect.poll(async () => page.evaluate('localStorage.getItem("barograph-book")')).toBeNull();
    await context.close();
  });

  it('says which key is needed, and still reads the book', async () => {
    const { page, context } = await open('');
    await page.locator('#book-text').fill('coin,side,size\nBTC,up,1');
    await expect.poll(async () => page.locator('.p-loss .state').innerText()).toMatch(/Needs a key/);
    expect(await page.locator('.book-problems li').count()).toBe(1);
    await context.close();
    const warming = { detail: { error: 'warming_up', message: 'No perp has a closed hour yet.' } };
    const other = await open(link(), async (page) => page.route(/risk\/scenarios/, async (route) => answer(route, warming, 503)) as Promise<void>); // prettier-ignore
    await expect
      .poll(async () => other.page.locator('.p-loss .state').innerText())
      .toContain('No perp has a closed hour yet.');
    await other.context.close();
  });
});
