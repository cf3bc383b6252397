/** The reading: two regimes, each with how sure, why, and what would change it. */

import { useState } from '../vendor/preact-hooks.mjs';
import { useAnswer } from './ask.mjs';
import { age, moment, neat, num, pct, prob, say, stamp } from './format.mjs';
import { Age, Bar, Code, Faults, html, Kind, State } from './parts.mjs';
import { useNow } from './time.mjs';
import { CYCLE, cycleOf, FEATURES, NOWCAST, SIGNALS, stateOf } from './words.mjs';

const CLOSE_CALL = 0.05;

const Label = ({ question, children }) => html`<p class="lab"><b class="q">${question}</b>${children}</p>`;

/** A cell over the whole row, for a regime that has no answer. */
const NoRow = ({ title, result }) =>
  html`<div class="rc whole">
    <${Label}><b>${title}</b><//
    ><${State} result=${result} what=${title} />
  </div>`;

/** A signal in its own unit. */
function signalText(signal, value) {
  switch (SIGNALS[signal]?.[1]) {
    case 'fraction':
      return pct(100 * value, 1, true);
    case 'percent':
      return pct(value, 0);
    case 'sd':
      return `${num(value, 1, true)} σ`;
    case 'factor':
      return `${num(value, 2)}×`;
    case 'minutes':
      return `${num(value)} min`;
    default:
      return num(value, 2);
  }
}

/** Distance of a signal from its cutoff, in its own unit. */
function distanceText({ signal, distance }) {
  const far = Math.abs(distance);
  switch (SIGNALS[signal]?.[1]) {
    case 'fraction':
      return `${num(100 * far, 1)} pts`;
    case 'percent':
      return `${num(far)} pts`;
    case 'sd':
      return `${num(far, 1)} σ`;
    default:
      return num(far, 2);
  }
}

/** Pieces of evidence that are shown of each side. */
const SHOWN = { for: 5, against: 3 };

/** Pieces of a side, a signal once: of several conditions on it the first, which is the strongest. */
function piecesOf(evidence, side) {
  const named = evidence.filter((piece) => piece.side === side);
  return named.filter(({ name }, i) => named.findIndex((one) => one.name === name) === i);
}

/** The condition of a piece: the rule asks for it, whether it holds or not. */
function ruleText({ name, op, threshold, threshold_upper: upper }) {
  if (op === 'in') return `${signalText(name, threshold)} to ${signalText(name, upper)}`;
  return `${op === '<' ? 'below' : 'above'} ${signalText(name, threshold)}`;
}

/** The nearest ways out of a regime: the best score behind it, a shock, and the cutoff that keeps it. */
function waysOut(data) {
  const live = data.thresholds.filter(({ missing }) => !missing);
  const [next] = Object.entries(data.raw.scores)
    .map(([id, score]) => ({ id: Number(id), score }))
    .filter(({ id }) => id !== data.id)
    .sort((a, b) => b.score - a.score);
  const lead = (data.raw.scores[data.id] ?? 0) - next.score;
  const gates = live.filter(({ regime, effect }) => regime === next.id && effect === 'enables');
  return {
    next,
    lead,
    gates: { all: gates.length, open: gates.filter(({ satisfied }) => satisfied).length },
    shock: live.find(({ regime, effect, satisfied }) => regime === 1 && effect === 'enables' && !satisfied),
    keeps: live.find(({ effect }) => effect === 'keeps'),
  };
}

function Scores({ data, nextId }) {
  const most = Math.max(0.8, ...Object.values(data.raw.scores));
  return html`<ol class="ten" aria-label="Score of each of the ten regimes">
    ${CYCLE.map(({ id, name, short }) => {
      const score = data.raw.scores[id];
      return html`<li
        class=${id === data.id ? 'on' : id === nextId ? 'next' : ''}
        title=${`${id} ${name}: ${num(score, 3)}`}
      >
        <span class="vh">${name} ${num(score, 2)}</span>
        <i aria-hidden="true" style=${{ height: `${Math.min(44, (44 * score) / most)}px` }}></i>
        <span aria-hidden="true">${id}</span><span class="nm" aria-hidden="true">${short}</span>
      </li>`;
    })}
  </ol>`;
}

