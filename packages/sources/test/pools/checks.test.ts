import { tokenRisk, type PoolChain, type TokenCheck } from '@barograph/stress';
import { describe, expect, it } from 'vitest';
import { exactJson } from '../../src/upstream/payload/exact-json.ts';
import type { Parsed } from '../../src/upstream/payload/parsed.ts';
import type { CheckedToken } from '../../src/security/checked-token.ts';
import {
  goplusChecks,
  goplusPayload,
  goplusRefusal,
  parseGoplus,
  type GoplusPayload,
} from '../../src/security/goplus.ts';
import { honeypotPayload, parseHoneypot, type HoneypotPayload } from '../../src/security/honeypot.ts';
import { parseRugcheck, rugcheckPayload, type RugcheckPayload } from '../../src/security/rugcheck.ts';
import { mutate, seeded } from '../perpdex/mutants.ts';
import { HOSTILE, lengthOf, MUTANTS, recorded, recordedText, recordings, shaped, without } from './test-support.ts';

const EVM = `0x${'ab'.repeat(20)}`;
const MINT = '8ZCmwpW3MtC5UpNcZf7U4HMvRNTo71syU11BDiAFpump';

const goplus = (body: unknown, chain: PoolChain = 'ethereum', address = EVM) => {
  const value = shaped<GoplusPayload>(goplusPayload, body);
  return value === undefined ? undefined : parseGoplus(chain, address, value);
};
const honeypot = (body: unknown, address = EVM) => {
  const value = shaped<HoneypotPayload>(honeypotPayload, body);
  return value === undefined ? undefined : parseHoneypot('ethereum', address, value);
};
const rugcheck = (body: unknown, address = MINT) => {
  const value = shaped<RugcheckPayload>(rugcheckPayload, body);
  return value === undefined ? undefined : parseRugcheck(address, value);
};
const valuesOf = (parsed: Parsed<CheckedToken | null> | undefined): Readonly<Record<string, number>> =>
  Object.fromEntries((parsed?.rows?.findings ?? []).map(({ check, value }) => [check, value]));

/** Values that no finding may hold, whatever the answer was. */
function expectSound(parsed: Parsed<CheckedToken | null> | undefined, place: string): void {
  for (const { check, state, value } of parsed?.rows?.findings ?? []) {
    expect(state === 'ok', place).toBe(!Number.isNaN(value));
    if (state !== 'ok') continue;
    const most = check === 'few_holders' ? Number.MAX_SAFE_INTEGER : 1;
    expect(value >= 0 && value <= most, `${place}: ${check} ${value}`).toBe(true);
  }
  const { supply = null, symbol = null, decimals = NaN } = parsed?.rows?.facts ?? {};
  expect(supply === null || /^\d+$/.test(supply), place).toBe(true);
  expect(symbol === null || lengthOf(symbol) <= 80, place).toBe(true);
  expect(Number.isNaN(decimals) || Number.isSafeInteger(decimals), place).toBe(true);
}

/** Written from the reference: no answer about a contract was recorded. */
const contract = {
  code: 1,
  message: 'OK',
  result: {
    [EVM.toUpperCase().replace('0X', '0x')]: {
      is_honeypot: '0',
      is_open_source: '1',
      is_proxy: '0',
      is_mintable: '1',
      owner_change_balance: '0',
      hidden_owner: '0',
      can_take_back_ownership: '',
      selfdestruct: '0',
      transfer_pausable: '1',
      is_blacklisted: '0',
      slippage_modifiable: '0',
      buy_tax: '0.05',
      sell_tax: '',
      creator_percent: '0.011',
      holder_count: '250721',
      token_name: 'Name',
      token_symbol: 'SYM',
      holders: [
        { address: '0x1', percent: '0.5', is_locked: 0, is_contract: 1 },
        { address: '0x2', percent: '0.25', is_locked: 0, is_contract: 0 },
        { address: `0x${'0'.repeat(36)}dead`, percent: '0.1', is_locked: 0, is_contract: 0 },
        { address: '0x3', percent: '0.05', is_locked: 1, is_contract: 0 },
        ...Array.from({ length: 12 }, (_, i) => ({ address: `0x9${i}`, percent: '0.002', is_locked: 0, is_contract: 0 })), // prettier-ignore
      ],
      lp_holders: [
        { address: '0x5', percent: '0.6', is_locked: 1 },
        { address: '0x6', percent: '0.2', is_locked: 0 },
        { address: '0x0000000000000000000000000000000000000000', percent: '0.2', is_locked: 0 },
      ],
    },
  },
};

