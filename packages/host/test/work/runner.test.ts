import { HOUR_MS, MINUTE_MS } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { createMemorySnapshotStore } from '../../../runtime/src/snapshots/memory/snapshot-store.ts';
import { SourceError } from '../../../sources/src/market/feed.ts';
import { readOver, type Market } from '../../../sources/src/market/market.ts';
import { cycleProducer } from '../../../runtime/src/producers/cycle/producer.ts';
import { ENGINES } from '@barograph/contract';
import { quantProducer } from '../../../runtime/src/producers/quant/producer.ts';
import { enginesProducer } from '../../../runtime/src/producers/universe/producer.ts';
import { CADENCES_V1 } from '../../../sources/src/cadence.ts';
import type { Produced, Producer, ProducerRun } from '../../../runtime/src/producer.ts';
import { fewCoins, memoryObservations, NOW, testModel } from '../services/quant/test-support.ts';
import { memoryStates, smallMarket, START } from '../test-support.ts';
import { movableClock, runnerOf } from '../../../runtime/test/test-support.ts';

const NOTHING: Produced = { states: [], published: [] };
const AT = START + 10 * HOUR_MS;
const source = smallMarket();

function toy(name: string, run: ProducerRun, changes: Partial<Producer> = {}): Producer {
  return {
    name,
    cadence: CADENCES_V1.hourly,
    makeUp: { kind: 'latest' },
    reads: [],
    needs: [],
    publishes: [],
    isHeavy: false,
    create: () => run,
    ...changes,
  };
}

/** A gate that runs wait at. */
function gate(): { readonly wait: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const wait = new Promise<void>((resolve) => (open = resolve));
  return { wait, open };
}

/** Counts its runs in its state, and publishes the count. */
function counter(): Producer & { readonly creations: () => number } {
  let creations = 0;
  const key = { name: 'counter', version: 'counter/1' };
  const create = (): ProducerRun => {
    creations++;
    let count: number | undefined;
    return async ({ asOf, load }) => {
      count ??= (await load(key)).map(({ json }) => Number(json))[0] ?? 0;
      count++;
      return {
        states: [{ ...key, scope: 'all', asOf, json: String(count) }],
        published: [{ name: 'signum', head: String(count), records: ['{"n":1}', '{"n":2}'] }],
      };
    };
  };
  return { ...toy('counter', async () => NOTHING, { publishes: ['signum'] }), create, creations: () => creations };
}

describe('a snapshot made of a store', () => {
  it('names the source that the store was filled from, beside those of the market', async () => {
    const stored = { feed: 'transfers', source: 'node', kind: 'live', asOf: AT - HOUR_MS, isFresh: true } as const;
    const both = toy(
      'both',
      async ({ asOf, market }) => {
        await market.closedBars({ symbol: 'BTC', venue: 'perpdex_perp' }, '1h', START, asOf);
        return { states: [], published: [{ name: 'signum', head: '1', records: [], provenance: [stored] }] };
      },
      { publishes: ['signum'] },
    );
    const snapshots = createMemorySnapshotStore();
    await runnerOf([both], movableClock(AT), { source, snapshots }).run('both');
    const { provenance } = snapshots.latest('signum')!;
    expect(provenance!.map(({ feed }) => feed)).toEqual(['bars', 'transfers']);
    expect(provenance![1]).toEqual(stored);
  });
});

describe('a run in parts', () => {
  it('goes on until nothing is left; who needs a part does not wait for the next, who needs all waits for the last', async () => {
    const done: string[] = [];
    const { wait, open } = gate();
    let parts = 0;
    const many = toy('many', async () => {
      if (parts === 1) await wait;
      done.push(`many ${++parts}`);
      return { ...NOTHING, isUnfinished: parts < 3 };
    });
    const note =
      (name: string): ProducerRun =>
      async () => {
        done.push(name);
        return NOTHING;
      };
    const some = toy('some', note('some'), { needs: ['many'] });
    const all = toy('all', note('all'), { needs: ['many'], waitsForRest: true });
    const runner = runnerOf([many, some, all], movableClock(AT), { source });
    await runner.run('many');
    const last = runner.run('all');
    await runner.run('some');
    expect(done).toEqual(['many 1', 'some']);
    open();
    await last;
    expect(done).toEqual(['many 1', 'some', 'many 2', 'many 3', 'all']);
    await runner.stop();
  });
});

