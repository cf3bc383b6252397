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
        const view = await watched(browser, host.url, { width, colorScheme });
        await view.page.goto(`${host.url}/docs/${path}`, { waitUntil: 'networkidle' });
        expect(await view.page.locator('h1').count(), path).toBeGreaterThan(0);
        const isDark: boolean = await view.page.evaluate('document.documentElement.classList.contains("dark")');
        expect(isDark, path).toBe(colorScheme === 'dark');
        expect(await overflow(view.page), path).toBeLessThanOrEqual(0);
        expect(view.errors, path).toEqual([]);
        expect(view.outside, path).toEqual([]);
        if (SHOTS !== undefined) {
          mkdirSync(SHOTS, { recursive: true });
          await view.page.screenshot({ path: join(SHOTS, `docs-${width}-${path.replaceAll('/', '-')}.png`) });
        }
        await view.context.close();
      }
    },
    120_000,
  );

  it('finds what is searched for, and changes its colours, without a complaint', async () => {
    const view = await watched(browser, host.url);
    await view.page.goto(`${host.url}/docs/`, { waitUntil: 'networkidle' });
    await view.page.keyboard.press('Control+k');
    await view.page.locator('#localsearch-input').fill('hysteresis');
    await view.page.waitForSelector('#localsearch-list a');
    await view.page.keyboard.press('Escape');
    await view.page.locator('.VPSwitchAppearance').first().click();
    expect(await view.page.evaluate('document.documentElement.classList.contains("dark")')).toBe(true);
    expect(view.errors).toEqual([]);
    expect(view.outside).toEqual([]);
    await view.context.close();
  }, 60_000);
});
