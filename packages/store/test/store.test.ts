import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FAST_CASES } from './cases/all.cases.ts';
import { startTestServer, type TestServer } from './test-support.ts';

/** On the embedded engine; `store.ci.test.ts` has the other cases, and all of them on Debian's. */
describe('a store', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterEach(async () => server.closeStores());
  afterAll(async () => server.stop());

  for (const [subject, cases] of FAST_CASES) {
    describe(subject, () => {
      for (const { name, run } of cases) {
        it(name, async () => {
          const url = await server.database();
          await expect(run({ open: async () => server.open(url) })).resolves.toBeUndefined();
        });
      }
    });
  }
});
