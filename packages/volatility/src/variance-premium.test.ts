import { expect, it } from 'vitest';
import { variancePremium } from './variance-premium.ts';

it('[#388] the premium is implied minus realised, in volatility points', () => {
  expect(variancePremium(55, 42.5)).toEqual({ implied: 55, realized: 42.5, vrp: 12.5 });
  expect(variancePremium(40, 50).vrp).toBe(-10);
});

it('the premium is null when either is missing, and what is there stays', () => {
  expect(variancePremium(null, 42.5)).toEqual({ implied: null, realized: 42.5, vrp: null });
  expect(variancePremium(55, null)).toEqual({ implied: 55, realized: null, vrp: null });
  expect(variancePremium(0, 0).vrp).toBe(0);
});
