/** The runs of each part, in rounds over the groups: what a call, an event, a symbol and an archived row cost. */

import { start, type Running } from '../http/process.ts';
import { KEY, KEYS, type Bed, type Group, type Used } from './bed.ts';
import { filesOfPage } from './model.ts';

/** A run: what was asked of how many replicas, and what one unit of it cost. */
export interface Run extends Used {
  readonly part: 'calls' | 'events' | 'symbols' | 'pages' | 'written' | 'idle';
  readonly replicas: number;
  /** Size of what was asked: connections of a replica; events of an append; symbols; rows of a page; symbols of a day. */
  readonly size: number;
  /** Of events, streams of a replica; of calls, 1 where each has a key that the replica does not know; of pages, days of the archive; of days written, files. */
  readonly of: number;
  /** Units that the costs were divided by. */
  readonly units: number;
}

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
  const { replica, worker, forReplicas, forWorker, background, statements, lookups, contention } = await bed.over(
    group,
    work,
  );
  const run = {
    ...about,
    replicas: group.replicas.length,
    units,
    replica: replica / units,
    worker: worker / units,
    forReplicas: forReplicas / units,
    forWorker: forWorker / units,
    background: background / units,
    statements: statements / units,
    lookups: lookups / units,
    contention,
  };
  console.error(JSON.stringify(run));
  return run;
}

/** Keyed calls. */
export async function callRuns(bed: Bed, rounds: number): Promise<readonly Run[]> {
  const runs: Run[] = [];
  const call = async ({ caller }: Group, [connections, answers, areNew]: (typeof CALLS)[number]): Promise<unknown> =>
    caller.ask({ connections, answers, areNew: areNew === 1 });
  // Code that V8 has not compiled yet costs ten times as much.
  for (const group of bed.groups) {
    await call(group, [4, WARM_UP_CALLS / 5, 0]);
    await call(group, [64, WARM_UP_CALLS, 0]);
    await call(group, [32, 1500, 1]);
  }
  for (let round = 0; round < rounds; round++) {
    for (const kind of CALLS) {
      for (const group of bed.groups) {
        const [connections, calls, areNew] = kind;
        const about = { part: 'calls', size: connections, of: areNew } as const;
        // Costs of a replica are by its own calls, those of Postgres by all.
        const run = await once(bed, group, calls, about, async () => call(group, kind));
        const n = group.replicas.length;
        const shared = ['forReplicas', 'forWorker', 'background', 'statements', 'lookups'] as const;
        runs.push({ ...run, ...Object.fromEntries(shared.map((name) => [name, run[name] / n])) });
      }
    }
  }
  return runs;
}

/** Streams of a replica. */
const STREAMS = [10, 100];
/** Appends of a slice, events of each, and ms from one to the next: every replica has read the one before. */
const APPENDS: readonly (readonly [times: number, each: number, everyMs: number])[] = [
  [200, 1, 12],
  [50, 20, 40],
];

/** Streams of a replica. A machine with too much else to do answers some by 503: then all are opened again. */
async function streamsOn(url: string, count: number, firstKey: number, tries = 5): Promise<Running> {
  try {
    return await start('sse/clients.ts', url, String(count), KEY, String(firstKey));
  } catch (error) {
    if (tries === 1) throw error;
    return streamsOn(url, count, firstKey, tries - 1);
  }
}

/** Events. */
export async function eventRuns(bed: Bed, rounds: number): Promise<readonly Run[]> {
  const runs: Run[] = [];
  const append = async (
    group: Group,
    streams: readonly Running[],
    [times, each, everyMs]: (typeof APPENDS)[number],
    perReplica: number,
  ) => {
    const all = Promise.all(streams.map(async (one) => one.ask({ more: times * each * perReplica })));
    await group.worker.ask({ append: times, each, everyMs });
    await all;
  };
  for (const perReplica of STREAMS) {
    const streamsOf = new Map<Group, readonly Running[]>();
    for (const group of bed.groups) {
      const streams = await Promise.all(group.replicas.map(async ({ url }, i) => streamsOn(url, perReplica, i * KEYS)));
      streamsOf.set(group, streams);
      await append(group, streams, [2000, 1, 3], perReplica);
      await append(group, streams, [100, 20, 10], perReplica);
    }
    for (let round = 0; round < rounds; round++) {
      for (const kind of APPENDS) {
        for (const group of bed.groups) {
          const about = { part: 'events', size: kind[1], of: perReplica } as const;
          const work = async () => append(group, streamsOf.get(group)!, kind, perReplica);
          runs.push(await once(bed, group, kind[0] * kind[1], about, work));
        }
      }
    }
    for (const streams of streamsOf.values()) for (const one of streams) await one.stop();
  }
  return runs;
}

