/** A replica that grades an hour of the ledger after another, over rows that are prepared, until it is killed or all is graded. */

import type { NowcastArtifact } from '@barograph/nowcast';
import { HOUR_MS } from '@barograph/core';
import { writeSync } from 'node:fs';
import { LEDGER_PRODUCER, ledgerProducer } from '../packages/runtime/src/producers/ledger/producer.ts';
import { movableClock, runnerOf } from '../packages/runtime/test/test-support.ts';
import { openMarket } from '../packages/sources/src/market/market.ts';
import { createSimulatedSource } from '../packages/sources/src/simulated/source.ts';
import { openStore } from '../packages/store/src/open-store.ts';
import { QUIET, valueOf } from '../packages/store/test/values.ts';
import { END, fewPerps, START, TIMELINE } from './ledger-prepared.ts';

const [databaseUrl = '', dataDir = '', digestFile] = process.argv.slice(2);
const store = valueOf(await openStore({ dataDir, databaseUrl, log: QUIET }));
const { engineStates: states, observations, tables } = store;
const market = openMarket([createSimulatedSource(fewPerps())]);
const clock = movableClock(START);
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing is published, so nothing is forecast by it
const artifact = {} as NowcastArtifact;
const ledger = ledgerProducer({ store: store.ledger, timeline: TIMELINE, artifact, digestFile });
const runner = runnerOf([{ ...ledger, needs: [] }], clock, { source: market, timeline: TIMELINE, states, observations, tables }); // prettier-ignore

const newest = await store.ledger.newest(TIMELINE, 'live');
const last = Math.max(START, ...newest.map(({ grade }) => (grade === undefined ? START : Date.parse(grade.recorded))));
for (let at = last; at <= END; at += HOUR_MS) {
  clock.put(at);
  writeSync(1, 'b');
  while ((await runner.run(LEDGER_PRODUCER)).isUnfinished);
  writeSync(1, 'e');
}
await runner.stop();
await store.close();
