/** Memory stores of the seeds give the answers of the stored ones, whatever the calls. */

import { canonicalJson, LEDGER_HORIZONS, type ForecastRow, type GradeRow, type LedgerHorizon, type LedgerRow } from '@barograph/contract'; // prettier-ignore
import { DAY_MS, HOUR_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forecast } from '../../packages/store/test/cases/ledger.cases.ts';
import { MIDNIGHT } from '../../packages/store/test/cases/store-case.ts';
import { LEDGER_ROWS } from '../../packages/store/src/ledger.ts';
import type { EventFilter, NewEvent } from '../../packages/store/src/events.ts';
import type { Store } from '../../packages/store/src/open-store.ts';
import type { PaymentId, Payments } from '../../packages/store/src/payments.ts';
import type { SlotClaim } from '../../packages/store/src/slots.ts';
import { startTestServer, type TestServer } from '../../packages/store/test/test-support.ts';
import { createMemoryLedger, type MemoryLedger } from './memory-ledger.ts';
import { createMemoryPayments } from './memory-payments.ts';
import { createMemoryStore, type MemoryStore } from './memory-store.ts';

/** A call, with its text for a counterexample. */
interface Call<Stores> {
  readonly text: string;
  readonly run: (stores: Stores) => Promise<unknown>;
}

/** Lists of calls. */
function callsOf<Stores>(kinds: readonly fc.Arbitrary<Call<Stores>>[]): fc.Arbitrary<readonly Call<Stores>[]> {
  return fc.array(fc.oneof(...kinds), { maxLength: 60, size: 'max' });
}

/** A kind of call. */
function call<Stores, Args extends readonly unknown[]>(
  name: string,
  args: fc.Arbitrary<Args>,
  run: (stores: Stores, ...args: Args) => Promise<unknown>,
): fc.Arbitrary<Call<Stores>> {
  return args.map((drawn) => ({
    text: `${name}${fc.stringify(drawn)}`,
    run: async (stores) => run(stores, ...drawn),
  }));
}

const failure = Symbol('failed');
/** The answer, or that there was an error; texts of errors differ. */
async function answerOf<Stores>({ run }: Call<Stores>, stores: Stores): Promise<unknown> {
  try {
    return (await run(stores)) ?? null;
  } catch {
    return failure;
  }
}

const tuple = fc.tuple;
const from = <Value>(...values: readonly Value[]): fc.Arbitrary<Value> => fc.constantFrom(...values);

/** Offsets of clocks from the database's, ms; distances from every bound exceed the duration of a list of calls. */
const offset = from(-600_000, -60_000, -1000, 0, 30_000, 90_000, 600_000);

const event: fc.Arbitrary<NewEvent> = fc.record({
  ts: fc.integer({ min: 0, max: 9 }),
  recvTs: fc.integer({ min: 0, max: 9 }),
  type: from('liquidation', 'funding'),
  venue: from(null, 'perpdex', 'other'),
  symbol: from(null, 'BTC', 'ETH'),
  usd: from(null, -5, 1, 7),
  payload: from<unknown>({ a: [1] }, 'text', null),
});
const batch = fc.array(event, { maxLength: 3 });

/** Slots, and the events of claimed ones. @param base the present moment, epoch ms. */
function jobCalls(base: () => number): readonly fc.Arbitrary<Call<MemoryStore>>[] {
  const [job, slot, owner] = [from('a', 'a', 'a', 'b'), from(60_000, 120_000), from('x', 'y')];
  const now = offset.map((ms) => () => base() + ms);
  const lease = from(1000, 300_000);
  const claim: fc.Arbitrary<SlotClaim> = fc.record({ job, slot, owner });
  return [
    call('claim', tuple(job, slot, owner, now, lease), async ({ slots }, j, s, o, at, ms) =>
      slots.claim(j, s, o, at(), ms),
    ),
    // Steps that follow each other, which few lists of single calls have.
    call('claim and append', tuple(claim, now, batch), async ({ slots, events }, held, at, all) => {
      const isClaimed = await slots.claim(held.job, held.slot, held.owner, at(), 1000);
      return [isClaimed, isClaimed && (await events.append(all, held))];
    }),
    call('extend', tuple(job, slot, owner, now, lease), async ({ slots }, j, s, o, at, ms) =>
      slots.extend(j, s, o, at(), ms),
    ),
    call('finish', tuple(job, slot, owner, now), async ({ slots }, j, s, o, at) => slots.finish(j, s, o, at())),
    call('missed', tuple(job, slot, slot), async ({ slots }, j, since, until) => slots.missed(j, since, until, 60_000)),
    call('lastFinished', tuple(job), async ({ slots }, j) => slots.lastFinished(j)),
    call('rewind', tuple(job, from(0, 60_000), now), async ({ slots }, j, after, at) => slots.rewind(j, after, at())),
    call('prune slots', tuple(slot), async ({ slots }, before) => slots.prune(before)),
    call('append in a slot', tuple(batch, claim), async ({ events }, all, held) => events.append(all, held)),
  ];
}

