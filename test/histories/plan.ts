/** The plan of a run: faults, and operations of clients, all drawn from its seed before anything starts. */

import seedrandom from 'seedrandom';

/** Kinds of faults. */
export const FAULTS = [
  'kill',
  'stop',
  'terminate',
  'crash',
  'cut',
  'silent',
  'slow',
  'clock',
  'disk',
  'fsync',
  'chain',
  'join',
] as const;
export type FaultKind = (typeof FAULTS)[number];

/** A fault: when it begins, for how long it holds, which replica it meets, and how hard. */
export interface PlannedFault {
  readonly kind: FaultKind;
  readonly at: number;
  readonly ms: number;
  readonly replica: number;
  /** Within [0, 1). */
  readonly strength: number;
}

/** Acts of a holder of keys. */
export const KEY_ACTS = ['mint', 'call', 'burst', 'rotate', 'revoke', 'again', 'old'] as const;
export type KeyAct = (typeof KEY_ACTS)[number];

/** A step of a client. */
export interface Step {
  /** Pause before it, ms. */
  readonly pause: number;
  readonly act: KeyAct;
  readonly replica: number;
  /** Chooses among what the client has. Within [0, 1). */
  readonly choice: number;
}

/** A plan. */
export interface Plan {
  readonly seed: number;
  readonly ms: number;
  readonly faults: readonly PlannedFault[];
  readonly clients: Readonly<Record<string, readonly Step[]>>;
}

/** Weight of each kind that is drawn, and the longest time that it holds, ms. */
const WEIGHTS: Readonly<Record<Exclude<FaultKind, 'join'>, readonly [weight: number, longestMs: number]>> = {
  kill: [5, 4000],
  stop: [3, 12_000],
  terminate: [4, 0],
  crash: [2, 0],
  cut: [3, 6000],
  silent: [2, 8000],
  slow: [2, 8000],
  clock: [2, 30_000],
  disk: [1, 4000],
  fsync: [2, 8000],
  chain: [4, 10_000],
};
/** Mean pause between newer versions, ms. */
const JOIN_MS = 45_000;
/** Pause between the beginnings of two faults, ms. */
const PAUSE_MS = { least: 1500, most: 9000 } as const;
/** Faults begin after the first keys and streams are there, ms. */
const LEAD_MS = 3000;

/** Weight of each act of a holder of keys. */
const ACTS: Readonly<Record<KeyAct, number>> = { mint: 3, call: 14, burst: 2, rotate: 3, revoke: 2, again: 2, old: 4 };
/** Names of the clients, and the mean pause between their steps, ms. */
const CLIENTS: Readonly<Record<string, number>> = {
  'keys-1': 120,
  'keys-2': 120,
  'keys-3': 250,
  'keys-4': 250,
  'buyer-1': 700,
  'buyer-2': 1100,
  'past-1': 350,
  'files-1': 1500,
};

function weighted<Name extends string>(weights: Readonly<Record<Name, number>>, random: () => number): Name {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the record
  const entries = Object.entries(weights) as [Name, number][];
  let left = random() * entries.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [name, weight] of entries) {
    left -= weight;
    if (left < 0) return name;
  }
  return entries[0]![0];
}

function faultsOf(random: () => number, ms: number, replicas: number): readonly PlannedFault[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the kinds of the table
  const kinds = Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the kinds of the table
  const weights = Object.fromEntries(kinds.map((kind) => [kind, WEIGHTS[kind][0]])) as Record<
    keyof typeof WEIGHTS,
    number
  >;
  const faults: PlannedFault[] = [];
  for (let at = LEAD_MS + random() * PAUSE_MS.most; at < ms;) {
    const kind = weighted(weights, random);
    const [duration, replica, strength] = [random() * WEIGHTS[kind][1], Math.floor(random() * replicas), random()];
    faults.push({ kind, at: Math.round(at), ms: Math.round(duration), replica, strength });
    at += PAUSE_MS.least + random() * (PAUSE_MS.most - PAUSE_MS.least);
  }
  return faults;
}

/** Newer versions; drawn apart, so that the other faults of a seed stay. */
function joinsOf(random: () => number, ms: number, replicas: number): readonly PlannedFault[] {
  const joins: PlannedFault[] = [];
  for (let at = LEAD_MS + random() * JOIN_MS; at < ms; at += JOIN_MS * (0.5 + random())) {
    joins.push({
      kind: 'join',
      at: Math.round(at),
      ms: 0,
      replica: Math.floor(random() * replicas),
      strength: random(),
    });
  }
  return joins;
}

/**
 * A plan whose first replica runs an older version: it is replaced between a third and two thirds of the run, and not before.
 */
export function withOlder(plan: Plan): Plan {
  const at = Math.round((plan.ms * (1 + seedrandom.alea(`${plan.seed} older`)())) / 3);
  const stays = plan.faults.filter(
    (fault) => fault.replica !== 0 || !['kill', 'join'].includes(fault.kind) || fault.at > at,
  );
  const upgrade: PlannedFault = { kind: 'join', at, ms: 0, replica: 0, strength: 0 };
  return { ...plan, faults: [...stays, upgrade].toSorted((a, b) => a.at - b.at) };
}

/**
 * Plan of a seed.
 *
 * @param seed any number; the same one gives the same plan.
 * @param ms length of the run.
 * @param replicas number of replicas.
 */
export function planOf(seed: number, ms: number, replicas: number): Plan {
  const clients = Object.entries(CLIENTS).map(([name, mean]) => {
    const random = seedrandom.alea(`${seed} ${name}`);
    const steps: Step[] = [];
    for (let at = 0; at < ms;) {
      const pause = Math.round(-mean * Math.log(1 - random()));
      const [act, replica, choice] = [weighted(ACTS, random), Math.floor(random() * replicas), random()];
      steps.push({ pause, act, replica, choice });
      at += pause;
    }
    return [name, steps] as const;
  });
  return {
    seed,
    ms,
    faults: [
      ...faultsOf(seedrandom.alea(`${seed} faults`), ms, replicas),
      ...joinsOf(seedrandom.alea(`${seed} joins`), ms, replicas),
    ].toSorted((a, b) => a.at - b.at),
    clients: Object.fromEntries(clients),
  };
}