describe('GoPlus', () => {
  it('says what it says of a contract, by the reference: what is missing or empty is unknown, not safe [#240]', () => {
    const parsed = goplus(contract)!;
    expect(parsed.fault).toBeUndefined();
    expect(valuesOf(parsed)).toEqual({
      honeypot: 0,
      cannot_sell_all: NaN,
      balance_changeable: 0,
      hidden_owner: 0,
      ownership_reclaimable: NaN,
      self_destruct: 0,
      mintable: 1,
      freezable: 1,
      blacklist: 0,
      tax_changeable: 0,
      proxy: 0,
      unverified_source: 0,
      buy_tax: 0.05,
      sell_tax: NaN,
      creator_share: 0.011,
      few_holders: 250_721,
      top10_share: expect.closeTo(0.25 + 9 * 0.002, 12) as number,
      liquidity_unlocked: expect.closeTo(0.2, 12) as number,
    });
    expect(parsed.rows!.facts).toMatchObject({ symbol: 'SYM', name: 'Name', holders: 250_721, supply: null });
    expect(Object.keys(valuesOf(parsed)).sort()).toEqual([...goplusChecks('ethereum')].sort());
  });

  it('knows nothing of a token without an answer', () => {
    for (const result of [{}, null, undefined, { [EVM]: null }, { [EVM]: {} }, { [`0x${'1'.repeat(40)}`]: { a: '1' } }])
      expect(goplus({ code: 1, result })).toEqual({ rows: null, fault: undefined });
  });

  it('refuses with 200, and answers with a part of what it will know', () => {
    expect(goplusRefusal({ code: 4029, message: 'Request limit reached' })).toBe('Request limit reached');
    expect(goplusRefusal({})).toBe('an error without a message');
    for (const code of [1, 2, '1']) expect(goplusRefusal({ code })).toBeUndefined();
  });

  it('reports flags and shares that cannot be', () => {
    const of = (fields: object) => goplus({ code: 1, result: { [EVM]: { is_proxy: '0', ...fields } } })!;
    for (const fields of [{ is_honeypot: 'yes' }, { is_honeypot: true }, { buy_tax: '1.5' }, { sell_tax: '-0.1' }]) {
      const parsed = of(fields);
      expect(parsed.fault).toMatch(/expected (?:0 or 1|a share of up to 1), got/);
      expect(Object.values(valuesOf(parsed)).filter((value) => !Number.isNaN(value))).toEqual([0]);
    }
  });

  it.each(HOSTILE)('has hostile names as text: %j', (name) => {
    expectSound(goplus({ code: 1, result: { [EVM]: { token_name: name, token_symbol: name } } }), name);
  });

  it('of any changed body either is refused or finds nothing that cannot be', () => {
    const random = seeded('goplus');
    for (let i = 0; i < MUTANTS; i++) {
      const { body, path } = mutate(contract, random, 8);
      expectSound(goplus(body), path);
    }
  });
});

const simulated = {
  token: { name: 'Name', symbol: 'SYM', decimals: 18, address: EVM, totalHolders: 16_203 },
  simulationSuccess: true,
  honeypotResult: { isHoneypot: true },
  simulationResult: { buyTax: 3.999999999999995, sellTax: 100, transferTax: 0 },
  contractCode: { openSource: false, isProxy: true },
  summary: null,
};

