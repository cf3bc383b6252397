/** A host with a slow or failing source listens at once and serves the available data. */

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createManualClock, createSystemClock } from '../../../sources/src/clock.ts';
import { composeHost, type Host } from '../../src/compose.ts';
import { createFilesSource } from '../../../sources/src/files/source.ts';
import { openMarket } from '../../../sources/src/market/market.ts';
import { QUIET, startTestServer, type TestServer } from '../../../store/test/test-support.ts';
import { AS_OF, OPEN_GATE, smallSeries } from '../test-support.ts';
import { toySource, type ToyOptions } from '../../../sources/test/market/toy-source.ts';

const files = createFilesSource(smallSeries());
const LIST = '/api/v1/indicators/signum-rgg';

let server: TestServer;
beforeAll(async () => (server = await startTestServer()));
afterAll(async () => server.stop());

async function hostOf(options: ToyOptions): Promise<Host> {
  return composeHost({
    market: openMarket([toySource(files, options)]),
    clock: createManualClock(AS_OF),
    wall: createSystemClock(),
    store: await server.open(await server.database()),
    timeline: 'test',
    log: QUIET,
    version: '0.0.0',
    publicUrl: () => 'http://localhost',
    pricingUrl: '/pricing',
    gate: OPEN_GATE,
  });
}
async function ask(host: Host, url: string) {
  const reply = await host.server.inject(url);
  const body = reply.json<{ readonly status?: string; readonly detail?: { readonly error: string } }>();
  return { status: reply.statusCode, retryAfter: Number(reply.headers['retry-after']), body };
}

/** A wait that lasts until it is opened. */
function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}

describe('a host whose source is slow', () => {
  it('starts at once, answers 503 warming_up with Retry-After, and has the rows when they are there', async () => {
    const { opened, open } = gate();
    const host = await hostOf({ wait: async ({ symbol }) => (symbol === 'kPEPE' ? opened : undefined) });
    await host.start(); // the gate is closed
    const early = await ask(host, LIST);
    expect([early.status, early.body.detail!.error]).toEqual([503, 'warming_up']);
    expect(early.retryAfter).toBeGreaterThanOrEqual(1);
    expect(await ask(host, '/api/v1/health')).toMatchObject({ status: 200, body: { status: 'warming' } });
    expect((await ask(host, '/api/v1/changelog')).status).toBe(200);
    open();
    await host.ready();
    expect((await ask(host, LIST)).status).toBe(200);
    expect(await ask(host, '/api/v1/health')).toMatchObject({ body: { status: 'ok' } });
    await host.stop();
  });

  it('names a wait that grows while a symbol does not come', async () => {
    const { opened, open } = gate();
    let asked = 0;
    const host = await hostOf({
      wait: async () => {
        if (++asked > 2) await opened;
      },
    });
    await host.start();
    await vi.waitFor(() => expect(asked).toBeGreaterThan(2));
    // One of seven symbols is done: after half a second, three are left to wait for.
    await vi.waitFor(async () => expect((await ask(host, LIST)).retryAfter).toBeGreaterThanOrEqual(3), 10_000);
    open();
    await host.ready();
    await host.stop();
  });
});

describe('a host whose source fails', () => {
  it('starts, names the wait until the next attempt, and has rows after it', async () => {
    let isDown = true;
    const host = await hostOf({
      listings: async (listed) => {
        if (isDown) throw new Error('down');
        return listed;
      },
    });
    await host.start();
    const early = await ask(host, LIST);
    expect([early.status, early.body.detail!.error]).toEqual([503, 'warming_up']);
    isDown = false;
    await host.ready();
    expect((await ask(host, LIST)).status).toBe(200);
    await host.stop();
  });

  it('stops in the middle of its attempts', async () => {
    const host = await hostOf({
      listings: async () => {
        throw new Error('down');
      },
    });
    await host.start();
    await host.stop();
    await expect(host.ready()).resolves.toBeUndefined();
  });
});
