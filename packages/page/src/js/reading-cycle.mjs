/** Row of weeks to months: regime, stability, evidence, history, and the nearest exits. */

import { useAnswer } from './ask.mjs';
import { Bell } from './bell.mjs';
import { Followed, waiting } from './followed-cell.mjs';
import { basketsOf, weeksFollowed } from './followed.mjs';
import { age, moment, neat, num, pct, say, stamp } from './format.mjs';
import { Age, Bar, Faults, html, Kind } from './parts.mjs';
import { Label, NoRow } from './reading-parts.mjs';
import { useNow } from './time.mjs';
import { cycleWait } from './waits.mjs';
import { CYCLE, cycleOf, SIGNALS } from './words.mjs';

const CLOSE_CALL = 0.05;

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
    case 'days':
      return `${num(value)} days`;
    case 'rank':
      return pct(100 * value);
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
    case 'rank':
      return `${num(100 * far)} pts`;
    case 'days':
      return `${num(far)} days`;
    case 'sd':
      return `${num(far, 1)} σ`;
    default:
      return num(far, 2);
  }
}

/** Pieces of evidence shown per side. */
const SHOWN = { for: 5, against: 3 };

/** Evidence of a side, once per signal: the first of several conditions, which is the strongest. */
function piecesOf(evidence, side) {
  const named = evidence.filter((piece) => piece.side === side);
  return named.filter(({ name }, i) => named.findIndex((one) => one.name === name) === i);
}

/** Condition of a piece: the rule's requirement, whether it holds or not. */
function ruleText({ name, op, threshold, threshold_upper: upper }) {
  if (op === 'in') return `${signalText(name, threshold)} to ${signalText(name, upper)}`;
  return `${op === '<' ? 'below' : 'above'} ${signalText(name, threshold)}`;
}

/** Nearest exits of a regime: the runner-up score, a shock, and the cutoff that keeps the regime. */
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
    ${CYCLE.map(({ id, name }) => {
      const score = data.raw.scores[id];
      return html`<li
        class=${id === data.id ? 'on' : id === nextId ? 'next' : ''}
        title=${`${id} ${name}: ${num(score, 3)}`}
      >
        <span class="vh">${name} ${num(score, 2)}</span>
        <i aria-hidden="true" style=${{ height: `${Math.min(44, (44 * score) / most)}px` }}></i>
        <span aria-hidden="true">${id}</span>
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
  const start =
    data.since_anchor === 'coverage_start'
      ? 'Duration unknown: it already held at the first reading.'
      : `Since ${stamp(since)}, ${age(t - since)} ago.`;
  return html`<div class=${`rc lead l-${cycleOf(data.id).tone}`}>
    <${Label} question="Regime"
      ><b>Weeks to months</b><${Faults} of=${data.quality} /><${Kind} data=${data} /><${Age} data=${data} cadence=${cadence}
    /><//>
    <p class="big">${data.name}<${Bell} of="cycle_regime" /></p>
    <p class="sub">${start}${usual && ` Usually lasts ${usual}.`}</p>
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
    <p class="big num">${num(stability.score)}<span class="unit"> of 100 stability</span><${Bell} of="cycle_stability" /></p>
    <${Bar} value=${stability.score} label=${`stability ${num(stability.score)} of 100`} />
    <dl class="kv">
      <dt>Challenger: ${cycleOf(ways.next.id).name} <span class="sub">(score)</span></dt>
      <dd>${num(ways.next.score, 3)}</dd>
      <dt>${ways.lead < 0 ? 'Ahead by' : 'Behind by'}</dt>
      <dd class=${isClose ? 'warn' : ''}>${num(Math.abs(ways.lead), 3)}</dd>
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
  // Published before evidence was stored: the sentence remains until the next refresh.
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
  const wait = cycleWait(data, { name: cycleOf(next.id).name, lead: -lead });
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
    <p class="sub after">${wait.isCounting ? html`<b class="warn">${wait.text}</b>` : wait.text}</p>
  </div>`;
}

function CycleFollowed({ data }) {
  const t = useNow();
  const [regimes, scorecard, baskets] = [useAnswer('regimes'), useAnswer('scorecard'), useAnswer('baskets')];
  const rows = weeksFollowed({ cycle: data, regimes: regimes.data, scorecard: scorecard.data }, t);
  return html`<${Followed} rows=${rows} waits=${waiting(regimes, scorecard, baskets)}>
    <${Baskets} id=${data.id} result=${baskets} />
  <//>`;
}

/** Baskets that name the regime: ideas, not measured in it. */
function Baskets({ id, result }) {
  if (result.state !== 'ok') {
    const why = result.tier ? `a key of tier ${say(result.tier)} shows them` : (result.message ?? 'no answer');
    return html`<p class="sub after">Baskets that suit it: ${why}</p>`;
  }
  const { all, matching } = basketsOf(id, result.data);
  return html`<details class="baskets">
    <summary>${num(matching.length)} of ${num(all)} baskets suit it</summary>
    <p class="sub">${matching.length === 0 ? 'None names this regime.' : `${matching.join(', ')}. Ideas, not measured in this regime.`}</p>
  </details>`;
}

/** The row. */
export function CycleRow() {
  const result = useAnswer('cycle');
  if (result.state !== 'ok') return html`<${NoRow} title="Weeks to months" result=${result} />`;
  const ways = waysOut(result.data);
  return html`<${CycleLead} result=${result} ways=${ways} /><${CycleSure}
      data=${result.data}
      ways=${ways}
    /><${CycleWhy} data=${result.data} /><${CycleFollowed} data=${result.data} /><${CycleFlip} data=${result.data} ways=${ways} />`;
}