function eventCalls(): readonly fc.Arbitrary<Call<MemoryStore>>[] {
  const filter: fc.Arbitrary<EventFilter> = fc.record(
    {
      types: fc.subarray(['liquidation', 'funding']),
      symbols: fc.subarray(['BTC', 'ETH']),
      venues: fc.subarray(['perpdex', 'other']),
      minUsd: from(0, 5),
    },
    { requiredKeys: [] },
  );
  const [id, limit, ts] = [fc.nat(12), fc.integer({ min: 1, max: 6 }), fc.nat(9)];
  return [
    call('append', tuple(batch), async ({ events }, all) => events.append(all)),
    call('since', tuple(id, limit), async ({ events }, after, most) => events.since(after, most)),
    call('recent', tuple(limit, filter), async ({ events }, most, passing) => events.recent(most, passing)),
    call('between', tuple(ts, ts, limit), async ({ events }, first, last, most) => events.between(first, last, most)),
    call('bounds', tuple(), async ({ events }) => events.bounds()),
    call('prune', tuple(ts), async ({ events }, before) => events.prune(before)),
    call('prune but', tuple(ts, ts), async ({ events }, before, beforeTs) =>
      events.prune(before, { types: ['funding'], beforeTs }),
    ),
  ];
}

/** Leases and states. @param base the present moment, epoch ms. */
function keptCalls(base: () => number): readonly fc.Arbitrary<Call<MemoryStore>>[] {
  const now = offset.map((ms) => () => base() + ms);
  const [scope, holder, ttl] = [from('s', 't'), from('x', 'y', 'z'), from(60_000)];
  const state = fc.record({ engine: from('e', 'f'), scope: from('BTC', 'a', 'Z', 'ETH'), configVersion: from('1', '2'), asOf: fc.nat(4), json: from('{"a":[1,2]}', '"text"', 'null') }); // prettier-ignore
  return [
    call('take', tuple(scope, from(1, 2), holder, ttl, now), async ({ leases }, s, cap, h, ms, at) => leases.take(s, cap, h, ms, at())),
    call('renew', tuple(scope, holder, ttl, now), async ({ leases }, s, h, ms, at) => leases.renew(s, h, ms, at())),
    call('release', tuple(scope, holder), async ({ leases }, s, h) => leases.release(s, h)),
    call('count', tuple(scope, now), async ({ leases }, s, at) => leases.count(s, at())),
    call('saveTexts', tuple(fc.array(state, { maxLength: 4 })), async ({ states }, all) => states.saveTexts(all)),
    call('loadTexts', tuple(from('e', 'f'), from('1', '2'), from(undefined, 2)), async ({ states }, engine, version, after) => states.loadTexts(engine, version, after)),
  ]; // prettier-ignore
}

