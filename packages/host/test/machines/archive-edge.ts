/** The archive's edge as documented: a rate per key, two heavy reads over all replicas, and a queue. */

import type { Model } from '../../../../test/machines/machine.ts';

/** Reads wait 25 s (000:372); on one replica so many wait at once, 100 in production (own). */
const QUEUE = 25_000;
export const MOST_WAITING = 3;
const AT_ONCE = 2;
/** 2 requests a second, 20 at once (000:371): a token comes back in 500 ms. */
const TOKEN = 500;
const BURST = 20;

/** Reads are numbered in the order of their coming; numbers of commands wrap around. */
export type EdgeCommand =
  | { readonly kind: 'read'; readonly replica: number }
  /** A read ends: the number counts those that run. */
  | { readonly kind: 'finish'; readonly running: number; readonly fails: boolean }
  /** The caller goes: the number counts those that run or wait. */
  | { readonly kind: 'leave'; readonly read: number }
  | { readonly kind: 'pass'; readonly ms: number }
  /** Requests of a key at one moment, whatever they read. */
  | { readonly kind: 'knock'; readonly key: number; readonly count: number };

export type Phase = 'running' | 'waiting' | 'served' | 'failed' | 'busy' | 'left';
interface Read {
  readonly replica: number;
  readonly cameAt: number;
  phase: Phase;
}
interface State {
  now: number;
  reads: Read[];
  /** Fill of the bucket of each key, ms of filling, and its moment. */
  buckets: Record<number, { readonly level: number; readonly at: number }>;
}

const inPhase = (state: State, ...phases: readonly Phase[]): Read[] =>
  state.reads.filter(({ phase }) => phases.includes(phase));

/** Free places go to the head of a queue: of which replica, the documents leave open. */
function serve(state: State, seen: readonly Phase[]): void {
  while (inPhase(state, 'running').length < AT_ONCE) {
    const heads = [0, 1].flatMap((replica) => inPhase(state, 'waiting').find((one) => one.replica === replica) ?? []);
    const next = heads.find((head) => seen[state.reads.indexOf(head)] === 'running') ?? heads[0];
    if (next === undefined) return;
    next.phase = 'running';
  }
}

function knock({ buckets, now }: State, key: number, count: number): number {
  const { level, at } = buckets[key] ?? { level: BURST * TOKEN, at: now };
  const filled = Math.min(BURST * TOKEN, level + now - at);
  const passed = Math.min(count, Math.floor(filled / TOKEN));
  buckets[key] = { level: filled - passed * TOKEN, at: now };
  return passed;
}

export const edgeModel = (start: number): Model<State, EdgeCommand> => ({
  machine: {
    id: 'archive-edge',
    title: 'Heavy read and rate of the archive',
    states: ['free slot', 'queued', 'busy'],
    transitions: [
      { from: 'free slot', on: 'heavy read, under 2 running', to: 'free slot, served', line: '000:372' },
      { from: 'queued', on: '2 running, a slot is freed within 25 s', to: 'free slot, served', line: '000:372' },
      { from: 'queued', on: 'no slot within 25 s, or the queue is full', to: 'busy, Retry-After 5', line: '000:372' },
      { from: 'queued', on: 'the caller goes', to: 'out of the queue', line: 'own' },
      { from: 'rate of a key', on: 'more than 2 requests a second and 20 at once', to: '429', line: '000:371' },
    ],
  },
  start: { now: start, reads: [], buckets: {} },
  step: (before, command, seen) => {
    const state = structuredClone(before);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the answer of every command but `knock`
    const phases = Array.isArray(seen) ? (seen as readonly Phase[]) : [];
    switch (command.kind) {
      case 'read': {
        const waiting = inPhase(state, 'waiting').filter(({ replica }) => replica === command.replica);
        const isFull = waiting.length >= MOST_WAITING;
        state.reads.push({ replica: command.replica, cameAt: state.now, phase: isFull ? 'busy' : 'waiting' });
        break;
      }
      case 'finish': {
        const running = inPhase(state, 'running');
        const read = running[command.running % running.length];
        if (read !== undefined) read.phase = command.fails ? 'failed' : 'served';
        break;
      }
      case 'leave': {
        const open = inPhase(state, 'running', 'waiting');
        const read = open[command.read % open.length];
        if (read !== undefined) read.phase = 'left';
        break;
      }
      case 'pass':
        state.now += command.ms;
        for (const one of inPhase(state, 'waiting')) if (one.cameAt + QUEUE <= state.now) one.phase = 'busy';
        break;
      case 'knock':
        return { state, answer: knock(state, command.key, command.count) };
    }
    serve(state, phases);
    return { state, answer: state.reads.map(({ phase }) => phase) };
  },
});
