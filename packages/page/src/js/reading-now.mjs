/** Row of the next hours: label, confidence, inputs, history, and what hysteresis waits for. */

import { useState } from '../vendor/preact-hooks.mjs';
import { useAnswer } from './ask.mjs';
import { Bell } from './bell.mjs';
import { Followed, ScoreLine, waiting } from './followed-cell.mjs';
import { hoursFollowed, scorecardLine } from './followed.mjs';
import { age, moment, num, prob, say, stamp } from './format.mjs';
import { Age, Bar, Code, Faults, html, Kind } from './parts.mjs';
import { Label, NoRow } from './reading-parts.mjs';
import { challengerOf, nowWait } from './waits.mjs';
import { FEATURES, NOWCAST, stateOf } from './words.mjs';

const SIGNS = { for: '+', against: '−' };

/** Inputs of the nowcast with the most weight for and against its label. */
function Inputs({ data }) {
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
    <p class="big">${state.name}<${Bell} of="nowcast_regime" /></p>
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
  const leads = rival.lead > 0;
  return html`<div class="rc">
    <${Label} question="How sure">${sureness(regime.confidence)}<//>
    <p class="big num">${prob(regime.confidence)}<span class="unit"> calibrated</span><${Bell} of="nowcast_sure" /></p>
    <${Bar} value=${100 * regime.confidence} tone=${tone} label=${`confidence ${prob(regime.confidence)}`} />
    <dl class="kv">
      <dt>${stateOf(regime.label).name} <span class="sub">(not calibrated)</span></dt>
      <dd>${prob(regime.raw_confidence, 1)}</dd>
      <dt>Challenger: ${rival.name} <span class="sub">(not calibrated)</span></dt>
      <dd>${prob(rival.p, 1)}</dd>
      <dt>${leads ? 'Ahead by' : 'Behind by'}</dt>
      <dd class=${leads ? 'warn' : ''}>${num(100 * Math.abs(rival.lead), 1)} pts</dd>
      <dt>Model</dt>
      <dd>${data.model_version}</dd>
    </dl>
  </div>`;
}

function NowFollowed({ data }) {
  const labels = useAnswer('labels');
  const model = useAnswer('model');
  const scorecard = useAnswer('scorecard');
  const rows = hoursFollowed({ now: data, labels: labels.data, model: model.data });
  return html`<${Followed} rows=${rows} waits=${waiting(labels, model, scorecard)}>
    <p class="sub after">Baskets are matched with the regime of weeks.</p>
    <${ScoreLine} text=${scorecardLine(scorecard.data)} />
  <//>`;
}

function NowFlip({ data, rival, horizon, setHorizon }) {
  const { regime, transitions } = data;
  const wait = nowWait(data, rival);
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
    <p class="sub after">${wait.isCounting ? html`<b class="warn">${wait.text}</b>` : wait.text}</p>
  </div>`;
}

/** An answer without a regime, as a state: the quality codes of the bars give the reason. */
const noRegime = ({ quality = [] }) => ({
  state: 'unavailable',
  message: quality.includes('no_trade')
    ? 'The coin does not trade: there is no market to describe.'
    : 'There are too few bars for a regime.',
  code: quality[0] ?? 'no_regime',
});

/** The row. */
export function NowRow() {
  const [horizon, setHorizon] = useState('24h');
  const four = useAnswer('now4', undefined, horizon === '4h');
  const day = useAnswer('now24');
  // The day is shown until the four-hour answer is loaded.
  const result = horizon === '4h' && four.state !== 'loading' ? four : day;
  if (result.state !== 'ok') return html`<${NoRow} title="Next hours" result=${result} />`;
  const { data } = result;
  if (data.regime === null) return html`<${NoRow} title="Next hours" result=${noRegime(data)} />`;
  const rival = challengerOf(
    data,
    NOWCAST.map(({ id }) => id),
  );
  rival.name = stateOf(rival.label).name;
  return html`<${NowLead} result=${result} /><${NowSure} data=${data} rival=${rival} />
    <div class="rc"><${Label} question="Why">for and against, in σ from usual<//><${Inputs} data=${data} /></div>
    <${NowFollowed} data=${data} />
    <${NowFlip} data=${data} rival=${rival} horizon=${horizon} setHorizon=${setHorizon} />`;
}
