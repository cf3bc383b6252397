/** Figures of what followed a regime, from the answers, with their intervals and sample sizes. */

import { age, num, pct, prob, say } from './format.mjs';

const HOUR_MS = 3_600_000;
/** Graded hours below which the service returns no mean. */
const LEAST = 50;

/** A figure: `name`, `value`, and `basis`: its interval and sample. `value` undefined: `basis` says why. */
const figure = (name, value, ...basis) => ({ name, value, basis: basis.filter(Boolean).join('; ') });
const between = (low, high, write) =>
  low == null || high == null ? 'too few for an interval' : `95 %: ${write(low)} to ${write(high)}`;

/** Origins of the scorecard: forecasts of this host first, then those reconstructed from bars. */
const ORIGINS = [
  ['live', 'live'],
  ['backfilled', 'from bars'],
];

/** Volatility of the day after a long-horizon regime compared with that after any hour, from the scorecard. */
function dayAfter(name, scorecard) {
  const title = '24 h volatility';
  if (scorecard === undefined) return figure(title, undefined, 'the scorecard has no answer');
  for (const [origin, words] of ORIGINS) {
    const card = scorecard[origin]?.states.find(({ state, value }) => state === 'long_regime' && value === name);
    if (card?.followed == null || card.normal == null) continue;
    const [own, any] = [card.followed.volatility, card.normal.volatility];
    return figure(title, `${num(own / any, 2)}× usual`, `${pct(own)} against ${pct(any)} a year`, `${num(card.graded)} h of 30 days, ${words}; no interval`); // prettier-ignore
  }
  const graded = ORIGINS.map(([origin]) => scorecard[origin]?.states.find(({ state, value }) => state === 'long_regime' && value === name)?.graded ?? 0); // prettier-ignore
  return figure(title, undefined, `${num(Math.max(...graded))} of ${LEAST} graded hours`);
}

/** Figures of the study of the state. */
function studied(name, followed) {
  const row = followed?.states.find(({ state }) => state === name);
  const days = followed === undefined ? '' : `${num(followed.horizon_days)} days`;
  if (row === undefined) return [figure('Deepest fall', undefined, followed === undefined ? 'the list of regimes has no answer' : 'the state did not occur in the study')]; // prettier-ignore
  const sample = `${num(row.rows)} days, ${num(row.independent)} of them apart`;
  const mean = (title, { mean: value, low, high }, write) =>
    figure(title, write(value), between(low, high, write), sample);
  return [
    mean(`Deepest fall, ${days}`, row.drawdown, (x) => pct(x, 1)),
    mean(`Return, ${days}`, row.return, (x) => pct(x, 1, true)),
  ];
}

/** Baskets whose regimes include this one. */
export function basketsOf(id, baskets) {
  const all = baskets?.groups.flatMap((group) => group.baskets) ?? [];
  return { all: all.length, matching: all.filter(({ regimes }) => regimes.includes(id)).map(({ name }) => name) };
}

/**
 * Figures of what followed the regime of weeks to months.
 *
 * @param cycle answer of `regimes/current`; `regimes`, `scorecard`: their answers, undefined until loaded
 */
export function weeksFollowed({ cycle, regimes, scorecard }, now) {
  const { id, name } = cycle;
  const usual = regimes?.regimes.find((one) => one.id === id)?.typical_duration;
  const isKnown = cycle.since_anchor !== 'coverage_start';
  const lasts = isKnown ? `now ${age(now - Date.parse(cycle.in_regime_since))}` : 'now unknown';
  return [
    dayAfter(name, scorecard),
    figure('Chance of a 5 % fall', undefined, 'not measured for this regime'),
    ...studied(name, regimes?.followed),
    figure('Usually lasts', usual, lasts, usual === undefined ? 'the list of regimes has no answer' : 'by its definition, not measured'), // prettier-ignore
  ];
}

const WRITTEN = {
  volatility: ['24 h volatility', (x) => `${num(x, 2)}×`, (x) => `${num(x, 2)}× the month`],
  drawdown: ['5 % fall within 24 h', prob, prob],
};

/**
 * Figures of what followed the regime of the next hours.
 *
 * @param now answer of `quant/market`; `labels`: of `quant/regimes`, `model`: of `quant/model`, undefined until loaded
 */
export function hoursFollowed({ now, labels, model }) {
  const { label, candles_in_regime: candles } = now.regime;
  const claims = labels?.regimes.find((one) => one.label === label)?.claims;
  if (claims === undefined) return [figure('24 h volatility', undefined, labels === undefined ? 'the list of labels has no answer' : 'nothing was measured of this label')]; // prettier-ignore
  const claim = (of) => claims.find((one) => one.of === of && one.evidence === 'measured');
  const measured = model?.walk_forward_metrics;
  const hours = measured?.hours === undefined ? 'sample not served' : `all labels together: ${num(measured.hours)} h`;
  const spells = measured?.stability?.regimes?.[label]?.count;
  const rows = Object.entries(WRITTEN).flatMap(([of, [title, write, whole]]) => {
    const one = claim(of);
    return one === undefined ? [] : [figure(title, whole(one.value), between(one.low, one.high, write), hours)];
  });
  const dwell = claim('dwell');
  const fall = now.monte_carlo?.p_drawdown_5;
  if (fall != null)
    rows.push(
      figure(
        '5 % fall, forecast now',
        prob(fall),
        'of the market by its present inputs, not by the label; no interval',
      ),
    );
  if (dwell !== undefined) rows.push(figure('Usually lasts', `${num(dwell.value)} h`, `80 %: ${num(dwell.low)} to ${num(dwell.high)} h`, spells === undefined ? 'spells not served' : `${num(spells)} spells`, `now ${age(candles * HOUR_MS)}`)); // prettier-ignore
  if (claims.some(({ of, evidence }) => of === 'direction' && evidence === 'none'))
    rows.push(figure('Direction', 'no evidence', 'measured, in no label'));
  return rows;
}

/** One-line scorecard of the regime a day ahead: the first origin with a figure. */
export function scorecardLine(scorecard) {
  if (scorecard === undefined) return undefined;
  for (const [origin, words] of ORIGINS) {
    const kind = scorecard[origin]?.kinds.find((one) => one.kind === 'next_regime');
    if (kind?.summary != null) return `${say(kind.summary)} (${words})`;
  }
  return `nothing graded yet; a figure from ${LEAST} forecasts on`;
}
