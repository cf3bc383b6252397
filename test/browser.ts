/** Debian's Chromium, driven by the tests of the page. */

import axe from 'axe-core';
import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type Page, type Route } from 'playwright-core';

const PLACES = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Path of a browser; undefined when there is none on this machine. */
export const CHROMIUM: string | undefined = PLACES.find((path) => path !== undefined && existsSync(path));

export async function launch(): Promise<Browser> {
  // A container has neither the user namespaces of the sandbox nor room in /dev/shm.
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'];
  return chromium.launch({ executablePath: CHROMIUM!, args });
}

/** A page, with everything it complained about and everything it asked of others. */
export interface Watched {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of the console and of scripts. */
  readonly errors: string[];
  /** URLs of requests that left the host. */
  readonly outside: string[];
}

export interface Look {
  readonly width?: number;
  readonly colorScheme?: 'light' | 'dark';
  readonly locale?: string;
}

/** A new page; nothing is open on it. @param origin of the host */
export async function watched(browser: Browser, origin: string, look: Look = {}): Promise<Watched> {
  const { width = 1440, colorScheme = 'light', locale = 'en-GB' } = look;
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, locale });
  const page = await context.newPage();
  const errors: string[] = [];
  const outside: string[] = [];
  page.on('console', (message) => {
    // The browser writes a line for every answer of 400 and more; the page says so itself.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error.stack)));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) outside.push(request.url());
  });
  return { page, context, errors, outside };
}

/** Pixels by which the page is wider than its window. */
export async function overflow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - innerWidth');
}

/** Answers an operation with JSON. */
export async function answer(
  route: Route,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): Promise<void> {
  await route.fulfill({ status, headers, contentType: 'application/json', body: JSON.stringify(body) });
}

/** Findings of axe-core: `rule: element`. */
export async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found: { violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[] } =
    await page.evaluate('axe.run()');
  return found.violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(
      (node) =>
        `${impact} ${id}: ${node.html.slice(0, 160)} ${node.failureSummary.replaceAll('\n', ' ').slice(0, 200)}`,
    ),
  );
}
