// @ts-check
/**
 * The picture of the home page, light and dark: three weeks of the simulator as the shipped model reads them. It is made with
 * each build, from the sources, so it shows what the engines say now.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS } from '@barograph/core';
import { nowcastHistory, openModel, REGIMES } from '@barograph/nowcast';
import { plotNowcast } from '@barograph/plot';
import { createMarket, SIMULATOR_V2 } from '@barograph/simulator';
import { PAGES, ROOT } from './places.mjs';

/** Days that the model reads first, and those that are drawn: quiet, falling, rising and wild ones. */
const READ = 150;
const DRAWN = 21;
const WIDTH = 560;

/** The newest of the shipped models. */
function shippedModel() {
  const models = join(ROOT, 'models');
  const { file } = JSON.parse(readFileSync(join(models, 'manifest.json'), 'utf8')).findLast(
    (/** @type {{ readonly id: string }} */ { id }) => id === 'nowcast',
  );
  return openModel(readFileSync(join(models, file), 'utf8'));
}

const { start } = SIMULATOR_V2;
const end = start + READ * DAY_MS;
const bars = createMarket().candles('BTC', 'perpdex_perp', '1h', start, end);
const { time, label, now } = nowcastHistory(shippedModel(), bars);
const columns = { time, close: bars.close, label, probabilities: now, names: REGIMES };
for (const theme of /** @type {const} */ (['light', 'dark'])) {
  const options = { symbol: 'BTC', theme, width: WIDTH, step: HOUR_MS, from: end - DRAWN * DAY_MS, simulated: true };
  writeFileSync(join(PAGES, 'public', `nowcast-${theme}.svg`), plotNowcast(columns, options).svg());
}
