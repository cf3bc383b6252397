/** Text of the wait of hysteresis: the challenger, its lead, and the rule that it has to meet. */

import { age, num, pct } from './format.mjs';

const points = (share) => `${num(100 * Math.abs(share), 1)} pts`;
const bars = (count) => `${num(count)} ${count === 1 ? 'closed hour' : 'closed hours'}`;

/**
 * Challenger of the current label: the likeliest other one by the same probabilities.
 *
 * @param data answer with `p_now`, `regime` and `explain.hysteresis_state`
 * @param labels labels by their index in `p_now`
 * @returns `label`, its probability `p`, and `lead`: p minus that of the current label, both before calibration
 */
export function challengerOf({ p_now: ps, regime, explain }, labels) {
  const named = explain?.hysteresis_state?.challenger;
  const others = labels.map((label, i) => ({ label, p: ps[i] })).filter(({ label }) => label !== regime.label);
  const best = others.find(({ label }) => label === named) ?? others.toSorted((a, b) => b.p - a.p)[0];
  return { ...best, lead: explain?.hysteresis_state?.lead ?? best.p - regime.raw_confidence };
}

/**
 * Describes what the nowcast waits for before it changes its label.
 *
 * @param regime of the answer; `lead` and `name` of the challenger
 * @returns `isCounting`: the challenger counts hours, or is about to take over; `text`
 */
export function nowWait({ regime, explain }, { lead, name }) {
  const { pending, hysteresis, candles_in_regime: candles } = regime;
  const rule = `a lead of ${points(hysteresis.margin)} for ${bars(hysteresis.bars)} in a row, or ${pct(100 * hysteresis.override)} at once`;
  if (pending)
    return {
      isCounting: true,
      text: `${name} leads by ${points(lead)} and has counted ${pending.count} of ${bars(pending.needed)}; it takes over after ${bars(pending.needed - pending.count)} more with a lead of ${points(hysteresis.margin)}, or at ${pct(100 * hysteresis.override)} at once.`,
    };
  if (explain?.hysteresis_state?.floor_armed)
    return {
      isCounting: true,
      text: `The label that holds fell below ${pct(100 * hysteresis.incumbent_floor)}: the likeliest label of the next hour takes over.`,
    };
  const youth =
    candles < hysteresis.min_dwell_bars
      ? ` Before hour ${num(hysteresis.min_dwell_bars)} of the regime only ${pct(100 * hysteresis.override)} ends it.`
      : '';
  if (lead > 0)
    return {
      isCounting: lead >= hysteresis.margin,
      text: `${name} leads by ${points(lead)}, and the label stays until it has ${rule}.${youth}`,
    };
  return {
    isCounting: false,
    text: `No challenger leads: ${name} is ${points(lead)} behind. A flip takes ${rule}.${youth}`,
  };
}

/**
 * Describes what the long-horizon regime waits for.
 *
 * @param data answer of `regimes/current`
 * @param next `name` of the runner-up and its score's `lead` over the current regime
 */
export function cycleWait({ pending, stability }, { name, lead }) {
  const needed = stability.confirmations_needed;
  const locked =
    stability.locked_for_s > 0
      ? ` Only a Structural Shock can end it for ${age(stability.locked_for_s * 1000)} more.`
      : '';
  if (pending) {
    const left = pending.needed - pending.count;
    const waits =
      pending.blocked_by === 'dwell_floor'
        ? `its confirmations are there, and the least duration holds it back for ${age(stability.locked_for_s * 1000)} more.`
        : `it takes over after ${num(left)} more, 15 min apart.${locked}`;
    return {
      isCounting: true,
      text: `${pending.name} challenges with ${num(pending.count)} of ${num(pending.needed)} reads in a row; ${waits}`,
    };
  }
  const rule = `A flip takes ${num(needed)} reads in a row, 15 min apart.${locked}`;
  return lead > 0
    ? { isCounting: true, text: `${name} leads the score by ${num(lead, 3)}, and no read of it counts yet. ${rule}` }
    : { isCounting: false, text: `No challenger has begun to count: ${name} is ${num(-lead, 3)} behind. ${rule}` };
}
