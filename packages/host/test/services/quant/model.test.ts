import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createMemorySnapshotStore } from '../../../src/adapters/memory/snapshot-store.ts';
import { createManualClock } from '../../../src/clock.ts';
import { quantHandlers } from '../../../src/http/handlers/quant.ts';
import type { Services } from '../../../src/services.ts';
import { memoryStates } from '../../test-support.ts';
import { createQuantService } from '../../../src/services/quant/answers.ts';
import { NO_MODEL, openModel, type ModelState } from '../../../src/services/quant/model.ts';
import { fewCoins, memoryObservations, NOW, sha256, testModelText } from './test-support.ts';

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

describe('a host without a model', () => {
  const handlersOf = (state: ModelState) => {
    const parts = {
      snapshots: createMemorySnapshotStore(),
      observations: memoryObservations(),
      states: memoryStates(),
    };
    const clock = createManualClock(NOW);
    const common = { source: fewCoins(), timeline: 't', wall: clock, publicUrl: () => '', refresh: undefined };
    const quant = createQuantService({ ...parts, ...common, state });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- these handlers use no other service
    return quantHandlers({ quant, clock, dataSource: 'simulated' } as Partial<Services> as Services);
  };
  const request = { query: { start: '2024-02-01', expires: 1, signature: 'x' }, path: { symbol: 'BTC' } };
  const ask = async (handler: unknown): Promise<unknown> =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a request that suits each of them
    (handler as (of: object) => Promise<unknown>)(request);

  it('answers 503 to everything but its card and the catalogue [#464]', async () => {
    const data = Object.entries(handlersOf(NO_MODEL)).filter(([id]) => id !== 'quant.model' && id !== 'quant.regimes');
    expect(data).toHaveLength(9);
    for (const [id, handler] of data) {
      expect(await ask(handler), id).toMatchObject({
        ok: false,
        error: { status: 503, body: { detail: { error: 'model_not_loaded' } } },
      });
    }
  });

  it('says on the card why [#464]', async () => {
    const cardOf = async (state: ModelState): Promise<unknown> => {
      const answer = (await ask(handlersOf(state)['quant.model'])) as { readonly value: { readonly json: Buffer } };
      return JSON.parse(answer.value.json.toString()) as unknown;
    };
    expect(await cardOf(NO_MODEL)).toMatchObject({
      version: 'none',
      loaded: false,
      runtime_health: { status: 'not_loaded', reason: NO_MODEL.reason },
    });
    const refused = await opened([{ ...entry, sha256: 'f'.repeat(64) }]);
    expect(await cardOf(refused)).toMatchObject({
      version: 'test-1',
      loaded: false,
      runtime_health: { status: 'refused', reason: expect.stringContaining(entry.sha256) as unknown },
    });
  });
});
