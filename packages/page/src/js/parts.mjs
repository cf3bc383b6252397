/** Parts of every panel: header with source and age, states, bars, glyphs, tables beside charts. */

import { h } from '../vendor/preact.mjs';
import { useEffect, useRef, useState } from '../vendor/preact-hooks.mjs';
import htm from '../vendor/htm.mjs';
import { asOf, askAgain } from './ask.mjs';
import { age, clock, full, num, say } from './format.mjs';
import { freshness, hostTime, useNow } from './time.mjs';

export const html = htm.bind(h);

const SHAPES = {
  up: html`<path d="M5 1.2 9 8.6H1z" />`,
  down: html`<path d="M5 8.8 1 1.4h8z" />`,
  flat: html`<path d="M1.2 3.4h7.6v3.2H1.2z" />`,
  fresh: html`<circle cx="5" cy="5" r="3.6" />`,
  aging: html`<g><circle class="o" cx="5" cy="5" r="3.2" /><path d="M5 1.8a3.2 3.2 0 0 1 0 6.4z" /></g>`,
  stale: html`<circle class="o" cx="5" cy="5" r="3.2" />`,
  warming: html`<circle class="o dash" cx="5" cy="5" r="3.2" />`,
  alert: html`<g><path d="M5 .6 9.4 9H.6z" class="o" /><path d="M4.5 3.6h1v3h-1zM4.5 7.2h1v.9h-1z" /></g>`,
  cross: html`<path class="o" d="M2 2l6 6M8 2 2 8" />`,
};

/** A small mark; decoration unless it has a label. */
export const Glyph = ({ kind, label }) =>
  html`<svg
    class=${`glyph g-${kind}`}
    viewBox="0 0 10 10"
    role=${label ? 'img' : undefined}
    aria-label=${label}
    aria-hidden=${label ? undefined : 'true'}
  >
    ${SHAPES[kind] ?? SHAPES.cross}
  </svg>`;

/** Faults of the bars behind an answer; nothing of sound ones. */
export const Faults = ({ of }) => of?.map((code) => html`<b class="warn" title=${code}>${say(code)}</b> `);

/** Kind of the source of an answer: simulated, live, files. */
export const kindOf = (data) => data?.data_source ?? data?.kind;

/** The kind of a source, as a mark. */
export const Kind = ({ data }) => {
  const kind = kindOf(data);
  if (kind === undefined) return null;
  const isSimulated = kind === 'simulated';
  return html`<span class=${`kind k-${kind}`} title=${`source: ${kind}`}
    ><span aria-hidden="true">${isSimulated ? 'SIM' : kind}</span><span class="vh">source: ${kind}</span></span
  >`;
};

/** The mark of numbers that are no market's, within the figure. */
export const SimulatedMark = ({ data, x, y }) =>
  kindOf(data) === 'simulated' &&
  html`<g class="sim-mark"
    ><rect x=${x} y=${y} width="88" height="16" /><text x=${x + 6} y=${y + 12}>SIMULATED</text></g
  >`;

/** True of an answer that says itself that it is stale, or whose source does. */
const saysStale = (data) =>
  data?.stale === true || (data?.provenance ?? []).some(({ is_fresh: isFresh }) => isFresh === false);

/** Age of an answer: glyph, moment, age. The server's own word for stale wins. */
export function Age({ data, at = asOf(data), cadence }) {
  const t = useNow();
  if (at === undefined) return html`<span class="age">no time given</span>`;
  const fresh = saysStale(data) ? 'stale' : freshness(at, cadence, t);
  const word = fresh === 'stale' ? html`<b>stale</b> ` : html`<span class="vh">${fresh}, as of </span>`;
  return html`<span class=${`age f-${fresh}`} title=${`as of ${full(at)}`}
    ><${Glyph} kind=${fresh} /><span
      >${word}<time datetime=${new Date(at).toISOString()}>${clock(at)}</time> · ${age(t - at)}<span class="vh"> ago</span>
      </span>
    </span
  >`;
}

/** A panel: what it is, what it answers, of when and from where, and the answer or why there is none. */
export function Panel({ id, title, ask, result, children, foot, extra, at }) {
  useNow(30_000);
  const isOk = result === undefined || result.state === 'ok';
  const data = isOk ? result?.data : undefined;
  const moment = at ?? asOf(data);
  const state = !isOk ? result.state : saysStale(data) ? 'stale' : freshness(moment, result?.cadence ?? Infinity);
  return html`<section
    class=${`panel p-${id} s-${state}`}
    id=${id}
    aria-labelledby=${`${id}-h`}
    aria-busy=${result?.state === 'loading' ? 'true' : undefined}
  >
    <header class="ph">
      <h2 id=${`${id}-h`}>${title}</h2>
      ${ask && html`<p class="ask">${ask}</p>`}
      <div class="meta">
        ${extra}${data && html`<${Faults} of=${data.quality} /><${Kind} data=${data} /><${Age} data=${data} at=${moment} cadence=${result.cadence} />`}
      </div>
    </header>
    <div class="pb">${isOk ? children : html`<${State} result=${result} what=${title} />`}</div>
    ${result && html`<footer class="pf"><span>${result.path}</span>${data?.config_version && html`<span>${data.config_version}</span>`}${foot}</footer>`}
  </section>`;
}

const Again = () => html`<button class="link" type="button" onClick=${askAgain}>Try again</button>`;

