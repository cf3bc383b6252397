/** The backfill job: every day once, without holes, after all other work, resuming after a stop. */

import { DAY_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryStates, smallMarket } from '../test-support.ts';
import { memoryObservations } from '../services/quant/test-support.ts';
import { movedDeadlines } from '../../../sources/test/deadlines.ts';
import { CADENCES_V1 } from '../../../sources/src/cadence.ts';
import { daysFilled, nextDay, withDay } from '../../../runtime/src/backfill/filled.ts';
import {
  BACKFILL_V1,
  settledSpan,
  type BackfilledHistory,
  type DaySpan,
} from '../../../runtime/src/backfill/history.ts';
import { BACKFILL_PRODUCER, createBackfill } from '../../../runtime/src/backfill/producer.ts';
import type { Producer } from '../../../runtime/src/producer.ts';
import { movableClock, runnerOf } from '../../../runtime/test/test-support.ts';

const NOW = Date.UTC(2026, 10, 28, 12);
const TODAY = Date.UTC(2026, 10, 28);
const source = smallMarket();
const passDeadlines = movedDeadlines();

const spans = fc
  .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: -3, max: 60 }))
  .map(([first, days]): DaySpan => {
    return { first: first * DAY_MS, last: (first + days - 1) * DAY_MS };
  });
/** A stretch that was filled before. */
const stretches = fc.option(
  spans.filter(({ first, last }) => first <= last),
  { nil: undefined },
);

describe('days that were filled', () => {
  it('are one stretch; every missing day of a span comes once, and then nothing', () => {
    fc.assert(
      fc.property(stretches, spans, (before, span) => {
        const days: number[] = [];
        let filled = before;
        for (let day = nextDay(filled, span); day !== undefined; day = nextDay(filled, span)) {
          expect(days).not.toContain(day);
          days.push(day);
          filled = withDay(filled, day);
          expect(days.length).toBeLessThan(300);
        }
        const length = Math.max(0, (span.last - span.first) / DAY_MS + 1);
        expect(daysFilled(filled, span)).toBe(length);
        for (const day of days) expect(day >= span.first && day <= span.last).toBe(true);
      }),
    );
  });

  it('are filled from the oldest on where a day goes on from the one before, and then never further back', () => {
    fc.assert(
      fc.property(stretches, spans, (before, span) => {
        const days: number[] = [];
        let filled = before;
        for (let day = nextDay(filled, span, true); day !== undefined; day = nextDay(filled, span, true)) {
          expect(day).toBe(days.length > 0 ? days.at(-1)! + DAY_MS : day);
          days.push(day);
          filled = withDay(filled, day);
          expect(days.length).toBeLessThan(300);
        }
        fc.pre(days.length > 0);
        expect(days.at(-1)).toBe(span.last);
        const isApart = before === undefined || before.last < span.first - DAY_MS || before.first > span.last + DAY_MS;
        expect(days[0]).toBe(isApart ? span.first : before.last + DAY_MS);
      }),
    );
  });

  it('begin with the newest day', () => {
    fc.assert(
      fc.property(spans, (span) => {
        fc.pre(span.first <= span.last);
        expect(nextDay(undefined, span)).toBe(span.last);
      }),
    );
  });

  it('end with the last day that its archiver cannot write any more', () => {
    const { settledMs } = BACKFILL_V1;
    expect(settledSpan(TODAY + settledMs - 1, 3)).toEqual({ first: TODAY - 4 * DAY_MS, last: TODAY - 2 * DAY_MS });
    expect(settledSpan(TODAY + settledMs, 3)).toEqual({ first: TODAY - 3 * DAY_MS, last: TODAY - DAY_MS });
    expect(settledSpan(TODAY + settledMs, 3, TODAY - DAY_MS)).toEqual({ first: TODAY - DAY_MS, last: TODAY - DAY_MS });
  });
});

/** A history of some days that notes what it was asked for. */
function history(name: string, days: number, fill?: (day: number) => Promise<void>) {
  const asked: number[] = [];
  const one: BackfilledHistory = {
    name,
    span: (asOf) => settledSpan(asOf, days),
    fill: async ({ asOf }, day) => {
      await fill?.(day);
      asked.push(day);
      return { observations: [{ series: name, key: '', validTime: day, knownAt: asOf, value: 1, source: 'seed' }] };
    },
  };
  return { one, asked };
}

const daysBack = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, i) => TODAY - (i + 1) * DAY_MS);

