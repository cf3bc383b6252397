/** Named steps: the same results here, elsewhere, and after a run that was killed; each missing step is computed once. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStepTasks, type SpreadNames } from './step-tasks.ts';
import type { WorkFolder } from './work-folder.ts';

const silent = { report: (): void => undefined, stop: (): void => undefined };

/** A work folder in memory. */
function folderOf(kept: Map<string, string>): WorkFolder {
  // oxlint-disable typescript/no-unsafe-return -- texts of results, as in a folder
  return {
    read: async (name) => (kept.has(name) ? JSON.parse(kept.get(name)!) : undefined),
    keep: async (name, result) => {
      kept.set(name, JSON.stringify(result));
      return JSON.parse(kept.get(name)!);
    },
  };
  // oxlint-enable typescript/no-unsafe-return
}

function tasksOf(values: readonly number[], runs: number[]) {
  const tasks = createStepTasks('test-1');
  const results = values.map((value, i) =>
    tasks.add(`part-${i}`, 0, () => (runs.push(i), { value, third: value / 3 })),
  );
  return { tasks, results: () => results.map((result) => result()) };
}

describe('named steps', () => {
  it('give the same results here and elsewhere, and compute what is not kept once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 12 }),
        fc.array(fc.nat({ max: 11 })),
        async (values, killedAfter) => {
          const here = tasksOf(values, []);
          const all = new Map<string, string>();
          await here.tasks.run(folderOf(all), silent, undefined);

          const kept = new Map([...all].filter((_, i) => killedAfter.includes(i)));
          const missing = [...all.keys()].filter((name) => !kept.has(name));
          const runs: number[] = [];
          let ends = 0;
          const spread: SpreadNames = async (names) => {
            const worker = tasksOf(values, runs);
            expect(names).toEqual(missing);
            const made = names.toReversed().map((name) => worker.tasks.runOne(name));
            return { result: async (i) => made.toReversed()[i], end: async () => void ends++ };
          };
          const there = tasksOf(values, runs);
          await there.tasks.run(folderOf(kept), silent, spread);
          expect(there.results()).toEqual(here.results());
          expect(Object.fromEntries(kept)).toEqual(Object.fromEntries(all));
          expect(runs).toHaveLength(missing.length);
          expect(ends).toBe(missing.length === 0 ? 0 : 1);
        },
      ),
    );
  });

  it('end what runs elsewhere when a step fails, and name an unknown step', async () => {
    const { tasks } = tasksOf([1], []);
    let ends = 0;
    const failing: SpreadNames = async () => ({
      result: async () => Promise.reject(new Error('block part-0: broken')),
      end: async () => void ends++,
    });
    await expect(tasks.run(folderOf(new Map()), silent, failing)).rejects.toThrow('block part-0: broken');
    expect(ends).toBe(1);
    expect(() => tasks.runOne('other')).toThrow('step: expected one of test-1-part-0-1970-01-01, got other');
  });
});
