/** Debian's Chromium, driven by the tests of the page. */

import { existsSync } from 'node:fs';
import { library } from './apart.ts';

/** The parts of Playwright in use. @source https://playwright.dev/docs/api/class-page */
interface Playwright {
  readonly chromium: { launch(options: object): Promise<Browser> };
}
export interface Browser {
  newContext(options: object): Promise<BrowserContext>;
  close(): Promise<void>;
}
interface BrowserContext {
  newPage(): Promise<Page>;
  newCDPSession(page: Page): Promise<{ send(method: string, parameters: object): Promise<unknown> }>;
  grantPermissions(names: readonly string[]): Promise<void>;
  close(): Promise<void>;
}
interface PageEvents {
  readonly console: { type(): string; text(): string };
  readonly pageerror: Error;
  readonly request: Request;
  readonly response: { url(): string; body(): Promise<Buffer> };
}
interface Request {
  url(): string;
  headers(): Record<string, string>;
  postData(): string | null;
}
export interface Page {
  readonly keyboard: {
    press(key: string): Promise<void>;
    down(key: string): Promise<void>;
    up(key: string): Promise<void>;
  };
  readonly mouse: { wheel(x: number, y: number): Promise<void> };
  addInitScript(script: { readonly content: string }): Promise<unknown>;
  context(): BrowserContext;
  /** The caller states the return type of the script. */
  evaluate<Value>(script: string): Promise<Value>;
  goBack(): Promise<unknown>;
  goto(url: string, options?: object): Promise<unknown>;
  locator(selector: string, options?: object): Locator;
  on<Name extends keyof PageEvents>(name: Name, act: (event: PageEvents[Name]) => void): void;
  reload(): Promise<unknown>;
  route(url: string | RegExp | ((url: URL) => boolean), act: (route: Route) => unknown): Promise<unknown>;
  screenshot(options: object): Promise<Buffer>;
  setViewportSize(size: { readonly width: number; readonly height: number }): Promise<void>;
  title(): Promise<string>;
  unrouteAll(options?: object): Promise<void>;
  url(): string;
  waitForEvent(name: 'download'): Promise<{ suggestedFilename(): string; path(): Promise<string> }>;
  waitForSelector(selector: string, options?: object): Promise<unknown>;
}
interface Locator {
  all(): Promise<Locator[]>;
  allInnerTexts(): Promise<string[]>;
  click(): Promise<void>;
  count(): Promise<number>;
  evaluate<Value>(act: (element: { focus(): void }) => Value): Promise<Value>;
  fill(text: string): Promise<void>;
  filter(options: object): Locator;
  first(): Locator;
  focus(): Promise<void>;
  getAttribute(name: string): Promise<string | null>;
  hover(): Promise<void>;
  innerText(): Promise<string>;
  inputValue(): Promise<string>;
  locator(selector: string, options?: object): Locator;
  nth(index: number): Locator;
  scrollIntoViewIfNeeded(): Promise<void>;
  selectOption(value: string): Promise<unknown>;
}
export interface Route {
  abort(): Promise<void>;
  continue(): Promise<void>;
  fallback(): Promise<void>;
  fetch(): Promise<{ status(): number; json(): Promise<unknown>; headers(): Record<string, string> }>;
  fulfill(answer: object): Promise<void>;
  request(): Request;
}

const PLACES = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Path of a browser; undefined when none is installed. */
export const CHROMIUM: string | undefined = PLACES.find((path) => path !== undefined && existsSync(path));

export async function launch(): Promise<Browser> {
  // A container has neither the user namespaces of the sandbox nor room in /dev/shm.
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'];
  const { chromium } = await library<Playwright>('.ci/browser', 'playwright-core');
  return chromium.launch({ executablePath: CHROMIUM!, args });
}

/** Page with its errors and its requests to other hosts. */
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

/** Creates a blank page. @param origin origin of the host */
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

/** Horizontal overflow of the page, pixels. */
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
  const axe = await library<{ readonly source: string }>('.ci/browser', 'axe-core');
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
