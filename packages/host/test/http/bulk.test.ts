/**
 * Rows of lists as CSV, as JSON lines, and with selected fields: by parameter or by Accept, for any operation with one
 * list.
 */

import { API_PREFIX, OPERATIONS, rowsField } from '@barograph/contract';
import { csvCell } from '@barograph/files';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../sources/src/clock.ts';
import { AS_OF, smallMarket, testHost, TIER_GATE } from '../test-support.ts';

type Rows = readonly Readonly<Record<string, unknown>>[];
const host = await testHost(smallMarket(), createManualClock(AS_OF), TIER_GATE);
beforeAll(async () => host.start());
afterAll(async () => host.stop());

const get = async (path: string, headers: Record<string, string> = {}) =>
  host.server.inject({ url: `${API_PREFIX}${path}`, headers: { 'x-api-key': 'pro_plus', ...headers } });

/** A value as a cell of Parquet: records and lists are JSON. */
const cellOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? null);
const asyncBuffer = (bytes: Buffer) => ({
  byteLength: bytes.length,
  slice: (from: number, to?: number) => new Uint8Array(bytes.subarray(from, to)).buffer,
});

/** Lists of the small market, and the field that holds their rows. */
const LISTS = [
  ['/indicators/signum-rgg', 'items'],
  ['/indicators/technical', 'items'],
  ['/volatility/regime', 'items'],
  ['/volume/scanner', 'items'],
  ['/indicators/heatmap', 'items'],
  ['/volatility/index/history', 'items'],
  ['/regimes', 'regimes'],
] as const;

describe('rows of a list', () => {
  it.each(LISTS)('%s as CSV and NDJSON are those of its JSON', async (path, field) => {
    const rows = (await get(path)).json<Record<string, Rows>>()[field]!;
    const operation = OPERATIONS.find((one) => one.path === `${API_PREFIX}${path}`)!;
    const { columns } = rowsField(operation)!;
    const ndjson = await get(`${path}?format=ndjson`);
    expect(ndjson.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    expect(
      ndjson.body
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual(rows);
    const csv = await get(`${path}?format=csv`);
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    const lines = [columns, ...rows.map((row) => columns.map((column) => row[column]))];
    expect(csv.body).toBe(lines.map((cells) => `${cells.map(csvCell).join(',')}\n`).join(''));
    const markdown = (await get(`${path}?format=markdown`)).body.split('\n');
    expect([markdown[0], markdown.length]).toEqual([`| ${columns.join(' | ')} |`, rows.length + 3]);
    const parquet = await get(`${path}?format=parquet`);
    const read = await parquetReadObjects({ file: asyncBuffer(parquet.rawPayload) });
    expect(read.map((row) => columns.map((name) => row[name] ?? null))).toEqual(
      rows.map((row) => columns.map((name) => cellOf(row[name]))),
    );
    expect(csv.headers['etag']).not.toBe(ndjson.headers['etag']);
  });

  it('come by Accept too, where JSON or anything does not stand before it, and the parameter wins', async () => {
    const path = '/indicators/signum-rgg';
    const types = async (accept: string, query = ''): Promise<string> =>
      String((await get(`${path}${query}`, { accept })).headers['content-type']);
    expect(await types('text/csv')).toMatch(/^text\/csv/);
    expect(await types('text/csv;q=0.9, */*;q=0.1')).toMatch(/^text\/csv/);
    expect(await types('application/x-ndjson')).toMatch(/^application\/x-ndjson/);
    expect(await types('text/html, */*, text/csv')).toMatch(/^application\/json/);
    expect(await types('text/csv', '?format=json')).toMatch(/^application\/json/);
    expect((await get(path, { accept: 'text/csv' })).headers['vary']).toBe('Accept, Accept-Encoding');
  });

  it('have the fields that are wanted, in their order, in every format', async () => {
    const path = '/indicators/signum-rgg?fields=price,symbol';
    const all = (await get('/indicators/signum-rgg')).json<Record<string, Rows>>();
    const some = (await get(path)).json<Record<string, Rows>>();
    expect(some['items']).toEqual(all['items']!.map(({ price, symbol }) => ({ price, symbol })));
    expect({ ...some, items: [] }).toEqual({ ...all, items: [] });
    const csv = (await get(`${path}&format=csv`)).body.split('\n');
    expect(csv[0]).toBe('price,symbol');
    expect(csv).toHaveLength(all['items']!.length + 2);
  });

  it('go with the other parameters, of an operation that refuses unknown ones too, and with as_of', async () => {
    const cut = await get('/indicators/heatmap?format=csv&limit=2');
    expect(cut.body.split('\n')).toHaveLength(4);
    const past = await get(`/indicators/signum-rgg?format=csv&as_of=${AS_OF}`);
    expect(past.body).toBe((await get('/indicators/signum-rgg?format=csv')).body);
    expect(past.headers['x-known-at']).toBe(String(AS_OF));
  });

  it.each([
    ['/indicators/signum-rgg?fields=symbol,colour', 'fields', /symbol.*"colour"/],
    ['/indicators/signum-rgg?format=xml', 'format', /json, csv, ndjson, markdown, parquet, .*"xml"/],
    ['/indicators/signum-rgg?format=constructor', 'format', /expected one of json/],
    ['/indicators/signum-rgg?fields=', 'fields', /got ""/],
    ['/indicators/signum-rgg?format=csv&format=csv', 'format', /got/],
  ])('%s is a 422 that names it', async (path, name, message) => {
    const reply = await get(path);
    expect(reply.statusCode).toBe(422);
    expect(reply.json()).toMatchObject({ detail: [{ loc: ['query', name], msg: expect.stringMatching(message) }] });
  });

  it('of an error stay an error, in its envelope', async () => {
    const reply = await get('/indicators/signum-rgg?format=csv&limit=0');
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([422, 'application/json; charset=utf-8']);
  });
});

describe('a cell', () => {
  it.each([
    ['=1+1', `'=1+1`],
    ['-x', `'-x`],
    [-1.5, '-1.5'],
    ['a,b', '"a,b"'],
    ['say "no"', '"say ""no"""'],
    [null, ''],
    [{ a: 1, b: 'x' }, '"{""a"":1,""b"":""x""}"'],
    [true, 'true'],
  ])('%j is written %s', (value, text) => {
    expect(csvCell(value)).toBe(text);
  });
});

it('the status of a host names its sources and producers, and nothing secret', async () => {
  const reply = await host.server.inject('/status');
  expect(reply.json()).toMatchObject({ status: 'ok', sources: [{ id: 'files' }], gaps: [] });
  expect(reply.body).toContain('"name":"engines"');
  expect(reply.body).not.toMatch(/postgres|password|secret|bg_live/i);
});
