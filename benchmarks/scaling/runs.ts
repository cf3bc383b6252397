/** The runs of each part, in rounds over the groups: what a call, an event, a symbol and an archived row cost. */

import { setTimeout as wait } from 'node:timers/promises';
import { start, type Running } from '../http/process.ts';
import { KEY, KEYS, type Bed, type Group, type Used } from './bed.ts';
import { filesOfPage } from './model.ts';

/** A run: what was asked of how many replicas, and what one unit of it cost. */
export interface Run extends Used {
  readonly part:
    | 'calls'
    | 'events'
    | 'redis'
    | 'renewals'
    | 'appends'
    | 'wakes'
    | 'symbols'
    | 'pages'
    | 'written'
    | 'first'
    | 'idle';
  readonly replicas: number;
  /** Size of what was asked: connections of a replica; events of an append; symbols; rows of a page; symbols of a day. */
  readonly size: number;
  /** Meaning by part. Events: streams per replica. Idle: 1 with Redis. Calls: 1 when every key is unknown. Pages: days of the archive. Written days: files per slice. */
  readonly of: number;
  /** Units that the costs were divided by. */
  readonly units: number;
}

/** Rounds of a part: at least and at most so many, and between them until a moment of `performance.now()`. */
export interface Rounds {
  readonly least: number;
  readonly most: number;
  readonly until: number;
}

/** The groups in turn, forwards and backwards, so that none always comes after the same other one. */
async function inRounds(
  { groups }: Pick<Bed, 'groups'>,
  { least, most, until }: Rounds,
  work: (groups: readonly Group[], round: number) => Promise<void>,
): Promise<void> {
  for (let round = 0; round < most && (round < least || performance.now() < until); round++) {
    await work(round % 2 === 0 ? groups : groups.toReversed(), round);
  }
}

/** The first share of the rounds that are left. */
const shareOf = (rounds: Rounds, share: number): Rounds => {
  const now = performance.now();
  return { ...rounds, until: now + Math.max(0, rounds.until - now) * share };
};

/** Calls of a replica in a slice, by connections, with keys that it knows or not: as many for each number of replicas. */
const CALLS: readonly (readonly [connections: number, calls: number, areNew: 0 | 1])[] = [
  [4, 1500, 0],
  [16, 3000, 0],
  [64, 6000, 0],
  [32, 1500, 1],
];
const WARM_UP_CALLS = 15_000;

type About = Pick<Run, 'part' | 'size' | 'of'>;

/** Cost of one unit. Counts of statements are divided too. */
async function once(bed: Bed, group: Group, units: number, about: About, work: () => Promise<unknown>): Promise<Run> {
  const used = await bed.over(group, work);
  const costs = Object.entries(used).filter(([name]) => name !== 'contention');
  const perUnit = Object.fromEntries(costs.map(([name, value]: [string, number]) => [name, value / units]));
  return { ...used, ...perUnit, ...about, replicas: group.replicas.length, units };
}

/** Costs that all replicas had together, by the units of one. */
function perReplica(
  run: Run,
  shared: readonly ('forReplicas' | 'forWorker' | 'background' | 'statements' | 'lookups' | 'wal' | 'commits')[],
): Run {
  return { ...run, ...Object.fromEntries(shared.map((name) => [name, run[name] / run.replicas])) };
}

/** Keyed calls. */
export async function callRuns(bed: Bed, rounds: Rounds): Promise<readonly Run[]> {
  const runs: Run[] = [];
  const call = async ({ caller }: Group, [connections, answers, areNew]: (typeof CALLS)[number]): Promise<unknown> =>
    caller.ask({ connections, answers, areNew: areNew === 1 });
  // Code that V8 has not compiled yet costs ten times as much.
  for (const group of bed.groups) {
    await call(group, [4, WARM_UP_CALLS / 5, 0]);
    await call(group, [64, WARM_UP_CALLS, 0]);
    await call(group, [32, 1500, 1]);
  }
  await inRounds(bed, rounds, async (groups) => {
    for (const kind of CALLS) {
      for (const group of groups) {
        const [connections, calls, areNew] = kind;
        const about = { part: 'calls', size: connections, of: areNew } as const;
        // Costs of a replica are by its own calls, those of Postgres by all.
        const run = await once(bed, group, calls, about, async () => call(group, kind));
        runs.push(
          perReplica(run, ['forReplicas', 'forWorker', 'background', 'statements', 'lookups', 'wal', 'commits']),
        );
      }
    }
  });
  return runs;
}