function paymentCalls(): readonly fc.Arbitrary<Call<Payments>>[] {
  const id: fc.Arbitrary<PaymentId> = from('n', 'n', 'n', 'm').map((nonce) => ({ network: 'eip155:1', asset: 'usdc', payer: 'p', nonce })); // prettier-ignore
  const by = from('x', 'x', 'x', 'y');
  const now = fc.integer({ min: 1, max: 6 });
  const claim = fc.record({ by, until: now });
  const about = { fingerprint: 'f', signatureHash: 's', clientNetwork: 'c', resource: '/r', payTo: 't', amount: '1' };
  const state = from('seen' as const, 'verified' as const, 'settling' as const, 'settled' as const, 'unknown' as const);
  const effect = async (): Promise<void> => Promise.resolve();
  const delivery = tuple(now, from('h', 'g'), from(null, 'k')).map(([at, transaction, keyId]) => ({ answer: Buffer.from(`a${at}`), at, transaction, keyId, effect })); // prettier-ignore
  const outcome = fc.oneof(
    now.map((at) => ({ state: 'settled' as const, transaction: 'u', at })),
    from({ state: 'failed' as const, reason: 'r' }),
  );
  return [
    call('find', tuple(id), async (payments, one) => payments.find(one)),
    call('begin', tuple(id, claim, now, now), async (payments, one, held, validBefore, seenAt) => payments.begin({ ...one, ...about, validBefore, seenAt: one.nonce === 'm' ? seenAt : seenAt + 10 }, held)),
    call('takeOver', tuple(id, claim, now, state), async (payments, one, held, at, expected) => payments.takeOver(one, held, at, expected)),
    // Steps that follow each other, which few lists of single calls have.
    call('steps', tuple(id, claim, now, delivery, fc.integer({ min: 1, max: 4 })), async (payments, one, held, at, what, count) => {
      const steps = [
        async () => payments.begin({ ...one, ...about, validBefore: at, seenAt: at }, held),
        async () => payments.verified(one, held.by),
        async () => payments.settling(one, held, at),
        async () => payments.deliver(one, held.by, what),
      ];
      const answers: boolean[] = [];
      for (const step of steps.slice(0, count)) answers.push(await step());
      return answers;
    }),
    call('verified', tuple(id, by), async (payments, one, who) => payments.verified(one, who)),
    call('settling', tuple(id, claim, now), async (payments, one, held, at) => payments.settling(one, held, at)),
    call('deliver', tuple(id, by, delivery), async (payments, one, who, what) => payments.deliver(one, who, what)),
    call('failed', tuple(id, by), async (payments, one, who) => payments.failed(one, who, 'reason')),
    call('unknown', tuple(id, by), async (payments, one, who) => payments.unknown(one, who)),
    call('release', tuple(id, by), async (payments, one, who) => payments.release(one, who)),
    call('unclaim', tuple(id, by), async (payments, one, who) => payments.unclaim(one, who)),
    call('unresolved', tuple(now), async (payments, at) => payments.unresolved(at)),
    call('resolve', tuple(id, outcome, now), async (payments, one, result, at) => payments.resolve(one, result, at)),
    call('prune', tuple(now, now), async (payments, answers, failed) => payments.prune({ answers, failed })),
  ]; // prettier-ignore
}

/** Both ledgers behind the calls that the memory one has. */
type Ledger = Omit<MemoryLedger, 'rowsOf'> & { readonly rowsOf: (day: number) => Promise<readonly LedgerRow[]> };

const TIMELINE = 't';

/** The forecast of a place, its grade and a correction, as far as they are due. */
function rowsOf(
  scope: string,
  horizon: LedgerHorizon,
  hour: number,
  parts: number,
  hits: number,
): readonly LedgerRow[] {
  const base = forecast(hour, scope, `m${hits}`);
  const id = `live/${scope}/${horizon}/${base.time}`;
  const row: ForecastRow = { ...base, id, horizon };
  const { origin, time, rules } = row;
  const shared = { origin, scope, horizon, time, rules, row: id, grades: {}, followed: { return: null, volatility: null, fall: null } } as const; // prettier-ignore
  const recorded = new Date(MIDNIGHT + (hour + LEDGER_HORIZONS[horizon] + 1) * HOUR_MS).toISOString();
  const grade: GradeRow = { ...shared, type: 'grade', id: `${id}/grade`, recorded, corrects: null, counts: { drawdown: [hits, 0] } }; // prettier-ignore
  const correction: GradeRow = { ...grade, id: `${id}/grade/1`, corrects: grade.id, counts: { drawdown: [hits, 1] } };
  return [row, grade, correction].slice(0, parts);
}

function ledgerCalls(): readonly fc.Arbitrary<Call<Ledger>>[] {
  const horizon = from<LedgerHorizon>('4h', '24h');
  const scope = from('market', 'BTC', 'aave');
  const hour = fc.integer({ min: 0, max: 30 });
  const place = fc.record({ scope, horizon, time: hour.map((h) => MIDNIGHT + h * HOUR_MS) });
  const group = tuple(scope, horizon, hour, fc.integer({ min: 1, max: 3 }), fc.nat(3));
  const at = fc.integer({ min: -2, max: 60 }).map((h) => MIDNIGHT + h * HOUR_MS);
  const [origin, days] = ['live' as const, fc.nat(2)];
  // As the producer writes them: each row once, in the order of time.
  const groups = fc
    .uniqueArray(group, { selector: ([one, other, at]) => `${one} ${other} ${at}`, maxLength: 5 })
    .map((drawn) => drawn.toSorted(([, , a], [, , b]) => a - b));
  const write = tuple(groups, days, days);
  return [
    call('write', write, async (ledger, drawn, later, closed) => {
      const rows = drawn.flatMap((one) => rowsOf(...one));
      const last = Math.max(0, ...rows.map((row) => Date.parse(row.time) - MIDNIGHT));
      const day = MIDNIGHT + (Math.floor(last / DAY_MS) + later) * DAY_MS;
      return ledger.write({ origin, rows, day, closeBefore: MIDNIGHT + closed * DAY_MS });
    }),
    call('due', tuple(at, at, fc.integer({ min: 1, max: 8 })), async (ledger, first, asOf, limit) => ledger.due(TIMELINE, { origin, from: first, asOf, limit })),
    call('graded', tuple(at, at), async (ledger, first, to) => ledger.graded(TIMELINE, { origin, from: first, to })),
    call('forecasts', tuple(fc.uniqueArray(place, { selector: (one) => JSON.stringify(one), maxLength: 5 })), async (ledger, places) => new Set((await ledger.forecasts(TIMELINE, origin, places)).map(({ id, model }) => `${id} ${model}`))),
    call('newest', tuple(), async (ledger) => new Set((await ledger.newest(TIMELINE, origin)).map((one) => canonicalJson(one)))),
    call('digests', tuple(), async (ledger) => ledger.digests(TIMELINE, { origin, from: 0, to: Number.MAX_SAFE_INTEGER })),
    call('rows', tuple(days), async (ledger, day) => ledger.rowsOf(MIDNIGHT + day * DAY_MS)),
  ]; // prettier-ignore
}

