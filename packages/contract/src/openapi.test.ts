import { ok } from '@barograph/core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv } from 'ajv';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { CHANGELOG } from './changelog.ts';
import { openApiDocument } from './openapi.ts';
import { value } from './body.ts';
import { operation } from './operation.ts';
import { apiDocument, ENDPOINT_LIST, OPERATIONS } from './operations.ts';
import { EVENT_TYPES } from './stream/kinds.ts';
import { API_VERSION } from './version.ts';

interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly security: readonly object[];
  readonly parameters: readonly { readonly name: string; readonly required: boolean; readonly example?: unknown }[];
  readonly responses: Readonly<Record<string, object>>;
  readonly [extension: `x-${string}`]: unknown;
}
interface Described {
  readonly title?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly patternProperties?: Readonly<Record<string, Described>>;
  readonly items?: Described;
  readonly anyOf?: readonly Described[];
}
const document = apiDocument();
const operations = Object.values(document.paths).flatMap((item) => Object.values(item)) as unknown as Operation[];
const byId = new Map(operations.map((operation) => [operation.operationId, operation]));

describe('openApiDocument', () => {
  it('is a valid OpenAPI 3.1 document of the version that the changelog begins with [#27]', async () => {
    const result = await new Validator().validate({ ...document });
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
    expect(document.info.version).toBe(CHANGELOG[0]!.date);
  });

  it('has every operation of the table, each under an id of its own', () => {
    expect(byId.size).toBe(ENDPOINT_LIST.length);
    expect(operations.length).toBe(ENDPOINT_LIST.length);
  });

  it('gives an example with every required parameter that is not of one caller alone', () => {
    const required = operations
      .filter((operation) => operation['x-account-scoped'] !== true)
      .flatMap(({ parameters }) => parameters.filter((parameter) => parameter.required));
    expect(new Set(required.map(({ name }) => name))).toEqual(
      new Set([
        'symbol',
        'coins',
        'asset',
        'slug',
        'start',
        'expires',
        'signature',
        'chain',
        'address',
        'q',
        'name',
        'path',
        'data_type',
        'date',
        'file',
      ]),
    );
    for (const { example } of required) expect(example).toBeDefined();
  });

  it('marks tiers, and the time of what takes longer than ten seconds [#37]', () => {
    expect(byId.get('indicatorsSignum')).toMatchObject({ 'x-required-tier': 'free', security: [{ ApiKey: [] }] });
    expect(byId.get('indicatorsSignumRefresh')).toMatchObject({ 'x-required-tier': 'pro' });
    expect(byId.get('healthGet')).toMatchObject({ security: [] });
    expect(byId.get('healthGet')).not.toHaveProperty('x-required-tier');
    const slow = operations.filter((operation) => operation['x-timeout-seconds'] !== undefined);
    const ids = slow.map(({ operationId }) => operationId);
    expect(ids.filter((id) => !id.startsWith('backtesting'))).toEqual(['perpdexCandlesBatch']);
    expect(byId.get('perpdexCandlesBatch')!['x-timeout-seconds']).toBeGreaterThan(25);
    expect(byId.get('backtestingArchivesPurchase')).toMatchObject({
      'x-timeout-seconds': 60,
      security: [{ ApiKey: [] }, { Payment: [] }],
    });
  });

  it('takes no symbol of the archive that could be a path', () => {
    const paged = ENDPOINT_LIST.filter(
      ([id, { query }]) => id.startsWith('backtesting.') && 'cursor' in query.properties,
    );
    expect(paged.length).toBeGreaterThan(3);
    for (const [id, { query }] of paged) {
      const symbol = query.properties['symbol']!;
      for (const text of ['BTC', 'kPEPE', '1000BONK', 'xyz:GOLD', '币'])
        expect([id, Value.Check(symbol, text)]).toEqual([id, true]);
      for (const text of ['../../etc', '..', 'a/b', 'a\\b', 'BTC..', ''])
        expect([id, text, Value.Check(symbol, text)]).toEqual([id, text, false]);
    }
  });

  it('marks every operation of the archive: all but its status are heavy, take 60 s at most, and may be busy [#83] [#149]', () => {
    const archive = OPERATIONS.filter(({ path }) => path.startsWith('/api/v1/backtesting/'));
    expect(archive.length).toBeGreaterThan(5);
    for (const { id, edge } of archive) {
      expect([id, edge]).toEqual([id, id === 'backtesting.status' ? 'light' : 'heavy']);
      const operation = byId.get(id.replaceAll(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()))!;
      expect([id, operation['x-timeout-seconds']]).toEqual([id, edge === 'heavy' ? 60 : undefined]);
      const { 503: busy } = operation.responses;
      if (edge === 'heavy') expect(JSON.stringify(busy), id).toContain('backtesting_busy');
    }
    for (const { id, edge, path } of OPERATIONS) {
      if (edge !== undefined) expect([id, path]).toEqual([id, expect.stringMatching('^/api/v1/backtesting/')]);
    }
  });

  it('demands coins by its documented name, and offers the alias', () => {
    const parameters = byId.get('perpdexCandlesBatch')!.parameters;
    expect(parameters.filter(({ name }) => name === 'coins' || name === 'symbols')).toMatchObject([
      { name: 'coins', required: true, example: 'BTC,ETH' },
      { name: 'symbols', required: false },
    ]);
  });

  it('says that the stream streams, what its list of types may hold, and which header it reads [#37]', () => {
    const stream = byId.get('streamLive')!;
    expect(stream).toMatchObject({ 'x-streaming': true, 'x-required-tier': 'pro' });
    expect(stream.responses['200']).toHaveProperty(['content', 'text/event-stream']);
    expect(stream.responses).not.toHaveProperty('304');
    expect(stream.parameters.find(({ name }) => name === 'Last-Event-ID')).toMatchObject({
      in: 'header',
      required: false,
    });
    expect(stream.parameters.find(({ name }) => name === 'types')).toMatchObject({
      style: 'form',
      explode: false,
      schema: { type: 'array', items: { type: 'string', pattern: `^(?:${EVENT_TYPES.join('|')})$` } },
    });
    const streaming = operations.filter((operation) => operation['x-streaming'] !== undefined);
    expect(streaming.map(({ operationId }) => operationId)).toEqual(['streamLive']);
  });

  it('marks what is one caller alone, and demands the body of key creation [#36] [#44]', () => {
    const own = operations.filter((operation) => operation['x-account-scoped'] === true);
    expect(own.map(({ operationId }) => operationId).sort()).toEqual([
      'authConfirm',
      'authConfirmPost',
      'authKeysMe',
      'authKeysRevoke',
      'authKeysRotate',
      'authResendVerify',
      'webhooksCreate',
      'webhooksDelete',
      'webhooksList',
      'webhooksPing',
      'webhooksResume',
    ]);
    expect(byId.get('authKeysCreate')).toMatchObject({ security: [], requestBody: { required: true } });
    expect(byId.get('authKeysCreate')!.responses).toHaveProperty('422');
    expect(byId.get('authKeysMe')).not.toHaveProperty('requestBody');
  });

  it('introduces additive fields with dated notes in the descriptions [#31]', () => {
    expect(byId.get('perpdexCandles')!.description).toContain('Additive, 2026-10-08: atr_settled_from');
  });

  it('says how many rows of a list a tier sees [#399]', () => {
    expect(byId.get('volumeScanner')!.description).toContain('A key of tier free sees the top 20 rows by volume_24h.');
  });

  const withJson = ENDPOINT_LIST.filter(
    ([id, { method, streaming, fileType }]) =>
      method !== 'HEAD' && streaming !== true && fileType === undefined && id !== 'openapi',
  );
  const exampleOf = (id: string): unknown => {
    const operation = byId.get(id.replaceAll(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()))!;
    const { content } = operation.responses['200'] as { readonly content: Readonly<Record<string, object>> };
    return (content['application/json'] as { readonly example?: unknown }).example;
  };

  it.each(withJson)('shows an example of %s, a real answer that is valid under its schema', (id, { reply }) => {
    const example = exampleOf(id);
    expect(example).toBeDefined();
    const validate = new Ajv({ allowUnionTypes: true, strict: false }).compile(reply);
    expect(validate(example), JSON.stringify(validate.errors)).toBe(true);
  });

  it('describes every property of every reply of a feature', () => {
    const undescribed = (schema: Described, at: string): string[] => [
      ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) => [
        // a schema with a title is a component, which may not have siblings in each place where it is used
        ...(property.description === undefined && property.title === undefined ? [`${at}.${name}`] : []),
        ...undescribed(property, `${at}.${name}`),
      ]),
      ...[schema.items ?? [], schema.anyOf ?? [], Object.values(schema.patternProperties ?? {})]
        .flat()
        .flatMap((property) => undescribed(property, at)),
    ];
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parts of a schema stand behind an index signature
    expect(OPERATIONS.flatMap(({ id, reply }) => undescribed(reply as Described, id))).toEqual([]);
  });

  it('declares the errors of the table', () => {
    expect(Object.keys(byId.get('perpdexCandles')!.responses)).toEqual(
      expect.arrayContaining(['200', '400', '401', '422', '429', 'default']),
    );
    expect(Object.keys(byId.get('indicatorsSignumRefresh')!.responses)).toContain('403');
  });

  it('refuses two schemas of one title', () => {
    const summary = 'x';
    const shared = { family: 'meta', dataset: 'service', summary, answer: () => ok(value({ x: 1 })) } as const;
    const a = operation('a', { ...shared, path: '/a', reply: Type.Object({}, { title: 'Same' }) });
    const b = operation('b', { ...shared, path: '/b', reply: Type.Object({ x: Type.Number() }, { title: 'Same' }) });
    expect(() =>
      openApiDocument(
        [
          ['a', a],
          ['b', b],
        ],
        {},
      ),
    ).toThrow(/"title" expected one schema for each, got two titled Same/);
  });
});

const CHECK = fileURLToPath(new URL('../../../../shared/spec/check-openapi.mjs', import.meta.url));

describe.skipIf(!existsSync(CHECK))('the document against the contract (needs ../shared/spec)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'barograph-openapi-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('has no miss for the operations that are live [#23] [#304] [#305] [#557] [#558] [#559] [#269] [#270] [#271] [#381] [#382] [#556] [#235] [#236] [#237] [#238] [#239] [#240]', () => {
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(document));
    const ids = ENDPOINT_LIST.map(([id]) => id).join(',');
    const output = execFileSync(
      process.execPath,
      [CHECK, file, '--strict', '--api-version', API_VERSION, '--only', ids],
      { encoding: 'utf8' },
    );
    expect(output).toMatch(/misses 0, warnings 0, result OK/);
    const counted = execFileSync(process.execPath, [CHECK, file, '--api-version', API_VERSION, '--only', ids], {
      encoding: 'utf8',
    });
    expect(counted).toMatch(/paths (\d+)\/\1,/);
    expect(counted).not.toMatch(/paths 0\/0/);
  });
});