describe('the runner', () => {
  it('runs one run at a time of a producer, shared by calls of its slot', async () => {
    const clock = movableClock(AT);
    const { wait, open } = gate();
    const slots: number[] = [];
    const producer = toy('slow', async ({ slot }) => {
      slots.push(slot);
      await wait;
      return NOTHING;
    });
    const runner = runnerOf([producer], clock, { source });
    const first = runner.run('slow');
    const same = runner.run('slow');
    const job = runner.jobs[0]!.run(AT - HOUR_MS + 5 * MINUTE_MS);
    await expect.poll(() => slots.length).toBe(1);
    // A slot that begins later than the run under way has a run of its own.
    clock.put(AT + 5 * MINUTE_MS);
    const next = runner.jobs[0]!.run(AT + 5 * MINUTE_MS);
    open();
    const [one, two] = await Promise.all([first, same]);
    await Promise.all([job, next]);
    expect(two).toBe(one);
    expect(slots).toEqual([AT - HOUR_MS + 5 * MINUTE_MS, AT + 5 * MINUTE_MS]);
  });

  it('runs every slot of a producer that makes up each of them, one after the other', async () => {
    const slots: number[] = [];
    const each = { makeUp: { kind: 'each', atMost: 9 } } as const;
    const producer = toy('each', async ({ slot }) => (slots.push(slot), NOTHING), each);
    const [job] = runnerOf([producer], movableClock(AT), { source }).jobs;
    await Promise.all([job!.run(1), job!.run(2), job!.run(3)]);
    expect(slots).toEqual([1, 2, 3]);
  });

  it('saves, publishes and resumes; a new process goes on from the stored state', async () => {
    const [states, snapshots] = [memoryStates(), createMemorySnapshotStore()];
    const [one, two] = [counter(), counter()];
    const clock = movableClock(AT);
    const runner = runnerOf([one], clock, { source, states, snapshots });
    for (const at of [AT, AT + 1]) {
      clock.put(at);
      await runner.run('counter');
    }
    expect(one.creations()).toBe(1);
    clock.put(AT + 2);
    expect(await runnerOf([two], clock, { source, states, snapshots }).refresh('counter', 'signum')).toMatchObject({
      rows: 2,
      asOf: AT + 2,
    });
    expect(snapshots.latest('signum')).toMatchObject({ asOf: AT + 2, head: 3 });
  });

  it('drops the memory of a run that could not be kept: the next resumes from what was', async () => {
    const states = memoryStates();
    let isDown = false;
    const saveTexts: typeof states.saveTexts = async (...args) => {
      if (isDown) throw new Error('the database is away');
      return states.saveTexts(...args);
    };
    const [clock, snapshots, producer] = [movableClock(AT), createMemorySnapshotStore(), counter()];
    const runner = runnerOf([producer], clock, { source, states: { ...states, saveTexts }, snapshots });
    await runner.run('counter');
    isDown = true;
    clock.put(AT + 1);
    await expect(runner.run('counter')).rejects.toThrow('the database is away');
    expect(snapshots.latest('signum')).toMatchObject({ asOf: AT, head: 1 });
    isDown = false;
    clock.put(AT + 2);
    await runner.run('counter');
    expect(snapshots.latest('signum')).toMatchObject({ asOf: AT + 2, head: 2 });
    expect(producer.creations()).toBe(2);
  });

  it('runs at a cold start what has nothing published, and what is of another model', async () => {
    const ran: string[] = [];
    const publishing = (name: string, isCurrent?: (head: unknown) => boolean): Producer =>
      toy(
        name,
        async () => {
          ran.push(name);
          return { states: [], published: [{ name, head: '"new"', records: [] }] };
        },
        { publishes: [name], ...(isCurrent === undefined ? {} : { isCurrent }) },
      );
    const snapshots = createMemorySnapshotStore();
    for (const name of ['volume', 'quant']) await snapshots.publishText({ name, head: '"old"', records: [] }, AT - 1);
    const producers = [
      publishing('signum'),
      publishing('volume'),
      publishing('quant', (head) => head === 'new'),
      toy('detector', async () => (ran.push('detector'), NOTHING)),
    ];
    const runner = runnerOf(producers, movableClock(AT), { source, snapshots });
    await runner.catchUp();
    expect(ran).toEqual(['signum', 'quant']);
    await runner.catchUp();
    expect(ran).toEqual(['signum', 'quant']);
  });

  it('gives each producer its turn in a cold start, whatever becomes of those before it', async () => {
    const ran: string[] = [];
    const down = toy('down', async () => (ran.push('down'), Promise.reject(new SourceError('HTTP 400'))), {
      publishes: ['macro'],
    });
    const after = toy('after', async () => (ran.push('after'), NOTHING), { publishes: ['signum'] });
    const runner = runnerOf([down, after], movableClock(AT), { source });
    await expect(runner.catchUp()).rejects.toThrow('HTTP 400');
    expect(ran).toEqual(['down', 'after']);
    expect(runner.standings().map(({ status }) => status)).toEqual(['failing', 'ok']);
  });

  it('says of each producer when it last succeeded, how it last failed, and how far it is behind', async () => {
    const clock = movableClock(AT);
    let isDown = false;
    const quarter = { cadence: CADENCES_V1.every15Minutes };
    const shaky = toy('shaky', async () => (isDown ? Promise.reject(new SourceError('a secret')) : NOTHING), quarter);
    const runner = runnerOf([shaky, toy('calm', async () => NOTHING)], clock, { source });
    const none = {
      status: 'never_run',
      cause: null,
      lastSuccess: null,
      lastFailure: null,
      lagMs: null,
      isFailing: false,
    };
    expect(runner.standings()).toEqual([
      { name: 'shaky', ...none },
      { name: 'calm', ...none },
    ]);
    await runner.run('shaky');
    isDown = true;
    clock.put(AT + 16 * MINUTE_MS);
    await expect(runner.run('shaky')).rejects.toThrow(SourceError);
    await runner.run('calm');
    const failed = { at: AT + 16 * MINUTE_MS, error: 'SourceError' };
    expect(runner.standings()).toEqual([
      {
        name: 'shaky',
        status: 'failing',
        cause: 'the source failed',
        lastSuccess: AT,
        lastFailure: failed,
        lagMs: MINUTE_MS,
        isFailing: true,
      },
      { name: 'calm', ...none, status: 'ok', lastSuccess: AT + 16 * MINUTE_MS, lagMs: 0 },
    ]);
    isDown = false;
    await runner.run('shaky');
    expect(runner.standings()[0]).toMatchObject({ lastSuccess: AT + 16 * MINUTE_MS, lagMs: 0, isFailing: false });
  });

  it('counts the runs of other replicas: their slots and their snapshots', async () => {
    const clock = movableClock(AT + 16 * MINUTE_MS);
    const snapshots = createMemorySnapshotStore();
    const failing = toy('shared', async () => Promise.reject(new Error('down')), {
      cadence: CADENCES_V1.every15Minutes,
      publishes: ['quant'],
    });
    const runner = runnerOf([failing], clock, { source, snapshots });
    await expect(runner.run('shared')).rejects.toThrow('down');
    expect(runner.standings()[0]).toMatchObject({ lastSuccess: null, isFailing: true });
    runner.jobs[0]!.onFinished!(AT);
    expect(runner.standings()[0]).toMatchObject({ lastSuccess: AT, lagMs: MINUTE_MS, isFailing: true });
    await snapshots.publishText({ name: 'quant', head: '{}', records: [] }, AT + 17 * MINUTE_MS);
    clock.put(AT + 20 * MINUTE_MS);
    expect(runner.standings()[0]).toMatchObject({ lastSuccess: AT + 17 * MINUTE_MS, lagMs: 0, isFailing: false });
  });

  it('finishes at its stop what a caller waits for, and refuses what comes later', async () => {
    const { wait, open } = gate();
    const a = toy('a', async () => {
      await wait;
      return NOTHING;
    });
    const b = toy('b', async () => NOTHING, { needs: ['a'], publishes: ['b'] });
    const runner = runnerOf([a, b], movableClock(AT), { source });
    const scheduled = runner.run('b'); // waits for a
    const first = runner.run('a');
    const asked = runner.refresh('b', 'b').catch((error: unknown) => error);
    const stopped = runner.stop();
    open();
    await Promise.all([first, stopped]);
    await expect(scheduled).resolves.toBeDefined();
    // It ran, and has no snapshot of that name.
    await expect(asked).resolves.toMatchObject({ message: expect.stringContaining('"snapshot" expected') });
    await expect(runner.refresh('b', 'b')).rejects.toThrow('the host is stopping');
  });

  it('refuses a name twice, a producer before one that it needs, and runs after its end', async () => {
    const [a, b] = [toy('a', async () => NOTHING), toy('b', async () => NOTHING, { needs: ['a'] })];
    const made = (producers: readonly Producer[]) => runnerOf(producers, movableClock(AT), { source });
    expect(() => made([a, a])).toThrow('"producers" expected each name once, got a twice');
    expect(() => made([b, a])).toThrow('"producers" expected a before b');
    await expect(made([a]).run('c')).rejects.toThrow('"producer" expected a producer of this host, got c');
    const runner = made([a]);
    await runner.stop();
    await expect(runner.run('a')).rejects.toThrow('the runner has stopped');
  });
});

