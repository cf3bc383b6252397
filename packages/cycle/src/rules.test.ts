import { describe, expect, it } from 'vitest';
import type { AnyOf, Between, Side } from './membership.ts';
import { LONG_REGIME_V1, LONG_REGIME_V2, type Evidence } from './rules.ts';

/** Cutoffs of version 1 from its description, "signal<cutoff(width)", evidence with its weight. */
const STATES: Readonly<Record<number, { bonus: number; gates: string; evidence: string }>> = {
  2: {
    bonus: 0,
    gates: 'd200<0(0.02) slope200<0.01(0.008) ddAth<-0.25(0.03)',
    evidence:
      'r30<0.02(0.03;1) b200<35(6;2) r90<-0.05(0.05;1) b50<45(8;1) d200<-0.12(0.04;1) funding7<0(3;0.5) stable90<0(1;0.5)',
  },
  3: {
    bonus: 0.22,
    gates: 'ddAth<-0.45(0.03) worst30<-0.22(0.02) offLow<0.3(0.03)',
    evidence: 'b50<15(5;1.5) rv30Pctile>0.6(0.08;1.5) d200<-0.25(0.05;1) r7<-0.08(0.03;1) liqZ>3(0.5;1)',
  },
  4: {
    bonus: 0,
    gates: 'ddAth<-0.45(0.03) lowAgeD>21(4) athAgeD>180(15) offLow<0.6(0.05) slope200<0.03(0.01)',
    evidence:
      'r30>-0.08(0.03;1.5) r90>-0.4(0.05;0.5) d200 in -0.45,0.1(0.03;1.5) b200 in 8,55(6;1) b50>30(8;1) rv30Pctile<0.6(0.08;1) stable90>0(1;0.5)',
  },
  5: {
    bonus: 0,
    gates: 'ddAth<-0.42(0.03) offLow>0.3(0.04) d200>-0.08(0.02) athAgeD>180(15)',
    evidence:
      'd200>0.03(0.02;1.5) lowAgeD>40(8;1) b200 in 20,80(8;1) r90>0.05(0.04;1) b200Chg30>-5(8;0.5) stable90>1(1;0.5)',
  },
  6: {
    bonus: 0,
    gates: 'd200>0(0.02) slope200>-0.005(0.006) ddAth>-0.5(0.03)',
    evidence:
      'altRel90<-0.04(0.04;2.5) altOut90<42(6;1.5) r90>0(0.04;1) r30>-0.08(0.03;1) ethBtc90<0(0.05;0.5) domChg90>0(1;1)',
  },
  7: {
    bonus: 0,
    gates: 'd200>0(0.02) slope200>-0.005(0.006) ddAth>-0.5(0.03) b200>40(4)',
    evidence: 'altOut90 in 40,72(6;2) b200 in 45,85(6;1.5) b200Chg30>0(6;1.5) r30>-0.05(0.03;1) domChg90<0(1;0.5)',
  },
  8: {
    bonus: 0,
    gates: 'd200>0.03(0.02) slope200>0(0.006) ddAth>-0.35(0.03) b200>68(4)',
    evidence: 'b200>75(5;2) altOut90>48(6;2) r30>-0.05(0.03;1) r90>0.05(0.04;1) domChg90<-1(1;0.5)',
  },
  9: {
    bonus: 0.12,
    gates: 'b200>70(4) altRel90>0.5(0.06)|d200>0.9(0.08) r90>0.3(0.05) ddAth>-0.25(0.02)',
    evidence:
      'b200>80(5;1) r90>0.5(0.08;1) slope200>0.06(0.015;1) rv30Pctile>0.4(0.1;0.5) funding7>25(5;1) oiChg7>10(3;0.5)',
  },
  10: {
    bonus: 0.02,
    gates: 'athAgeD<210(10) ddAth<-0.1(0.015) ddAth>-0.55(0.03) r30<0(0.02)',
    evidence:
      'b200Chg30<-10(5;1.5) r30<-0.06(0.03;1.5) r7<-0.03(0.03;0.5) slope200>-0.03(0.01;1) b50<45(8;1) oiChg7<-8(3;1) funding7<5(5;0.5)',
  },
};

const SHOCKS = [
  'r1<-0.1(0.008) z1<-3(0.2)',
  'intradayLow<-0.16(0.01) z1<-2(0.2)',
  'r3<-0.2(0.01) rvRatio>1.4(0.08)',
  'liqZ>6(0.7) r1<-0.06(0.01)',
  'depegMinutes>60(1)',
];

function written(condition: Side | Between | AnyOf | Evidence): string {
  if (condition.op === 'any') return condition.of.map(written).join('|');
  const { signal, width } = condition;
  const side =
    condition.op === 'in'
      ? `${signal} in ${condition.low},${condition.high}`
      : `${signal}${condition.op}${condition.cutoff}`;
  return `${side}(${width}${'weight' in condition ? `;${condition.weight}` : ''})`;
}

const all = (conditions: readonly (Side | Between | AnyOf)[]): string => conditions.map(written).join(' ');

describe('the rules of version 1', () => {
  it.each(LONG_REGIME_V1.states.map((state) => [state.regime, state] as const))(
    'state %i has the gates, the evidence and the bonus that were written down',
    (regime, { bonus, gates, evidence }) => {
      expect({ bonus, gates: all(gates), evidence: all(evidence) }).toEqual(STATES[regime]);
    },
  );

  it('has the nine states in the order of their ids, and the five shock rules', () => {
    expect(LONG_REGIME_V1.states.map(({ regime }) => regime)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(LONG_REGIME_V1.shocks.map(all)).toEqual(SHOCKS);
  });
});

describe('the rules of version 2', () => {
  it('has the states and shocks of version 1, and the shock in deviations', () => {
    expect(LONG_REGIME_V2.states).toEqual(LONG_REGIME_V1.states);
    expect(LONG_REGIME_V2.shocks.map(all)).toEqual([...SHOCKS, 'z1<-4(0.25) lowZ<-6(0.4)']);
    const { version, shocks, withoutBreadth, ...rest } = LONG_REGIME_V2;
    expect([version, withoutBreadth, shocks.length]).toEqual(['long-regime/2', 'mayFit', 6]);
    expect(LONG_REGIME_V1).toMatchObject(rest);
    expect('withoutBreadth' in LONG_REGIME_V1).toBe(false);
  });
});
