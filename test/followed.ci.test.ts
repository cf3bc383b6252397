/** The figures of `followed` match measurements on real days and name the states of their catalogues. */

import { CYCLE_TAXONOMY } from '@barograph/cycle';
import { SIGNUM_COLORS } from '@barograph/indicators';
import { MEME_REGIMES } from '@barograph/stress';
import { VOLATILITY_REGIMES } from '@barograph/volatility';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FOLLOWED_FIGURES } from '../packages/contract/src/followed/figures.ts';
import { roundedStudy } from '../packages/lab/studies/followed-table.ts';
import { followedStudies } from '../packages/lab/studies/followed.ts';

const missing = existsSync('../shared/data/ohlcv_1h') ? '' : ' (needs ../shared/data)';
const STATES: Readonly<Record<keyof typeof FOLLOWED_FIGURES, readonly string[]>> = {
  signum: SIGNUM_COLORS,
  volatility: VOLATILITY_REGIMES,
  cycle: CYCLE_TAXONOMY.map(({ name }) => name),
  meme: MEME_REGIMES,
};

describe('the figures of followed', () => {
  it('have every state of their catalogue, each mean within its interval', () => {
    for (const [name, { states }] of Object.entries(FOLLOWED_FIGURES)) {
      const catalogue = Object.entries(STATES).find(([state]) => state === name)![1];
      expect(states.map(({ state }) => state)).toEqual(catalogue.toSorted());
      for (const { volatility, return: change, drawdown } of states) {
        for (const [mean, low, high] of [volatility, change, drawdown]) {
          expect(mean).not.toBeNull();
          if (low !== null && high !== null) expect([low <= mean!, mean! <= high]).toEqual([true, true]);
        }
      }
    }
  });

  it.skipIf(missing !== '')(
    `are those of real days${missing}`,
    async () => {
      for (const [name, study] of Object.entries(await followedStudies())) {
        const measured = roundedStudy(study);
        const committed = Object.entries(FOLLOWED_FIGURES).find(([state]) => state === name)![1];
        expect(committed).toEqual(measured);
      }
    },
    120_000,
  );
});