describe('the job', () => {
  it('fills histories in turns, stores their rows, and says how far it is', async () => {
    const [observations, states] = [memoryObservations(), memoryStates()];
    const [long, short] = [history('long', 5), history('short', 2)];
    const backfill = createBackfill([long.one, short.one]);
    const waiting = { name: 'long', status: 'waiting', from: null, to: null, done: 0, total: 0, error: null };
    expect(backfill.progress()[0]).toEqual(waiting);
    const runner = runnerOf([backfill.producer], movableClock(NOW), { source, observations, states });
    expect((await runner.run(BACKFILL_PRODUCER)).isUnfinished).toBe(false);
    expect([long.asked, short.asked]).toEqual([daysBack(5), daysBack(2)]);
    const kept = await observations.asOf('long', { knownAt: NOW });
    expect(kept.map(({ validTime, knownAt }) => [validTime, knownAt])).toEqual(
      daysBack(5)
        .toReversed()
        .map((day) => [day, NOW]),
    );
    expect(backfill.progress()).toEqual([
      { name: 'long', status: 'done', from: TODAY - 5 * DAY_MS, to: TODAY - DAY_MS, done: 5, total: 5, error: null },
      { name: 'short', status: 'done', from: TODAY - 2 * DAY_MS, to: TODAY - DAY_MS, done: 2, total: 2, error: null },
    ]);
  });

  it('shares a slice by time: a history of long days leaves its place to one of short days', async () => {
    const { sliceMs } = BACKFILL_V1;
    const clock = movableClock(NOW);
    const passing = (ms: number) => async (): Promise<void> => passDeadlines(ms);
    const [long, short] = [history('long', 40, passing(sliceMs / 2)), history('short', 40, passing(sliceMs / 20))];
    const runner = runnerOf([createBackfill([long.one, short.one]).producer], clock, { source });
    await runner.run(BACKFILL_PRODUCER);
    await runner.stop();
    expect(long.asked.length).toBeGreaterThan(0);
    expect(short.asked.length).toBeGreaterThanOrEqual(5 * long.asked.length);
  });

  it('begins with a history of long days when all others are filled', async () => {
    const order: string[] = [];
    const noting = (name: string) => async (): Promise<void> => void order.push(name);
    const [slow, usual] = [history('slow', 2, noting('slow')), history('usual', 3, noting('usual'))];
    const histories = [{ ...slow.one, isLast: true } as const, usual.one];
    await runnerOf([createBackfill(histories).producer], movableClock(NOW), { source }).run(BACKFILL_PRODUCER);
    expect(order).toEqual(['usual', 'usual', 'usual', 'slow', 'slow']);
  });

  it('leaves the rest to the next run when its slice is over, and another process goes on from there', async () => {
    const states = memoryStates();
    const clock = movableClock(NOW);
    const first = history('scores', 4, async () => {
      await passDeadlines(BACKFILL_V1.sliceMs);
      clock.put(clock.now() + 1);
    });
    const one = createBackfill([first.one]);
    const stopped = runnerOf([one.producer], clock, { source, states });
    expect((await stopped.run(BACKFILL_PRODUCER)).isUnfinished).toBe(true);
    await stopped.stop();
    expect(one.progress()).toMatchObject([{ status: 'running', done: first.asked.length, total: 4 }]);
    expect(first.asked.length).toBeLessThan(4);

    const second = history('scores', 4);
    await runnerOf([createBackfill([second.one]).producer], clock, { source, states }).run(BACKFILL_PRODUCER);
    expect([...first.asked, ...second.asked]).toEqual(daysBack(4));
    const third = history('scores', 4);
    clock.put(NOW + DAY_MS);
    await runnerOf([createBackfill([third.one]).producer], clock, { source, states }).run(BACKFILL_PRODUCER);
    expect(third.asked).toEqual([TODAY]);
  });

  it('stores the days before the one in hand when the host stops, and comes back to that one', async () => {
    const states = memoryStates();
    const stopping = new AbortController();
    const stoppedHistory = history('scores', 4, async (day) => void (day === TODAY - 2 * DAY_MS && stopping.abort()));
    const backfill = createBackfill([stoppedHistory.one], stopping.signal);
    const runner = runnerOf([backfill.producer], movableClock(NOW), { source, states });
    expect((await runner.run(BACKFILL_PRODUCER)).isUnfinished).toBe(true);
    await runner.stop();
    expect(stoppedHistory.asked).toEqual(daysBack(2));
    const again = history('scores', 4);
    await runnerOf([createBackfill([again.one]).producer], movableClock(NOW + 1), { source, states }).run(BACKFILL_PRODUCER); // prettier-ignore
    expect(again.asked).toEqual(daysBack(4).slice(1));
  });

  it('goes on with the other histories when one fails, and comes back to its day', async () => {
    let isAway = true;
    const failing = history('failing', 3, async (day) => {
      if (isAway && day === TODAY - 2 * DAY_MS) throw new RangeError('away');
    });
    const other = history('other', 3);
    const states = memoryStates();
    const clock = movableClock(NOW);
    const backfill = createBackfill([failing.one, other.one]);
    const runner = runnerOf([backfill.producer], clock, { source, states });
    await runner.run(BACKFILL_PRODUCER);
    expect([failing.asked, other.asked]).toEqual([daysBack(1), daysBack(3)]);
    expect(backfill.progress()).toMatchObject([
      { status: 'failing', done: 1, error: 'RangeError' },
      { status: 'done', done: 3, error: null },
    ]);
    isAway = false;
    clock.put(NOW + 1);
    await runner.run(BACKFILL_PRODUCER);
    expect(failing.asked).toEqual(daysBack(3));
    expect(backfill.progress()).toMatchObject([{ status: 'done', error: null }, { status: 'done' }]);
  });

  it('is no part of a cold start, and waits for the runs under way', async () => {
    let open = (): void => undefined;
    const wait = new Promise<void>((resolve) => (open = resolve));
    const publishing: Producer = {
      name: 'publishing',
      cadence: CADENCES_V1.hourly,
      makeUp: { kind: 'latest' },
      reads: [],
      needs: [],
      publishes: ['signum'],
      isHeavy: false,
      create: () => async () => {
        await wait;
        return { states: [], published: [{ name: 'signum', head: '1', records: [] }] };
      },
    };
    const scores = history('scores', 2);
    const runner = runnerOf([publishing, createBackfill([scores.one]).producer], movableClock(NOW), { source });
    const cold = runner.catchUp();
    const filled = runner.run(BACKFILL_PRODUCER);
    await new Promise(setImmediate);
    expect(scores.asked).toEqual([]);
    open();
    await Promise.all([cold, filled]);
    expect(scores.asked).toEqual(daysBack(2));

    const untouched = history('scores', 2);
    await runnerOf([createBackfill([untouched.one]).producer], movableClock(NOW), { source }).catchUp();
    expect(untouched.asked).toEqual([]);
  });
});
