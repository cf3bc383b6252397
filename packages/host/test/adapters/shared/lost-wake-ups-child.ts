/** A replica that commits a change of each kind and is killed before it sends their wake-ups. */

import { ok } from '@barograph/core';
import { encodeAnswer } from '../../../../runtime/src/relay/codec.ts';
import { openStore } from '../../../../store/src/open-store.ts';
import { QUIET, valueOf } from '../../../../store/test/values.ts';

const [databaseUrl = '', appends = '1', snapshot = '', keyId = ''] = process.argv.slice(2);
const store = valueOf(await openStore({ dataDir: '', databaseUrl, log: QUIET }));
const { events, feedRequests, keys, listener, snapshots } = store;

const event = { ts: 1, recvTs: 1, type: 'count', venue: null, symbol: null, usd: null };
for (let n = 1; n < Number(appends); n++) {
  await events.append([{ ...event, payload: n }]);
  // Each wake-up is sent before the next change.
  await new Promise((resolve) => setTimeout(resolve, 50));
}
// The time between here and the kill is between a commit and its wake-up.
Object.assign(listener, { query: async () => new Promise(() => undefined) });
await events.append([{ ...event, payload: Number(appends) }]);
await snapshots.publish({ name: snapshot, asOf: 2, version: 'toy/1', head: {}, records: [] });
await snapshots.publishProvenance('test/known', 1, [
  { feed: 'bars', source: 'changed', kind: 'files', asOf: 1, isFresh: true },
]);
const [request] = await feedRequests.take('test', 'killed', Date.now(), Date.now() + 60_000);
await feedRequests.answer(request!.key, 'killed', await encodeAnswer(ok('answered')), true);
void keys.revoke(keyId, 1);
while ((await keys.findById(keyId))?.revokedAt === null);
process.kill(process.pid, 'SIGKILL');
