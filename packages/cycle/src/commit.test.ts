import { firstNotJson } from '@barograph/testkit';
import { deepFreeze } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkCommitConfig,
  COMMIT_DAILY_V1,
  COMMIT_V1,
  commitMachine,
  confirmationsFor,
  dwellFloorOf,
  type CommitConfig,
  type CommitState,
  type Refresh,
} from './commit.ts';
import { withEnd, withObservation, type HistoryEntry } from './history.ts';
import { stabilityOf } from './stability.ts';
import type { CycleRegime } from './taxonomy.ts';

type Held = Extract<CommitState, { phase: 'held' }>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const machine = commitMachine();

const regime = fc.integer({ min: 1, max: 10 }) as fc.Arbitrary<CycleRegime>;

/** Raw reads that change at random distances; a favourite label prevents pure noise. */
const refreshes: fc.Arbitrary<readonly Refresh[]> = fc
  .tuple(
    regime,
    regime,
    fc.array(
      fc.tuple(
        fc.constantFrom(1, 5, 9, 10, 15, 15, 15, 60, 300, 720, 2900),
        fc.oneof(
          { weight: 3, arbitrary: fc.constantFrom('a', 'b') },
          { weight: 1, arbitrary: regime },
          fc.constant(null),
        ),
      ),
      { maxLength: 250 },
    ),
  )
  .map(([a, b, steps]) => {
    let at = 1_700_000_000_000;
    return steps.map(([minutes, raw]) => {
      at += minutes * MINUTE;
      return { at, raw: raw === 'a' ? a : raw === 'b' ? b : raw };
    });
  });

function run(stream: readonly Refresh[], config: CommitConfig = COMMIT_V1, from?: CommitState): Held[] {
  const { initial, step } = commitMachine(config);
  let state = from ?? initial;
  const seen: Held[] = [];
  for (const refresh of stream) {
    ({ state } = step(state, refresh));
    if (state.phase === 'held') seen.push(state);
  }
  return seen;
}

/** State before and after each replacement of a regime in a run; a restart replaces nothing. */
function commits(states: readonly Held[]): readonly (readonly [Held, Held])[] {
  return states.flatMap((state, i) => {
    const before = states[i - 1];
    return before === undefined || state.since === null || before.committedAt === state.committedAt
      ? []
      : [[before, state] as const];
  });
}

