/** The frame: header, views by the fragment of the address, footer. */

import { render } from '../vendor/preact.mjs';
import { useEffect, useState } from '../vendor/preact-hooks.mjs';
import { access, onAccess } from './access.mjs';
import { useAnswer } from './ask.mjs';
import { clock, day, full, name24, num, say } from './format.mjs';
import { Market } from './market.mjs';
import { html, kindOf } from './parts.mjs';
import { clockKind, useNow } from './time.mjs';

const decoded = (part) => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};
const route = () => location.hash.replace(/^#\/?/, '').split('/').map(decoded);

function useRoute() {
  const [parts, set] = useState(route);
  useEffect(() => {
    const changed = () => {
      set(route());
      scrollTo(0, 0);
      document.getElementById('main')?.focus({ preventScroll: true });
    };
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, []);
  return parts;
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
      // Kept for this visit alone.
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
    location.hash = `#/coin/${encodeURIComponent(known ?? typed.toUpperCase())}`;
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

const ACCESS_WORDS = { session: 'Access', key: 'Your key', nobody: 'No key' };

function Header({ view, by, children }) {
  const tab = (id, href, text) => html`<a href=${href} aria-current=${view === id ? 'page' : undefined}>${text}</a>`;
  return html`<header>
    <div class="bar-top">
      <a class="mark" href="#/"
        ><svg viewBox="0 0 22 14" aria-hidden="true"><path d="M1 10.5 6 7l4 2.5L15 3l6 4" /></svg>Barograph</a>
      
      <nav class="nav" aria-label="Views">
        ${tab('market', '#/', 'Market')}${tab('coin', '#/coin/BTC', 'Coin')}${tab('book', '#/book', 'Book')}${tab('status', '#/status', 'Status')}${tab('key', '#/key', ACCESS_WORDS[by])}<a
          href="docs/api"
          >API</a>
        
      </nav>
      <div class="right"><${Find} /><${Clock} /><${Theme} /></div>
    </div>
    ${children}
  </header>`;
}

/** Cannot be dismissed: as long as the numbers are made up, the page says so. */
const Simulated = () =>
  html`<div class="sim" role="note">
    <p><b>SIMULATED</b> Every number comes from the built-in simulator. None is a market price.</p>
  </div>`;
/** How far a cold start is: what has published, of what will. */
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

/** Said above the views to whoever has no session: why panels are locked, or why they wait. */
const NOTICES = {
  nobody: async () => (await import('./key.mjs')).NoKey,
  key: async () => (await import('./pace.mjs')).Pacing,
};

function Notice({ by }) {
  const [Shown, set] = useState(undefined);
  useEffect(() => void NOTICES[by]().then((Loaded) => set(() => Loaded)), []);
  return Shown && html`<${Shown} />`;
}

const Footer = ({ health }) =>
  html`<footer class="foot">
    <span>Describes regimes; predicts no returns. <a href="api/v1/quant/scorecard?format=markdown">How often it was right</a></span><span>Times are UTC.</span>
    <span
      >Charts: <a href="https://www.tradingview.com/" rel="noreferrer">TradingView Lightweight Charts™</a> ©
      TradingView, Inc., and uPlot · <a href="page/vendor/licences.txt">licences</a></span>
    
    ${health && html`<span>Barograph ${health.version} · contract ${health.api_version}</span>`}
  </footer>`;

/** Views whose code is loaded when they are first opened: what loads it, and the view in it. */
const LATER = {
  coin: async () => (await import('./coin.mjs')).Coin,
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

function View({ view, symbol, by }) {
  if (view === 'market') return html`<${Market} by=${by} />`;
  return html`<${Later} view=${view} symbol=${symbol} by=${by} key=${`${view} ${symbol}`} />`;
}

function App() {
  const [name, detail] = useRoute();
  const { by } = useAccess();
  const health = useAnswer('health').data;
  const view = Object.hasOwn(LATER, name) ? name : 'market';
  const symbol = detail || 'BTC';
  const isSimulated =
    kindOf(health) === 'simulated' || (health?.sources ?? []).some(({ kind }) => kind === 'simulated');
  const place = { coin: name24(symbol), book: 'Book', status: 'Status', key: 'Access' }[view];
  useEffect(() => {
    document.title = [isSimulated && 'SIMULATED', place, 'Barograph'].filter(Boolean).join(' · ');
  });
  return html`<div class="top">
      <${Header} view=${view} by=${by}>
        ${isSimulated && html`<${Simulated} />`}${by in NOTICES && health && html`<${Notice} by=${by} key=${by} />`}${
          health?.status === 'warming' &&
          health.producers.length > 0 &&
          html`<${Starting} producers=${health.producers} />`
        }
      <//>
    </div>
    <${View} view=${view} symbol=${symbol} by=${by} />
    <${Footer} health=${health} />`;
}

const root = document.getElementById('app');
root.textContent = '';
render(html`<${App} />`, root);
