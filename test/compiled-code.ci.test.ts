/** Later histories reuse the code compiled by the first ones (docs/chapters/kernels-and-speed.md). */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from './run-command.ts';
import { ROOT } from './workspace.ts';

/** Number of histories that warm V8 up, and of those measured afterwards. */
const FIRST = 12;
const LATER = 8;

/** Maximum recompiled functions per history: measured 5.4, and 18 before the change. */
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
      const [first, later] = stdout.split('LATER\n').map((part) => part.match(/\[completed compiling .*/g) ?? []);
      expect(first!.length).toBeGreaterThan(AGAIN * FIRST);
      expect(later!.length, later!.join('\n')).toBeLessThan(AGAIN * LATER);
    });
  },
);
