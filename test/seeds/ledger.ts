/**
 * Scenario of the ledger: replicas grade forecasts while bars come late or never, sources fail, and slots change hands.
 *
 * Rules: every forecast is graded once, on the outcomes graded before it; days close once, and each digest covers its rows and
 * the digest before; an outcome whose bars are there in time is known.
 */

import { createLedgerVerifier, NO_DIGEST, type ForecastRow, type LedgerDigest } from '@barograph/contract';
import { bucketOpen, DAY_MS, HOUR_MS, type Candles } from '@barograph/core';
import { REGIMES, type NowcastArtifact } from '@barograph/nowcast';
import { forecastRow, LEDGER_START } from '../../packages/contract/test/ledger-cases.ts';
import type { MarketReader } from '../../packages/runtime/src/market-reader.ts';
import { ledgerProducer } from '../../packages/runtime/src/producers/ledger/producer.ts';
import { createRunner } from '../../packages/runtime/src/runner.ts';
import { createScheduler } from '../../packages/runtime/src/scheduler.ts';
import { createMemorySnapshotStore } from '../../packages/runtime/src/snapshots/memory/snapshot-store.ts';
import type { LedgerStore } from '../../packages/store/src/ledger-reads.ts';
import { sha256 } from '../../packages/store/src/sha256.ts';
import type { TableStore } from '../../packages/store/src/tables.ts';
import { QUIET } from '../../packages/store/test/values.ts';
import { clockOf } from './clocks.ts';
import { createMemoryLedger, type MemoryLedger } from './memory-ledger.ts';
import { createMemoryStore, type MemoryStore } from './memory-store.ts';
import { NO_MARKET } from './no-market.ts';
import { startReplicas } from './processes.ts';
import { remote, WEATHER } from './remote.ts';
import type { Scenario } from './scenario.ts';
import { BEGIN, type Process, type World } from './parts.ts';

const MINUTE = 60_000;
/** Hours of the market in an hour of the world. */
const SPEED = 480;
const HOURS = 8;
/** The ledger begins in the afternoon, so that a day ends while it is graded. */
const FIRST_HOUR = 14;
const CADENCE = { step: 2 * HOUR_MS, offset: 0 };
const SCOPES = ['market', 'ETH'];
const TIMELINE = 't';

const timeOf = (hour: number): number => LEDGER_START + (FIRST_HOUR + hour) * HOUR_MS;
const closeOf = (scope: string, hour: number): number => 100 + ((hour * (scope === 'ETH' ? 5 : 7)) % 11);

/** A forecast of 4 hours for each scope and hour. */
const forecasts: readonly ForecastRow[] = Array.from({ length: HOURS }, (_, hour) =>
  SCOPES.map((scope) => {
    const quarter = [0.25, 0.25, 0.25, 0.25];
    const even = REGIMES.map(() => 0.166667);
    const cuts = [100, 200, 300];
    return forecastRow(FIRST_HOUR + hour, {
      scope,
      regime: REGIMES[(hour + scope.length) % REGIMES.length]!,
      forecasts: { next_regime: { p: even, base: even, n: 0 }, volatility: { p: quarter, base: quarter, n: 0, cuts } },
    });
  }),
).flat();

/** Hours after its end at which each bar is there: most at once, some late, some never. */
function delaysOf({ random }: World): ReadonlyMap<string, number> {
  const delay = (): number => (random.share() < 0.75 ? 0 : random.share() < 0.2 ? Infinity : random.whole(30));
  return new Map(SCOPES.flatMap((scope) => Array.from({ length: HOURS + 5 }, (_, hour) => [`${scope} ${hour}`, delay()] as const))); // prettier-ignore
}

/** The market as its source answers at a moment of its clock. */
function marketOf(delays: ReadonlyMap<string, number>, now: () => number): MarketReader {
  const listings = ['BTC', 'ETH'].map((symbol) => ({ symbol, venue: 'perpdex_perp' as const }));
  return {
    ...NO_MARKET,
    kind: 'live',
    listings: async () => listings,
    closedBars: async ({ symbol }, _, from, asOf) => {
      const scope = symbol === 'BTC' ? 'market' : symbol;
      const hours = Array.from({ length: (asOf - from) / HOUR_MS }, (__, i) => (from - timeOf(0)) / HOUR_MS + i);
      const there = hours.filter((hour) => timeOf(hour + 1 + (delays.get(`${scope} ${hour}`) ?? Infinity)) <= now());
      const close = Float64Array.from(there, (hour) => closeOf(scope, hour));
      const bars: Candles = { length: there.length, time: Float64Array.from(there, timeOf), open: close, high: close, low: close, close, volume: close }; // prettier-ignore
      return { ...bars, provenance: { source: 's', kind: 'live', asOf, isFresh: true } };
    },
  };
}

