/** Parts of every panel: header with source and age, states, bars, glyphs, tables of charts. */

import { h } from '../vendor/preact.mjs';
import { useEffect, useRef, useState } from '../vendor/preact-hooks.mjs';
import htm from '../vendor/htm.mjs';
import { asOf, askAgain, useAnswer } from './ask.mjs';
import { flagsFor, lacking, listed, SETTINGS } from './flags.mjs';
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

/** Quality faults of the bars behind an answer; empty without faults. */
export const Faults = ({ of }) => of?.map((code) => html`<b class="warn" title=${code}>${say(code)}</b> `);

/** Kind of the source of an answer: simulated, live, files. */
export const kindOf = (data) => data?.data_source ?? data?.kind;

/** Simulation of the host's sources: all, some or none. */
export function simulationOf(health) {
  const kinds = [...(health?.sources ?? []), ...(health?.feeds ?? [])].map(({ kind }) => kind);
  if (kinds.length === 0) return kindOf(health) === 'simulated' ? 'all' : 'none';
  return kinds.every((kind) => kind === 'simulated') ? 'all' : kinds.includes('simulated') ? 'some' : 'none';
}

/** Kind of a source as a mark; omitted when the band above the views says that all are simulated. */
export const Kind = ({ data }) => {
  const kind = kindOf(data);
  const health = useAnswer('health').data;
  const isSimulated = kind === 'simulated';
  if (kind === undefined || (isSimulated && simulationOf(health) === 'all')) return null;
  return html`<span class=${`kind k-${kind}`} title=${`source: ${kind}`}
    ><span aria-hidden="true">${isSimulated ? 'SIM' : kind}</span><span class="vh">source: ${kind}</span></span
  >`;
};

/** Mark of simulated numbers within a figure. */
export const SimulatedMark = ({ data, x, y }) =>
  kindOf(data) === 'simulated' &&
  html`<g class="sim-mark"
    ><rect x=${x} y=${y} width="88" height="16" /><text x=${x + 6} y=${y + 12}>SIMULATED</text></g
  >`;

/** True when an answer or its source is marked stale. */
const saysStale = (data) =>
  data?.stale === true || (data?.provenance ?? []).some(({ is_fresh: isFresh }) => isFresh === false);

/** Age of an answer: glyph, time, age. The server's stale flag takes precedence. */
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

/** Tables of coins behind a panel. */
const TABLE_OF = {
  outlook: 'nowcast',
  signum: 'signum',
  vol: 'volatility',
  stress: 'meme',
  frag: 'liquidity',
  daily: 'moves',
};

/** Copies the request of an answer as a terminal command. */
export function CopyCurl({ of }) {
  const [word, set] = useState('copy as curl');
  const copy = async () => {
    const { copied, curlOf } = await import('./curl.mjs');
    const line = curlOf(document.baseURI, of);
    // Without a clipboard the command is shown, to be copied by hand.
    set((await copied(line)) ? 'copied, your key goes into $BAROGRAPH_KEY' : line);
  };
  return html`<button class="link quiet" type="button" onClick=${copy}>${word}</button>`;
}

/** A panel: title, question, time, source, and the answer or the reason that it is missing. */
export function Panel({ id, title, ask, result, children, foot, extra, at }) {
  useNow(30_000);
  if (result !== undefined && willNotCome(result))
    return html`<${NoSource} id=${id} title=${title} result=${result} />`;
  const isOk = result === undefined || result.state === 'ok';
  const table = TABLE_OF[id];
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
    ${(result || table) && html`<footer class="pf"><span>${result?.path}${result?.url && html` · <${CopyCurl} of=${result.url} />`}</span>${data?.config_version && html`<span>${data.config_version}</span>`}${table && html`<a href=${`#/tables/${table}`}>table, CSV</a>`}${foot}</footer>`}
  </section>`;
}

/** Flags of the host that add missing data. @param of kinds of data, or text of a refusal */
export function Flags({ of }) {
  const sources = useAnswer('health').data?.sources ?? [];
  const isLive = sources.some(({ kind }) => kind === 'live');
  const named = of.map((one) => flagsFor(one).filter((flag) => flag !== '--live' || !isLive));
  const lists = [...new Map(named.map((flags) => [flags.join(), flags])).values()].filter(({ length }) => length > 0);
  if (lists.length === 0) return null;
  return html`<span class="flags"
    >Start the host with${' '}
    ${lists.map((flags, i) => html`${i > 0 && ', '}${flags.map((flag, j) => html`${j > 0 && ' or '}<code>${flag}</code>`)}`)}.</span
  >`;
}

/** True when the host has no source for an answer. */
const hasNoSource = ({ state, message }) => state === 'unavailable' && lacking(message) !== undefined;

/** Result of a panel with several answers: without a source when all of them are. */
export const together = (results) =>
  results.every(hasNoSource) ? { ...results[0], lacks: results.map(({ message }) => lacking(message)) } : undefined;

/** True when a setting of the host disables an answer. */
const isLeftOut = ({ state, code }) => state === 'unavailable' && Object.hasOwn(SETTINGS, code);

/** True when an answer cannot come with the host's current flags. */
export const willNotCome = (result) => hasNoSource(result) || isLeftOut(result);

/** Reason that an answer cannot come, with the remedy. */
export function Lack({ result }) {
  if (isLeftOut(result)) return html`${result.message} Setting: <code>${SETTINGS[result.code]}</code>.`;
  const { lacks = [lacking(result.message)] } = result;
  return html`No source of ${listed(lacks)}. <${Flags} of=${lacks} />`;
}

/** One-line panel without an answer that names the flags to add it. */
const NoSource = ({ id, title, result }) =>
  html`<section class=${`panel none p-${id} s-unavailable`} id=${id} aria-labelledby=${`${id}-h`}>
    <h2 id=${`${id}-h`}>${title}</h2>
    <p role="status"><${Lack} result=${result} /></p>
  </section>`;

const Again = () => html`<button class="link" type="button" onClick=${askAgain}>Try again</button>`;

/** Text for each state of an answer: the missing part, since when, and what the reader can do. */
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
      <p>${isLeftOut(result) ? html`<${Lack} result=${result} />` : result.message}</p>
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
      <p>${result.message ?? (result.status ? 'The last numbers are not shown, because they could be wrong.' : 'No earlier answer is here to be shown.')}</p>
      <p class="sub">${result.requestId && `Request ${result.requestId} · `}<${Again} /></p>
    </div>`,
};

/** State of an answer that is missing. */
export const State = ({ result, what }) => (STATES[result.state] ?? STATES.error)({ result, what });

/** Short word for a state in a small space. */
export const Short = ({ result }) =>
  html`<p class="missing" role="status" data-waits=${result.path}>
    ${willNotCome(result) ? html`<${Lack} result=${result} />` : result.state === 'waiting' ? `asked for at ${clock(hostTime(result.until))}` : (SHORT[result.state] ?? result.message ?? 'no answer')}
  </p>`;
const SHORT = { loading: 'reading', locked: 'needs a key' };

/** Block of a panel with several answers: its own source, time and state. */
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
 * Data of a chart as a table. Rows are created when it is opened.
 *
 * @param rows function that returns arrays of texts, newest first
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

/** A number that changes with the theme, so that drawings in its colours are redrawn. */
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

/** Value of a stylesheet token. */
export const token = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