describe('honeypot.is', () => {
  it('says what its simulated trade met; a honeypot alone puts the score at 100 [#240]', () => {
    const parsed = honeypot(simulated)!;
    expect(valuesOf(parsed)).toEqual({
      honeypot: 1,
      buy_tax: expect.closeTo(0.04, 12) as number,
      sell_tax: 1,
      unverified_source: 1,
      proxy: 1,
      few_holders: 16_203,
    });
    const alone = parsed.rows!.findings.filter(({ check }) => check === 'honeypot');
    expect(tokenRisk(alone, 'evm')).toMatchObject({ score: 100, band: 'critical' });
  });

  it('finds no honeypot without a simulation, and no safety either', () => {
    for (const simulationSuccess of [false, undefined, 'true']) {
      const body = { ...simulated, simulationSuccess, honeypotResult: { isHoneypot: false } };
      expect(honeypot(body)!.rows!.findings.find(({ check }) => check === 'honeypot')!.state).toBe('unknown');
    }
  });

  it('says nothing of another token', () => {
    expect(honeypot(simulated, `0x${'1'.repeat(40)}`)).toEqual({ rows: null, fault: expect.any(String) as string });
    expect(honeypot({ simulationError: 'x' })).toEqual({ rows: null, fault: undefined });
  });

  it('of any changed body either is refused or finds nothing that cannot be', () => {
    const random = seeded('honeypot');
    for (let i = 0; i < MUTANTS; i++) {
      const { body, path } = mutate(simulated, random);
      expectSound(honeypot(body), path);
    }
  });
});

const report = `{
  "mint": "${MINT}",
  "token": {"mintAuthority": null, "supply": 18446744073709551615, "decimals": 6, "freezeAuthority": "G7YaEzm4c1aMQcn1SQLUPHYnoUNE7bG4XwQ4nxyYydn"},
  "tokenMeta": {"name": "Name", "symbol": "SYM", "mutable": true},
  "topHolders": [{"pct": 40, "owner": "pool"}, {"pct": 20.5, "owner": "a"}, {"pct": 2, "owner": "b"}],
  "markets": [
    {"pubkey": "pool", "lp": {"baseUSD": 600, "quoteUSD": 300, "lpLockedPct": 100, "reserveSupply": 99999999999999999999}},
    {"pubkey": "other", "lp": {"baseUSD": 50, "quoteUSD": 50, "lpLockedPct": 0}}
  ],
  "totalHolders": 3090,
  "rugged": false,
  "transferFee": {"pct": 5, "maxAmount": 99999999999999999999},
  "creatorBalance": 1844674407370955161
}`;

describe('RugCheck', () => {
  it('says what its report says, and the supply keeps its digits [#240]', () => {
    const parsed = rugcheck(exactJson(report))!;
    expect(parsed.fault).toBeUndefined();
    expect(valuesOf(parsed)).toEqual({
      rugged: 0,
      mintable: 0,
      freezable: 1,
      metadata_changeable: 1,
      buy_tax: 0.05,
      sell_tax: 0.05,
      top10_share: expect.closeTo(0.225, 12) as number,
      creator_share: expect.closeTo(0.1, 12) as number,
      few_holders: 3090,
      liquidity_unlocked: expect.closeTo(0.1, 12) as number,
    });
    expect(parsed.rows!.facts).toEqual({
      symbol: 'SYM',
      name: 'Name',
      decimals: 6,
      supply: '18446744073709551615',
      holders: 3090,
    });
    // The same body as plain JSON would say another number.
    expect(rugcheck(JSON.parse(report))!.rows!.facts.supply).toBeNull();
  });

  it('says nothing of another mint', () => {
    expect(rugcheck({ ...(exactJson(report) as object), mint: 'x' })).toEqual({
      rows: null,
      fault: `mint expected ${MINT}, got "x"`,
    });
  });

  it('knows no authority where none is said', () => {
    const values = valuesOf(rugcheck({ mint: MINT, token: {} }));
    expect(Object.values(values).every(Number.isNaN)).toBe(true);
  });

  it('of any changed body either is refused or finds nothing that cannot be', () => {
    const random = seeded('rugcheck');
    const whole = exactJson(report);
    for (let i = 0; i < MUTANTS; i++) {
      const { body, path } = mutate(whole, random);
      expectSound(rugcheck(body), path);
    }
  });
});

