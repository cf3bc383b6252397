/** Frame of the page: header, views by the address fragment, footer. */

import { render } from '../vendor/preact.mjs';
import { useEffect, useState } from '../vendor/preact-hooks.mjs';
import { access, onAccess } from './access.mjs';
import { place } from './address.mjs';
import { opened, useAnswer } from './ask.mjs';
import { clock, day, full, name24, num, say } from './format.mjs';
import { Market } from './market.mjs';
import { html, simulationOf } from './parts.mjs';
import { checkReach, useAway } from './reach.mjs';
import { clockKind, hostTime, useNow } from './time.mjs';

function useRoute() {
  const [at, set] = useState(place);
  useEffect(() => {
    const changed = () => {
      const next = place();
      // A change of settings only, typed into the address, opens no other view.
      if (next.path === at.path) return;
      set(next);
      scrollTo(0, 0);
      document.getElementById('main')?.focus({ preventScroll: true });
    };
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, [at]);
  return at.parts;
}

function useAccess() {
  const [state, set] = useState(access);
  useEffect(() => {
    set(access());
    onAccess(set);
  }, []);
  return state;
}

const THEME = 'barograph-theme';
function Theme() {
  const read = () =>
    document.documentElement.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  const [theme, set] = useState(read);
  const other = theme === 'dark' ? 'light' : 'dark';
  const flip = () => {
    document.documentElement.dataset.theme = other;
    try {
      localStorage.setItem(THEME, other);
    } catch {
      // Kept for this visit only.
    }
    set(other);
    dispatchEvent(new Event('themechange'));
  };
  return html`<button class="btn" type="button" onClick=${flip} aria-label=${`Switch to the ${other} theme`}>
    ${other === 'dark' ? 'Dark' : 'Light'}
  </button>`;
}

function Find() {
  const rows = useAnswer('signum').data?.items ?? [];
  const symbols = [...new Set(rows.map(({ symbol }) => symbol))];
  useEffect(() => {
    const pressed = (event) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || /INPUT|SELECT|TEXTAREA/.test(event.target.tagName))
        return;
      event.preventDefault();
      document.getElementById('find').focus();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
  const go = (event) => {
    event.preventDefault();
    const typed = event.target.elements.coin.value.trim();
    if (typed === '') return;
    const known = symbols.find((symbol) => symbol.toLowerCase() === typed.toLowerCase());
    // Switching coins keeps the settings of the charts.
    const { parts, query } = place();
    const settings = parts[0] === 'coin' && query !== '' ? `?${query}` : '';
    location.hash = `#/coin/${encodeURIComponent(known ?? typed.toUpperCase())}${settings}`;
    event.target.reset();
  };
  return html`<form onSubmit=${go} role="search">
    <input
      class="find"
      id="find"
      name="coin"
      list="coins"
      placeholder="Coin  /"
      aria-label="Open a coin"
      autocomplete="off"
      spellcheck=${false}
    />
    <datalist id="coins">
      ${symbols.map((symbol) => html`<option key=${symbol} value=${name24(symbol)}></option>`)}
    </datalist>
  </form>`;
}

function Clock() {
  const t = useNow(1000);
  if (clockKind() === undefined) return null;
  return html`<span class="wide" title=${full(t)}
    >${clockKind() === 'system' ? '' : `${say(clockKind())} · `}${day(t)} <b>${clock(t)}</b> UTC</span
  >`;
}

/** Named views, in navigation order. */
const PLACES = {
  history: 'History',
  board: 'Board',
  tables: 'Tables',
  book: 'Book',
  alerts: 'Alerts',
  status: 'Status',
};
const ACCESS_WORDS = { session: 'Access', key: 'Your key', nobody: 'No key' };

function Header({ view, by, children }) {
  const tab = (id, href, text) => html`<a href=${href} aria-current=${view === id ? 'page' : undefined}>${text}</a>`;
  return html`<header>
    <div class="bar-top">
      <a class="mark" href="#/"
        ><svg viewBox="0 0 22 14" aria-hidden="true"><path d="M1 10.5 6 7l4 2.5L15 3l6 4" /></svg>Barograph</a>
      
      <nav class="nav" aria-label="Views">
        ${tab('market', '#/', 'Market')}${tab('coin', '#/coin/BTC', 'Coin')}${Object.entries(PLACES).map(([id, text]) => tab(id, `#/${id}`, text))}${tab('key', '#/key', ACCESS_WORDS[by])}<a
          href="docs/api"
          >API</a>
        
      </nav>
      <div class="right"><${Find} /><${Clock} /><${Theme} /></div>
    </div>
    ${children}
  </header>`;
}

/** Cannot be dismissed: the page says so while its numbers are simulated. */
const Simulated = ({ parts }) =>
  html`<div class="sim" role="note">
    <p>
      <b>SIMULATED</b> ${
        parts === 'all'
          ? 'Every number comes from the built-in simulator. None is a market price.'
          : 'Numbers marked SIM come from the built-in simulator. None of those is a market price.'
      }
    </p>
  </div>`;
/** Progress of a cold start: producers that have published. */
function Starting({ producers }) {
  const waiting = producers.flatMap(({ name, last_success: last }) => (last == null ? [say(name)] : []));
  const done = producers.length - waiting.length;
  return html`<div class="notice" role="status">
    <p title=${waiting.length === 0 ? undefined : `Still to come: ${waiting.join(', ')}`}>
      <b>Starting.</b> ${num(done)} of ${num(producers.length)} producers have published${' '}<progress
        max=${producers.length}
        value=${done}
        aria-label="Producers that have published"
      ></progress>${' '}Panels fill as their numbers come.
    </p>
  </div>`;
}

/** Notice above the views for visitors without a session: why panels are locked, or why they wait. */
const NOTICES = {
  nobody: async () => (await import('./key.mjs')).NoKey,
  key: async () => (await import('./pace.mjs')).Pacing,
};

function Notice({ by }) {
  const [Shown, set] = useState(undefined);
  useEffect(
    () =>
      void NOTICES[by]().then(
        (Loaded) => set(() => Loaded),
        () => {},
      ),
    [],
  );
  return Shown && html`<${Shown} />`;
}

/** The host is unreachable: the page shows its last answers. */
function Away() {
  const since = useAway();
  if (since === undefined) return null;
  return html`<div class="notice away" role="alert">
    <p>
      <b>Host unreachable since ${clock(hostTime(since))} UTC.</b> The last answers are shown, with their age; it is
      asked every few seconds.${' '}<button class="link" type="button" onClick=${() => void checkReach()}>Try now</button>
    </p>
  </div>`;
}

/** Watches alerts, in any view, once at least one exists. */
function Alarms() {
  const [Due, set] = useState(undefined);
  useEffect(() => {
    const load = () =>
      void import('./alert-watch.mjs').then(
        ({ Due: Loaded }) => set(() => Loaded),
        () => {},
      );
    addEventListener('alertschange', load);
    try {
      if (localStorage.getItem('barograph-alerts') !== null) load();
    } catch {
      // Without storage there are no alerts yet.
    }
    return () => removeEventListener('alertschange', load);
  }, []);
  return Due && html`<${Due} />`;
}

const Footer = ({ health }) =>
  html`<footer class="foot">
    <span>Describes regimes; predicts no returns. <a href="api/v1/quant/scorecard?format=markdown">How often it was right</a></span><span>Times are UTC.</span>
    <span
      >Charts: <a href="https://www.tradingview.com/" rel="noreferrer">TradingView Lightweight Charts™</a> ©
      TradingView, Inc., and uPlot · <a href="page/vendor/licences.txt">licences</a></span>
    
    ${health && html`<span>Barograph ${health.version} · contract ${health.api_version}</span>`}
  </footer>`;

/** Views whose code is loaded at their first visit: loader and component. */
const LATER = {
  coin: async () => (await import('./coin.mjs')).Coin,
  history: async () => (await import('./history.mjs')).History,
  board: async () => (await import('./board.mjs')).Board,
  alerts: async () => (await import('./alerts-view.mjs')).Alerts,
  tables: async () => (await import('./tables-view.mjs')).Tables,
  book: async () => (await import('./risk.mjs')).Book,
  status: async () => (await import('./status-view.mjs')).Status,
  key: async () => (await import('./key.mjs')).KeyView,
};

function Later({ view, ...props }) {
  const [Shown, set] = useState(undefined);
  const [failed, fail] = useState(false);
  useEffect(() => {
    let isGone = false;
    LATER[view]().then(
      (Loaded) => isGone || set(() => Loaded),
      () => fail(true),
    );
    return () => {
      isGone = true;
    };
  }, []);
  if (Shown === undefined)
    return html`<main id="main" tabindex="-1">
      <p class="boot" role="status">
        ${failed ? 'This view could not be loaded; load the page again.' : `Opening the ${view} view.`}
      </p>
    </main>`;
  return html`<${Shown} ...${props} />`;
}

function View({ view, symbol, detail, by }) {
  if (view === 'market') return html`<${Market} by=${by} />`;
  return html`<${Later} view=${view} symbol=${symbol} detail=${detail} by=${by} key=${`${view} ${symbol}`} />`;
}

function App() {
  const [name, detail] = useRoute();
  const { by } = useAccess();
  const health = useAnswer('health').data;
  const isAway = useAway() !== undefined;
  const view = Object.hasOwn(LATER, name) ? name : 'market';
  const symbol = detail || 'BTC';
  const simulated = simulationOf(health);
  const isSimulated = simulated !== 'none';
  const title = { coin: name24(symbol), key: 'Access', ...PLACES }[view];
  useEffect(() => {
    document.title = [isSimulated && 'SIMULATED', title, 'Barograph'].filter(Boolean).join(' · ');
  });
  return html`<div class="top">
      <${Header} view=${view} by=${by}>
        ${isSimulated && html`<${Simulated} parts=${simulated} />`}<${Away} /><${Alarms} />${!isAway && by in NOTICES && health && html`<${Notice} by=${by} key=${by} />`}${
          health?.status === 'warming' &&
          health.producers.length > 0 &&
          html`<${Starting} producers=${health.producers} />`
        }
      <//>
    </div>
    <${View} view=${view} symbol=${symbol} detail=${detail} by=${by} />
    <${Footer} health=${health} />`;
}

const root = document.getElementById('app');
/** Longest wait for the host before the frame is drawn without it, ms. */
const PATIENCE_MS = 2500;
// Drawn after the host's first answer: bands and notices that arrive later would push the reading down.
await Promise.race([opened, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
root.textContent = '';
render(html`<${App} />`, root);
