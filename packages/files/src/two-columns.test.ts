/** Date and time in two columns: refused with what to do, never read as days. */

import { describeProblem } from '@barograph/core';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { readBarsStream } from './read-bars.ts';

const rows = ['00:00', '01:00', '02:00', '03:00', '04:00', '05:00'].map(
  (time, i) => `2024.01.31,${time},${10 + i},${12 + i},${9 + i},${11 + i},${100 + i}`,
);

it.each([
  ['a header', ['Date,Time,Open,High,Low,Close,Volume', ...rows]],
  ['the header of MetaTrader', ['<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<TICKVOL>', ...rows]],
  ['no header', rows],
])('with %s', async (_, lines) => {
  const found = await readBarsStream(Readable.from([Buffer.from(`${lines.join('\n')}\n`)]), 'file');
  const text = found.ok ? `read ${[...found.value.candles.time].join()}` : describeProblem(found.error);
  expect(text).toMatch(/date and time in two columns: join them/);
});
