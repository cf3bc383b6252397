/** Garbage of streams: with a record to fill a bar leaves nothing, also after series were computed in the same process. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from './run-command.ts';
import { ROOT } from './workspace.ts';

/** Rest of a lap, in bytes a bar: the laps themselves, and what V8 notes of the code. A boxed number has 16. */
const BOUND = 8;

/**
 * Feeds each stream in laps with one record to fill, and prints the least bytes a bar that a lap left. Laps go on until the
 * optimised code runs; it is made on the thread itself, so that the load of the machine does not decide when.
 */
const PROGRAM = `
  import { candlesOf, createRollingMoments, rollingMoments } from '@barograph/core';
  import * as indicators from '@barograph/indicators';
  import { createFeatures, createFilter } from '@barograph/nowcast';
  import * as volatility from '@barograph/volatility';
  import { loadShippedModel } from 'barograph';
  const BARS = 5_000;
  const bars = Array.from({ length: BARS }, (_, i) => {
    const open = 100 + 10 * Math.sin(i / 40) + Math.sin(i * 1.7);
    const close = 100 + 10 * Math.sin((i + 1) / 40) + Math.sin((i + 1) * 1.7);
    return { time: 0, open, high: Math.max(open, close) + 0.3, low: Math.min(open, close) - 0.2, close, volume: 10.5 };
  });
  let hour = 0;
  const later = () => {
    for (const bar of bars) bar.time = hour += 3_600_000;
  };
  const least = (stream, inputs) => {
    later();
    const into = stream.next(inputs[0]);
    let bytes = Infinity;
    for (let lap = 0; lap < 40 && !(bytes < ${BOUND}); lap++) {
      later();
      globalThis.gc();
      const before = process.memoryUsage().heapUsed;
      for (let i = 0; i < BARS; i++) stream.next(inputs[i], into);
      bytes = Math.min(bytes, (process.memoryUsage().heapUsed - before) / BARS);
    }
    return bytes;
  };
  const series = candlesOf(bars.map((bar, i) => ({ ...bar, time: 3_600_000 * i })));
  globalThis.kept = [
    indicators.adx(series), indicators.bollinger(series), indicators.signumCodes(series), indicators.signum(series),
    indicators.technicalColumns(candlesOf(bars.map((bar, i) => ({ ...bar, time: 86_400_000 * i })))),
    rollingMoments(series.close, 24),
  ];
  const { createAdx, createAtr, createBollinger, createRsi, createSignum, createSma } = indicators;
  const { createCloseToClose, createParkinson, createGarmanKlass, createRogersSatchell, createGarmanKlassYangZhang } = volatility;
  const { createYangZhang } = volatility;
  const streams = {
    createAdx, createAtr, createBollinger, createRsi, createSignum, createSma,
    createCloseToClose, createParkinson, createGarmanKlass, createRogersSatchell, createGarmanKlassYangZhang,
    createYangZhang, createFeatures,
  };
  const left = Object.entries(streams).map(([name, create]) => [name, least(create(), bars)]);
  const boxed = [...series.close, null]; // numbers that are objects already, or the loop would make them
  left.push(['createRollingMoments', least(createRollingMoments(24), boxed)]);
  const { hmm } = await loadShippedModel();
  const rows = bars.map((_, i) => Array.from({ length: 8 }, (_, k) => Math.sin(0.37 * i * (k + 1))));
  left.push(['createFilter', least(createFilter(hmm), rows)]);
  console.log(JSON.stringify(left));
`;

describe.skipIf(!existsSync(join(ROOT, 'packages/volatility/dist/index.js')))(
  'streams with a record to fill (needs npm run build)',
  () => {
    it('leave no garbage', async () => {
      const flags = ['--expose-gc', '--no-concurrent-recompilation', '--input-type=module', '-e', PROGRAM];
      const { code, stdout, stderr } = await runCommand(process.execPath, flags);
      expect(code, stderr).toBe(0);
      const left = JSON.parse(stdout) as readonly (readonly [string, number])[];
      expect(left).toHaveLength(15);
      for (const [name, bytes] of left) expect(bytes, name).toBeLessThan(BOUND);
    });
  },
);
