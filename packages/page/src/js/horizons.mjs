/** Parts of the sentence across horizons, from the answers of the market and of a coin. */

import { num, pct } from './format.mjs';
import { cycleOf, stateOf } from './words.mjs';

/** Share of coins above which daily colours have a direction, percent. */
const MOST = 50;
/** Percentiles of a year between which volatility is usual. */
const USUAL = [20, 80];

const weeksOf = (cycle) => (cycle?.id === undefined ? null : { side: cycleOf(cycle.id).side, name: cycle.name });

function hoursOf(now) {
  if (now?.regime == null) return null;
  const { name, side, energy } = stateOf(now.regime.label);
  return { side, energy, name };
}

/** The rule of shocks marks hours that it cannot judge with null. */
function shockOf(now) {
  const { active, kind } = now?.shock ?? {};
  if (active == null) return null;
  return active ? { side: kind } : false;
}

function levelOf(percentile) {
  if (percentile == null) return null;
  const level = percentile < USUAL[0] ? 'low' : percentile > USUAL[1] ? 'high' : 'usual';
  return { level, text: `percentile ${num(percentile)} of a year` };
}

const COLOURS = { green: 'up', red: 'down' };

/** Direction of the daily colours of all coins: the majority colour. */
function breadthOf(breadth) {
  if (breadth == null || !(breadth.total > 0)) return null;
  const { green, red, grey, total, pct_green: up, pct_red: down } = breadth;
  if (up > MOST) return { side: 'up', text: `${num(green)} of ${num(total)} coins green` };
  if (down > MOST) return { side: 'down', text: `${num(red)} of ${num(total)} coins red` };
  return { text: `${num(green)} green, ${num(red)} red, ${num(grey)} grey` };
}

/** Positioning of accounts, and their funding. */
function accountsOf(indicators) {
  const { long_short_ratio: ratio, funding_rate: funding } = indicators ?? {};
  const paid = funding === undefined ? '' : `funding is ${pct(funding, 4, true)} in 8 hours`;
  if (ratio === undefined) return paid === '' ? null : { text: paid };
  const lean = ratio > 1.05 ? 'lean long' : ratio < 0.95 ? 'lean short' : 'are balanced';
  const text = `accounts ${lean} (${num(ratio, 2)} long to 1 short${paid === '' ? '' : `, ${paid}`})`;
  return { text };
}

const GAMMA = { dampen: 'dampen moves', amplify: 'amplify moves', transitional: 'neither dampen nor amplify moves' };

/** Parts of the market: answers of `regimes/current`, `quant/market`, SIGNUM, the volatility index, market health. */
export const marketHorizons = ({ cycle, now, signum, cvi, health }) => ({
  weeks: weeksOf(cycle),
  hours: hoursOf(now),
  shock: shockOf(now),
  days: breadthOf(signum?.breadth),
  volatility: levelOf(cvi?.cvi_pctile_30),
  positioning: accountsOf(health?.indicators),
});

/** Parts of a coin. Weeks to months come from the market: coins have no regime of that horizon. */
export const coinHorizons = ({ cycle, now, signum, volatility, gamma }) => ({
  weeks: cycle?.id === undefined ? null : { ...weeksOf(cycle), name: `${cycle.name} of the market` },
  hours: hoursOf(now),
  shock: shockOf(now),
  days:
    signum?.color === undefined
      ? null
      : {
          side: COLOURS[signum.color],
          text: `${signum.color} for ${num(signum.days_in_color)} ${signum.days_in_color === 1 ? 'day' : 'days'}`,
        },
  volatility: levelOf(volatility?.vol_pctile_30),
  positioning: GAMMA[gamma?.regime?.state] ? { text: `open positions ${GAMMA[gamma.regime.state]}` } : null,
});
