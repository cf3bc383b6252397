/** Why there is no score of the meme market. */

import { expect, it } from 'vitest';
import { createMemorySnapshotStore } from '../../src/adapters/memory/snapshot-store.ts';
import type { Services } from '../../src/services.ts';
import { createMemeScore } from '../../src/services/meme-score.ts';
import { memeHandlers } from '../../src/http/handlers/meme.ts';

it('[#151] is 503 before the rows, and says so when the market has no meme coin with days enough', async () => {
  const store = createMemorySnapshotStore();
  const meme = { score: createMemeScore(store, 'files') };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this handler uses nothing else
  const handlers = memeHandlers({ meme, dataSource: 'files' } as unknown as Services);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it asks nothing of its request
  const ask = async (): Promise<unknown> => handlers['meme.regime_score']({} as never);
  const unready = (message: RegExp, seconds: string) => ({
    ok: false,
    error: {
      status: 503,
      headers: { 'retry-after': seconds },
      body: { detail: { error: 'warming_up', message: expect.stringMatching(message) as string } },
    },
  });
  expect(await ask()).toMatchObject(unready(/are being computed/, '5'));
  await store.publish('meme', { asOf: 1, head: { warming: [], score: null }, records: [] });
  expect(await ask()).toMatchObject(unready(/No meme coin of this market has enough completed days/, '3600'));
});