function CycleLead({ result, ways }) {
  const { data, cadence } = result;
  const catalogue = useAnswer('regimes');
  const t = useNow();
  const since = moment(data.in_regime_since);
  const usual = catalogue.data?.regimes.find(({ id }) => id === data.id)?.typical_duration;
  const start = data.since_anchor === 'coverage_start' ? 'In place since the first reading' : `Since ${stamp(since)}`;
  return html`<div class=${`rc lead l-${cycleOf(data.id).tone}`}>
    <${Label} question="Regime"
      ><b>Weeks to months</b><${Faults} of=${data.quality} /><${Kind} data=${data} /><${Age} data=${data} cadence=${cadence}
    /><//>
    <p class="big">${data.name}</p>
    <p class="sub">${start}, ${age(t - since)} ago.${usual && ` Usually lasts ${usual}.`}</p>
    <${Scores} data=${data} nextId=${ways.next.id} />
  </div>`;
}

function CycleSure({ data, ways }) {
  const { stability } = data;
  const signals = Object.values(data.signals);
  const known = signals.filter((value) => value !== null).length;
  const isClose = ways.lead < CLOSE_CALL;
  return html`<div class="rc">
    <${Label} question="How sure"><b class=${isClose ? 'warn' : ''}>${isClose ? 'a close call' : 'a clear read'}</b><//>
    <p class="big num">${num(stability.score)}<span class="unit"> of 100 stability</span></p>
    <${Bar} value=${stability.score} label=${`stability ${num(stability.score)} of 100`} />
    <dl class="kv">
      <dt>Lead over ${cycleOf(ways.next.id).name}</dt>
      <dd class=${isClose ? 'warn' : ''}>${num(ways.lead, 3, true)}</dd>
      <dt>Reads that agree, 24 h</dt>
      <dd>${pct(100 * stability.raw_agreement)}</dd>
      <dt>Locked for <span class="sub">(not against a shock)</span></dt>
      <dd>${stability.locked_for_s > 0 ? age(stability.locked_for_s * 1000) : 'not locked'}</dd>
      <dt>Signals with a source</dt>
      <dd>${known} of ${signals.length}</dd>
    </dl>
  </div>`;
}

function CycleWhy({ data }) {
  // Published before evidence was kept: the sentence stands as it is until the next refresh.
  if (data.evidence === undefined)
    return html`<div class="rc"><${Label} question="Why">in its own words<//><p>${neat(data.rationale)}</p></div>`;
  const pro = piecesOf(data.evidence, 'for');
  const con = piecesOf(data.evidence, 'against');
  const unknown = new Set(data.evidence.filter(({ side }) => side === null).map(({ name }) => name)).size;
  const list = (items, sign, word) =>
    items.slice(0, SHOWN[word]).map(
      (piece) =>
        html`<li key=${piece.name}>
          <span class="sign"><span class="vh">${word}</span><span aria-hidden="true">${sign}</span></span>
          <span>${neat(piece.text)} <span class="sub">${word === 'for' ? '' : 'not '}${ruleText(piece)}</span></span>
        </li>`,
    );
  return html`<div class="rc">
    <${Label} question="Why">for and against<//>
    <ul class="ev">
      ${list(pro, '+', 'for')}
    </ul>
    ${
      con.length > 0 &&
      html`<ul class="ev against">
        ${list(con, '−', 'against')}
      </ul>`
    }
    ${unknown > 0 && html`<p class="sub after">${num(unknown)} more ${unknown === 1 ? 'signal has no source, and says' : 'signals have no source, and say'} nothing.</p>`}
  </div>`;
}

