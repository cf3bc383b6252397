/** The host with a gate that asks nobody for a key: what serving costs, without what counting costs. */

import { composeHost, createLog, createSystemClock, openSource, openStore, readConfig } from '@barograph/host';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const asked = readConfig({ argv: [], env: {}, readFile: () => '{}' });
if (!asked.ok || asked.value.kind !== 'serve') throw new Error('no configuration');
const opened = await openSource(asked.value.config);
if (!opened.ok) throw new Error(opened.error);
const log = createLog('silent');
const store = await openStore({ dataDir: mkdtempSync(join(tmpdir(), 'barograph-bench-')), log });
if (!store.ok) throw new Error(store.error);
const host = composeHost({
  ...opened.value,
  wall: createSystemClock(),
  store: store.value,
  timeline: 'bench',
  log,
  version: 'bench',
  publicUrl: () => '',
  pricingUrl: '',
  gate: {
    pricingUrl: '',
    admit: async () => ({ ok: true, value: { caller: undefined, headers: {}, refund: undefined } }),
  },
});
await host.start();
console.log(await host.server.listen({ host: '127.0.0.1', port: 0 }));
process.once('SIGTERM', () => {
  void host.stop().then(async () => store.value.close());
});
