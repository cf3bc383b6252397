/** Newest bar of every source, and latest success of every producer. */

import { useAnswer } from './ask.mjs';
import { age, DASH, moment, name24, num, say, stamp } from './format.mjs';
import { Glyph, html, Panel } from './parts.mjs';
import { freshness, useNow } from './time.mjs';

const HOUR_S = 3600;
const SECONDS = { m: 60, h: HOUR_S, d: 24 * HOUR_S };
/** Length of an interval such as `1h`, s. */
const secondsOf = (interval) => {
  const [, count, unit] = /^(\d+)([mhd])$/.exec(interval ?? '') ?? [];
  return unit === undefined ? HOUR_S : Number(count) * SECONDS[unit];
};

const Name = ({ state, text }) =>
  html`<th scope="row" class=${`st-${state}`}>
    <span class="nm"
      ><${Glyph} kind=${state === 'unavailable' ? 'cross' : state} label=${state} /><span class="name"
        >${name24(text)}</span>
      </span>
    
  </th>`;

/** A bar may be one interval old before the next one closes. */
function stateOfSource({ lag_s: lag, interval, stale }) {
  if (lag == null) return 'unavailable';
  if (stale === true) return 'stale';
  return freshness(-1000 * lag, 1000 * secondsOf(interval), 0);
}

function SourceRows({ sources }) {
  return html`<table class="src">
    <caption class="vh">
      Sources
    </caption>
    <thead>
      <tr>
        <th scope="col">source</th>
        <th scope="col">kind</th>
        <th scope="col" class="r">symbols</th>
        <th scope="col" class="r">last bar closed</th>
      </tr>
    </thead>
    <tbody>
      ${sources.map(
        (source) =>
          html`<tr key=${`${source.venue} ${source.feed ?? source.interval ?? ''}`}>
            <${Name}
              state=${stateOfSource(source)}
              text=${`${source.venue}${source.feed === undefined ? '' : ` ${source.feed}`}`}
            />
            <td class="sub">${source.kind}</td>
            <td class="r">${num(source.symbols)}</td>
            <td class="r">${source.lag_s == null ? DASH : `${age(1000 * source.lag_s)} ago`}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

const stateOfProducer = ({ failing, last_success: last, lag_ms: lag }) =>
  failing === true ? 'stale' : last == null ? 'unavailable' : (lag ?? 0) > 60_000 ? 'aging' : 'fresh';

function ProducerRows({ producers }) {
  const t = useNow();
  return html`<table class="src">
    <caption class="vh">
      Producers
    </caption>
    <thead>
      <tr>
        <th scope="col">producer</th>
        <th scope="col" class="r">last success</th>
        <th scope="col" class="r">last failure</th>
        <th scope="col" class="r">behind</th>
      </tr>
    </thead>
    <tbody>
      ${producers.map(
        (one) =>
          html`<tr key=${one.name}>
            <${Name} state=${stateOfProducer(one)} text=${say(one.name)} />
            <td class="r">${one.last_success == null ? 'not yet' : `${age(t - moment(one.last_success))} ago`}</td>
            <td class="r">${one.last_failure == null ? DASH : stamp(moment(one.last_failure))}</td>
            <td class="r">${one.lag_ms == null ? DASH : age(one.lag_ms)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

const Legend = () =>
  html`<p class="legend">
    <span><${Glyph} kind="fresh" /> on time</span><span><${Glyph} kind="aging" /> late</span>
    <span><${Glyph} kind="stale" /> stale or failing</span><span><${Glyph} kind="cross" /> nothing yet</span>
  </p>`;

/** Counts producers that are on time, and names the late ones. */
function ProducersLine({ producers }) {
  const late = producers.filter((one) => !['fresh', 'aging'].includes(stateOfProducer(one)));
  return html`<p class="sub after">
    ${num(producers.length - late.length)} of ${num(producers.length)} producers are on time${late.length > 0 && html`; late: ${late.map(({ name }) => say(name)).join(', ')}`}.${' '}<a href="#/status">All producers</a>
  </p>`;
}

const onState = (data) => data && html`<span>${data.status}</span>`;

/** Sources, and producers in a line: a panel of the market view. */
export function Sources() {
  const result = useAnswer('health');
  const { data } = result;
  return html`<${Panel} id="sources" title="Sources" ask="what was heard, and when" result=${result} extra=${onState(data)}>
    ${data && html`<${SourceRows} sources=${data.sources} /><${ProducersLine} producers=${data.producers} />`}
  <//>`;
}

/** Sources and producers: a panel of the status view. */
export function AllSources() {
  const result = useAnswer('health');
  const { data } = result;
  return html`<${Panel} id="all" title="Sources and producers" ask="what was heard, and when" result=${result} extra=${onState(data)}>
    ${
      data &&
      html`<div class="srcs">
          <${SourceRows} sources=${data.sources} /><${ProducerRows} producers=${data.producers} />
        </div>
        <${Legend} />`
    }
  <//>`;
}