function CycleFlip({ data, ways }) {
  const { next, lead, gates, shock, keeps } = ways;
  const { pending, stability } = data;
  const rule = (t, isLeaving) => {
    const isBelow = (t.op === '<') !== isLeaving;
    return `${SIGNALS[t.signal]?.[0] ?? say(t.signal)} ${isBelow ? 'below' : 'above'} ${signalText(t.signal, t.cutoff)}`;
  };
  const row = (to, when, is, toGo) =>
    html`<tr>
      <td>${to}</td>
      <td>${when}</td>
      <td class="r">${is}</td>
      <td class="r num">${toGo}</td>
    </tr>`;
  const open =
    gates.all === 0
      ? 'gates not listed'
      : gates.open === gates.all
        ? 'its gates are open'
        : `${gates.open} of ${gates.all} gates open`;
  return html`<div class="rc">
    <${Label} question="What would change it">nearest first<//>
    <table class="tb flips">
      <thead>
        <tr>
          <th scope="col">to</th>
          <th scope="col">when</th>
          <th scope="col" class="r">now</th>
          <th scope="col" class="r">to go</th>
        </tr>
      </thead>
      <tbody>
        ${row(cycleOf(next.id).name, `${lead < 0 ? 'already leads the raw read' : `score passes ${data.name}`}; ${open}`, num(next.score, 3), num(Math.max(0, lead), 3))}
        ${shock && row(cycleOf(1).name, rule(shock, false), signalText(shock.signal, shock.value), distanceText(shock))}
        ${keeps && row(`out of ${data.name}`, rule(keeps, true), signalText(keeps.signal, keeps.value), distanceText(keeps))}
      </tbody>
    </table>
    <p class="sub after">
      ${
        pending
          ? html`<b class="warn">
                ${cycleOf(pending.regime).name} is pending: ${pending.count} of ${pending.needed} reads.</b>
              ${pending.blocked_by ? ` The dwell floor holds it for ${age(stability.locked_for_s * 1000)} more.` : ''}`
          : `No challenger is counting. A flip takes ${stability.confirmations_needed} reads in a row, 15 min apart.`
      }
    </p>
  </div>`;
}

function CycleRow() {
  const result = useAnswer('cycle');
  if (result.state !== 'ok') return html`<${NoRow} title="Weeks to months" result=${result} />`;
  const ways = waysOut(result.data);
  return html`<${CycleLead} result=${result} ways=${ways} /><${CycleSure}
      data=${result.data}
      ways=${ways}
    /><${CycleWhy} data=${result.data} /><${CycleFlip} data=${result.data} ways=${ways} />`;
}

const SIGNS = { for: '+', against: '−' };

/** Inputs of the nowcast that argue most for its label and against it. */
export function Inputs({ data }) {
  const inputs = (data.explain.evidence ?? []).filter(({ side }) => side !== null).slice(0, 6);
  const side = (z) => ({ [z < 0 ? 'right' : 'left']: '50%', width: `${Math.min(50, (Math.abs(z) / 3) * 50)}%` });
  return html`<ul class="zs">
    ${inputs.map(
      ({ name, value: z, side: argues, weight }) =>
        html`<li key=${name} title=${`${num(weight, 2, true)} nats of log odds`}>
          <span class="sign"
            ><span class="vh">${argues}</span><span aria-hidden="true">${SIGNS[argues]}</span></span
          ><span>${FEATURES[name] ?? say(name)}</span>
          <span class="z" aria-hidden="true"><i style=${side(z)}></i></span><span class="v">${num(z, 1, true)}</span>
        </li>`,
    )}
  </ul>`;
}

const sureness = (confidence) =>
  confidence >= 0.8
    ? html`<b>a clear read</b>`
    : confidence >= 0.5
      ? html`<b>a fair read</b>`
      : html`<b class="warn">a close call</b>`;

function NowLead({ result }) {
  const { data, cadence } = result;
  const { regime } = data;
  const labels = useAnswer('labels');
  const state = stateOf(regime.label);
  const since = moment(regime.in_regime_since);
  const described = labels.data?.regimes.find(({ label }) => label === regime.label)?.description;
  return html`<div class=${`rc lead l-${state.tone}`}>
    <${Label} question="Regime"><b>Next hours</b><${Faults} of=${data.quality} /><${Kind} data=${data} /><${Age} data=${data} cadence=${cadence} /><//>
    <p class="big">${state.name}</p>
    ${
      data.shock?.active &&
      html`<p class="sub"><b class="warn">Shock (${data.shock.kind}) since ${stamp(moment(data.shock.since))}</b></p>`
    }
    <p class="sub">
      ${since === undefined ? 'Since before the first reading' : `Since ${stamp(since)}`}${': '}${num(regime.candles_in_regime)} bars of 1 h, ${age(regime.candles_in_regime * 3_600_000)}.
    </p>
    <p class="sub">${described}</p>
  </div>`;
}

