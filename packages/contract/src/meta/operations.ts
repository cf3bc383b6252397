/** Index, health, changelog and the OpenAPI document. */

import { err, ok, shown } from '@barograph/core';
import { Type } from 'typebox';
import { value, type ValueBody } from '../body.ts';
import { CHANGELOG, type ChangelogEntry } from '../changelog.ts';
import type { Endpoint } from '../endpoint.ts';
import { fieldsOf, record } from '../fields.ts';
import { openApiDocument } from '../openapi.ts';
import { operation } from '../operation.ts';
import type { DataSource } from '../parameters.ts';
import { MINT_URL, validationProblem } from '../problem.ts';
import { nullable } from '../scalar.ts';
import { keptByView } from '../shapes/kept.ts';
import { sourceFields } from '../shapes/page.ts';
import { table } from '../shapes/table.ts';
import { TIERS, unlocks, type Tier } from '../tiers.ts';
import { API_PREFIX, API_VERSION } from '../version.ts';
import { CATALOG, HEALTH } from './catalog.ts';
import { health } from './health-row.ts';

const open = { family: 'meta', dataset: 'service' } as const;

interface Listed {
  readonly id: string;
  readonly endpoint: Endpoint;
  readonly tier: Tier | undefined;
}
const row = fieldsOf<Listed>();
const listed = record(null, {
  id: row.text('Id of the operation.', (operation) => operation.id),
  method: row.text('HTTP method.', (operation) => operation.endpoint.method),
  path: row.text('Path, with parameters in braces.', (operation) => operation.endpoint.path),
  family: row.text('Group of the operation.', (operation) => operation.endpoint.family),
  summary: row.text('What it answers, in a sentence.', (operation) => operation.endpoint.summary),
  access: row.text('none, key, pro or pro_plus', (operation) => operation.endpoint.access),
  prices_usd: row.custom(
    nullable(
      Type.Record(Type.String(), Type.String()),
      'Prices without a key, USD: of one answer, or by plan or data_type; null where nothing is sold.',
    ),
    ({ endpoint }) => (endpoint.payable === undefined ? null : { ...endpoint.payable.prices }),
  ),
  unlocked: row.flag('This caller may use it.', ({ endpoint, tier }) => unlocks(tier, endpoint.access)),
});

/** Catalog as visible to a tier; undefined means a caller without a key. */
interface IndexOf {
  readonly operations: readonly (readonly [string, Endpoint])[];
  readonly tier: Tier | undefined;
  readonly dataSource: DataSource;
}
const all = fieldsOf<IndexOf>();
/** Index of all operations. */
export const indexReply = record('Index', {
  name: all.text('Name of the service.', () => 'Barograph'),
  api_version: all.text('Version of the contract.', () => API_VERSION),
  openapi_url: all.text('Where the OpenAPI document is.', () => '/api/openapi.json'),
  changelog_url: all.text('Where changes are listed.', () => `${API_PREFIX}/changelog`),
  health_url: all.text('Where the state of the service is.', () => `${API_PREFIX}/health`),
  mint_url: all.text('Where a key is made, with one call.', () => MINT_URL),
  tier: all.choiceOrNull(
    TIERS,
    'Tier of the key that was sent; null without a valid one.',
    (index) => index.tier ?? null,
  ),
  endpoints: all.items(listed, 'Every operation.', ({ operations, tier }) =>
    operations.map(([id, endpoint]) => ({ id, endpoint, tier })),
  ),
  ...sourceFields,
});
const indexes = keptByView<ValueBody<ReturnType<typeof indexReply.encode>>>();

export const indexOperation = operation('index', {
  ...open,
  path: '',
  optionalKey: true,
  summary: 'What exists and what the key unlocks.',
  description: 'Works without a key. A key that is not valid counts as none.',
  reply: indexReply.schema,
  ports: [CATALOG],
  answer: (context, { caller }) => {
    const catalog = context.use(CATALOG);
    const { operations } = catalog;
    const { dataSource } = context;
    const tier = caller?.tier;
    const body = indexes(
      catalog,
      {},
      () => `${tier} ${dataSource}`,
      () => value(indexReply.encode({ operations, tier, dataSource })),
    );
    return ok(body);
  },
});

const state = { ...open, path: '/health', reply: health.schema, ports: [HEALTH] };
export const healthGet = operation('health.get', {
  ...state,
  summary: 'State of the service and of each of its sources.',
  answer: (context) => ok(value(health.encode(context.use(HEALTH).read()))),
});
export const healthHead = operation('health.head', {
  ...state,
  method: 'HEAD',
  summary: 'The headers of health, without its body.',
  answer: (context) => ok(value(health.encode(context.use(HEALTH).read()))),
});

const entry = fieldsOf<ChangelogEntry>();
const change = record(null, {
  date: entry.text('Date of the change.', (entry) => entry.date),
  breaking: entry.flag('A caller may have to change.', (entry) => entry.breaking),
  summary: entry.text('The change in a sentence.', (entry) => entry.summary),
  changes: entry.list(Type.String(), 'The parts of the change.', (entry) => entry.changes),
});
const log = fieldsOf<{ readonly dataSource: DataSource }>();
/** Changelog with the current version. */
export const changelogReply = record('Changelog', {
  api_version: log.custom(
    Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'Version of the contract.' }),
    () => API_VERSION,
  ),
  entries: log.items(change, 'Newest first.', () => CHANGELOG),
  ...sourceFields,
});
export const changelogOperation = table('changelog', {
  ...open,
  path: '/changelog',
  summary: 'What changed in the contract, newest first.',
  description: 'Always JSON, whatever the Accept header says.',
  reply: changelogReply,
});

/** OpenAPI document, whose schema is defined by OpenAPI. */
const DocumentSchema = Type.Object(
  {
    openapi: Type.String({ description: 'Version of OpenAPI.' }),
    info: Type.Object(
      {
        title: Type.String({ description: 'Name of the service.' }),
        version: Type.String({ description: 'Version of the contract.' }),
      },
      { description: 'What the document describes.' },
    ),
  },
  { title: 'OpenApiDocument', additionalProperties: true },
);
const documents = keptByView<ValueBody<never>>();

export const openapiOperation = operation('openapi', {
  ...open,
  path: '/api/openapi.json',
  isRoot: true,
  summary: 'This document.',
  description: 'The whole, or with family the operations of one family and the schemas that they use.',
  query: Type.Object({
    family: Type.Optional(Type.String({ description: 'Group of operations: a tag of the whole document.' })),
  }),
  reply: DocumentSchema,
  ports: [CATALOG],
  answer: (context, { query: { family } }) => {
    const catalog = context.use(CATALOG);
    const { families } = catalog;
    const operations = catalog.operations.filter(([, endpoint]) => family === undefined || endpoint.family === family);
    if (operations.length === 0) {
      const known = [...new Set(catalog.operations.map(([, endpoint]) => endpoint.family))].join(', ');
      const msg = `expected one of ${known}, got ${shown(family)}`;
      return err(validationProblem({ loc: ['query', 'family'], msg, type: 'enum' }));
    }
    return ok(
      documents(
        catalog,
        {},
        () => family ?? '',
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a document, whose schema is OpenAPI's
        () => value((family === undefined ? catalog.document : openApiDocument(operations, families)) as never),
      ),
    );
  },
});
