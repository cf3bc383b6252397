/**
 * The host on a database of its own. `open`: behind a gate that asks nobody for a key, which is what serving costs
 * without what counting costs. `keyed N`: behind its own gate, with N keys. The market's clock stands, and what a start computes is done
 * before it says where it listens: the jobs of each minute, in this thread and in others, would be counted with the answers.
 */

import { composeHost, readConfig } from '@barograph/host';
import { createSystemClock, openConfigured } from '@barograph/sources';
import { createLog, openStore } from '@barograph/store';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { tell } from './process.ts';

const [mode = 'open', count = '0'] = process.argv.slice(2);
const request = readConfig({
  argv: ['--from', '2026-01-01', '--speed', '0'],
  env: {},
  readFile: () => '{}',
});
if (!request.ok || request.value.kind !== 'serve') throw new Error('no configuration');
const log = createLog('error');
const opened = await openConfigured(request.value.config, log);
if (!opened.ok) throw new Error(opened.error);
const dataDir = mkdtempSync(join(tmpdir(), 'barograph-bench-'));
const store = await openStore({ dataDir, log });
if (!store.ok) throw new Error(store.error);

const keys = Array.from({ length: Number(count) }, (_, i) => `bg_live_bench_${i}`);
for (const key of keys) {
  const hash = createHash('sha256').update(key).digest('hex');
  const email = `${key}@example.org`;
  const created = await store.value.keys.create({ hash, prefix: key, email, tier: 'pro_plus' }, Date.now());
  if (!created.ok) throw new Error('no key');
}
const open = {
  pricingUrl: '',
  admit: () => ({ ok: true, value: { caller: undefined, headers: {}, refund: undefined } }) as const,
};
const host = composeHost({
  ...opened.value,
  wall: createSystemClock(),
  store: store.value,
  timeline: 'bench',
  log,
  version: 'bench',
  publicUrl: () => '',
  pricingUrl: '',
  ...(mode === 'open' ? { gate: open } : {}),
});
/** Resolves after half a second with under 5 % processor time, or after a minute. */
async function quiet(): Promise<void> {
  for (let look = 0; look < 120; look++) {
    const before = process.cpuUsage();
    await setTimeout(500);
    const { user, system } = process.cpuUsage(before);
    if (user + system < 25_000) return;
  }
}
await host.start();
await host.ready();
await quiet();
tell({ url: await host.server.listen({ host: '127.0.0.1', port: 0 }), keys });
process.once('SIGTERM', () => {
  void host
    .stop()
    .then(async () => store.value.close())
    .then(() => {
      rmSync(dataDir, { recursive: true });
      process.exit();
    });
});