const TABLES = [
  'slots',
  'events',
  'kept_events',
  'leases',
  'engine_state',
  'payments',
  'ledger_rows',
  'ledger_digests',
];

describe('stores in memory answer as the stored ones do', () => {
  let server: TestServer;
  let store: Store;
  beforeAll(async () => {
    server = await startTestServer();
    store = await server.open(await server.database());
  });
  afterAll(async () => server.stop());

  async function compare<Stores>(kinds: readonly fc.Arbitrary<Call<Stores>>[], stored: Stores, memory: () => Stores) {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(callsOf(kinds), async (calls) => {
        await store.pool.query(`${TABLES.map((table) => `delete from ${table};`).join('')} update event_counter set last_id = 0`); // prettier-ignore
        const remembered = memory();
        for (const one of calls) {
          const expected = await answerOf(one, stored);
          expect(await answerOf(one, remembered), one.text).toEqual(expected);
          if (![false, failure, null, 0].includes(expected as null) && (expected as unknown[]).length !== 0)
            seen.add(one.text.replace(/\[.*/s, ''));
        }
      }),
      { numRuns: 40 },
    );
    return [...seen].toSorted();
  }

  let base = 0;
  const present = (): number => base;
  const memory = (): MemoryStore => {
    base = Date.now();
    return createMemoryStore(Date.now);
  };
  const stored = (): MemoryStore => ({ ...store, states: store.engineStates });

  it('slots', async () => {
    const answered = await compare(jobCalls(present), stored(), memory);
    const some = ['append in a slot', 'claim', 'claim and append', 'extend', 'finish', 'lastFinished', 'missed'];
    expect(answered).toEqual(some);
  });

  it('events', async () => {
    const answered = await compare(eventCalls(), stored(), memory);
    expect(answered).toEqual(['append', 'between', 'bounds', 'prune', 'prune but', 'recent', 'since']);
  });

  it('leases and states', async () => {
    const answered = await compare(keptCalls(present), stored(), memory);
    expect(answered).toEqual(['count', 'loadTexts', 'renew', 'saveTexts', 'take']);
  });

  it('payments', async () => {
    const answered = await compare(paymentCalls(), store.payments, createMemoryPayments);
    const some = ['deliver', 'failed', 'find', 'resolve', 'settling', 'steps', 'takeOver', 'unknown', 'unresolved', 'verified']; // prettier-ignore
    expect(answered).toEqual(expect.arrayContaining(some));
  });

  it('the ledger', async () => {
    const { ledger, db } = store;
    const chain: Ledger = {
      ...ledger,
      write: async (write) => LEDGER_ROWS.write(db, write, { timeline: TIMELINE, asOf: MIDNIGHT }),
      rowsOf: async (day) =>
        (await ledger.rows(TIMELINE, { origin: 'live', day, limit: 1000, asOf: Number.MAX_SAFE_INTEGER })).map(
          ({ text }) => JSON.parse(text) as LedgerRow,
        ),
    };
    const remembered = (): Ledger => {
      const made = createMemoryLedger();
      const rows = async (day: number) => made.rowsOf(day).toSorted((a, b) => (a.id < b.id ? -1 : 1));
      return { ...made, rowsOf: rows };
    };
    const answered = await compare(ledgerCalls(), chain, remembered);
    expect(answered).toEqual(['digests', 'due', 'forecasts', 'graded', 'newest', 'rows']);
  });
});
