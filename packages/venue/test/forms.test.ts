/** Our answers have the form of the recorded ones: the same fields, of the same types. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOW, testVenue, type TestVenue } from './test-support.ts';

const RECORDED = '../shared/data/api/hyperliquid';

let venue: TestVenue;
beforeAll(async () => {
  venue = await testVenue();
});
afterAll(async () => venue.venue.close());

const DECIMAL = /^-?\d+(?:\.\d+)?$/;

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'string') return DECIMAL.test(value) ? 'decimal' : 'text';
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
}

const isTuple = (rows: readonly unknown[]): boolean => new Set(rows.map(typeOf)).size > 1 && rows.length === 2;

/** Places at which values of ours have another form than all recorded ones of the same place. */
function differences(ours: readonly unknown[], theirs: readonly unknown[], path: string): readonly string[] {
  const types = new Set(theirs.map(typeOf));
  if (types.size === 0) return [];
  const wrong = ours.find((value) => !types.has(typeOf(value)));
  if (wrong !== undefined) return [`${path}: expected ${[...types].join(' or ')}, got ${typeOf(wrong)}`];
  const arrays = (values: readonly unknown[]) => values.filter((value): value is unknown[] => Array.isArray(value));
  if (arrays(theirs).some(isTuple)) {
    const at = (values: readonly unknown[], i: number) => arrays(values).map((value) => value[i]);
    return [0, 1].flatMap((i) => differences(at(ours, i), at(theirs, i), `${path}[${i}]`));
  }
  if (types.has('array')) return differences(arrays(ours).flat(), arrays(theirs).flat(), `${path}[]`);
  const objects = (values: readonly unknown[]) =>
    values.filter((value): value is Record<string, unknown> => typeOf(value) === 'object');
  const ourObjects = objects(ours);
  const theirObjects = objects(theirs);
  const known = new Set(theirObjects.flatMap((object) => Object.keys(object)));
  const always = [...known].filter((key) => theirObjects.every((object) => key in object));
  const missing = always.filter((key) => ourObjects.some((object) => !(key in object)));
  const extra = [...new Set(ourObjects.flatMap((object) => Object.keys(object)))].filter((key) => !known.has(key));
  const value = (values: readonly Record<string, unknown>[], key: string) =>
    values.flatMap((object) => (key in object ? [object[key]] : []));
  return [
    ...missing.map((key) => `${path}.${key}: missing`),
    ...extra.map((key) => `${path}.${key}: unknown`),
    ...[...known].flatMap((key) => differences(value(ourObjects, key), value(theirObjects, key), `${path}.${key}`)),
  ];
}

/** Recorded payloads whose file begins so. */
function recorded(prefixes: readonly string[]): readonly unknown[] {
  const files = readdirSync(RECORDED).filter((file) => prefixes.some((prefix) => file.startsWith(prefix)));
  expect(files.length).toBeGreaterThan(0);
  return files.flatMap((file) => {
    const text = readFileSync(join(RECORDED, file), 'utf8');
    if (!file.endsWith('.ndjson')) return [JSON.parse(text) as unknown];
    const lines = text.split('\n').filter((line) => line !== '');
    return lines.map((line) => JSON.parse(line) as unknown);
  });
}

describe('the rule on forms finds', () => {
  const theirs = [
    [
      { px: '1.0', n: 1, x: null },
      { px: '2.5', n: 2 },
    ],
  ];
  it.each([
    ['nothing where they are the same', [[{ px: '3.25', n: 7 }]], []],
    ['a missing field', [[{ px: '3.25' }]], ['p[].n: missing']],
    ['another field', [[{ px: '3.25', n: 7, y: 1 }]], ['p[].y: unknown']],
    ['a number where a text is', [[{ px: 3.25, n: 7 }]], ['p[].px: expected decimal, got number']],
    ['an exponent', [[{ px: '3e-7', n: 7 }]], ['p[].px: expected decimal, got text']],
  ])('%s', (_, ours, found) => expect(differences(ours, theirs, 'p')).toEqual(found));
});

describe.skipIf(!existsSync(RECORDED))('answers have the form of the recorded ones (needs ../shared/data)', () => {
  it.each([
    ['meta', { type: 'meta' }, ['meta__']],
    ['metaAndAssetCtxs', { type: 'metaAndAssetCtxs' }, ['metaAndAssetCtxs']],
    [
      'candleSnapshot',
      { type: 'candleSnapshot', req: { coin: 'kPEPE', interval: '1h', startTime: NOW - 90_000_000, endTime: NOW } },
      ['candleSnapshot'],
    ],
    ['fundingHistory', { type: 'fundingHistory', coin: 'BTC', startTime: 0 }, ['fundingHistory']],
    ['l2Book', { type: 'l2Book', coin: 'BTC' }, ['l2Book']],
    ['l2Book with digits', { type: 'l2Book', coin: 'BTC', nSigFigs: 5, mantissa: 5 }, ['mm_l2book']],
  ])('%s', async (_, question, files) => {
    const { status, json } = await venue.info(question);
    expect(status).toBe(200);
    const theirs = recorded(files);
    const known = question.type === 'l2Book' ? [...theirs, { ...(theirs[0] as object), spread: '1.0' }] : theirs;
    expect(differences([json], known, question.type)).toEqual([]);
  });

  it('allMids', async () => {
    const { json } = await venue.info({ type: 'allMids' });
    const values = (mids: unknown) => Object.values(mids as object);
    expect(values(json).length).toBeGreaterThan(20);
    expect(differences(values(json), recorded(['allMids__']).flatMap(values), 'mids')).toEqual([]);
  });

  it.each([
    ['activeAssetCtx', { type: 'activeAssetCtx', coin: 'BTC' }, 'tardis_ws_activeAssetCtx'],
    ['l2Book', { type: 'l2Book', coin: 'BTC' }, 'tardis_ws_l2Book'],
  ])('frames of %s', async (_, subscription, file) => {
    const line = await venue.line();
    line.send({ method: 'subscribe', subscription });
    const [acknowledgement, frame] = await line.frames();
    const [known] = recorded(['jkorf_ws_Klines']).flat();
    const { data, ...rest } = acknowledgement!;
    expect({ ...rest, data: Object.keys(data as object) }).toEqual({
      channel: 'subscriptionResponse',
      data: Object.keys((known as { data: object }).data),
    });
    expect(data.subscription).toEqual(subscription);
    // The frame of a context was recorded before contexts had `dayBaseVlm`; answers have it.
    const [, contexts] = recorded(['metaAndAssetCtxs__2025'])[0] as [unknown, object[]];
    const theirs = recorded([file]).flatMap((one) => {
      const { data: rows } = one as { data: object };
      return 'ctx' in rows ? [one, { ...(one as object), data: { ...rows, ctx: contexts[0] } }] : [one];
    });
    expect(differences([frame], theirs, 'frame')).toEqual([]);
    line.socket.close();
  });
});
