/** Current access, and how to get a key. */

import { useState } from '../vendor/preact-hooks.mjs';
import { access, leave, useKey } from './access.mjs';
import { useAnswer } from './ask.mjs';
import { num, say } from './format.mjs';
import { html, Short } from './parts.mjs';

const EXPLAINED = {
  session:
    'This page was opened by the link that the host printed, and reads with a short session that stands for its development key. The session reads only and ends after an hour; then the page opens another. The secret of the link is kept in this tab alone, and gone when you close it.',
  key: 'This tab reads with the key that you entered. It is kept in this tab alone, and gone when you close it.',
  nobody: 'Without a key the page shows what needs none: the state of the sources, and events half an hour late.',
};

function Limits() {
  const result = useAnswer('me');
  if (result.state !== 'ok') return html`<${Short} result=${result} />`;
  const { data } = result;
  return html`<dl class="kv wide">
    <dt>Key</dt>
    <dd>${data.key_prefix}…</dd>
    <dt>Tier</dt>
    <dd>${say(data.tier)}</dd>
    <dt>Calls today</dt>
    <dd>${num(data.requests_today)} of ${num(data.daily_limit)}</dd>
    <dt>Calls a minute, at most</dt>
    <dd>${num(data.per_minute_limit)}</dd>
  </dl>`;
}

function Entry() {
  const enter = (event) => {
    event.preventDefault();
    const key = event.target.elements.key.value.trim();
    if (key !== '') useKey(key);
    event.target.reset();
  };
  return html`<form class="row" onSubmit=${enter}>
    <label for="key">Key</label>
    <input
      id="key"
      name="key"
      type="password"
      autocomplete="off"
      spellcheck=${false}
      required
      placeholder="bg_live_…"
    />
    <button class="btn" type="submit">Use in this tab</button>
  </form>`;
}

function Mint() {
  const [state, set] = useState({});
  const mint = async (event) => {
    event.preventDefault();
    const email = event.target.elements.email.value.trim();
    set({ isBusy: true });
    try {
      const answer = await fetch('api/v1/auth/keys', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email }),
      });
      const body = await answer.json();
      const detail = Array.isArray(body.detail) ? body.detail[0]?.msg : body.detail?.message;
      set(answer.ok ? { key: body.api_key ?? body.key } : { problem: detail ?? `The host answered ${answer.status}.` });
    } catch {
      set({ problem: 'The host cannot be reached.' });
    }
  };
  return html`<form class="row" onSubmit=${mint}>
      <label for="email">E-mail</label>
      <input id="email" name="email" type="email" autocomplete="email" required placeholder="you@example.org" />
      <button class="btn" type="submit" disabled=${state.isBusy}>Make a free key</button>
    </form>
    <div role="status">
      ${state.key && html`<p>Your key, shown this once: <code class="secret">${state.key}</code> <button class="btn" type="button" onClick=${() => useKey(state.key)}>Use in this tab</button></p>`}
      ${state.problem && html`<p class="warn">${state.problem}</p>`}
    </div>`;
}

/** Parts missing without a key, and how to get one. */
export function NoKey() {
  const { note } = access();
  return html`<div class="notice" role="note">
    <p>
      <b>No key.</b> Without one there are only the sources and a delayed tape.${' '}<a href="#/key">Enter a key, or get a free one</a>.${note && ` ${note}`}
    </p>
  </div>`;
}

/** The view at `#/key`. */
export function KeyView({ by }) {
  const { note } = access();
  return html`<main id="main" tabindex="-1">
    <div class="sheet">
      <section class="panel p-key" aria-labelledby="key-h">
        <header class="ph"><h1 id="key-h">Access</h1></header>
        <div class="pb prose">
          <p>${EXPLAINED[by]}</p>
          ${note && html`<p class="sub">${note}</p>`}
          ${
            by === 'key' &&
            html`<${Limits} />
              <p><button class="btn" type="button" onClick=${() => leave()}>Forget the key</button></p>`
          }
          <h2>${by === 'key' ? 'Use another key' : 'Enter a key'}</h2>
          <${Entry} />
          <h2>Get a free key</h2>
          <p>One call makes it; better tiers come from whoever runs this host.</p>
          <${Mint} />
        </div>
      </section>
    </div>
  </main>`;
}