/** Symbols of a refresh. */
const SYMBOLS = [20, 80];
const HOURS = 4;

/** Refreshes of every engine, an hour each. */
export async function symbolRuns(
  bed: Bed,
  rounds: number,
): Promise<{ readonly runs: readonly Run[]; readonly rows: Readonly<Record<number, number>> }> {
  const runs: Run[] = [];
  const rows: Record<number, number> = {};
  for (const symbols of SYMBOLS) {
    const timeline = `symbols-${symbols}`;
    for (const group of bed.groups) {
      for (const one of group.replicas) await one.ask({ follow: timeline });
      await group.worker.ask({ refresh: 3, symbols, timeline });
    }
    for (let round = 0; round < rounds; round++) {
      for (const group of bed.groups) {
        const about = { part: 'symbols', size: symbols, of: 0 } as const;
        runs.push(
          await once(bed, group, HOURS, about, async () => {
            await group.worker.ask({ refresh: HOURS, symbols, timeline });
            // The last of them is still being read by the others.
            await new Promise((resolve) => setTimeout(resolve, 300));
          }),
        );
      }
    }
    const [first] = bed.groups;
    const before = await bed.rowsWritten(first!);
    await first!.worker.ask({ refresh: HOURS, symbols, timeline });
    rows[symbols] = ((await bed.rowsWritten(first!)) - before) / HOURS;
  }
  return { runs, rows };
}

/** Archives by symbols and days: of so many files. */
const ARCHIVES: readonly (readonly [symbols: number, days: number])[] = [
  [4, 10],
  [15, 20],
];
/** Rows of a page. */
const PAGE_ROWS = [100, 1000, 5000];

/** Days written by the worker, and pages read by every replica. */
export async function archiveRuns(bed: Bed, rounds: number): Promise<readonly Run[]> {
  const runs: Run[] = [];
  for (const [symbols, days] of ARCHIVES) {
    const timeline = `archive-${symbols}`;
    for (const group of bed.groups) {
      await group.worker.ask({ write: 3, from: -3, symbols: 20, timeline: `warm-${symbols}` });
      const about = { part: 'written', size: symbols, of: days * symbols } as const;
      const work = async () => group.worker.ask({ write: days, from: 0, symbols, timeline });
      runs.push(await once(bed, group, days * symbols, about, work));
      await group.database.query('analyze archives');
    }
  }
  for (let round = -1; round < rounds; round++) {
    for (const [symbols, days] of ARCHIVES) {
      const timeline = `archive-${symbols}`;
      for (const limit of PAGE_ROWS) {
        const pages = Math.ceil(24 / filesOfPage(limit));
        for (const group of bed.groups) {
          const about = { part: 'pages', size: limit, of: days } as const;
          const work = async () =>
            Promise.all(group.replicas.map(async (one) => one.ask({ pages, timeline, symbols, days, limit })));
          const run = await once(bed, group, pages, about, work);
          const n = group.replicas.length;
          if (round >= 0)
            runs.push({
              ...run,
              forReplicas: run.forReplicas / n,
              background: run.background / n,
              statements: run.statements / n,
            });
        }
      }
    }
  }
  return runs;
}

/** Nothing asked, for so many seconds; the costs are of a second. */
export async function idleRuns(bed: Bed, seconds: number): Promise<readonly Run[]> {
  const runs: Run[] = [];
  for (const group of bed.groups) {
    const about = { part: 'idle', size: 0, of: 0 } as const;
    runs.push(
      await once(bed, group, seconds, about, async () => new Promise((resolve) => setTimeout(resolve, seconds * 1000))),
    );
  }
  return runs;
}
