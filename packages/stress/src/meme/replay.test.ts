import { DAY_MS, resample } from '@barograph/core';
import { createMarket, SIMULATOR_V1 } from '@barograph/simulator';
import { describe, expect, it } from 'vitest';
import { memeDays } from './days.ts';
import { MEME_REGIMES } from './regime.ts';

describe('the replay of a simulated coin', () => {
  it('goes through all five regimes, changing on exactly these days', () => {
    const { start } = SIMULATOR_V1;
    const hours = createMarket(SIMULATOR_V1).candles('kPEPE', 'perpdex_perp', '1h', start, start + 600 * DAY_MS);
    const days = memeDays(resample(hours, '1h', '1d').bars);
    expect(new Set(days.map(({ regime }) => regime))).toEqual(new Set([null, ...MEME_REGIMES]));
    const changes = days.filter(({ regimeChanged }) => regimeChanged);
    expect(changes.map(({ time, regime }) => `${(time - start) / DAY_MS} ${regime}`)).toEqual([
      '40 ignition',
      '45 bleeding',
      '47 distribution',
      '52 bleeding',
      '53 distribution',
      '55 bleeding',
      '125 distribution',
      '130 bleeding',
      '131 distribution',
      '134 bleeding',
      '198 dormant',
      '202 bleeding',
      '211 dormant',
      '233 distribution',
      '237 bleeding',
      '238 distribution',
      '240 bleeding',
      '276 distribution',
      '286 bleeding',
      '337 euphoric',
      '351 distribution',
      '359 bleeding',
      '446 euphoric',
      '449 bleeding',
      '450 distribution',
      '456 bleeding',
      '485 dormant',
      '486 bleeding',
      '590 dormant',
    ]);
  });
});