describe.skipIf(without !== undefined)(`recorded answers${without === undefined ? '' : ` (${without})`}`, () => {
  const riskOf = (parsed: Parsed<CheckedToken | null>, family: 'evm' | 'solana') =>
    tokenRisk(parsed.rows!.findings, family);
  const stateOf = (parsed: Parsed<CheckedToken | null>, check: TokenCheck) =>
    parsed.rows!.findings.find((finding) => finding.check === check)?.state;

  it('are one of each source', () => {
    expect(['goplus', 'honeypot_is', 'rugcheck'].map((folder) => recordings(folder))).toEqual([
      ['solana_token_security_RAY__2025-08-28.json'],
      ['v2_IsHoneypot_GPU__2024.json'],
      ['tokens_report_Gary__2026-10-08.json'],
    ]);
  });

  it('of GoPlus parse whole [#240]', () => {
    const body = recorded('goplus', 'solana_token_security_RAY__2025-08-28.json');
    expect(goplusRefusal(body)).toBeUndefined();
    const parsed = goplus(body, 'solana', '4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R')!;
    expect(parsed.fault).toBeUndefined();
    expect(parsed.rows!.facts).toMatchObject({ symbol: 'RAY', name: 'Raydium', holders: 250_721 });
    expect(valuesOf(parsed)).toMatchObject({
      mintable: 0,
      freezable: 0,
      balance_changeable: 0,
      tax_changeable: 0,
      metadata_changeable: 1,
      non_transferable: 0,
      buy_tax: 0,
      top10_share: expect.closeTo(0.2497 + 0.2222 + 0.0613, 12) as number,
      liquidity_unlocked: 1,
    });
    const { score, coverage } = riskOf(parsed, 'solana');
    expect(score).toBeGreaterThan(20);
    expect(score).toBeLessThan(60);
    expect(coverage).toBeLessThan(1);
  });

  it('of honeypot.is parse whole [#240]', () => {
    const address = '0x1258d60b224c0c5cd888d37bbf31aa5fcfb7e870';
    const parsed = honeypot(recorded('honeypot_is', 'v2_IsHoneypot_GPU__2024.json'), address)!;
    expect(parsed.fault).toBeUndefined();
    expect(parsed.rows!.facts).toMatchObject({ symbol: 'GPU', name: 'NodeAI', decimals: 18, holders: 16_203 });
    expect(valuesOf(parsed)).toMatchObject({ honeypot: 0, proxy: 0, unverified_source: 0 });
    expect(valuesOf(parsed)['sell_tax']).toBeCloseTo(0.039988707, 8);
    expect(riskOf(parsed, 'evm')).toMatchObject({ score: expect.closeTo(5.2, 0) as number });
  });

  it('of RugCheck parse whole, each number of its own digits [#240]', () => {
    const body = exactJson(recordedText('rugcheck', 'tokens_report_Gary__2026-10-08.json'));
    const parsed = rugcheck(body)!;
    expect(parsed.fault).toBeUndefined();
    expect(parsed.rows!.facts).toEqual({
      symbol: 'Gary',
      name: 'Gary the Cat',
      decimals: 6,
      supply: '994092192206734',
      holders: 3090,
    });
    expect(valuesOf(parsed)).toMatchObject({ rugged: 0, mintable: 0, freezable: 0, creator_share: 0 });
    // The largest holder is the pool itself.
    expect(valuesOf(parsed)['top10_share']).toBeCloseTo(0.0025816, 6);
    expect(valuesOf(parsed)['liquidity_unlocked']).toBe(0);
    expect(stateOf(parsed, 'honeypot')).toBeUndefined();
    expect(riskOf(parsed, 'solana').score).toBe(0);
  });
});
