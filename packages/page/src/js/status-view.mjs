/** The view at `#/status`: sources and producers, scorecard, gaps of the last day, error budget, this host. */

import { useAnswer } from './ask.mjs';
import { age, moment, name24, num, pct, say, stamp } from './format.mjs';
import { Bar, html, Panel } from './parts.mjs';
import { Scorecard } from './scorecard.mjs';
import { AllSources } from './status.mjs';

function Service() {
  const result = useAnswer('health');
  const { data } = result;
  const stream = data?.event_stream;
  return html`<${Panel} id="service" title="Service" ask="this host" result=${result}>
    ${
      data &&
      html`<dl class="kv wide">
        <dt>State</dt>
        <dd>${say(data.status)}</dd>
        <dt>Version, contract</dt>
        <dd>${data.version}, ${data.api_version}</dd>
        <dt>Up for</dt>
        <dd>${age(1000 * data.uptime_s)}</dd>
        <dt>Clock</dt>
        <dd>${say(data.clock)}, ${stamp(data.now)}</dd>
        <dt>Rows of SIGNUM, as of</dt>
        <dd>${num(data.signum_rows)}, ${stamp(moment(data.signum_as_of))}</dd>
        <dt>Events, last</dt>
        <dd>${num(stream?.last_id)}, ${stream?.last_event_at == null ? 'none yet' : stamp(stream.last_event_at)}</dd>
        <dt>Open streams</dt>
        <dd>${num(stream?.open_streams)}</dd>
        <dt>Price moves, derivative moves</dt>
        <dd>${say(stream?.price_moves)}, ${say(stream?.derivative_moves)}</dd>
        <dt>Whale transfers</dt>
        <dd>${say(stream?.whale_transfers)}</dd>
      </dl>`
    }
  <//>`;
}

const GAPS_SHOWN = 50;

/** Gaps of the last day, and the remaining error budget, over all replicas. */
function Record() {
  const result = useAnswer('status');
  const { data } = result;
  const budget = data?.error_budget;
  return html`<${Panel} id="record" title="Last day" ask="what was not heard, what failed" result=${result}>
    ${
      data &&
      html`<dl class="kv wide">
          <dt>Watched since</dt>
          <dd>
            ${stamp(data.observed_since)}${data.unobserved_s > 0 && `, but for ${age(1000 * data.unobserved_s)} in which no host ran`}
          </dd>
          <dt>Answers, failed</dt>
          <dd>${num(budget.answers)}, ${num(budget.failed)}</dd>
          <dt>Error budget left <span class="sub">(of ${pct(100 * (1 - budget.target), 1)})</span></dt>
          <dd>${pct(100 * budget.left, 1)}</dd>
        </dl>
        <${Bar} value=${100 * Math.max(0, budget.left)} label=${`${pct(100 * budget.left, 1)} of the error budget left`} />
        ${
          data.gaps.length === 0
            ? html`<p class="sub after">No gap: every source was heard whenever somebody looked.</p>`
            : html`<table class="tb">
                <thead>
                  <tr>
                    <th scope="col">source</th>
                    <th scope="col">what</th>
                    <th scope="col">from</th>
                    <th scope="col" class="r">for</th>
                  </tr>
                </thead>
                <tbody>
                  ${data.gaps.slice(0, GAPS_SHOWN).map(
                    (gap) =>
                      html`<tr key=${`${gap.source} ${gap.feed} ${gap.from}`}>
                        <td>${name24(gap.source)}</td>
                        <td>${say(gap.feed)}</td>
                        <td>${stamp(gap.from)}</td>
                        <td class="r">${gap.to === null ? html`<b class="warn">${age(1000 * gap.seconds)}, lasts</b>` : age(1000 * gap.seconds)}</td>
                      </tr>`,
                  )}
                </tbody>
              </table>`
        }
        ${data.gaps.length > GAPS_SHOWN && html`<p class="sub after">And ${num(data.gaps.length - GAPS_SHOWN)} older ones.</p>`}`
    }
  <//>`;
}

/** The whole view. */
export const Status = () =>
  html`<main id="main" tabindex="-1">
    <h1 class="vh">Status</h1>
    <div class="sheet"><${AllSources} /><${Record} /><${Scorecard} /><${Service} /></div>
  </main>`;
