/** A replica that publishes numbered snapshots, each with the event of its change, until it is killed. */

import { openStore } from '../src/open-store.ts';
import { QUIET, valueOf } from './values.ts';

const [databaseUrl = '', dataDir = ''] = process.argv.slice(2);
const store = valueOf(await openStore({ dataDir, databaseUrl, log: QUIET }));
const key = { engine: 'changes@test', scope: 'count', configVersion: 'changes/1' };

for (;;) {
  const asOf = ((await store.snapshots.latest('count'))?.asOf ?? 0) + 1;
  const head = JSON.stringify({ to: asOf });
  const isPublished = await store.snapshots.publishTexts(
    { name: 'count', asOf, version: 'count/1', head, records: [] },
    {
      key,
      tell: async (from) => {
        // Both replicas may have published the same number.
        if (from === asOf) return undefined;
        const event = { ts: asOf, recvTs: asOf, type: 'count', venue: null, symbol: null, usd: null };
        return { memory: asOf, events: [{ ...event, payload: { from: from ?? 0, to: asOf } }] };
      },
    },
  );
  if (isPublished) process.stdout.write(`${asOf}\n`);
}
