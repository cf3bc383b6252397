/** Rationale of a read: one sentence of fixed parts, so that the same signals give the same words. */

import { measured, membership, type Measured } from './membership.ts';
import type { CycleRules, Evidence, StateRules } from './rules.ts';
import type { CycleSignals } from './signals.ts';
import { cycleRegimeName, type CycleRegime } from './taxonomy.ts';

const whole = (value: number): string => (Object.is(Math.round(value), -0) ? '0' : String(Math.round(value)));
const signed = (value: number): string => `${Math.round(value) > 0 ? '+' : ''}${whole(value)}`;
const percent = (value: number): string => `${signed(100 * value)} %`;

/** Wording of each signal. */
const WORDINGS: Readonly<Record<Measured, (value: number) => string>> = {
  d200: (value) => `BTC ${percent(value)} vs its 200-day average`,
  slope200: (value) => `200-day average ${percent(value)} in 30 days`,
  ddAth: (value) => `${percent(value)} from the high`,
  athAgeD: (value) => `high ${whole(value)} days ago`,
  r1: (value) => `BTC ${percent(value)} in a day`,
  r3: (value) => `BTC ${percent(value)} in 3 days`,
  r7: (value) => `BTC ${percent(value)} in 7 days`,
  r30: (value) => `BTC ${percent(value)} in 30 days`,
  r90: (value) => `BTC ${percent(value)} in 90 days`,
  worst30: (value) => `worst monthly pace ${percent(value)}`,
  offLow: (value) => `${percent(value)} off the year's low`,
  lowAgeD: (value) => `year's low ${whole(value)} days ago`,
  rv30Pctile: (value) => `30-day volatility above ${whole(100 * value)} % of the year`,
  rvRatio: (value) => `7-day volatility ${value.toFixed(2)} times the 30-day`,
  z1: (value) => `today ${value.toFixed(1)} standard deviations`,
  intradayLow: (value) => `day's low ${percent(value)}`,
  lowZ: (value) => `day's low ${value.toFixed(1)} standard deviations`,
  b200: (value) => `breadth ${whole(value)} % above the 200-day average`,
  b50: (value) => `${whole(value)} % above the 50-day average`,
  b200Chg30: (value) => `breadth ${signed(value)} points in 30 days`,
  altRel90: (value) => `alts ${value < 0 ? 'lag' : 'lead'} BTC by ${whole(Math.abs(100 * value))} points over 90 days`,
  altOut90: (value) => `${whole(value)} % of coins beat BTC over 90 days`,
  ethBtc90: (value) => `ETH/BTC ${percent(value)} over 90 days`,
  domChg90: (value) => `BTC dominance ${signed(value)} points over 90 days`,
  stable90: (value) => `stablecoin supply ${signed(value)} % over 90 days`,
  funding7: (value) => `funding ${whole(value)} % annualised`,
  oiChg7: (value) => `open interest ${signed(value)} % in 7 days`,
  liqZ: (value) => `liquidations ${value.toFixed(1)} robust deviations`,
  depegMinutes: (value) => `a large stablecoin off its peg for ${whole(value)} minutes`,
};

/** Value of a signal in words, as in the rationale. */
export function wordsOf(signal: Measured, value: number): string {
  return WORDINGS[signal](value);
}

/** Number of listed pieces of evidence for a regime. */
const FOR = 3;
/** Number of listed pieces of evidence against it. */
const AGAINST = 1;

/**
 * Builds the sentence for a regime: the strongest evidence that holds, and the strongest that fails; no signal appears
 * on both sides.
 *
 * @returns the sentence; only the name when no signal is known.
 * @example
 * rationaleOf({ ...NO_SIGNALS, d200: -0.3, slope200: -0.1, ddAth: -0.6 }, 2, LONG_REGIME_V2);
 * // → 'Established Bear: BTC -30 % vs its 200-day average; -60 % from the high.'
 * rationaleOf(NO_SIGNALS, 2, LONG_REGIME_V2); // → 'Established Bear.'
 */
export function rationaleOf(signals: CycleSignals, regime: CycleRegime, rules: CycleRules): string {
  const name = cycleRegimeName(regime);
  if (regime === 1) {
    const [strongest] = ranked(signals, shockEvidence(rules), true);
    return strongest === undefined ? `${name}.` : `${name}: ${strongest}.`;
  }
  const { gates, evidence }: StateRules = rules.states.find((state) => state.regime === regime)!;
  const leading = ([gates[0]!, gates[2]] as const).flatMap((gate) =>
    gate === undefined || gate.op === 'any' ? [] : [{ gate, phrases: tell(signals, gate.signal) }],
  );
  // A committed regime can outlive its gates, and evidence may require more of a signal than the gate.
  const open = new Set(
    leading.filter(({ gate }) => (membership(signals, gate) ?? 0) >= 0.5).flatMap(({ phrases }) => phrases),
  );
  const against = ranked(signals, evidence, false)
    .filter((phrase) => !open.has(phrase))
    .slice(0, AGAINST);
  const lead = leading.flatMap(({ phrases }) => phrases).filter((phrase) => !against.includes(phrase));
  const used = new Set([...lead, ...against]);
  const holds = ranked(signals, evidence, true).filter((phrase) => !used.has(phrase));
  const parts = [...lead, ...holds].slice(0, lead.length + FOR);
  return `${name}${parts.length === 0 ? '' : `: ${parts.join('; ')}`}.${against.length === 0 ? '' : ` Against: ${against.join('; ')}.`}`;
}

function shockEvidence(rules: CycleRules): readonly Evidence[] {
  return rules.shocks.map(([first]) => ({ ...first!, weight: 1 }));
}

function tell(signals: CycleSignals, signal: Measured): readonly string[] {
  const value = measured(signals, signal);
  return value === null ? [] : [wordsOf(signal, value)];
}

/** Evidence that holds (or fails), strongest first: by weight times how clearly it holds (or fails). */
function ranked(signals: CycleSignals, evidence: readonly Evidence[], holding: boolean): readonly string[] {
  return evidence
    .flatMap((piece) => {
      const value = membership(signals, piece);
      if (value === null || value >= 0.5 !== holding) return [];
      return [{ piece, strength: piece.weight * (holding ? value : 1 - value) }];
    })
    .sort((a, b) => b.strength - a.strength)
    .flatMap(({ piece }) => tell(signals, piece.signal));
}
