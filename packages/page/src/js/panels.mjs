/** Panels of the market beside the reading: outlook, health, volatility, stress, liquidity. */

import { useMemo } from '../vendor/preact-hooks.mjs';
import { asOf, useAnswer } from './ask.mjs';
import { DASH, moment, name24, neat, num, pct, prob, say } from './format.mjs';
import { Age, AsTable, Bar, html, Kind, Panel } from './parts.mjs';
import { Lines } from './plots.mjs';
import { HEALTH_LONG, HEALTH_SHORT, LIQUIDITY, STRESS_PARTS } from './words.mjs';

/** Heads of the outlook: key, name, tones of its classes, and what both ends mean. */
const HEADS = [
  ['direction', 'Direction', ['d-2', 'd-1', 'd0', 'd1', 'd2'], ['down', 'up']],
  ['volatility', 'Volatility', ['n0', 'n1', 'n2', 'n3'], ['low', 'extreme']],
  ['funding', 'Funding', ['n0', 'n1', 'n2', 'n3'], ['negative', 'hot']],
  ['open_interest', 'Open interest', ['n0', 'n1', 'n3'], ['falls', 'builds']],
  ['breadth', 'Breadth', ['n0', 'n1', 'n3'], ['narrows', 'widens']],
  ['liquidation_risk', 'Liquidation risk', ['n0', 'n1', 'n2', 'n3'], ['low', 'severe']],
];

function Head({ of: [key, name, tones, ends], data }) {
  const ps = data[key];
  const provenance = data.explain.heads_provenance[key];
  if (ps == null) {
    const why = data[`${key}_status`]?.reason ?? provenance?.reason ?? 'no source';
    return html`<div class="head-row">
      <div class="t"><span>${name}</span><span class="missing">${say(why)}</span></div>
      <div class="gone"></div>
    </div>`;
  }
  const classes = data.classes[key];
  const likeliest = ps.indexOf(Math.max(...ps));
  const all = classes.map((one, i) => `${say(one)} ${prob(ps[i])}`).join(', ');
  return html`<div class="head-row">
    <div class="t">
      <span>${name}${provenance?.source === 'prior' && html` <span class="sub">prior only</span>`}</span>
      <span><b>${say(classes[likeliest])}</b> ${prob(ps[likeliest])}</span>
    </div>
    <div class="stack" role="img" aria-label=${`${name}: ${all}`}>
      ${ps.map((p, i) => html`<i class=${tones[i]} style=${{ flex: `${Math.max(0.001, p)} 0 0` }} title=${`${say(classes[i])} ${prob(p)}`}></i>`)}
    </div>
    <div class="ends" aria-hidden="true"><span>${ends[0]}</span><span>${ends[1]}</span></div>
  </div>`;
}

/** Six heads over the next day; the silent ones are named. */
export function Outlook() {
  const result = useAnswer('now24');
  const { data } = result;
  return html`<${Panel} id="outlook" title="Outlook" ask="next 24 hours" result=${result}>
    ${
      data &&
      html`<div class="heads">${HEADS.map((head) => html`<${Head} key=${head[0]} of=${head} data=${data} />`)}</div>
        <${AsTable}
          of="Outlook of the next 24 hours"
          head=${['head', 'class', 'probability']}
          rows=${() => HEADS.flatMap(([key, name]) => (data[key] ?? []).map((p, i) => [name, say(data.classes[key][i]), prob(p, 1)]))}
        />`
    }
  <//>`;
}

const BULLISH = 60;
const BEARISH = 40;

function HealthRow({ name, component }) {
  const { score, weight, details } = component ?? {};
  const text = typeof details === 'string' ? details : undefined;
  const isGone = score == null || component.available === false;
  const tone = score >= BULLISH ? 'up' : score <= BEARISH ? 'down' : 'muted';
  return html`<div class="hrow" title=${text && neat(text)}>
    <span>${name}</span><span class="w">${weight == null ? DASH : pct(100 * weight)}</span>
    ${
      isGone
        ? html`<span class="gone" role="img" aria-label="no source"></span><span class="v missing">${DASH}</span>`
        : html`<${Bar} value=${score} ticks=${[BEARISH, BULLISH]} tone=${tone} label=${`${score} of 100`} /><span
              class="v"
              >${num(score)}</span
            >`
    }
  </div>`;
}

function HealthHalf({ title, score, sentiment, names, components }) {
  return html`<div class="hg">
      <b>${title}</b><span>${say(sentiment).toLowerCase()} <b class="num">${num(score)}</b></span>
    </div>
    ${Object.entries(names).map(([key, name]) => html`<${HealthRow} key=${key} name=${name} component=${components[key]} />`)}`;
}

