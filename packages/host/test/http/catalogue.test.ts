/** The catalogues over HTTP: rows and details as in the contract, and unknown values. */

import { INDICATORS, STRATEGIES, STRATEGY_GROUP_SLUGS } from '@barograph/catalogue';
import { OPERATIONS } from '@barograph/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../sources/src/clock.ts';
import { simulatedMarket, testHost, TIER_GATE } from '../test-support.ts';

const host = await testHost(simulatedMarket(), createManualClock(Date.UTC(2025, 8, 2, 21, 15)), TIER_GATE);
beforeAll(async () => host.start());
afterAll(async () => host.stop());

type Wire = Record<string, unknown>;

async function ask(path: string, key = 'free'): Promise<{ status: number; body: Wire }> {
  const reply = await host.server.inject({ url: `/api/v1/${path}`, headers: { 'x-api-key': key } });
  return { status: reply.statusCode, body: JSON.parse(reply.body) as Wire };
}
const detailOf = ({ body }: { body: Wire }): Wire => body['detail'] as Wire;
const rowsOf = async (path: string, name: string): Promise<readonly Wire[]> =>
  (await ask(path)).body[name] as readonly Wire[];

const SCHEMAS = new URL('../../../../../shared/spec/schemas/', import.meta.url);
const ajv = new Ajv2020({ strict: false });

/** Names that the contract requires of a schema, after each of the records was held against it. */
function namesOf(name: string, records: readonly Wire[]): readonly string[] {
  const schema = JSON.parse(readFileSync(new URL(`${name}.json`, SCHEMAS), 'utf8')) as {
    $id?: string;
    required: string[];
  };
  delete schema.$id;
  const validate = ajv.compile(schema);
  for (const one of records) expect(validate(one), JSON.stringify(validate.errors)).toBe(true);
  return schema.required;
}