function NowSure({ data, rival }) {
  const { regime } = data;
  const { tone } = stateOf(regime.label);
  return html`<div class="rc">
    <${Label} question="How sure">${sureness(regime.confidence)}<//>
    <p class="big num">${prob(regime.confidence)}<span class="unit"> calibrated</span></p>
    <${Bar} value=${100 * regime.confidence} tone=${tone} label=${`confidence ${prob(regime.confidence)}`} />
    <dl class="kv">
      <dt>Posterior before calibration</dt>
      <dd>${prob(regime.raw_confidence, 1)}</dd>
      <dt>Runner-up: ${rival.state.name}</dt>
      <dd>${prob(rival.p, 1)}</dd>
      <dt>Model</dt>
      <dd>${data.model_version}</dd>
    </dl>
  </div>`;
}

function NowFlip({ data, rival, horizon, setHorizon }) {
  const { regime, transitions, explain } = data;
  const { pending, hysteresis } = regime;
  const { challenger, lead } = explain.hysteresis_state;
  const behind = Math.abs(lead ?? regime.raw_confidence - rival.p);
  const other = challenger == null ? rival.state : stateOf(challenger);
  return html`<div class="rc">
    <${Label} question="What would change it">
      <span class="seg" role="group" aria-label="Horizon">
        ${['4h', '24h'].map(
          (one) =>
            html`<button
              type="button"
              aria-pressed=${one === horizon ? 'true' : 'false'}
              onClick=${() => setHorizon(one)}
            >
              in ${one.replace('h', ' h')}
            </button>`,
        )}
      </span>
    <//>
    <ul class="tr">
      ${transitions.to.slice(0, 4).map(({ label, p }) => {
        const state = stateOf(label);
        return html`<li>
          <${Code} of=${state} /><span>${label === regime.label ? 'stays' : state.name}</span>
          <${Bar} value=${100 * p} tone=${state.tone} /><span class="v num">${prob(p)}</span>
        </li>`;
      })}
    </ul>
    <p class="sub after">
      ${
        pending
          ? html`<b class="warn"
              >${stateOf(pending.label).name} is pending: ${pending.count} of ${pending.needed} bars.</b
            >`
          : `No challenger is counting; ${other.name.toLowerCase()} is ${num(100 * behind)} pts behind.`
      }
      ${` A flip takes a lead of ${num(100 * hysteresis.margin)} pts for ${hysteresis.bars} bars, or ${pct(100 * hysteresis.override)} at once.`}
    </p>
  </div>`;
}

/** An answer without a regime, as a state: the bars say why. */
const noRegime = ({ quality = [] }) => ({
  state: 'unavailable',
  message: quality.includes('no_trade')
    ? 'The coin does not trade: there is no market to describe.'
    : 'There are too few bars for a regime.',
  code: quality[0] ?? 'no_regime',
});

function NowRow() {
  const [horizon, setHorizon] = useState('24h');
  const four = useAnswer('now4');
  const day = useAnswer('now24');
  const result = horizon === '4h' ? four : day;
  if (result.state !== 'ok') return html`<${NoRow} title="Next hours" result=${result} />`;
  const { data } = result;
  if (data.regime === null) return html`<${NoRow} title="Next hours" result=${noRegime(data)} />`;
  const [rival] = NOWCAST.map((state, i) => ({ state, p: data.p_now[i] }))
    .filter(({ state }) => state.id !== data.regime.label)
    .sort((a, b) => b.p - a.p);
  return html`<${NowLead} result=${result} /><${NowSure} data=${data} rival=${rival} />
    <div class="rc"><${Label} question="Why">for and against, in σ from usual<//><${Inputs} data=${data} /></div>
    <${NowFlip} data=${data} rival=${rival} horizon=${horizon} setHorizon=${setHorizon} />`;
}

/** Both rows under their four questions. */
export const Reading = () =>
  html`<section class="reading" aria-label="The reading">
    ${['Regime', 'How sure', 'Why', 'What would change it'].map((text) => html`<div class="rh" aria-hidden="true">${text}</div>`)}
    <${CycleRow} /><${NowRow} />
  </section>`;
