/** Context of the market: sentiment, macro series and stablecoins; and the day's extremes of the whole market. */

import { asOf, useAnswer } from './ask.mjs';
import { Bell } from './bell.mjs';
import { DASH, moment, name24, num, pct, price, say, usd } from './format.mjs';
import { Age, Bar, Block, html, Panel, together } from './parts.mjs';

const MOODS = [25, 45, 55, 75];

const Head = ({ names }) =>
  html`<thead>
    <tr>
      ${names.map((name, i) => html`<th scope="col" class=${i === 0 ? undefined : 'r'}>${name}</th>`)}
    </tr>
  </thead>`;

/** Series of the macro answer, in reading order. */
const MACRO = [
  ['dollar_index', 'Dollar index'],
  ['eur_usd', 'Euro in dollars'],
  ['gold_usd', 'Gold'],
  ['us_2y', 'Treasury, 2 years'],
  ['us_10y', 'Treasury, 10 years'],
  ['sp500', 'S&P 500'],
  ['nasdaq100', 'Nasdaq 100'],
  ['vix', 'VIX'],
];

const change = (value, unit) =>
  value == null ? DASH : unit === 'bp' ? `${num(value, 0, true)} bp` : pct(value, 1, true);

function Macro({ data }) {
  const known = { ...data, ...data.treasury_yields };
  const rows = MACRO.filter(([key]) => known[key]?.value != null);
  if (rows.length === 0) return html`<p class="missing">No series has a source.</p>`;
  return html`<table class="tb">
    <${Head} names=${['series', 'now', '1 d', '7 d', '90 d']} />
    <tbody>
      ${rows.map(([key, name]) => {
        const { value, change_unit: unit, fresh, publisher } = known[key];
        const isYield = unit === 'bp';
        return html`<tr key=${key} title=${`publisher: ${name24(publisher)}`}>
          <td>${name}${fresh === false && html` <b class="warn">stale</b>`}</td>
          <td class="r">${isYield ? pct(value, 2) : price(value)}</td>
          ${['change_1d', 'change_7d', 'change_90d'].map((field) => html`<td class="r">${change(known[key][field], unit)}</td>`)}
        </tr>`;
      })}
    </tbody>
  </table>`;
}

const Mood = ({ data }) =>
  html`<div class="total">
      <span class="big num">${num(data.value)}<span class="unit"> of 100, 0 is fear</span><${Bell} of="fear_greed" /></span>
      <span class="mid">${say(data.classification)}</span>
    </div>
    <${Bar} value=${data.value} ticks=${MOODS} label=${`fear and greed ${num(data.value)} of 100`} />
    <p class="sub">
      ${num(data.value_24h_ago)} a day ago, ${num(data.value_7d_ago)} a week ago, ${num(data.value_30d_ago)} a month ago; ${data.sources.map(({ name }) => name24(name)).join(', ')}
    </p>`;

const Stablecoins = ({ data }) =>
  html`<p><b class="num">${usd(data.market_cap)}</b> in circulation</p>
    <dl class="kv">
      ${['7d', '14d', '90d'].map((span) => {
        const flow = data[`flow_${span}`];
        return html`<dt>${span.replace('d', ' days')}</dt>
          <dd>${flow == null ? DASH : `${usd(flow.usd, true)}, ${pct(flow.pct, 1, true)}`}</dd>`;
      })}
    </dl>`;

/** Moods, macro series and stablecoins. */
export function Sentiment() {
  const mood = useAnswer('fearGreed');
  const macro = useAnswer('macro');
  const stablecoins = useAnswer('stablecoins');
  const result = together([mood, macro, stablecoins]);
  return html`<${Panel} id="mood" title="Sentiment" ask="moods, macro, stablecoins" result=${result}>
    <${Block} title="Fear and greed" result=${mood}>${(data) => html`<${Mood} data=${data} />`}<//>
    <${Block} title="Macro" result=${macro}>${(data) => html`<${Macro} data=${data} />`}<//>
    <${Block} title="Stablecoins" result=${stablecoins}>${(data) => html`<${Stablecoins} data=${data} />`}<//>
    <p class="sub after">GET /sentiment/fear-greed, /macro and /stablecoins</p>
  <//>`;
}

const SHOWN = 5;
const CoinLink = ({ symbol }) =>
  html`<a class="name" href=${`#/coin/${encodeURIComponent(symbol)}`}>${name24(symbol)}</a>`;

/** Largest entries of a list, below a title with their time. */
const Largest = ({ title, names, rows, at, data, cadence, none }) =>
  html`<div class="comp">
    <div class="t"><b>${title}</b>${at !== undefined && html`<${Age} data=${data} at=${at} cadence=${cadence} />`}</div>
    ${
      rows.length === 0
        ? html`<p class="missing">${none}</p>`
        : html`<table class="tb">
            <${Head} names=${names} />
            <tbody>
              ${rows.slice(0, SHOWN).map(
                ([symbol, ...cells]) =>
                  html`<tr key=${symbol}>
                    <td><${CoinLink} symbol=${symbol} /></td>
                    ${cells.map((cell) => html`<td class="r">${cell}</td>`)}
                  </tr>`,
              )}
            </tbody>
          </table>`
    }
  </div>`;

const bySize = (of) => (a, b) => Math.abs(of(b)) - Math.abs(of(a));

/** The day's extremes: moves, funding, liquidations; and the missing parts of the answer. */
export function Daily() {
  const result = useAnswer('daily');
  const { data, cadence } = result;
  const parts = data?.parts_as_of ?? {};
  const missing = Object.keys(parts).filter((part) => parts[part] === null);
  const moved = data?.coins.filter(({ change_24h: by, pd_symbol: perp }) => by != null && perp != null) ?? [];
  return html`<${Panel} id="daily" title="Today" ask="largest of the day" result=${result} at=${moment(data?.generated_at) ?? asOf(data)}>
    ${
      data &&
      html`<div class="three">
          <${Largest}
            title="Moves, 24 h"
            names=${['coin', 'price', 'move']}
            rows=${moved.toSorted(bySize((one) => one.change_24h)).map((one) => [one.pd_symbol, price(one.price), pct(one.change_24h, 1, true)])}
            at=${moment(parts.coins)}
            data=${data}
            cadence=${cadence}
            none="No table of coins."
          />
          <${Largest}
            title="Funding, an hour"
            names=${['coin', 'venue', 'rate']}
            rows=${data.funding.map(({ coin, venues }) => {
              const [most] = venues.toSorted(bySize((one) => one.rate_1h));
              return [coin, name24(most?.venue), pct(100 * most?.rate_1h, 4, true)];
            })}
            at=${moment(parts.funding)}
            data=${data}
            cadence=${cadence}
            none="No venue answered."
          />
          <${Largest}
            title="Liquidations, 24 h"
            names=${['coin', 'long side', 'all']}
            rows=${data.liquidations.map((one) => [one.symbol, usd(one.long_usd), usd(one.usd)])}
            at=${moment(parts.liquidations)}
            data=${data}
            cadence=${cadence}
            none="None heard of, or no source of them."
          />
        </div>
        ${missing.length > 0 && html`<p class="sub after">Not there: ${missing.map(say).join(', ')}.</p>`}`
    }
  <//>`;
}
