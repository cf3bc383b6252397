import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkTokenRiskConfig, TOKEN_CHECKS, TOKEN_RISK_V1, type TokenCheck } from './config.ts';
import { tokenRisk, type TokenFinding } from './risk.ts';

const { checks } = TOKEN_RISK_V1;
const families = fc.constantFrom('evm', 'solana');
const of = (check: TokenCheck, value: number, source = 'a'): TokenFinding =>
  Number.isNaN(value) ? { check, source, state: 'unknown', value } : { check, source, state: 'ok', value };
const value = (check: TokenCheck) =>
  check === 'few_holders' ? fc.integer({ min: 0, max: 5000 }) : fc.double({ min: 0, max: 1, noNaN: true });
const finding = fc
  .constantFrom(...TOKEN_CHECKS)
  .chain((check) =>
    fc.tuple(fc.constant(check), fc.oneof(fc.constant(NaN), value(check)), fc.constantFrom('a', 'b', 'c')),
  )
  .map((parts): TokenFinding => of(...parts));
const findings = fc.array(finding, { maxLength: 40 });

describe('the risk of a token', () => {
  it('is 100 of a honeypot, whatever else is found [#240]', () => {
    expect(tokenRisk([of('honeypot', 1)], 'evm')).toMatchObject({ score: 100, band: 'critical' });
    fc.assert(
      fc.property(findings, (list) => {
        expect(tokenRisk([...list, of('honeypot', 1)], 'evm').score).toBe(100);
      }),
    );
  });

  it('is null where nothing is known: missing is not safe [#240]', () => {
    for (const list of [[], [of('honeypot', NaN)], [{ ...of('mintable', NaN), state: 'unavailable' } as const]]) {
      expect(tokenRisk(list, 'evm')).toMatchObject({ score: null, band: null, coverage: 0 });
    }
  });

  it('lies within 0 and 100, as coverage does within 0 and 1, in any order of findings', () => {
    fc.assert(
      fc.property(findings, families, fc.infiniteStream(fc.nat()), (list, family, keys) => {
        const risk = tokenRisk(list, family);
        const shuffled = list.map((one) => ({ one, key: keys.next().value! })).sort((a, b) => a.key - b.key);
        expect(tokenRisk(shuffled.map(({ one }) => one), family)).toEqual(risk); // prettier-ignore
        expect(risk.score === null || (risk.score >= 0 && risk.score <= 100)).toBe(true);
        expect(risk.coverage >= 0 && risk.coverage <= 1).toBe(true);
        expect(risk.score === null).toBe(risk.coverage === 0);
      }),
    );
  });

  it('loses coverage and no score by a check that is not answered and had found nothing, and never rises by it', () => {
    fc.assert(
      fc.property(findings, families, fc.constantFrom(...TOKEN_CHECKS), (list, family, check) => {
        const rest = list.filter((one) => one.check !== check);
        const without = tokenRisk(rest, family);
        fc.pre(without.score !== null && checks[check].families.includes(family));
        const safe = tokenRisk([...rest, of(check, checks[check].from)], family);
        expect(safe.score).toBe(without.score);
        expect(safe.coverage).toBeGreaterThan(without.coverage);
        const risky = tokenRisk([...rest, of(check, checks[check].to)], family);
        expect(risky.score!).toBeGreaterThanOrEqual(without.score!);
        // Unknown and unavailable have the same weight.
        for (const state of ['unknown', 'unavailable'] as const) {
          const silent = tokenRisk([...rest, { check, source: 'a', state, value: NaN }], family);
          expect([silent.score, silent.coverage]).toEqual([without.score, without.coverage]);
        }
      }),
    );
  });

  it('takes the riskiest of several answers, and names those that answered', () => {
    const taxed = tokenRisk([of('sell_tax', 0.1, 'b'), of('sell_tax', 0.5, 'a'), of('sell_tax', NaN, 'c')], 'evm').checks.find(({ check }) => check === 'sell_tax'); // prettier-ignore
    expect(taxed).toEqual({ check: 'sell_tax', state: 'ok', value: 0.5, risk: 1, weight: 0.8, sources: ['a', 'b'] });
    const few = tokenRisk([of('few_holders', 10), of('few_holders', 900)], 'evm').checks.find(({ check }) => check === 'few_holders'); // prettier-ignore
    expect(few).toMatchObject({ value: 10, risk: 0.99 });
  });

  it('tells a check that nobody knows from one that nobody could be asked about', () => {
    const list: readonly TokenFinding[] = [
      { check: 'mintable', source: 'a', state: 'unavailable', value: NaN },
      { check: 'freezable', source: 'a', state: 'unavailable', value: NaN },
      { check: 'freezable', source: 'b', state: 'unknown', value: NaN },
    ];
    const states = Object.fromEntries(tokenRisk(list, 'evm').checks.map(({ check, state }) => [check, state]));
    expect(states).toMatchObject({ mintable: 'unavailable', freezable: 'unknown', proxy: 'unavailable' });
  });

  it('is 100 · (1 − Π (1 − weight · risk)), and every check by itself takes its weight', () => {
    for (const check of TOKEN_CHECKS) {
      const { families: about, weight, to } = checks[check];
      for (const family of about) expect(tokenRisk([of(check, to)], family).score).toBeCloseTo(100 * weight, 10);
    }
    const two = tokenRisk([of('mintable', 1), of('sell_tax', 0.26), of('proxy', 0)], 'evm');
    expect(two.score).toBeCloseTo(100 * (1 - (1 - 0.35) * (1 - 0.8 * 0.5)), 10);
  });

  it('is called low or moderate only where half of it is known', () => {
    expect(tokenRisk([of('mintable', 1)], 'evm').band).toBeNull();
    expect(tokenRisk([of('sell_tax', 1)], 'evm').band).toBe('critical');
    const safe = TOKEN_CHECKS.map((check) => of(check, checks[check].from));
    expect(tokenRisk(safe, 'evm')).toMatchObject({ score: 0, band: 'low', coverage: 1 });
    expect(tokenRisk(safe, 'solana')).toMatchObject({ score: 0, band: 'low', coverage: 1 });
    expect(tokenRisk([...safe, of('mintable', 1)], 'evm').band).toBe('moderate');
    expect(tokenRisk([...safe, of('self_destruct', 1)], 'evm').band).toBe('high');
  });

  it('has a config that is checked', () => {
    expect(checkTokenRiskConfig(TOKEN_RISK_V1)).toBe(TOKEN_RISK_V1);
    const broken = (name: TokenCheck, rule: object) => ({
      ...TOKEN_RISK_V1,
      checks: { ...checks, [name]: { ...checks[name], ...rule } },
    });
    expect(() => checkTokenRiskConfig(broken('proxy', { weight: 1.1 }))).toThrow('"checks.proxy.weight" expected');
    expect(() => checkTokenRiskConfig(broken('proxy', { families: [] }))).toThrow('"checks.proxy.families" expected');
    expect(() => checkTokenRiskConfig(broken('proxy', { from: 1 }))).toThrow('"checks.proxy.to" expected');
    const bands = { moderate: 50, high: 50, critical: 80 };
    expect(() => checkTokenRiskConfig({ ...TOKEN_RISK_V1, bands })).toThrow('"bands" expected');
    expect(() => checkTokenRiskConfig({ ...TOKEN_RISK_V1, leastCoverage: 2 })).toThrow('"leastCoverage" expected');
  });
});