/** Streams of a replica. */
const STREAMS = [10, 100];
/** Appends of a slice, events of each, and ms from one to the next: every replica has read the one before. */
const APPENDS: readonly (readonly [times: number, each: number, everyMs: number])[] = [
  [100, 1, 12],
  [25, 20, 40],
];

/** Events, through Postgres and through Redis in turn. */
export async function eventRuns(bed: Bed, rounds: Rounds): Promise<readonly Run[]> {
  const runs: Run[] = [];
  const all = [...bed.groups, ...bed.withRedis];
  const append = async (
    group: Group,
    streams: readonly Running[],
    [times, each, everyMs]: (typeof APPENDS)[number],
    perReplica: number,
  ) => {
    const read = Promise.all(streams.map(async (one) => one.ask({ more: times * each * perReplica })));
    await group.worker.ask({ append: times, each, everyMs });
    await read;
  };
  for (const [at, perReplica] of STREAMS.entries()) {
    const own = shareOf(rounds, 1 / (STREAMS.length - at));
    const streamsOf = new Map<Group, readonly Running[]>();
    for (const group of all) {
      const streams = await Promise.all(
        group.replicas.map(async ({ url }, i) =>
          start('sse/clients.ts', url, String(perReplica), KEY, String(i * KEYS)),
        ),
      );
      streamsOf.set(group, streams);
      // The code is compiled after the first of both numbers of streams.
      await append(group, streams, [at === 0 ? 2000 : 200, 1, 3], perReplica);
      await append(group, streams, [100, 20, 10], perReplica);
    }
    await inRounds({ groups: all }, own, async (groups) => {
      for (const kind of APPENDS) {
        for (const group of groups) {
          const about = { part: group.isRedis ? 'redis' : 'events', size: kind[1], of: perReplica } as const;
          const work = async () => append(group, streamsOf.get(group)!, kind, perReplica);
          runs.push(await once(bed, group, kind[0] * kind[1], about, work));
        }
      }
    });
    for (const streams of streamsOf.values()) for (const one of streams) await one.stop();
  }
  return runs;
}

/** Appends and wake-ups of a replica in a slice: a lock has one of them at a time. */
const LOCKED = { appends: 400, wakes: 1000 } as const;

/** Renewals of streams, and locks that all replicas want at once. */
export async function lockRuns(bed: Bed, rounds: Rounds): Promise<readonly Run[]> {
  const runs: Run[] = [];
  const all = async ({ replicas }: Group, asked: (i: number) => object): Promise<unknown> =>
    Promise.all(replicas.map(async (one, i) => one.ask(asked(i))));
  const keysOf = (i: number): readonly string[] => Array.from({ length: KEYS }, (_, k) => `${KEY}${i * KEYS + k}`);
  const kinds = [
    ['renewals', KEYS, (i: number) => ({ renew: keysOf(i) })],
    ['appends', LOCKED.appends, () => ({ append: LOCKED.appends })],
    ['wakes', LOCKED.wakes, () => ({ wake: LOCKED.wakes })],
  ] as const;
  // Places are taken at first.
  for (const group of bed.groups) {
    for (const [, , asked] of kinds) await all(group, asked);
    await all(group, kinds[0][2]);
  }
  await inRounds(bed, rounds, async (groups) => {
    for (const [part, each, asked] of kinds) {
      for (const group of groups) {
        // A lock has the units of all replicas one after the other; a renewal is a replica's own.
        const units = part === 'renewals' ? each : each * group.replicas.length;
        const run = await once(bed, group, units, { part, size: each, of: 0 }, async () => all(group, asked));
        runs.push(part === 'renewals' ? perReplica(run, ['forReplicas', 'statements', 'wal', 'commits']) : run);
      }
    }
  });
  return runs;
}

/** Symbols of a refresh. */
const SYMBOLS = [20, 80];
const HOURS = 3;
const WARM_UP_HOURS = 6;

