import { ENDPOINT_LIST } from '@barograph/contract';
import { describe, expect, it } from 'vitest';
import { SourceError } from '../../../sources/src/market/feed.ts';
import { methodsAt, problemOfError, problemOfUnknownRoute } from '../../src/http/errors.ts';

const thrown = (error: Error, more: object = {}): Parameters<typeof problemOfError>[0] =>
  Object.assign(error, { code: 'X', ...more });

describe('problemOfError', () => {
  it.each([
    [new SourceError('down'), {}, 503, 'source_unavailable'],
    [new Error('secret'), {}, 500, 'internal_error'],
    [new Error('secret'), { statusCode: 418 }, 500, 'internal_error'],
    [new Error('secret'), { statusCode: 415 }, 415, 'unsupported_media_type'],
    [new Error('secret'), { statusCode: 400 }, 400, 'bad_request'],
  ])('of %s %j is %i %s, without its message', (error, more, status, code) => {
    const problem = problemOfError(thrown(error, more));
    expect(problem).toMatchObject({ status, body: { detail: { error: code } } });
    expect(JSON.stringify(problem)).not.toMatch(/secret|down/);
  });
});

describe('problemOfUnknownRoute', () => {
  it.each([
    ['PUT', '/api/v1/health?x=1', 405, 'GET, HEAD'],
    ['GET', '/api/openapiXjson', 404, undefined],
    ['DELETE', '/api/v1/indicators/signum-rgg/BTC', 405, 'GET'],
    ['DELETE', '/api/v1/meme/regime/score', 405, 'GET'],
    ['GET', '/api/v1/indicators/signum-rgg/BTC/more', 404, undefined],
    ['GET', '/', 404, undefined],
  ])('of %s %s is %i', (method, url, status, allow) => {
    const problem = problemOfUnknownRoute(method, url);
    expect([problem.status, problem.headers['allow']]).toEqual([status, allow]);
  });

  it('names each method of a path once', () => {
    for (const [, { path }] of ENDPOINT_LIST) {
      const methods = methodsAt(path.replaceAll(/\{\w+\}/g, 'x'));
      expect([path, new Set(methods).size]).toEqual([path, methods.length]);
    }
  });
});
