import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { Leases } from '../../store/src/leases.ts';
import { standForLeader, type Leader } from '../src/leader.ts';

/** One lease, with the rules of the stored ones. */
function oneLease(): Leases & { broken: boolean } {
  let holder: string | undefined;
  let until = -Infinity;
  const self: Leases & { broken: boolean } = {
    broken: false,
    take: async (_scope, _cap, who, ttl, now) => {
      if (self.broken) throw new Error('no database');
      if (holder !== who && until > now) return false;
      holder = who;
      until = now + ttl;
      return true;
    },
    renew: async () => false,
    release: async (_scope, who) => {
      if (holder === who) until = -Infinity;
    },
    count: async (_scope, now) => Number(until > now),
  };
  return self;
}

function election() {
  const leases = oneLease();
  const works: (() => Promise<void>)[] = [];
  const changes: string[] = [];
  const time = { now: 1_000_000 };
  const stand = async (owner: string): Promise<Leader> =>
    standForLeader({
      leases,
      lease: 'ingest',
      owner,
      wall: () => time.now,
      log: pino({ level: 'silent' }),
      onChange: (leads) => changes.push(`${owner} ${leads}`),
      every: (_ms, work) => {
        works.push(work);
        return () => works.splice(works.indexOf(work), 1);
      },
    });
  const pass = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= 5000) {
      time.now += Math.min(5000, left);
      for (const work of works) await work();
    }
  };
  return { leases, changes, time, stand, pass };
}

describe('the leader', () => {
  it('is one of those who stand, for as long as it lives', async () => {
    const { stand, pass, changes } = election();
    const [a, b] = [await stand('a'), await stand('b')];
    expect([a.leads(), b.leads()]).toEqual([true, false]);
    await pass(60_000);
    expect([a.leads(), b.leads()]).toEqual([true, false]);
    expect(changes).toEqual(['a true']);
  });

  it('hands over at once when it stops, and to nobody when there is none', async () => {
    const { stand, pass, changes } = election();
    const [a, b] = [await stand('a'), await stand('b')];
    await a.stop();
    await pass(5000);
    expect([a.leads(), b.leads()]).toEqual([false, true]);
    expect(changes).toEqual(['a true', 'a false', 'b true']);
  });

  it('leads no more before its lease is free, when it cannot renew', async () => {
    const { leases, stand, pass, time } = election();
    const a = await stand('a');
    leases.broken = true;
    await pass(10_000);
    expect(a.leads()).toBe(true);
    time.now += 4000; // 14 s after the last renewal; the lease is free at 15 s
    expect(a.leads()).toBe(false);
  });
});