describe('the catalogues over HTTP', () => {
  it('need a key, of any tier', async () => {
    const operations = OPERATIONS.filter(({ family }) => family === 'catalogue');
    expect(operations.map(({ id, access }) => [id, access])).toEqual([
      ['strategies.groups', 'key'],
      ['strategies.list', 'key'],
      ['strategies.get', 'key'],
      ['indicators.catalog_groups', 'key'],
      ['indicators.catalog', 'key'],
      ['indicators.catalog_get', 'key'],
    ]);
    for (const tier of ['free', 'pro', 'pro_plus']) expect((await ask('strategies/groups', tier)).status).toBe(200);
  });

  it('have groups with counts that add up, and endpoints of indicator groups alone [#533] [#536] [#542]', async () => {
    const strategies = await rowsOf('strategies/groups', 'groups');
    const indicators = await rowsOf('indicators/catalog/groups', 'groups');
    const sum = (rows: readonly Wire[], name: string): number => rows.reduce((all, one) => all + Number(one[name]), 0);
    expect([strategies.length, sum(strategies, 'strategy_count')]).toEqual([22, 317]);
    expect([indicators.length, sum(indicators, 'indicator_count')]).toEqual([12, 187]);
    expect(strategies.filter((one) => 'endpoints' in one)).toEqual([]);
    for (const { slug, endpoints } of indicators) {
      const named = INDICATORS.filter(({ group }) => group === slug).flatMap((one) => one.endpoints);
      expect(new Set(endpoints as string[])).toEqual(new Set(named.map((path) => `/api/v1${path}`)));
    }
  });

  it('list 317 strategies and 187 indicators, or one group [#534] [#537] [#543] [#544]', async () => {
    const strategies = await rowsOf('strategies', 'strategies');
    const indicators = await rowsOf('indicators/catalog', 'indicators');
    expect(strategies.map(({ slug }) => slug)).toEqual(STRATEGIES.map(({ slug }) => slug));
    expect(indicators.map(({ slug }) => slug)).toEqual(INDICATORS.map(({ slug }) => slug));
    for (const group of STRATEGY_GROUP_SLUGS) {
      const { body } = await ask(`strategies?group=${group}`);
      expect(body['strategies']).toEqual(strategies.filter((one) => one['group'] === group));
      expect(body).toMatchObject({ group, count: (body['strategies'] as Wire[]).length });
    }
    expect(await rowsOf('indicators/catalog?group=breadth', 'indicators')).toEqual(
      indicators.filter(({ group }) => group === 'breadth'),
    );
  });

  it.each(['nope', '', 'Breakout', 'breakout,momentum'])('say 400 unknown_group of %j [#135] [#543]', async (group) => {
    const strategies = await ask(`strategies?group=${group}`);
    expect([strategies.status, detailOf(strategies)['error']]).toEqual([400, 'unknown_group']);
    expect(detailOf(strategies)['valid_groups']).toEqual(STRATEGY_GROUP_SLUGS);
    const indicators = await ask(`indicators/catalog?group=${group}`);
    expect([indicators.status, detailOf(indicators)['error']]).toEqual([400, 'unknown_group']);
    expect(detailOf(indicators)).not.toHaveProperty('valid_groups');
  });

  it('say 404 of an unknown slug, with those near to it [#142] [#535] [#538]', async () => {
    const strategy = await ask('strategies/cash-and-carry-quarterli');
    expect([strategy.status, detailOf(strategy)]).toMatchObject([
      404,
      { error: 'strategy_not_found', suggestions: ['cash-and-carry-quarterly'] },
    ]);
    const indicator = await ask('indicators/catalog/arms-indx');
    expect([indicator.status, detailOf(indicator)]).toMatchObject([
      404,
      { error: 'indicator_not_found', suggestions: ['arms-index'] },
    ]);
    for (const slug of ['constructor', '__proto__', '..%2F..%2Fetc', '%F0%9F%98%80']) {
      expect((await ask(`strategies/${slug}`)).status, slug).toBe(404);
    }
  });

  it('have a detail of each strategy that is its row and more [#535] [#540]', async () => {
    for (const row of await rowsOf('strategies', 'strategies')) {
      const { status, body } = await ask(`strategies/${String(row['slug'])}`);
      expect(status).toBe(200);
      expect(body).toMatchObject(row);
      const { entry, exit, sizing } = STRATEGIES.find(({ slug }) => slug === row['slug'])!;
      expect(Object.keys(body['prompts'] as Wire)).toEqual(['build', 'backtest']);
      const { build, backtest } = body['prompts'] as Record<'build' | 'backtest', string>;
      for (const rule of [entry, exit, sizing])
        expect([build.includes(rule), backtest.includes(rule)]).toEqual([true, true]);
    }
  });

  it('name 12 strategies at most that use an indicator, and count the others [#538] [#541]', async () => {
    for (const { slug, formula } of INDICATORS) {
      const { body } = await ask(`indicators/catalog/${slug}`);
      const users = STRATEGIES.filter(({ indicators }) => indicators.includes(slug)).map((one) => one.slug);
      expect(body['used_by']).toEqual(users.slice(0, 12));
      expect(body['used_by_others']).toBe(Math.max(0, users.length - 12));
      expect((body['prompts'] as Wire)['build']).toContain(formula);
    }
    const most = Math.max(
      ...INDICATORS.map(({ slug }) => STRATEGIES.filter((one) => one.indicators.includes(slug)).length),
    );
    expect(most).toBeGreaterThan(12);
  });

  it.skipIf(!existsSync(SCHEMAS))(
    'have the fields of the contract, and rows none that details add (needs shared) [#539] [#540] [#541] [#542]',
    async () => {
      const strategies = await rowsOf('strategies', 'strategies');
      const indicators = await rowsOf('indicators/catalog', 'indicators');
      const strategy = (await ask(`strategies/${String(strategies[0]!['slug'])}`)).body;
      const indicator = (await ask(`indicators/catalog/${String(indicators[0]!['slug'])}`)).body;
      const sorted = (names: readonly string[]): readonly string[] => [...names].sort();
      expect(sorted(Object.keys(strategies[0]!))).toEqual(sorted(namesOf('strategy_row', strategies)));
      expect(sorted(Object.keys(indicators[0]!))).toEqual(sorted(namesOf('indicator_row', indicators)));
      expect(sorted(Object.keys(strategy))).toEqual(sorted(namesOf('strategy_detail', [strategy])));
      expect(sorted(Object.keys(indicator))).toEqual(
        sorted([...namesOf('indicator_detail', [indicator]), 'used_by_others']),
      );
      namesOf('strategy_group', await rowsOf('strategies/groups', 'groups'));
      namesOf('indicator_group', await rowsOf('indicators/catalog/groups', 'groups'));
    },
  );
});