/** Refreshes of every engine, an hour each. */
export async function symbolRuns(bed: Bed, rounds: Rounds): Promise<readonly Run[]> {
  const runs: Run[] = [];
  const refresh = async ({ worker }: Group, symbols: number, hours: number): Promise<unknown> =>
    worker.ask({ refresh: hours, symbols, timeline: `symbols-${symbols}` });
  for (const symbols of SYMBOLS) {
    for (const group of bed.groups) {
      for (const one of group.replicas) await one.ask({ follow: `symbols-${symbols}` });
      await refresh(group, symbols, WARM_UP_HOURS);
    }
  }
  await inRounds(bed, rounds, async (groups) => {
    for (const symbols of SYMBOLS) {
      for (const group of groups) {
        const about = { part: 'symbols', size: symbols, of: 0 } as const;
        const work = async (): Promise<void> => {
          await refresh(group, symbols, HOURS);
          // The last of them is still being read by the others.
          await wait(300);
        };
        runs.push(await once(bed, group, HOURS, about, work));
      }
    }
  });
  return runs;
}

/** Archives by symbols and days: of so many files. */
const ARCHIVES: readonly (readonly [symbols: number, days: number])[] = [
  [4, 10],
  [15, 20],
];
/** Days that are written in a slice, by their symbols. */
const WRITTEN: readonly (readonly [symbols: number, days: number])[] = [
  [4, 8],
  [20, 3],
];
/** Rows of a page. */
const PAGE_ROWS = [100, 1000, 5000];

/** Files that the worker writes: the first ones of its process, then days in rounds. */
async function writtenRuns(bed: Bed, rounds: Rounds): Promise<readonly Run[]> {
  const runs: Run[] = [];
  const write = async ({ worker }: Group, timeline: string, symbols: number, days: number): Promise<unknown> =>
    worker.ask({ write: days, from: 0, symbols, timeline });
  for (const group of bed.groups) {
    const about = { part: 'first', size: 20, of: 40 } as const;
    runs.push(await once(bed, group, 40, about, async () => write(group, 'first', 20, 2)));
    await write(group, 'warm', 20, 4);
  }
  await inRounds(bed, rounds, async (groups, round) => {
    for (const [symbols, days] of WRITTEN) {
      for (const group of groups) {
        const files = days * symbols;
        const about = { part: 'written', size: symbols, of: files } as const;
        const work = async () => write(group, `written-${symbols}-${round}`, symbols, days);
        runs.push(await once(bed, group, files, about, work));
      }
    }
  });
  return runs;
}

/** Days written by the worker, and pages read by every replica. */
export async function archiveRuns(bed: Bed, rounds: Rounds): Promise<readonly Run[]> {
  const runs: Run[] = [...(await writtenRuns(bed, shareOf(rounds, 0.25)))];
  for (const group of bed.groups) {
    for (const [symbols, days] of ARCHIVES) {
      await group.worker.ask({ write: days, from: 0, symbols, timeline: `archive-${symbols}` });
    }
    await group.database.query('analyze archives');
  }
  const read = async (groups: readonly Group[], keep: (run: Run) => void): Promise<void> => {
    for (const [symbols, days] of ARCHIVES) {
      const timeline = `archive-${symbols}`;
      for (const limit of PAGE_ROWS) {
        const pages = Math.ceil(24 / filesOfPage(limit));
        for (const group of groups) {
          const about = { part: 'pages', size: limit, of: days } as const;
          const work = async () =>
            Promise.all(group.replicas.map(async (one) => one.ask({ pages, timeline, symbols, days, limit })));
          keep(perReplica(await once(bed, group, pages, about, work), ['forReplicas', 'background', 'statements']));
        }
      }
    }
  };
  // Code that V8 has not compiled yet.
  await read(bed.groups, () => {});
  await inRounds(bed, rounds, async (groups) => read(groups, (run) => runs.push(run)));
  return runs;
}

/** Nothing asked, for so many seconds; the costs are of a second. */
export async function idleRuns(bed: Bed, seconds: number): Promise<readonly Run[]> {
  const runs: Run[] = [];
  for (const group of [...bed.groups, ...bed.withRedis]) {
    const about = { part: 'idle', size: 0, of: Number(group.isRedis) } as const;
    runs.push(await once(bed, group, seconds, about, async () => wait(seconds * 1000)));
  }
  return runs;
}