describe('the commit machine', () => {
  it('holds every regime for its floor unless a shock comes, and a shock for two hours [#526] [#527]', () => {
    fc.assert(
      fc.property(refreshes, (stream) => {
        for (const [before, after] of commits(run(stream))) {
          const held = (after.committedAt - before.committedAt) / 1000;
          if (after.committed !== 1) expect(held).toBeGreaterThanOrEqual(dwellFloorOf(before.committed, COMMIT_V1));
        }
      }),
    );
  });

  it('has the floors of the contract: 48 h for 2, 4, 6, 8; 24 h for 5, 7; 12 h for 3, 9, 10; 2 h for 1 [#527]', () => {
    const hours = ([1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const).map((id) => dwellFloorOf(id, COMMIT_V1) / 3600);
    expect(hours).toEqual([2, 48, 12, 48, 24, 48, 24, 48, 12, 12]);
  });

  it('commits only what was read often enough in a row, at distances that count [#525]', () => {
    fc.assert(
      fc.property(refreshes, (stream) => {
        const states = run(stream);
        // The first read is held; after a reset the machine is not held for a while either.
        const from = stream.findIndex(({ raw }) => raw !== null);
        for (const [before, after] of commits(states)) {
          const end = stream.findIndex(({ at }) => at === after.committedAt);
          const needed = confirmationsFor(after.committed, before.committed, COMMIT_V1);
          let counted = 0;
          let last = Infinity;
          for (let i = end; i >= from && counted < needed; i--) {
            const { at, raw } = stream[i]!;
            if (raw === null) continue;
            if (raw !== after.committed) break;
            if (last - at >= COMMIT_V1.minRefreshMs) {
              counted++;
              last = at;
            }
          }
          expect(counted).toBe(needed);
        }
      }),
    );
  });

  it('stamps since anew with every commit, and does not know it before the first', () => {
    fc.assert(
      fc.property(refreshes, (stream) => {
        const states = run(stream);
        expect(states[0]?.since ?? null).toBeNull();
        for (const [, after] of commits(states)) expect(after.since).toBe(after.committedAt);
      }),
    );
  });

  it('has something pending exactly while the last read differs', () => {
    fc.assert(
      fc.property(refreshes, (stream) => {
        let state: CommitState = machine.initial;
        let lastRead: CycleRegime | null = null;
        for (const refresh of stream) {
          ({ state } = machine.step(state, refresh));
          lastRead = refresh.raw ?? lastRead;
          if (state.phase === 'unset') lastRead = null;
          else expect(state.pending === null).toBe(lastRead === state.committed);
        }
      }),
    );
  });

  it('is moved by nothing but a shock while it says locked, and a shock by nothing at all [#528]', () => {
    const read = { regime: null, scores: Array<null>(10).fill(null), open: [], configVersion: 'test' };
    let locked = 0;
    fc.assert(
      fc.property(refreshes, fc.nat(249), (stream, at) => {
        const states = run(stream);
        fc.pre(states.length > 0);
        const state = states[at % states.length]!;
        const { lockedForS } = stabilityOf(state, read, COMMIT_V1);
        for (const later of states) {
          if (later.lastAt <= state.lastAt || later.lastAt >= state.lastAt + lockedForS * 1000) continue;
          locked++;
          expect(state.committed === 1 ? [1] : [1, state.committed]).toContain(later.committed);
          if (later.committed === 1) break; // After a shock the floor of the shock applies.
        }
      }),
    );
    expect(locked).toBeGreaterThan(10);
  });

  it('has no lock but that of a shock in strict mode', () => {
    const strict: CommitConfig = { ...COMMIT_V1, lock: 'strict' };
    const read = { regime: null, scores: Array<null>(10).fill(null), open: [], configVersion: 'test' };
    const [bear] = run([{ at: 0, raw: 2 }]);
    const [shock] = run([{ at: 0, raw: 1 }]);
    expect(stabilityOf(bear!, read, strict).lockedForS).toBe(0);
    expect(stabilityOf(bear!, read, COMMIT_V1).lockedForS).toBe(48 * 3600);
    expect(stabilityOf(shock!, read, strict).lockedForS).toBe(2 * 3600);
  });

  it('takes a repeated or earlier moment for nothing', () => {
    fc.assert(
      fc.property(refreshes, regime, fc.nat(100), (stream, raw, back) => {
        const state = run(stream).at(-1);
        fc.pre(state !== undefined);
        expect(machine.step(state, { at: state.lastAt - back * MINUTE, raw }).state).toBe(state);
      }),
    );
  });

  it('forgets what it committed after 48 hours without a read, not a millisecond before, and begins anew', () => {
    const [bear] = run([{ at: 0, raw: 2 }]);
    const still = machine.step(bear!, { at: 48 * HOUR, raw: null });
    expect(still).toMatchObject({ state: { phase: 'held', committed: 2, readAt: 0 }, output: { changed: false } });
    const gone = machine.step(still.state, { at: 48 * HOUR + 1, raw: null });
    expect(gone).toEqual({
      state: { phase: 'unset', lastAt: 48 * HOUR + 1 },
      output: { committed: null, changed: true, pending: null },
    });
    expect(machine.step(gone.state, { at: 49 * HOUR, raw: 5 }).state).toMatchObject({
      committed: 5,
      committedAt: 49 * HOUR,
      since: null,
    });
    // Both count as a read: for the committed regime, and against it.
    for (const raw of [2, 6] as const) {
      const { state } = machine.step(bear!, { at: 40 * HOUR, raw });
      expect(machine.step(state, { at: 88 * HOUR, raw: null }).state.phase).toBe('held');
    }
  });

  it('holds every regime for its floor, whatever can be read', () => {
    fc.assert(
      fc.property(refreshes, (stream) => {
        let state: CommitState = machine.initial;
        for (const refresh of stream) {
          const before = state;
          ({ state } = machine.step(state, refresh));
          if (before.phase !== 'held' || (state.phase === 'held' && state.committedAt === before.committedAt)) continue;
          if (state.phase === 'held' && state.committed === 1) continue;
          const held = (refresh.at - before.committedAt) / 1000;
          expect(held).toBeGreaterThanOrEqual(dwellFloorOf(before.committed, COMMIT_V1));
        }
      }),
    );
  });

  it('tiles time with its history', () => {
    fc.assert(
      fc.property(refreshes, (stream) => {
        let history: readonly HistoryEntry[] = [];
        let state: CommitState = machine.initial;
        const gaps: number[] = [];
        let held = 0;
        let last = 0;
        for (const refresh of stream) {
          const before = state;
          ({ state } = machine.step(state, refresh));
          if (state.phase === 'held') {
            history = withObservation(history, { at: refresh.at, regime: state.committed, rationale: '' });
            held++;
            last = refresh.at;
          } else {
            history = withEnd(history, refresh.at);
            if (before.phase === 'held') gaps.push(refresh.at);
          }
        }
        history.forEach((entry, i) => {
          const next = history[i + 1];
          const isLeft = entry.endedAt !== null && gaps.includes(entry.endedAt);
          if (!isLeft) expect(entry.endedAt).toBe(next?.committedAt ?? null);
          else if (next !== undefined) expect(next.committedAt).toBeGreaterThan(entry.endedAt!);
          expect(entry.dwellSeconds).toBe(((entry.endedAt ?? last) - entry.committedAt) / 1000);
          const isFirst = i === 0 || gaps.includes(history[i - 1]!.endedAt!);
          expect(entry.anchor).toBe(isFirst ? 'coverage_start' : 'live');
          expect(entry.id).toBe(i + 1);
        });
        expect(history.reduce((sum, { observations }) => sum + observations, 0)).toBe(held);
      }),
    );
  });

  it('goes through the trace of the design, refresh by refresh [#525] [#526] [#527]', () => {
    const H48 = 48 * HOUR;
    const at = (hours: number): number => 1_700_000_000_000 + hours * HOUR;
    const seen = run([
      { at: at(0), raw: 6 },
      { at: at(47), raw: 6 },
      { at: at(47.25), raw: 7 },
      { at: at(47.5), raw: 7 },
      { at: at(47.75), raw: 7 },
      { at: at(47.99), raw: 7 },
      { at: at(48), raw: 7 },
    ]);
    // Four reads by 47.99 h; the floor is reached at 48 h.
    expect(seen.map(({ committed, pending }) => [committed, pending?.count ?? null])).toEqual([
      [6, null],
      [6, null],
      [6, 1],
      [6, 2],
      [6, 3],
      [6, 4],
      [7, null],
    ]);
    expect(seen.at(-1)!.committedAt - seen[0]!.committedAt).toBe(H48);
    expect(seen.map(({ since }) => since)).toEqual([...Array<null>(6).fill(null), at(48)]);
    const shock = run([
      { at: at(0), raw: 7 },
      { at: at(0.25), raw: 1 },
      { at: at(0.5), raw: 7 },
      { at: at(0.75), raw: 7 },
      { at: at(1), raw: 7 },
      { at: at(1.25), raw: 7 },
      { at: at(2), raw: 7 },
      { at: at(2.25), raw: 7 },
    ]);
    expect(shock.map(({ committed }) => committed)).toEqual([7, 1, 1, 1, 1, 1, 1, 7]);
  });

  it('cannot be hurried by asking more often', () => {
    const often = Array.from({ length: 60 }, (_, i): Refresh => ({ at: 49 * HOUR + i * 1000, raw: 3 }));
    const seen = run([{ at: 0, raw: 2 }, ...often]);
    expect(seen.at(-1)!.committed).toBe(2);
    expect(seen.at(-1)!.pending?.count).toBe(1);
  });

  it('counts a refresh ten minutes after the last that counted, and none before', () => {
    const seen = run([
      { at: 0, raw: 2 },
      { at: HOUR, raw: 4 },
      { at: HOUR + 10 * MINUTE - 1, raw: 4 },
      { at: HOUR + 10 * MINUTE, raw: 4 },
    ]);
    expect(seen.map(({ pending }) => pending?.count ?? null)).toEqual([null, 1, 1, 2]);
  });

  it('needs three days in a row with one refresh a day', () => {
    const day = (i: number, raw: CycleRegime): Refresh => ({ at: i * 24 * HOUR, raw });
    const seen = run([day(0, 2), day(1, 4), day(2, 4), day(3, 4)], COMMIT_DAILY_V1);
    expect(seen.map(({ committed }) => committed)).toEqual([2, 2, 2, 4]);
  });

  it('takes the day after a shock for what it is, with one refresh a day', () => {
    const day = (i: number, raw: CycleRegime): Refresh => ({ at: i * 24 * HOUR, raw });
    const seen = run([day(0, 8), day(1, 1), day(2, 10), day(3, 8)], COMMIT_DAILY_V1);
    expect(seen.map(({ committed }) => committed)).toEqual([8, 1, 10, 10]);
  });

  it.each([
    [{ dwellFloors: [1] }, /"dwellFloors" expected 10 times of seconds ≥ 0, got \[1\]/],
    [{ confirmations: 0 }, /"confirmations" expected an integer ≥ 1, got 0/],
    [{ unreadMs: 47 * HOUR }, /"unreadMs" expected the longest floor, 172800000, or more, got 169200000/],
    [{ shockConfirmations: 1.5 }, /"shockConfirmations" expected an integer ≥ 1, got 1.5/],
  ])('refuses %j', (change, message) => {
    expect(() => checkCommitConfig({ ...COMMIT_V1, ...change })).toThrow(message);
  });
});

describe('stability', () => {
  const scores = [0, 0.7, 0.4, 0.6, null, null, null, null, null, 0.1];
  const read = { regime: 4 as const, scores, open: [], configVersion: 'test' };
  // Three of four reads agree, one of the four needed refreshes is against it, the lead is 0.1.
  const state = run([
    { at: 0, raw: 2 },
    { at: HOUR, raw: 2 },
    { at: 2 * HOUR, raw: 2 },
    { at: 3 * HOUR, raw: 4 },
  ]).at(-1)!;

  it('is 40 parts agreement, 30 lead of a quarter, 30 confirmations against', () => {
    const stability = stabilityOf(state, read, COMMIT_V1);
    expect(stability).toMatchObject({ rawAgreement: 0.75, confirmationsAgainst: 1, confirmationsNeeded: 4 });
    expect(stability.score).toMatchOracle(40 * 0.75 + 30 * (0.1 / 0.25) + 30 * 0.75, { rel: 1e-12, abs: 0 });
  });

  it('has no lead where the regime trails or has no score, and no more than a full one', () => {
    const scoreAt = (own: number | null): number =>
      stabilityOf(state, { ...read, scores: scores.with(1, own) }, COMMIT_V1).score;
    expect(scoreAt(null)).toBe(scoreAt(0.3));
    expect(scoreAt(1.2)).toMatchOracle(scoreAt(null) + 30, { rel: 1e-12, abs: 0 });
  });
});

describe('every state that the machine can be in', () => {
  const LONGEST = 48 * HOUR;

  /** Shifts the state so that its last refresh is at 0, and limits ages to the longest floor; such states act alike. */
  function rebased(state: Held): Held {
    const moved = (time: number, cut: number): number => Math.max(time - state.lastAt, -cut);
    return {
      ...state,
      lastAt: 0,
      readAt: 0,
      committedAt: moved(state.committedAt, LONGEST),
      since: state.since === null ? null : moved(state.since, LONGEST),
      pending:
        state.pending === null
          ? null
          : {
              ...state.pending,
              count: Math.min(state.pending.count, COMMIT_V1.confirmations),
              firstSeen: 0,
              lastCounted: 0,
            },
      reads: [],
    };
  }

  it('keeps its promises, on a clock of two and twelve hours', () => {
    const found = new Map<string, Held>();
    const queue: Held[] = [];
    const visit = (state: CommitState): void => {
      if (state.phase !== 'held') throw new Error('a held state never goes back');
      const based = rebased(state);
      const key = JSON.stringify(based);
      if (found.has(key)) return;
      expect(firstNotJson(state)).toBeUndefined();
      found.set(key, deepFreeze(based));
      queue.push(based);
    };
    const all = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
    for (const raw of all) visit(machine.step(machine.initial, { at: 0, raw }).state);
    for (const before of queue) {
      for (const raw of all) {
        for (const hours of [2, 12]) {
          const { state } = machine.step(before, { at: hours * HOUR, raw });
          const after = state as Held;
          if (after.committed !== before.committed) {
            const held = (hours * HOUR - before.committedAt) / 1000;
            if (raw !== 1 && held < dwellFloorOf(before.committed, COMMIT_V1)) throw new Error('left before its floor');
            if (raw !== 1 && (before.pending?.regime !== raw || before.pending.count < 3)) throw new Error('hurried');
            if (after.pending !== null) throw new Error('pending after a commit');
          } else if ((raw === before.committed) !== (after.pending === null)) {
            throw new Error('pending does not say whether the read matches');
          } else if (raw === 1 && before.committed !== 1) {
            throw new Error('a shock had to wait');
          }
          visit(state);
        }
      }
    }
    const committed = new Set([...found.values()].map((state) => state.committed));
    const pairs = new Set([...found.values()].map((state) => `${state.committed} ${state.pending?.regime ?? '-'}`));
    expect(committed.size).toBe(10);
    // Ten committed alone, and each of the nine others pending against each; a shock is never pending.
    expect(pairs.size).toBe(10 + 10 * 9 - 9);
  });
});
