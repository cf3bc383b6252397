/** Compiled code: histories one after the other are computed by the code that the first ones made (decision 100). */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from './run-command.ts';
import { ROOT } from './workspace.ts';

/** Histories until V8 has made what it makes, and those after them. */
const FIRST = 12;
const LATER = 8;

/** Functions that may be compiled again by a history: 5.4 were counted, 18 before the decision. */
const AGAIN = 7;

/**
 * Computes the histories of one coin again and again, and collects after each: code goes with the last function of its place.
 * V8 says what it compiles; it does so on the thread itself, so that the load of the machine does not decide when.
 */
const PROGRAM = `
  import { candlesOf } from '@barograph/core';
  import { signumCodes } from '@barograph/indicators';
  import { nowcastHistory } from '@barograph/nowcast';
  import { allEstimators } from '@barograph/volatility';
  import { loadShippedModel } from 'barograph';
  const at = (i) => 100 + 10 * Math.sin(i / 40) + Math.sin(i * 1.7);
  const bars = candlesOf(Array.from({ length: 4_000 }, (_, i) => {
    const [open, close] = [at(i), at(i + 1)];
    const [high, low] = [Math.max(open, close) + 0.3, Math.min(open, close) - 0.2];
    return { time: 3_600_000 * i, open, high, low, close, volume: 10.5 + Math.sin(i) };
  }));
  const model = await loadShippedModel();
  for (let i = 0; i < ${FIRST + LATER}; i++) {
    if (i === ${FIRST}) console.log('LATER');
    nowcastHistory(model, bars);
    signumCodes(bars);
    allEstimators(bars, { window: 24, periodsPerYear: 8_760 });
    globalThis.gc();
  }
`;

describe.skipIf(!existsSync(join(ROOT, 'packages/barograph/dist/index.js')))(
  'histories one after the other (needs npm run build)',
  () => {
    it('are computed by the code of the first ones', async () => {
      const flags = [
        '--expose-gc',
        '--trace-opt',
        '--no-concurrent-recompilation',
        '--input-type=module',
        '-e',
        PROGRAM,
      ];
      const { code, stdout, stderr } = await runCommand(process.execPath, flags);
      expect(code, stderr).toBe(0);
      const [first, later] = stdout.split('LATER\n').map((said) => said.match(/\[completed compiling .*/g) ?? []);
      expect(first!.length).toBeGreaterThan(AGAIN * FIRST);
      expect(later!.length, later!.join('\n')).toBeLessThan(AGAIN * LATER);
    });
  },
);
