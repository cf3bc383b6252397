import { OPERATIONS } from '@barograph/contract';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createMemorySnapshotStore } from '../../../../runtime/src/snapshots/memory/snapshot-store.ts';
import { createManualClock } from '../../../../sources/src/clock.ts';
import { memoryStates } from '../../test-support.ts';
import { NO_MODEL, openModel, type ModelState } from '../../../../runtime/src/producers/quant/model.ts';
import { quantProducer } from '../../../../runtime/src/producers/quant/producer.ts';
import { refreshAt } from '../../../../runtime/test/test-support.ts';
import type { Asker } from '../../ask.ts';
import { fewCoins, memoryObservations, NOW, quantAsker, sha256, testModel, testModelText } from './test-support.ts';

const folder = mkdtempSync(join(tmpdir(), 'barograph-models-'));
afterAll(() => rmSync(folder, { recursive: true }));

const text = testModelText();
const entry = {
  id: 'nowcast',
  version: 'test-1',
  file: 'model.json',
  sha256: sha256(text),
  bytes: Buffer.byteLength(text),
  schema: 'nowcast/1',
};

/** Opens the model at these files. */
async function opened(manifest: unknown, model: string = text): Promise<ModelState> {
  writeFileSync(join(folder, 'manifest.json'), typeof manifest === 'string' ? manifest : JSON.stringify(manifest));
  writeFileSync(join(folder, 'model.json'), model);
  return openModel(folder);
}

describe('the model of a host', () => {
  it('is the last nowcast of the manifest, with the hash of its file [#463]', async () => {
    const other = { ...entry, id: 'other', sha256: 'no' };
    const state = await opened([{ ...entry, version: 'old', sha256: 'old' }, entry, other]);
    expect(state).toMatchObject({ kind: 'loaded', sha256: entry.sha256, artifact: { modelVersion: 'test-1' } });
  });

  it('is refused when one byte is another, with the hash that was expected and the one found', async () => {
    const tampered = text.replace('"test-1"', '"test-2"');
    expect(tampered.length).toBe(text.length);
    expect(await opened([entry], tampered)).toEqual({
      kind: 'refused',
      version: 'test-1',
      reason: `model.json: expected ${entry.bytes} bytes with sha256 ${entry.sha256}, got ${entry.bytes} bytes with sha256 ${sha256(tampered)}`,
    });
  });

  it('is refused when its bytes are right and make no model', async () => {
    const other = text.replace(/"schema":"[^"]*"/, '"schema":"nowcast/0"');
    const listed = { ...entry, sha256: sha256(other), bytes: Buffer.byteLength(other) };
    expect(await opened([listed], other)).toMatchObject({ kind: 'refused', version: 'test-1' });
    expect(await opened('{"not":"a list"}')).toMatchObject({ kind: 'refused', version: null });
    expect(await opened([{ ...entry, file: 'nowhere.json' }])).toMatchObject({ kind: 'refused', version: 'test-1' });
  });

  it('brings the metrics that were published of its version, and of no other [#463]', async () => {
    const metrics = '{"horizons":{"4h":{"log_score":0.25}}}';
    writeFileSync(join(folder, 'metrics.json'), metrics);
    const listed = {
      ...entry,
      id: 'nowcast-metrics',
      file: 'metrics.json',
      sha256: sha256(metrics),
      bytes: metrics.length,
    };
    const state = await opened([entry, listed, { ...listed, version: 'test-0', sha256: 'no' }]);
    expect(state).toMatchObject({ kind: 'loaded', metrics: { horizons: { '4h': { log_score: 0.25 } } } });
    expect(await opened([entry])).toMatchObject({ kind: 'loaded', metrics: null });
    expect(await opened([entry, { ...listed, sha256: 'no' }])).toMatchObject({ kind: 'refused', version: 'test-1' });
  });

  it('is none where nothing is published', async () => {
    expect(await openModel(join(folder, 'nowhere'))).toMatchObject({ kind: 'none' });
    expect(await opened([])).toMatchObject({ kind: 'none' });
  });
});