/** Words for each state of an answer: what is missing, since when, and what the reader can do. */
const STATES = {
  loading: ({ what, result }) =>
    html`<div class="state st-loading" role="status" data-waits=${result.path}>
      <span class="vh">Loading ${what}</span><i></i><i></i><i></i>
    </div>`,
  warming: ({ result }) =>
    html`<div class="state" role="status">
      <p class="st"><${Glyph} kind="warming" />Warming up</p>
      <p>${result.message} No number is shown before there is one.</p>
      <p class="sub">${result.code} · asks again in ${num(result.retryAfter ?? 30)} s</p>
    </div>`,
  missing: ({ result }) =>
    html`<div class="state hatch" role="status">
      <p class="st">
        <${Glyph} kind="unavailable" />${result.code === 'not_found' ? 'Not served yet' : 'Nothing of this name'}
      </p>
      <p>${result.message}</p>
      <p class="sub">${result.code}</p>
    </div>`,
  unavailable: ({ result }) =>
    html`<div class="state hatch" role="status">
      <p class="st"><${Glyph} kind="unavailable" />Unavailable</p>
      <p>${result.message}</p>
      <p class="sub">${say(result.code)} · <a href="#/status">Sources</a></p>
    </div>`,
  locked: ({ result }) =>
    html`<div class="state" role="status">
      <p class="st">
        <${Glyph}
          kind="unavailable"
        />${result.status === 403 ? `Needs a key of tier ${say(result.tier)}` : 'Needs a key'}
      </p>
      <p>${result.message}</p>
      <p class="sub">
        <a href="#/key">${result.status === 403 ? 'Use another key' : 'Enter a key, or get a free one'}</a>
      </p>
    </div>`,
  waiting: ({ result }) =>
    html`<div class="state" role="status" data-waits=${result.path}>
      <p class="st"><${Glyph} kind="warming" />Waiting for a call of the key</p>
      <p>Asked for at ${clock(hostTime(result.until))} UTC.</p>
    </div>`,
  empty: () =>
    html`<div class="state" role="status">
      <p class="st"><${Glyph} kind="fresh" />Nothing to show</p>
      <p>The source answered, and the answer is empty.</p>
    </div>`,
  error: ({ result }) =>
    html`<div class="state err" role="alert">
      <p class="st">
        <${Glyph} kind="alert" />${result.status ? `The host answered ${result.status}` : 'The host cannot be reached'}
      </p>
      <p>${result.message ?? 'The last numbers are not shown, because they could be wrong.'}</p>
      <p class="sub">${result.requestId && `Request ${result.requestId} · `}<${Again} /></p>
    </div>`,
};

/** The state of an answer that is none. */
export const State = ({ result, what }) => (STATES[result.state] ?? STATES.error)({ result, what });

/** A short word for a state, where there is no room for a box. */
export const Short = ({ result }) =>
  html`<p class="missing" role="status" data-waits=${result.path}>
    ${result.state === 'waiting' ? `asked for at ${clock(hostTime(result.until))}` : (SHORT[result.state] ?? result.message ?? 'no answer')}
  </p>`;
const SHORT = { loading: 'reading', locked: 'needs a key' };

/** One block of a panel that has several answers: its own source, moment and state. */
export const Block = ({ title, result, children }) =>
  html`<div class="comp">
    <div class="t">
      <b>${title}</b>${result.state === 'ok' && html`<${Kind} data=${result.data} /><${Age} data=${result.data} cadence=${result.cadence} />`}
    </div>
    ${result.state === 'ok' ? children(result.data) : html`<${Short} result=${result} />`}
  </div>`;

/** A value on a scale from 0 to `max`, with marks where bands meet. */
export const Bar = ({ value, max = 100, ticks = [], label, tone = 'ink' }) =>
  html`<span
    class=${`bar t-${tone}`}
    role=${label ? 'img' : undefined}
    aria-label=${label}
    aria-hidden=${label ? undefined : 'true'}
  >
    <i style=${{ width: `${Math.max(0, Math.min(100, (100 * value) / max))}%` }}></i>
    ${ticks.map((tick) => html`<b style=${{ left: `${(100 * tick) / max}%` }}></b>`)}
  </span>`;

/** The code of a state on its colour. */
export const Code = ({ of }) => html`<span class=${`code c-${of.tone}`}>${of.code}</span>`;

/**
 * A chart once more, as a table. Rows are made when it is opened.
 *
 * @param rows function that gives arrays of texts, newest first
 */
export function AsTable({ of, head, rows }) {
  const [isOpen, set] = useState(false);
  return html`<details class="as-table" onToggle=${(event) => set(event.target.open)}>
    <summary>As table<span class="vh">: ${of}</span></summary>
    ${
      isOpen &&
      html`<div class="scroll" tabindex="0" role="region" aria-label=${of}>
        <table class="tb">
          <thead>
            <tr>
              ${head.map((name, i) => html`<th scope="col" class=${i === 0 ? undefined : 'r'}>${name}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${rows().map(
              (row) =>
                html`<tr>
                  ${row.map((cell, i) => html`<td class=${i === 0 ? undefined : 'r'}>${cell}</td>`)}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`
    }
  </details>`;
}

/** Width of an element, px; 0 before it is known. */
export function useWidth() {
  const ref = useRef(null);
  const [width, set] = useState(0);
  useEffect(() => {
    if (ref.current === null) return undefined;
    const observer = new ResizeObserver(([entry]) => set(Math.floor(entry.contentRect.width)));
    observer.observe(ref.current);
    set(Math.floor(ref.current.clientWidth));
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}

/** A number that changes with the theme: what is drawn with its colours is drawn anew. */
export function useTheme() {
  const [count, set] = useState(0);
  useEffect(() => {
    const changed = () => set((n) => n + 1);
    const system = matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', changed);
    addEventListener('themechange', changed);
    return () => {
      system.removeEventListener('change', changed);
      removeEventListener('themechange', changed);
    };
  }, []);
  return count;
}

/** The value of a token of the stylesheet. */
export const token = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