/** Eleven components, with those that have no source. */
export function MarketHealth() {
  const result = useAnswer('marketHealth');
  const { data } = result;
  const names = { ...HEALTH_LONG, ...HEALTH_SHORT };
  const gone = data && Object.entries(names).filter(([key]) => data.components[key]?.score == null);
  return html`<${Panel} id="health" title="Market health" ask="eleven components" result=${result}>
    ${
      data &&
      html`<div class="total">
          <span class="big num">${num(data.total_score)}<span class="unit"> of 100</span></span>
          <span class="mid">${say(data.sentiment).toLowerCase()}</span>
        </div>
        <${HealthHalf}
          title="Long term"
          score=${data.long_term_score}
          sentiment=${data.long_term_sentiment}
          names=${HEALTH_LONG}
          components=${data.components}
        />
        <${HealthHalf}
          title="Short term"
          score=${data.short_term_score}
          sentiment=${data.short_term_sentiment}
          names=${HEALTH_SHORT}
          components=${data.components}
        />
        ${gone.map(([key, name]) => html`<p class="sub after">${name}: ${neat(data.components[key]?.details ?? 'no source')}; its weight goes to the others.</p>`)}`
    }
  <//>`;
}

function VolatilityFacts({ data, score }) {
  const majors = Object.entries(data.majors ?? {});
  return html`<dl class="kv">
    <dt>7-day volatility</dt>
    <dd>${num(data.cvi_realized_7, 1)} %, percentile ${num(data.cvi_pctile_7)} of a year</dd>
    <dt>30-day volatility</dt>
    <dd>percentile ${num(data.cvi_pctile_30)} of a year</dd>
    <dt>Stress score</dt>
    <dd>${score ? html`${num(score.composite)} <span class="sub">${say(score.band)}</span>` : DASH}</dd>
    <dt>Gross exposure for a ${num(score?.target_vol ?? 60)} % target</dt>
    <dd>${score ? `${num(score.gross_exposure_multiplier, 2)}×` : DASH}</dd>
    ${majors.map(
      ([symbol, { implied, vrp }]) =>
        html`<dt>Implied, ${name24(symbol)}</dt>
          <dd>
            ${implied == null ? html`<span class="missing">no options source</span>` : `${num(implied, 1)} %, ${num(vrp, 1, true)} over realised`}
          </dd>`,
    )}
  </dl>`;
}

/** Volatility of the market, against a year. */
export function Volatility() {
  const result = useAnswer('cvi');
  const history = useAnswer('cviHistory');
  const score = useAnswer('volatilityScore');
  const { data } = result;
  const items = history.data?.items;
  const x = useMemo(() => items?.map(({ date }) => Date.parse(date)) ?? [], [items]);
  const series = useMemo(
    () => [
      { name: '30 d', tone: 'ink', y: items?.map((one) => one.cvi_realized_30) ?? [] },
      { name: '7 d', tone: 'muted', dash: [3, 3], y: items?.map((one) => one.cvi_realized_7) ?? [] },
    ],
    [items],
  );
  const hasLines = items !== undefined && items.length > 1;
  return html`<${Panel} id="vol" title="Volatility" ask="realised" result=${result}>
    ${
      data &&
      html`<div class="total">
          <span class="big num">${num(data.cvi_realized_30, 1)}<span class="unit"> % a year, 30 days</span></span>
          <span class="mid">${say(data.sentiment).toLowerCase()}</span>
        </div>
        ${
          hasLines &&
          html`<${Lines}
              x=${x}
              series=${series}
              height=${168}
              of=${history.data}
              label="Realised volatility of the market over 30 and 7 days, 90 days of history, in percent a year"
            />
            <${AsTable}
              of="Realised volatility of the market"
              head=${['day', '30 d', '7 d']}
              rows=${() => items.toReversed().map((one) => [one.date, pct(one.cvi_realized_30, 1), pct(one.cvi_realized_7, 1)])}
            />`
        }
        <${VolatilityFacts} data=${data} score=${score.data} />`
    }
  <//>`;
}

const STRESS_BANDS = [15, 35, 60, 80];
/** Why a part of a composite says nothing. */
const SILENCE = { no_source: 'no source configured', no_answer: 'its source has no answer for now' };
const HOT = new Set(['heavy', 'critical', 'euphoric']);

/** The token whose net flow of exchanges is furthest from its usual one. */
function flowText({ worst_flow_symbol: symbol, derivation }) {
  const z = derivation?.flow?.terms.find((term) => term.symbol === symbol)?.z;
  const side = z === undefined ? '' : z < 0 ? ', into exchanges' : ', out of exchanges';
  return `Exchange flow, 24 h: ${name24(symbol)} ${num(z, 1, true)} σ of 90 days${side}`;
}

