/**
 * The host on a database of its own. `open`: behind a gate that asks nobody for a key, which is what serving costs
 * without what counting costs. `keyed N`: behind its own gate, with N keys.
 */

import { composeHost, createLog, createSystemClock, openConfigured, openStore, readConfig } from '@barograph/host';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tell } from './process.ts';

const [mode = 'open', count = '0'] = process.argv.slice(2);
const asked = readConfig({ argv: [], env: {}, readFile: () => '{}' });
if (!asked.ok || asked.value.kind !== 'serve') throw new Error('no configuration');
const log = createLog('error');
const opened = await openConfigured(asked.value.config, log);
if (!opened.ok) throw new Error(opened.error);
const dataDir = mkdtempSync(join(tmpdir(), 'barograph-bench-'));
const store = await openStore({ dataDir, log });
if (!store.ok) throw new Error(store.error);

const keys = Array.from({ length: Number(count) }, (_, i) => `bg_live_bench_${i}`);
for (const key of keys) {
  const hash = createHash('sha256').update(key).digest('hex');
  const email = `${key}@example.org`;
  const made = await store.value.keys.create({ hash, prefix: key, email, tier: 'pro_plus' }, Date.now());
  if (!made.ok) throw new Error('no key');
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
await host.start();
await host.ready();
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
