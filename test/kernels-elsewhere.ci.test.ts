/** Kernels in a thread of Node, in a page of a browser and in its worker, and where a policy forbids them: one set of bits. */

import { HOUR_MS } from '@barograph/core';
import { createMarket, SIMULATOR_V2 } from '@barograph/simulator';
import { build } from 'esbuild';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, launch, watched, type Browser } from './browser.ts';
import { answersOf, type Answers, type BarLists, type Patterns } from './kernel-answers.ts';
import { ROOT } from './workspace.ts';

/** Answers of a realm, and whether one import had put kernels in place. */
type Sent = Answers & { readonly installed: boolean };

const KERNELS_ASKED = [
  'fillAdx',
  'fillBands',
  'fillEstimators',
  'fillLogs',
  'fillRanks',
  'loadFilter',
  'pushRanks',
  'smoothBackward',
];

const { start } = SIMULATOR_V2;
const market = createMarket(SIMULATOR_V2).candles('ETH', 'perpdex_perp', '1h', start, start + 1_100 * HOUR_MS);
const lists = Object.fromEntries(
  (['time', 'open', 'high', 'low', 'close', 'volume'] as const).map((name) => [name, [...market[name]]]),
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names stand one line above
) as unknown as BarLists;

/** The engines with kernels as one script. @param tail how it hears of bars, and where its answer goes */
async function script(tail: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import '@barograph/kernels/install';
        import { kernelsInUse } from '@barograph/core';
        import { KERNELS } from '@barograph/kernels';
        import { answersOf } from './kernel-answers.ts';
        const sent = (lists) => ({ installed: kernelsInUse() === KERNELS, ...answersOf(lists) });
        ${tail}`,
      resolveDir: join(ROOT, 'test'),
    },
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    // the sources, as all tests have them
    conditions: ['source'],
    external: ['node:worker_threads'],
    logLevel: 'silent',
  });
  return outputFiles[0]!.text;
}

/**
 * Columns that hold what `Math.log` and powers of 2 give. Those are the engine's own choice, and V8's own has changed: Chromium
 * 156 and Node 20 differ in the last bit of some, so between engines these columns are close and not equal.
 */
const OF_THE_ENGINE: ReadonlySet<string> = new Set(['filtered', 'likelihood', 'smoothed', 'logs']);

/** Names of the columns that have other bits. */
function differing(some: Patterns, others: Patterns): readonly string[] {
  const names = new Set([...Object.keys(some), ...Object.keys(others)]);
  return [...names].filter((name) => some[name] === undefined || some[name] !== others[name]);
}

const numbersOf = (patterns: string): Float64Array =>
  new Float64Array(BigUint64Array.from(patterns.split(','), (pattern) => BigInt(`0x${pattern}`)).buffer);

let here: Answers;
beforeAll(() => {
  here = answersOf(lists);
  expect(differing(here.byKernels, here.byJavaScript)).toEqual([]);
  expect(here.did).toEqual(KERNELS_ASKED);
});

/** Checks what a realm with kernels sent. @param own whether its engine is that of this thread */
function expectTheSame(sent: Sent, own: boolean): void {
  expect([sent.installed, sent.hasKernels]).toEqual([true, true]);
  // `fillLogs` hands back where the engine's logarithms are not the kernel's.
  const isUsed = (name: string): boolean => own || name !== 'fillLogs';
  expect(sent.did.filter(isUsed)).toEqual(KERNELS_ASKED.filter(isUsed));
  expectBits(sent, own);
}

/** The bits of kernels and JavaScript there, and of kernels here. */
function expectBits(sent: Sent, own: boolean): void {
  expect(differing(sent.byKernels, sent.byJavaScript)).toEqual([]);
  expect(differing(sent.byKernels, here.byKernels).filter((name) => own || !OF_THE_ENGINE.has(name))).toEqual([]);
  for (const name of OF_THE_ENGINE) {
    expect(numbersOf(sent.byKernels[name]!)).toMatchOracle(numbersOf(here.byKernels[name]!), { rel: 1e-9, abs: 1e-12 });
  }
}

it('in a worker thread of Node have the bits of the main thread', async () => {
  const thread = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
     ${await script('globalThis.sent = sent;')}
     parentPort.postMessage(sent(workerData));`,
    { eval: true, workerData: lists, execArgv: [] },
  );
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- sent by the script above
    const [sent] = (await once(thread, 'message')) as [Sent];
    expectTheSame(sent, true);
  } finally {
    await thread.terminate();
  }
});

describe.skipIf(CHROMIUM === undefined)('in a browser (needs chromium)', () => {
  let server: Server;
  let browser: Browser;
  let origin: string;
  /** Policy that the server sends of pages and scripts; none when empty. */
  let policy = '';

  beforeAll(async () => {
    const code = await script('globalThis.sent = sent; onmessage = ({ data }) => postMessage(sent(data));');
    server = createServer(({ url }, response) => {
      const isScript = url === '/answers.js';
      response.writeHead(200, {
        'content-type': isScript ? 'text/javascript' : 'text/html',
        ...(policy === '' ? {} : { 'content-security-policy': policy }),
      });
      response.end(isScript ? code : '<!doctype html><script src="/answers.js"></script>');
    });
    server.listen(0, '127.0.0.1');
    [browser] = await Promise.all([launch(), once(server, 'listening')]);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await browser?.close();
    server?.closeAllConnections();
    server?.close();
  });

  it.each([
    ['without a policy', '', true],
    ['under a policy that lets WebAssembly run', "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'", true],
    ['under a policy that forbids it, by JavaScript', "default-src 'self'", false],
  ])('%s, page and worker have the numbers of Node', async (_, sentPolicy, has) => {
    policy = sentPolicy;
    const { page, context, errors, outside } = await watched(browser, origin);
    await page.goto(`${origin}/`);
    const input = JSON.stringify(lists);
    const inPage: Sent = await page.evaluate(`sent(${input})`);
    const inWorker: Sent = await page.evaluate(`new Promise((resolve, reject) => {
      const worker = new Worker('/answers.js');
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.postMessage(${input});
    })`);
    expect(inWorker).toEqual(inPage);
    if (has) expectTheSame(inPage, false);
    else {
      expect([inPage.installed, inPage.hasKernels, inPage.did]).toEqual([true, false, []]);
      expectBits(inPage, false);
    }
    expect({ errors, outside }).toEqual({ errors: [], outside: [] });
    await context.close();
  });
});
