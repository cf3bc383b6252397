/** `/api/openapi.json?family=`: the part of the document for one family. */

import { ENDPOINT_LIST, type OpenApiDocument } from '@barograph/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../sources/src/clock.ts';
import { AS_OF, smallMarket, testHost } from '../test-support.ts';

const host = await testHost(smallMarket(), createManualClock(AS_OF));
beforeAll(async () => host.start());
afterAll(async () => host.stop());
const get = async (url: string) => host.server.inject({ url });

describe('the document of a family', () => {
  it('has the operations of the family as the whole document has them, and their schemas alone', async () => {
    const whole = (await get('/api/openapi.json')).json<OpenApiDocument>();
    const tags = new Set(ENDPOINT_LIST.map(([, { family }]) => family));
    for (const family of tags) {
      const { statusCode, body } = await get(`/api/openapi.json?family=${family}`);
      expect(statusCode).toBe(200);
      const part = JSON.parse(body) as OpenApiDocument & { readonly components: { readonly schemas: object } };
      const own = ENDPOINT_LIST.filter(([, one]) => one.family === family);
      expect(Object.values(part.paths).flatMap((item) => Object.keys(item)).length).toBe(own.length);
      for (const [, { path, method }] of own) {
        expect(part.paths[path]![method.toLowerCase()]).toEqual(whole.paths[path]![method.toLowerCase()]);
      }
      const used = new Set([...body.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name));
      expect(new Set(Object.keys(part.components.schemas))).toEqual(used);
    }
  });

  it.each(['nothing', '', 'Quant'])('is a 422 for %j that names the families', async (family) => {
    const { statusCode, body } = await get(`/api/openapi.json?family=${family}`);
    expect(statusCode).toBe(422);
    for (const [, one] of ENDPOINT_LIST) expect(body).toContain(one.family);
  });
});
