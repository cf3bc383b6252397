/** Four scores of a host over the simulated market, recomputed in another language from its answers alone. */

import { SIMULATOR_V2 } from '@barograph/simulator';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../sources/src/clock.ts';
import { openMarket } from '../../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../../sources/src/simulated/source.ts';
import { testHost, TIER_GATE } from '../test-support.ts';

const NOW = Date.UTC(2026, 2, 10, 12, 7);
const SCRIPT = fileURLToPath(new URL('../../../../test/oracle/rederive_scores.py', import.meta.url));
const isFull = process.env['BAROGRAPH_FULL'] === '1';
const without = spawnSync('python3', ['--version']).status === 0 ? undefined : 'no python3';

describe.runIf(isFull)('scores of a host', () => {
  it('[#614] are those that a second script computes from the answers', async ({ skip }) => {
    skip(without !== undefined, without);
    const host = await testHost(openMarket([createSimulatedSource(SIMULATOR_V2)]), createManualClock(NOW), TIER_GATE);
    const folder = mkdtempSync(join(tmpdir(), 'barograph-scores-'));
    try {
      await host.start();
      await host.ready();
      const files: string[] = [];
      for (const path of ['market-health', 'event/regime', 'security/regime', 'policy/regime?window_days=30']) {
        const { statusCode, body } = await host.server.inject({
          url: `/api/v1/${path}`,
          headers: { 'x-api-key': 'free' },
        });
        expect(statusCode, body).toBe(200);
        const file = join(folder, `${files.length}.json`);
        writeFileSync(file, body);
        files.push(file);
      }
      const { stdout, status } = spawnSync('python3', [SCRIPT, ...files], { encoding: 'utf8' });
      expect([stdout, status]).toEqual([expect.stringMatching(/^4 answers, \d+ numbers, 0 differ\n$/), 0]);
    } finally {
      await host.stop();
      rmSync(folder, { recursive: true });
    }
  });
});
