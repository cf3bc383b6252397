import { existsSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { problem, PROBLEM_STATUS, problemCodeOf, validationProblem, type ProblemCode } from './problem.ts';

const SCHEMAS = new URL('../../../../shared/spec/schemas/', import.meta.url);
const CODES = Object.keys(PROBLEM_STATUS) as ProblemCode[];

describe('problem', () => {
  it.each(CODES)('%s is {detail: {error, message}} with the status of the table', (code) => {
    const { status, body } = problem(code, 'why');
    expect(status).toBe(PROBLEM_STATUS[code]);
    expect(body.detail).toMatchObject({ error: code, message: 'why' });
  });

  it('adds mint_url to every 401, and required_tier and pricing_url to every 403', () => {
    expect(problem('missing_api_key', 'no key').body).toEqual({
      detail: { error: 'missing_api_key', message: 'no key', mint_url: '/api/v1/auth/keys' },
    });
    expect(problem('tier_too_low', 'more', { requiredTier: 'pro_plus' }).body).toEqual({
      detail: { error: 'tier_too_low', message: 'more', required_tier: 'pro_plus', pricing_url: '/pricing' },
    });
  });

  it('sends Retry-After and Allow as headers', () => {
    expect(problem('warming_up', 'soon', { retryAfter: 5 }).headers).toEqual({ 'retry-after': '5' });
    expect(problem('method_not_allowed', 'no', { allow: ['GET', 'HEAD'] }).headers).toEqual({ allow: 'GET, HEAD' });
  });

  it('gives a code another status where the contract does', () => {
    expect(problem('unknown_coin', 'trade flow', {}, 404).status).toBe(404);
  });

  it('lists the faults of a 422 [#130]', () => {
    const item = { loc: ['query', 'limit'], msg: 'must be >= 1', type: 'minimum' };
    expect(validationProblem(item)).toEqual({ status: 422, headers: {}, body: { detail: [item] } });
  });

  it('calls an unknown symbol of an engine unknown_symbol and misuse an internal error', () => {
    expect(problemCodeOf('unknown_symbol')).toBe('unknown_symbol');
    expect(problemCodeOf('usage')).toBe('internal_error');
    expect(problemCodeOf('bad_bar')).toBe('source_unavailable');
  });
});

describe.skipIf(!existsSync(SCHEMAS))('error bodies against the schemas of the contract (needs ../shared/spec)', () => {
  const ajv = new Ajv2020({ strict: false });
  const samples: readonly [string, unknown][] = [
    ...CODES.map((code): [string, unknown] => {
      const { status, body } = problem(code, 'why', { suggestions: ['BTC'] });
      return [existsSync(new URL(`error_${status}.json`, SCHEMAS)) ? `error_${status}` : 'error_envelope', body];
    }),
    ['error_422', validationProblem({ loc: ['query', 'limit'], msg: 'must be >= 1', type: 'minimum' }).body],
  ];
  it.each(samples)('%s holds', (name, body) => {
    const schema = JSON.parse(readFileSync(new URL(`${name}.json`, SCHEMAS), 'utf8')) as Record<string, unknown>;
    delete schema['$id'];
    const validate = ajv.compile(schema);
    expect(validate(body), JSON.stringify(validate.errors)).toBe(true);
  });
});
