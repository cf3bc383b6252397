import { describe, expect, it } from 'vitest';
import { checkTechnicalConfig, TECHNICAL_V1, type TechnicalConfig } from './config.ts';
import { createTechnicalTracker } from './tracker.ts';

describe('the config of the technical regime', () => {
  it('version 1 is frozen in depth and passes its own check', () => {
    expect(checkTechnicalConfig(TECHNICAL_V1)).toBe(TECHNICAL_V1);
    for (const part of [TECHNICAL_V1, TECHNICAL_V1.averages, TECHNICAL_V1.levels, TECHNICAL_V1.bollinger]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });

  const { levels } = TECHNICAL_V1;
  const wrong: readonly (readonly [Partial<TechnicalConfig>, RegExp])[] = [
    [{ averages: { short: 0, middle: 100, long: 200 } }, /"averages.short" expected an integer ≥ 1, got 0/],
    [{ crossDays: 0 }, /"crossDays" expected an integer ≥ 1, got 0/],
    [{ rsi: { period: 1 } }, /"period" expected an integer ≥ 2, got 1/],
    [{ bollinger: { period: 20, deviations: -1 } }, /"deviations" expected a number within 0…100, got -1/],
    [{ bandwidthBars: 59 }, /"bandwidthBars" expected an integer ≥ 60, got 59/],
    [{ breadthDays: 9 }, /"breadthDays" expected an integer ≥ 10, got 9/],
    [{ historyDays: 5 }, /"historyDays" expected an integer ≥ 6, got 5/],
    [{ squeezeEnter: 31 }, /"squeezeEnter" expected a number within 0…30, got 31/],
    [{ squeezeExit: 101 }, /"squeezeExit" expected a number within 0…100, got 101/],
    [{ expandFactor: -1 }, /"expandFactor" expected a number ≥ 0, got -1/],
    [{ nearLow: 0.9 }, /"nearLow" expected a number within 0…0.8, got 0.9/],
    [{ overbought: 49 }, /"overbought" expected a number within 50…100, got 49/],
    [{ oversold: 51 }, /"oversold" expected a number within 0…50, got 51/],
    [{ extreme: 49 }, /"extreme" expected a number within 50…100, got 49/],
    [{ levels: { ...levels, bars: 3 } }, /"levels.bars" expected an integer ≥ 4, got 3/],
    [{ levels: { ...levels, halfLife: 0 } }, /"levels.halfLife" expected a number > 0, got 0/],
    [{ levels: { ...levels, atrs: -1 } }, /"levels.atrs" expected a number ≥ 0, got -1/],
  ];

  it.each(wrong)('refuses %j', (change, message) => {
    const config = { ...TECHNICAL_V1, ...change };
    expect(() => checkTechnicalConfig(config)).toThrow(message);
    expect(() => createTechnicalTracker(config)).toThrow(message);
  });
});
