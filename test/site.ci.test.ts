/** The documentation as a host serves it, in a browser under its policy. The build takes minutes: `npm run test:full`. */

import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, launch, overflow, watched, type Browser } from './browser.ts';
import { startHost, type HostProcess } from './host-process.ts';
import { runCommand } from './run-command.ts';

const PAGES = [
  '',
  'start',
  'engines/',
  'engines/signum',
  'engines/nowcast',
  'recipes/own-composite',
  'recipes/own-model',
  'reference/indicators/',
  'coverage',
];
const SHOTS = process.env['BAROGRAPH_SHOTS'];
const isFull = process.env['BAROGRAPH_FULL'] === '1';

let host: HostProcess;
let browser: Browser;
let dataDir: string;

describe.skipIf(!isFull || CHROMIUM === undefined)('the site (needs chromium and BAROGRAPH_FULL=1)', () => {
  beforeAll(async () => {
    const { code, stderr } = await runCommand('npm', ['run', 'docs']);
    expect(code, stderr).toBe(0);
    dataDir = await mkdtemp(join(tmpdir(), 'barograph-site-'));
    const flags = ['--data-dir', dataDir, '--from', '2024-04-01', '--speed', '0'];
    [host, browser] = await Promise.all([startHost(flags), launch()]);
  }, 1_200_000);
  afterAll(async () => {
    await browser?.close();
    await host?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it.each([
    [1280, 'light'],
    [360, 'dark'],
  ] as const)(
    'at %d pixels, %s, complains of nothing, asks nobody else and fits its window',
    async (width, colorScheme) => {
      for (const path of PAGES) {
        const one = await watched(browser, host.url, { width, colorScheme });
        await one.page.goto(`${host.url}/docs/${path}`, { waitUntil: 'networkidle' });
        expect(await one.page.locator('h1').count(), path).toBeGreaterThan(0);
        const isDark: boolean = await one.page.evaluate('document.documentElement.classList.contains("dark")');
        expect(isDark, path).toBe(colorScheme === 'dark');
        expect(await overflow(one.page), path).toBeLessThanOrEqual(0);
        expect(one.errors, path).toEqual([]);
        expect(one.outside, path).toEqual([]);
        if (SHOTS !== undefined) {
          mkdirSync(SHOTS, { recursive: true });
          await one.page.screenshot({ path: join(SHOTS, `docs-${width}-${path.replaceAll('/', '-')}.png`) });
        }
        await one.context.close();
      }
    },
    120_000,
  );

  it('finds what is searched for, and changes its colours, without a complaint', async () => {
    const one = await watched(browser, host.url);
    await one.page.goto(`${host.url}/docs/`, { waitUntil: 'networkidle' });
    await one.page.keyboard.press('Control+k');
    await one.page.locator('#localsearch-input').fill('hysteresis');
    await one.page.waitForSelector('#localsearch-list a');
    await one.page.keyboard.press('Escape');
    await one.page.locator('.VPSwitchAppearance').first().click();
    expect(await one.page.evaluate('document.documentElement.classList.contains("dark")')).toBe(true);
    expect(one.errors).toEqual([]);
    expect(one.outside).toEqual([]);
    await one.context.close();
  }, 60_000);
});
