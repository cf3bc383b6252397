import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { impliedReply } from './implied.ts';

const BTC = {
  implied: 55,
  realized: 42.5,
  vrp: 12.5,
  termStructure: [{ expiry: 1_800_000_000_000, days: 30, strike: 100, forward: 101, atm_iv: 56 }],
  history: [{ timestamp: 1_700_000_000_000, implied: 54 }],
};
const ETH = { implied: null, realized: 60, vrp: null, termStructure: [], history: [] };
const plain = {
  coins: { BTC, ETH },
  impliedAsOf: 6,
  detail: false,
  status: 'ok',
  asOf: 7,
  dataSource: 'files',
} as const;
const shared = { as_of: 7, data_source: 'files', source: 'files' };
const coins = { BTC: { realized: 42.5, implied: 55, vrp: 12.5 }, ETH: { realized: 60, implied: null, vrp: null } };

describe('implied volatility on the wire', () => {
  it('is exactly this JSON, without expiries and histories', () => {
    expect(impliedReply.encode(plain)).toEqual({ coins, status: 'ok', reason: null, implied_as_of: 6, ...shared });
  });

  it('adds expiries and histories with detail', () => {
    const detail = impliedReply.encode({ ...plain, detail: true });
    expect(detail).toEqual({
      coins,
      term_structure: {
        BTC: [{ expiry: 1_800_000_000_000, days: 30, strike: 100, forward: 101, atm_iv: 56 }],
        ETH: [],
      },
      history: { BTC: [{ timestamp: 1_700_000_000_000, implied: 54 }], ETH: [] },
      status: 'ok',
      reason: null,
      implied_as_of: 6,
      ...shared,
    });
    const validate = new Ajv({ allowUnionTypes: true }).compile(impliedReply.schema);
    expect(validate(detail), JSON.stringify(validate.errors)).toBe(true);
  });

  it('says why there is nothing', () => {
    const nothing = { ...plain, coins: { ETH }, impliedAsOf: null };
    expect(impliedReply.encode({ ...nothing, status: 'unavailable' })).toMatchObject({
      status: 'unavailable',
      reason: 'No source of options is connected.',
      implied_as_of: null,
    });
    expect(impliedReply.encode({ ...nothing, status: 'warming' })).toMatchObject({
      status: 'warming',
      reason: 'The source of options has not brought a value that is new enough.',
    });
  });
});
