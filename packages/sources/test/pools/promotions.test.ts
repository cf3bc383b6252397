import { describe, expect, it } from 'vitest';
import { parsePromotions, promotionsPayload, type PromotionRow } from '../../src/promotions/source.ts';
import { mutate, seeded } from '../perpdex/mutants.ts';
import { HOSTILE, lengthOf, MUTANTS, recorded, recordings, shaped, without } from './test-support.ts';

const ADDRESS = `0x${'Ab'.repeat(20)}`;
const boost = {
  url: `https://dexscreener.com/base/${ADDRESS}`,
  chainId: 'base',
  tokenAddress: ADDRESS,
  description: 'A token.',
  icon: 'x',
  links: [{ type: 'twitter', url: 'javascript:alert(1)' }],
  amount: 30,
  totalAmount: 130,
};
const profile = { chainId: 'pulsechain', tokenAddress: '0xABC', cto: true };

const promotions = (kind: 'profile' | 'boost', body: unknown) => {
  const value = shaped<readonly PromotionRow[]>(promotionsPayload, body);
  return value === undefined ? undefined : parsePromotions(kind, value);
};

describe('promotions', () => {
  it('have chain, address, what was paid, and a page of the source alone [#238] [#239]', () => {
    expect(promotions('boost', [boost])).toEqual({
      rows: [
        {
          chain: 'base',
          address: ADDRESS.toLowerCase(),
          kind: 'boost',
          description: 'A token.',
          url: `https://dexscreener.com/base/${ADDRESS}`,
          amount: 30,
          total: 130,
          isTakeover: null,
        },
      ],
      fault: undefined,
    });
    expect(promotions('profile', [profile])!.rows[0]).toEqual({
      chain: 'pulsechain',
      address: '0xABC',
      kind: 'profile',
      description: null,
      url: null,
      amount: NaN,
      total: NaN,
      isTakeover: true,
    });
  });

  it('of the top list may be without the amount of one purchase (by the reference, none was recorded) [#239]', () => {
    const top = { ...boost, amount: undefined };
    expect(promotions('boost', [top])).toMatchObject({ rows: [{ amount: NaN, total: 130 }], fault: undefined });
  });

  it('without a chain or an address on it are left out and reported', () => {
    const bad = [
      { ...boost, tokenAddress: '0x1' },
      { ...boost, chainId: 'no chain' },
      { ...boost, chainId: undefined },
      { ...boost, chainId: 'sui', tokenAddress: 'a b' },
      { ...boost, totalAmount: '130', url: 'javascript:alert(1)' },
    ];
    const { rows, fault } = promotions('boost', bad)!;
    expect(rows).toEqual([expect.objectContaining({ total: NaN, url: null, amount: 30 })]);
    expect(fault).toContain('[0].tokenAddress expected a chain and an address on it, got "0x1"');
  });

  it.each(HOSTILE)('have a hostile description as text: %j', (description) => {
    const [one] = promotions('profile', [{ ...boost, description, url: description }])!.rows;
    expect(lengthOf(one!.description ?? '')).toBeLessThanOrEqual(500);
    expect(one!.description ?? '').not.toMatch(/[\p{Cc}\u202E\u2066]/u);
    expect(one!.url).toBeNull();
  });

  it('of any changed body either are refused or hold nothing that cannot be', () => {
    const random = seeded('promotions');
    for (let i = 0; i < MUTANTS; i++) {
      const { body, path } = mutate([boost, profile, boost], random);
      for (const one of promotions('boost', body)?.rows ?? []) {
        expect(one.chain, path).toMatch(/^[a-z\d-]+$/);
        expect(one.address, path).toMatch(/^[\w:.-]+$/);
        for (const number of [one.amount, one.total]) expect(Number.isNaN(number) || (number >= 0 && number < Infinity), path).toBe(true); // prettier-ignore
        expect(one.url === null || one.url.startsWith('https://'), path).toBe(true);
      }
    }
  });
});

/** Recorded answers of the same source that no operation asks for, each with the reason. */
const UNREAD: Readonly<Record<string, string>> = {
  'latest_dex_search_USD1__2026-01_a.json': 'a search of pairs: pools come from another source',
  'search_injective_2024-03.json': 'a search of pairs on a chain that is not read',
  'token-pairs_v1_solana_USD1__2026-01.json': 'pairs of a token: pools come from another source',
  'tokens_v1_batch__2026-01.json': 'pairs of tokens: pools come from another source',
  'tokens_v1_solana_dead_pools__2026-10-08.json': 'pairs of tokens; the same dead pool is read where pools come from',
};

describe.skipIf(without !== undefined)(`recorded answers${without === undefined ? '' : ` (${without})`}`, () => {
  it('are read or listed with the reason', () => {
    const read = ['token-boosts_latest__2026-01.json', 'token-profiles_latest__2026-01.json'];
    expect(recordings('dexscreener')).toEqual([...Object.keys(UNREAD), ...read].sort());
  });

  it('of boosts parse whole [#238]', () => {
    const { rows, fault } = promotions('boost', recorded('dexscreener', 'token-boosts_latest__2026-01.json'))!;
    expect([rows.length, fault]).toEqual([30, undefined]);
    expect(rows[0]).toMatchObject({ chain: 'solana', amount: 10, total: 10, description: 'BEARISTA' });
    expect(Math.max(...rows.map(({ total }) => total))).toBe(500);
  });

  it('of profiles parse whole [#238]', () => {
    const { rows, fault } = promotions('profile', recorded('dexscreener', 'token-profiles_latest__2026-01.json'))!;
    expect([rows.length, fault]).toEqual([30, undefined]);
    expect(new Set(rows.map(({ chain }) => chain))).toEqual(
      new Set(['solana', 'bsc', 'base', 'ethereum', 'pulsechain']),
    );
    expect(rows.every(({ url }) => url?.startsWith('https://dexscreener.com/') === true)).toBe(true);
  });
});