describe('the pulls of producers that run together', () => {
  const counted = (market: Market): Market & { readonly pulls: string[] } => {
    const pulls: string[] = [];
    return {
      ...market,
      pulls,
      read: readOver(market.read, 'bars', async (request) => {
        const { venue, symbol, interval, window } = request;
        if (window.kind === 'range') pulls.push(`${venue} ${symbol} ${interval} ${window.from}`);
        return market.read('bars', request);
      }),
    };
  };

  it('are one for each listing, interval and window start; hours and days of a listing are pulled once', async () => {
    const market = counted(fewCoins());
    const producers = [enginesProducer(ENGINES), cycleProducer('t'), quantProducer(testModel(), 't')];
    const stores = { source: market, states: memoryStates(), observations: memoryObservations() };
    const clock = movableClock(NOW + 20 * MINUTE_MS);
    const runner = runnerOf(producers, clock, stores);
    await runner.withSharedPulls(async () => {
      await runner.catchUp();
      await runner.catchUp();
    });
    expect(market.pulls.length).toBeGreaterThan(0);
    expect(new Set(market.pulls).size).toBe(market.pulls.length);
    const hours = market.pulls.filter((pull) => pull.includes(' 1h '));
    expect(hours.length).toBe((await market.listings(clock.now())).length);
    const days = market.pulls.filter((pull) => pull.includes(' 1d '));
    expect(days.length).toBe((await market.listings(clock.now())).length);
    // In the next hour too, and nothing is kept in between.
    market.pulls.length = 0;
    clock.put(NOW + HOUR_MS + 20 * MINUTE_MS);
    await runner.withSharedPulls(async () => Promise.all(producers.map(async ({ name }) => runner.run(name))));
    expect(new Set(market.pulls).size).toBe(market.pulls.length);
    expect(market.pulls.filter((pull) => pull.includes('ETH 1h')).length).toBe(1);
  });
});
