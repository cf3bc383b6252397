/** Scorecard: accuracy of published forecasts compared with what was known without them. */

import { useAnswer } from './ask.mjs';
import { DASH, day, moment, num, pct, say } from './format.mjs';
import { html, Panel } from './parts.mjs';

const ORIGINS = [
  ['live', 'Forecasts of this host'],
  ['backfilled', 'Forecasts computed afterwards from bars'],
];
const KINDS = {
  next_regime: 'Regime in 24 h',
  volatility: 'Volatility in 24 h',
  drawdown: 'Fall of 5 %',
  day_quantiles: 'Range of the day',
};

function Origin({ title, card }) {
  const range = card.rows === 0 ? '' : `, ${day(moment(card.first))} to ${day(moment(card.last))}`;
  return html`<div class="comp">
    <div class="t"><b>${title}</b><span class="sub">${num(card.rows)} rows${range}</span></div>
    ${
      card.kinds.length === 0
        ? html`<p class="missing">Nothing is graded yet.</p>`
        : html`<table class="tb">
            <thead>
              <tr>
                <th scope="col">forecast</th>
                <th scope="col" class="r">graded</th>
                <th scope="col" class="r">better than known before</th>
                <th scope="col" class="r">most frequent</th>
              </tr>
            </thead>
            <tbody>
              ${card.kinds.map(
                ({ kind, graded, scores, summary }) =>
                  html`<tr key=${kind}>
                    <td>${KINDS[kind] ?? say(kind)}</td>
                    <td class="r">${num(graded)}</td>
                    <td class="r">${scores?.[0]?.skill == null ? DASH : `${pct(100 * scores[0].skill, 0, true)} (${scores[0].rule})`}</td>
                    <td class="r wrap">${summary ?? DASH}</td>
                  </tr>`,
              )}
            </tbody>
          </table>`
    }
  </div>`;
}

/** A panel of the status view. */
export function Scorecard() {
  const result = useAnswer('scorecard');
  const { data } = result;
  return html`<${Panel} id="scorecard" title="Scorecard" ask=${`how often forecasts were right, ${num(data?.window_days ?? 30)} days`} result=${result}>
    ${data && ORIGINS.map(([key, title]) => html`<${Origin} key=${key} title=${title} card=${data[key]} />`)}
  <//>`;
}
