import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LAWS } from './cases/laws.cases.ts';
import { startTestServer, type TestServer } from './test-support.ts';

/** On the embedded engine; `store.ci.test.ts` has each engine. */
describe('the laws of a store', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(async () => server.stop());

  it.each(LAWS)('$name', async ({ run }) => {
    const url = await server.database();
    await expect(run({ open: async () => server.open(url) })).resolves.toBeUndefined();
  });
});
