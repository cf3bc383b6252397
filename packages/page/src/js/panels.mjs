/** Panels of the market next to the reading: outlook, volatility, stress, liquidity. */

import { useMemo } from '../vendor/preact-hooks.mjs';
import { asOf, useAnswer } from './ask.mjs';
import { settingNow, useSetting } from './address.mjs';
import { Bell } from './bell.mjs';
import { Choice, useSteady } from './controls.mjs';
import { lacking } from './flags.mjs';
import { DASH, moment, name24, neat, num, pct, prob, say } from './format.mjs';
import { Age, AsTable, Bar, Flags, html, Kind, Lack, Panel, willNotCome } from './parts.mjs';
import { Lines } from './plots.mjs';
import { LIQUIDITY, STRESS_PARTS } from './words.mjs';

/** Heads of the outlook: key, name, tones of its classes, and the meaning of both ends. */
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
      <div class="t"><span>${name}</span><span class="missing">${say(why)}.${' '}<${Flags} of=${[lacking(why)]} /></span></div>
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

/** Six heads over the next day; those without a value are named. */
export function Outlook() {
  const result = useAnswer('now24');
  const { data } = result;
  const fall = data?.monte_carlo?.p_drawdown_5;
  return html`<${Panel} id="outlook" title="Outlook" ask="next 24 hours" result=${result}>
    ${
      data &&
      html`<div class="heads">${HEADS.map((head) => html`<${Head} key=${head[0]} of=${head} data=${data} />`)}</div>
        ${fall != null && html`<p class="sub after">Fall by more than 5${'\u00a0'}%: <b>${prob(fall)}</b><${Bell} of="drawdown" /></p>`}
        <${AsTable}
          of="Outlook of the next 24 hours"
          head=${['head', 'class', 'probability']}
          rows=${() => HEADS.flatMap(([key, name]) => (data[key] ?? []).map((p, i) => [name, say(data.classes[key][i]), prob(p, 1)]))}
        />`
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
    <dt>Stress score <${Bell} of="volatility" /></dt>
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

/** Days of history by their names in the address. */
const VOLATILITY_DAYS = { '7d': 7, '30d': 30, '90d': 90, '365d': 365 };
const VOLATILITY_RANGE = ['vol', Object.keys(VOLATILITY_DAYS), '90d'];

/** Question of the volatility panel for its current setting. */
export const volatilityQuestion = () => ['cviHistory', VOLATILITY_DAYS[settingNow(...VOLATILITY_RANGE)]];

/** Volatility of the market, compared with a year. */
export function Volatility() {
  const [range, setRange] = useSetting(...VOLATILITY_RANGE);
  const result = useAnswer('cvi');
  const history = useSteady(useAnswer('cviHistory', VOLATILITY_DAYS[range]));
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
  const choice = html`<${Choice} label="Time shown" of=${Object.keys(VOLATILITY_DAYS)} value=${range} set=${setRange} />`;
  return html`<${Panel} id="vol" title="Volatility" ask="realised" result=${result} extra=${choice}>
    ${
      data &&
      html`<div class="total">
          <span class="big num">${num(data.cvi_realized_30, 1)}<span class="unit"> % a year, 30 days</span><${Bell} of="cvi" /></span>
          <span class="mid">${say(data.sentiment).toLowerCase()}</span>
        </div>
        ${
          hasLines &&
          html`<${Lines}
              x=${x}
              series=${series}
              height=${168}
              of=${history.data}
              label=${`Realised volatility of the market over 30 and 7 days, ${VOLATILITY_DAYS[range]} days of history, in percent a year`}
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
/** Reasons that a part of a composite has no value. */
const SILENCE = { no_source: 'no source configured', no_answer: 'its source has no answer for now' };
const HOT = new Set(['heavy', 'critical', 'euphoric']);

/** Token whose exchange net flow is furthest from its usual level. */
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
        : willNotCome(result)
          ? html`<${Lack} result=${result} />`
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
      <${Bell} of=${name.toLowerCase().split(' ')[0]} />
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
    ${silent.map(
      ({ part, feed, reason }) =>
        html`<p class="sub warn">
          ${STRESS_PARTS[part] ?? say(part)}: ${SILENCE[reason] ?? 'not known now'}${feed == null ? '' : ` (${say(feed)})`}.${' '}${reason === 'no_source' && html`<${Flags} of=${[feed]} />`}
        </p>`,
    )}
  </div>`;
}

/** Composite risk scores, with the feeds that had gaps. */
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

/** Depth of the order books, and the weakest of them. */
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
          <span class="big num">${num(data.score)}<span class="unit"> of 100, higher is healthier</span><${Bell} of="liquidity" /></span>
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

/** Time of a history: its last row. */
export const lastMoment = (data) => moment(data?.rows?.at(-1)?.timestamp) ?? asOf(data);
