/** Answers of a host that the cases of the page share: its key has 120 calls a minute, and every case opens whole views. */

import { setTimeout } from 'node:timers/promises';
import { answer, type Page, type Route } from './browser.ts';

const remembered = new Map<string, unknown>();
/** Paths whose answers differ by time or by caller. */
const NEW_EACH = /^\/(?:status|api\/v1\/(?:health|stream|webhooks|auth))/;

/** Answer of the host to a request of a page: asked once where it stays the same, and again when a minute's calls are spent. */
export async function original(route: Route): Promise<{ readonly status: number; readonly body: unknown }> {
  const { pathname, search } = new URL(route.request().url());
  const known = remembered.get(pathname + search);
  if (known !== undefined) return { status: 200, body: known };
  let reply = await route.fetch();
  for (; reply.status() === 429; reply = await route.fetch()) await setTimeout(2000);
  const body = await reply.json();
  if (reply.status() === 200 && !NEW_EACH.test(pathname)) remembered.set(pathname + search, body);
  return { status: reply.status(), body };
}

/** Lets a page share the answers. */
export async function remember(page: Page): Promise<void> {
  const isKept = ({ pathname }: URL): boolean => pathname.startsWith('/api/v1/') && !NEW_EACH.test(pathname);
  await page.route(isKept, async (route) => {
    const { status, body } = await original(route);
    return answer(route, body, status);
  });
}

/** Waits until a key has some calls of its minute left. */
export async function untilCallsAreLeft(url: string, key: string, calls: number): Promise<void> {
  for (;;) {
    const { headers } = await fetch(`${url}/api/v1/quant/regimes`, { headers: { 'x-api-key': key } });
    const [, left, seconds] = /"minute";r=(\d+);t=(\d+)/.exec(headers.get('ratelimit') ?? '') ?? [];
    if (left === undefined || Number(left) >= calls) return;
    await setTimeout(1000 * (Number(seconds) + 1));
  }
}
