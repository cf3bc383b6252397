/**
 * The nowcast, three faces: what library, command line and HTTP say of the market after the same hours, with the same
 * model, is the same to the last field, before and after the host was restarted.
 */

import { encodeQuantMarket, type QuantHorizon } from '@barograph/contract';
import { barAt, DAY_MS, HOUR_MS, type ModelEntry } from '@barograph/core';
import {
  ARTIFACT_SCHEMA,
  createNowcast,
  explain,
  loadModel,
  nextDay,
  publishable,
  type NowcastPoint,
} from '@barograph/nowcast';
import { createMarket, SIMULATOR_V1 } from '@barograph/simulator';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256, testModelText } from '../packages/host/src/services/quant/test-support.ts';
import { call, startHost } from './host-process.ts';
import { runCommand } from './run-command.ts';

const { start } = SIMULATOR_V1;
const SOURCES = ['--conditions=source', '--import', 'tsx'];
const TO = start + 70 * DAY_MS;
const bars = createMarket().candles('BTC', 'perpdex_perp', '1h', start, TO);
/** Small, and with a map of the drawdown. */
const text = testModelText();

let made = '';
const at = (...names: readonly string[]): string => join(made, ...names);

beforeAll(() => {
  made = mkdtempSync(join(tmpdir(), 'barograph-quant-faces-'));
  for (const name of ['bars', 'models']) mkdirSync(at(name));
  const rows = Array.from(bars.time, (time, i) =>
    [time, bars.open[i], bars.high[i], bars.low[i], bars.close[i], bars.volume[i]].join(','),
  );
  writeFileSync(at('bars', 'BTC.csv'), ['timestamp,open,high,low,close,volume', ...rows, ''].join('\n'));
  writeFileSync(at('models', 'model.json'), text);
  const entry: ModelEntry = {
    id: 'nowcast',
    version: 'test-1',
    file: 'model.json',
    sha256: sha256(text),
    bytes: Buffer.byteLength(text),
    schema: ARTIFACT_SCHEMA,
  };
  writeFileSync(at('models', 'manifest.json'), JSON.stringify([entry]));
});
afterAll(() => rmSync(made, { recursive: true }));

interface Market {
  readonly as_of: number;
  readonly bar_timestamp: number;
  readonly monte_carlo?: { readonly p_drawdown_5: number | null; readonly p_drawdown_5_raw: number };
}
const HORIZONS: readonly QuantHorizon[] = ['4h', '24h'];

async function served(): Promise<readonly Market[]> {
  const host = await startHost(['--data', at('bars'), '--data-dir', at('state'), '--models', at('models')]);
  try {
    const key = readFileSync(at('state', 'dev-key'), 'utf8').trim();
    const answers: Market[] = [];
    for (const horizon of HORIZONS) {
      const { status, body } = await call(`${host.url}/api/v1/quant/market?horizon=${horizon}`, key);
      expect(status).toBe(200);
      answers.push(body as Market);
    }
    return answers;
  } finally {
    expect(await host.stop()).toBe(0);
  }
}

async function told(horizon: QuantHorizon, asOf: number): Promise<unknown> {
  const flags = ['--models', at('models'), '--horizon', horizon, '--at', String(asOf), '--format', 'json'];
  const args = [...SOURCES, 'packages/barograph/src/cli.ts', 'nowcast', at('bars', 'BTC.csv'), ...flags];
  const { stdout, stderr } = await runCommand(process.execPath, args);
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as unknown;
}

/** @param asOf the moment of the host: bars that close later are not known. */
function computed(horizon: QuantHorizon, asOf: number): unknown {
  const loaded = loadModel(text);
  const model = loaded.ok ? loaded.value : expect.fail(JSON.stringify(loaded.error));
  const { artifact } = model;
  const nowcast = createNowcast(model);
  let last: NowcastPoint | undefined;
  for (let i = 0; i < bars.length && bars.time[i]! + HOUR_MS <= asOf; i++) {
    last = publishable(nowcast.next(barAt(bars, i))!);
  }
  const point = last!;
  const parts = {
    symbol: 'BTC',
    point,
    explain: explain(point, { artifact, horizon: horizon === '4h' ? 'h4' : 'h24' }),
    monteCarlo: nextDay(model, point, 'market'),
    hysteresis: artifact.hysteresis,
    modelVersion: artifact.modelVersion,
    asOf,
    dataSource: 'files',
  } as const;
  return JSON.parse(JSON.stringify(encodeQuantMarket(parts, horizon)));
}

describe('the nowcast by library, command line and HTTP', () => {
  it('says the same of the market, with a mapped drawdown, before and after a restart', async () => {
    const http = await served();
    for (const [i, horizon] of HORIZONS.entries()) {
      const { as_of: asOf } = http[i]!;
      expect(await told(horizon, asOf)).toEqual(http[i]);
      expect(computed(horizon, asOf)).toEqual(http[i]);
    }
    const simulated = http[1]!.monte_carlo!;
    expect(simulated.p_drawdown_5).toBeGreaterThan(0);
    expect(simulated.p_drawdown_5).not.toBe(simulated.p_drawdown_5_raw);
    expect(await served()).toEqual(http);
  }, 240_000);
});
