/** A short run of the histories, and the texts of the planted faults in the present build; `npm run histories` is the long one. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { built } from '../../packages/store/test/built.ts';
import { PLANTS } from './plants.ts';
import { planOf } from './plan.ts';
import { runPlan } from './run.ts';
import { REPLICAS } from './stage/stage.ts';
import { newerEdit } from './stage/versions.ts';

vi.setConfig({ testTimeout: 600_000 });

const isFull = process.env['BAROGRAPH_FULL'] === '1';

/** Modules of the packages that plants edit. */
function modules(): readonly string[] {
  return ['store', 'payments', 'host'].flatMap((name) => {
    const folder = built(`packages/${name}/dist`);
    const files = readdirSync(folder).filter((file) => file.endsWith('.js'));
    return files.map((file) => readFileSync(join(folder, file), 'utf8'));
  });
}

describe('histories', () => {
  it.runIf(isFull)('seed 1: three replicas under faults keep every promise for some seconds', async () => {
    built('packages/host/dist/main.js');
    const { history, violations } = await runPlan(planOf(1, 8000, REPLICAS), [], {
      out: undefined,
      isFirstEnough: false,
      isRedis: false,
      older: undefined,
    });
    expect(violations).toEqual([]);
    const served = new Set(history.operations.filter(({ result }) => result === 'ok').map(({ name }) => name));
    expect([...served]).toEqual(expect.arrayContaining(['mint', 'call', 'event', 'delivery']));
    expect(history.faults).not.toEqual([]);
  });

  it('the migrations of a newer version have their place in the build', () => {
    const { from } = newerEdit(1);
    expect(modules().filter((text) => text.includes(from)).length).toBe(1);
  });

  it.each(Object.entries(PLANTS))('the planted fault %s has its place in the build', (_, { edits }) => {
    const texts = modules();
    for (const { from } of edits) expect(texts.some((text) => text.split(from).length === 2)).toBe(true);
  });
});