const newStage = () => ({
  source: fewCoins(),
  snapshots: createMemorySnapshotStore(),
  observations: memoryObservations(),
  states: memoryStates(),
  wall: createManualClock(NOW),
});
const QUESTION = { query: { start: '2024-02-01', expires: 1, signature: 'x' }, path: { symbol: 'BTC' } };
/** Operations of the family that use positions of accounts and need no model. */
const OF_POSITIONS: ReadonlySet<string> = new Set([
  'quant.positioning',
  'quant.ladder',
  'quant.gex',
  'quant.gex_history',
  'quant.whales',
  'quant.whales_history',
]);
/** Operations of the ledger: recorded rows stay readable, whatever model runs now. */
const OF_LEDGER = new Set(['quant.scorecard', 'quant.ledger', 'quant.ledger_digests']);
const IDS = OPERATIONS.filter(
  ({ family, id }) => family === 'quant' && !OF_POSITIONS.has(id) && !OF_LEDGER.has(id),
).map(({ id }) => id);

describe('a host without a model', () => {
  const askerOf = (state: ModelState): Asker => quantAsker(state, newStage())(NOW);

  it('answers 503 to everything but its card and the catalogue [#464]', async () => {
    const ask = askerOf(NO_MODEL);
    const data = IDS.filter((id) => id !== 'quant.model' && id !== 'quant.regimes');
    expect(data).toHaveLength(12);
    for (const id of data) {
      expect(await ask.outcome(id, QUESTION), id).toMatchObject({
        ok: false,
        error: { status: 503, body: { detail: { error: 'model_not_loaded' } } },
      });
      expect(OPERATIONS.find((one) => one.id === id)!.errors, id).toContainEqual(
        expect.objectContaining({ code: 'model_not_loaded' }),
      );
    }
    expect(await ask.json('quant.regimes')).toMatchObject({ count: 6, source: 'simulated' });
  });

  it('says on the card why [#464]', async () => {
    expect(await askerOf(NO_MODEL).json('quant.model')).toMatchObject({
      version: 'none',
      loaded: false,
      runtime_health: { status: 'not_loaded', reason: NO_MODEL.reason },
    });
    const refused = await opened([{ ...entry, sha256: 'f'.repeat(64) }]);
    expect(await askerOf(refused).json('quant.model')).toMatchObject({
      version: 'test-1',
      loaded: false,
      runtime_health: { status: 'refused', reason: expect.stringContaining(entry.sha256) as unknown },
    });
  });
});

describe('what a model published', () => {
  const PUBLISHED = ['quant.market', 'quant.coins', 'quant.coins_risk', 'quant.coin'];

  it('is shown under its own name only: another file has nothing until it has computed', async () => {
    const [stage, loaded] = [newStage(), testModel()];
    const other = { ...loaded, sha256: sha256('another file') };
    await refreshAt(quantProducer(loaded, 't'), stage)(NOW);
    const [own, ask] = [quantAsker(loaded, stage)(NOW), quantAsker(other, stage)(NOW)];
    for (const id of PUBLISHED) {
      expect(await own.outcome(id, QUESTION), id).toMatchObject({ ok: true });
      expect(await ask.outcome(id, QUESTION), id).toMatchObject({
        error: { status: 503, body: { detail: { error: 'warming_up' } } },
      });
    }
    const card = { as_of: NOW, coins: 6, warming: 1 };
    expect(await own.json('quant.model')).toMatchObject({ runtime_health: { status: 'ok', ...card } });
    expect(await ask.json('quant.model')).toMatchObject({
      runtime_health: { status: 'warming', as_of: null, bar_timestamp: null, coins: 0, warming: 0 },
    });
  });

  it('is encoded once: a list, a market and a coin have the same bytes until the next computation', async () => {
    const [stage, loaded] = [newStage(), testModel()];
    const refresh = refreshAt(quantProducer(loaded, 't'), stage);
    await refresh(NOW);
    const ask = quantAsker(loaded, stage)(NOW);
    for (const id of PUBLISHED) {
      const answerOf = async () => {
        const done = await ask.outcome(id, QUESTION);
        return done.ok ? done.value : undefined;
      };
      const before = await answerOf();
      expect(before, id).toBeDefined();
      expect(await answerOf(), id).toBe(before);
    }
  });
});