function Composite({ name, result }) {
  const { state, data, cadence } = result;
  if (state !== 'ok') {
    const text =
      state === 'loading'
        ? 'reading'
        : `${state === 'missing' ? 'not served yet' : say(state)}: ${result.message ?? 'no answer'}`;
    return html`<div class="comp">
      <div class="t"><b>${name}</b><span class="mid">${DASH}</span></div>
      <div class="gone"></div>
      <p class="missing" role="status">${text}</p>
    </div>`;
  }
  const parts = Object.entries(data.sub_scores ?? {});
  const inputs = data.inputs_available ?? {};
  const unheard = Object.keys(inputs).filter((part) => inputs[part] === false);
  const silent = data.silent ?? unheard.map((part) => ({ part }));
  return html`<div class="comp">
    <div class="t">
      <b>${name}</b><${Kind} data=${data} /><${Age} data=${data} cadence=${cadence} />
      <span class="mid num">${num(data.composite)}</span>
      <span class=${`band${HOT.has(data.band) ? ' hot' : ''}`}>${say(data.band)}</span>
    </div>
    <${Bar}
      value=${data.composite}
      ticks=${STRESS_BANDS}
      label=${`${name} ${num(data.composite)} of 100, ${data.band}`}
    />
    <p class="parts">
      ${parts.map(([key, value]) =>
        value === null
          ? html`<span class="off">${STRESS_PARTS[key] ?? say(key)} silent</span>`
          : html`<span>${STRESS_PARTS[key] ?? say(key)} ${num(value)}</span>`,
      )}
    </p>
    ${typeof data.leading === 'string' && html`<p class="sub">Leading: ${neat(data.leading)}</p>`}
    ${data.worst_flow_symbol != null && html`<p class="sub">${flowText(data)}</p>`}
    ${silent.map(({ part, feed, reason }) => html`<p class="sub warn">${STRESS_PARTS[part] ?? say(part)}: ${SILENCE[reason] ?? 'not known now'}${feed == null ? '' : ` (${say(feed)})`}</p>`)}
  </div>`;
}

/** Composites of what may go wrong, with the feeds that were silent. */
export function Stress() {
  const policy = useAnswer('policy');
  const event = useAnswer('event');
  const security = useAnswer('security');
  const meme = useAnswer('meme');
  return html`<${Panel} id="stress" title="Stress" ask="higher is worse">
    <${Composite} name="Policy" result=${policy} />
    <${Composite} name="Event" result=${event} />
    <${Composite} name="Security" result=${security} />
    <${Composite} name="Meme froth" result=${meme} />
    <p class="sub after">GET /policy, /event, /security and /meme/regime/score</p>
  <//>`;
}

const LIQUIDITY_BANDS = [25, 40, 60, 75];
const WEAKEST = 6;

/** Depth of the books, and the weakest of them. */
export function Liquidity() {
  const result = useAnswer('liquidity');
  const list = useAnswer('liquidityRows');
  const { data } = result;
  const total = data?.aggregate;
  const rows = list.data?.items.filter(({ score }) => score !== null).sort((a, b) => a.score - b.score);
  const warming = total?.warming ?? 0;
  return html`<${Panel} id="frag" title="Liquidity" ask="depth, spread, divergence" result=${result}>
    ${
      data &&
      html`<div class="total">
          <span class="big num">${num(data.score)}<span class="unit"> of 100, higher is healthier</span></span>
          <span class="mid">${say(data.band)}</span>
        </div>
        <${Bar} value=${data.score ?? 0} ticks=${LIQUIDITY_BANDS} label=${`liquidity ${num(data.score)} of 100`} />
        <div class="ends" aria-hidden="true"><span>fragile</span><span>healthy</span></div>
        ${warming > 0 && html`<p class="sub warn after">Warming: ${num(warming)} of ${num(data.tracked.length)} books have no week to be compared with yet; what is known of them counts.</p>`}
        ${
          rows &&
          html`<table class="tb">
            <thead>
              <tr>
                <th scope="col">weakest</th>
                <th scope="col">label</th>
                <th scope="col" class="r">depth</th>
                <th scope="col" class="r">score</th>
              </tr>
            </thead>
            <tbody>
              ${rows.slice(0, WEAKEST).map(
                (row) =>
                  html`<tr key=${row.symbol}>
                    <td>
                      <a class="name" href=${`#/coin/${encodeURIComponent(row.symbol)}`}>${name24(row.symbol)}</a>
                    </td>
                    <td>${row.status === 'warming' ? 'warming' : (LIQUIDITY[row.regime] ?? say(row.regime))}</td>
                    <td class="r">${row.depth_ratio === null ? DASH : `${num(row.depth_ratio, 2)}×`}</td>
                    <td class="r">${num(row.score)}</td>
                  </tr>`,
              )}
            </tbody>
          </table>`
        }`
    }
  <//>`;
}

/** The moment of a history: its last row. */
export const lastMoment = (data) => moment(data?.rows?.at(-1)?.timestamp) ?? asOf(data);
