// @ts-check
/** Draws `docs/regimes.svg`, the picture of the README: regimes of a coin of the simulator, by the command line. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT, run } from './tools.mjs';

const HOUR_MS = 3_600_000;
const HOURS = 90 * 24;

const { createMarket, SIMULATOR_V2 } = await import(
  pathToFileURL(join(ROOT, 'packages', 'simulator', 'dist', 'index.js')).href
);
const from = SIMULATOR_V2.start;
const bars = createMarket(SIMULATOR_V2).candles('BTC', 'perpdex_perp', '1h', from, from + HOURS * HOUR_MS);
const columns = ['time', 'open', 'high', 'low', 'close', 'volume'];
const rows = Array.from({ length: bars.length }, (_, i) => columns.map((name) => bars[name][i]).join(','));
const folder = mkdtempSync(join(tmpdir(), 'barograph-picture-'));
try {
  const file = join(folder, 'BTC.csv');
  writeFileSync(file, ['timestamp,open,high,low,close,volume', ...rows, ''].join('\n'));
  const cli = join(ROOT, 'packages', 'barograph', 'dist', 'cli.js');
  const picture = join(ROOT, 'docs', 'regimes.svg');
  const { code, output } = await run(process.execPath, [cli, 'plot', 'nowcast', file, '--out', picture]);
  process.stdout.write(output);
  process.exitCode = code;
} finally {
  rmSync(folder, { recursive: true });
}