/** One replica that grades. */
async function boot(
  world: World,
  process: Process,
  { store, ledger, delays }: { readonly store: MemoryStore; readonly ledger: MemoryLedger; readonly delays: ReadonlyMap<string, number> }, // prettier-ignore
): Promise<void> {
  const skewMs = world.random.whole(500) - 250;
  const clock = clockOf(world, { skewMs, replay: { from: timeOf(0), begin: BEGIN, speed: SPEED } });
  const wall = clockOf(world, { skewMs });
  const reads = remote(world, process, 'ledger', ledger);
  const tables: Pick<TableStore, 'write'> = {
    write: async (write) => {
      if (write.table === 'ledger') await reads.write(write.rows);
      return undefined;
    },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the reads that the producer makes; nothing is forecast
  const producer = ledgerProducer({ store: reads as unknown as LedgerStore, timeline: TIMELINE, artifact: {} as NowcastArtifact }); // prettier-ignore
  const market = remote(
    world,
    process,
    'market',
    marketOf(delays, () => clock.now()),
    { ...WEATHER, failing: 0.02 },
  );
  const runner = createRunner({
    producers: [{ ...producer, needs: [], cadence: CADENCE }],
    clock,
    market,
    timeline: TIMELINE,
    snapshots: createMemorySnapshotStore(),
    latest: () => undefined,
    log: QUIET,
    states: remote(world, process, 'states', store.states),
    tables,
  });
  const slots = remote(world, process, 'slots', store.slots);
  await createScheduler({ jobs: runner.jobs, clock, wall: () => wall.now(), slots, owner: process.name, timeline: TIMELINE, log: QUIET }).start(); // prettier-ignore
}

/** Every rule, from the rows and digests that are there. */
async function check(world: World, ledger: MemoryLedger): Promise<void> {
  const all = Number.MAX_SAFE_INTEGER;
  // The day of the last run is open: what it holds is checked as if it had ended.
  await ledger.write({ origin: 'live', rows: [], day: 0, closeBefore: timeOf(0) + 4 * DAY_MS });
  const digests: readonly LedgerDigest[] = await ledger.digests(TIMELINE, { origin: 'live', from: 0, to: all });
  const verifier = createLedgerVerifier(NO_DIGEST, sha256, (scope, first, last) =>
    Array.from({ length: (last - first) / HOUR_MS + 1 }, (_, i) => closeOf(scope, (first - timeOf(0)) / HOUR_MS + i)),
  );
  const graded: string[] = [];
  for (const closed of digests) {
    const rows = ledger.rowsOf(Date.parse(closed.date));
    const difference = verifier.day(closed, rows);
    if (difference !== undefined) world.violate('ledger', `${difference.id ?? difference.date}: ${difference.reason}`);
    graded.push(...rows.flatMap((row) => (row.type === 'grade' && row.corrects === null ? [row.row] : [])));
  }
  const missing = forecasts.filter(({ id }) => !graded.includes(id));
  if (missing.length > 0) world.violate('ledger', `${missing.length} forecasts without a grade, ${missing[0]!.id} first`); // prettier-ignore
  if (new Set(graded).size < graded.length) world.violate('ledger', 'a forecast is graded twice');
}

/** The scenario. */
export const LEDGER: Scenario = {
  name: 'ledger',
  faultsUntil: 3 * MINUTE,
  until: 6 * MINUTE,
  start: (world, plant) => {
    const plainStore = createMemoryStore(() => world.now());
    const store = plant?.store?.(plainStore) ?? plainStore;
    const plain = createMemoryLedger();
    const ledger = plant?.ledger?.(plain) ?? plain;
    const delays = delaysOf(world);
    void plain.write({ origin: 'live', rows: forecasts, day: bucketOpen(timeOf(0), DAY_MS), closeBefore: 0 });
    const start = (process: Process): void => {
      boot(world, process, { store, ledger, delays }).catch(() => world.at(world.now() + 3000, process, 'starts again', () => start(process))); // prettier-ignore
    };
    startReplicas(world, start, { replicas: 2, until: 3 * MINUTE, most: 5, longestPauseMs: 2.2 * MINUTE });
    return async () => check(world, plain);
  },
};
