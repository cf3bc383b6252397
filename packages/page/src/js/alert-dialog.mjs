/** The dialog that sets or edits an alert. */

import { render } from '../vendor/preact.mjs';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from '../vendor/preact-hooks.mjs';
import { NUMBERS, valueOf } from './alert-numbers.mjs';
import { alertOf, levelOf, SIGNS, subscriptionOf } from './alert-rules.mjs';
import { putAlert } from './alert-store.mjs';
import { useAnswer } from './ask.mjs';
import { DASH, name24 } from './format.mjs';
import { html } from './parts.mjs';
import { closedBecause, createHook } from './webhooks.mjs';

/** Notification permission of the browser; requested only by the button that needs it. */
async function permission() {
  if (!('Notification' in globalThis)) return 'This browser, or this address without https, has no notifications';
  const answer =
    Notification.permission === 'default' ? await Notification.requestPermission() : Notification.permission;
  return answer === 'granted' ? undefined : 'This browser does not allow notifications from this page';
}

const idOf = () => `a${Date.now().toString(36)}${Math.floor(1e6 * Math.random()).toString(36)}`;

/** Initial level: the current value as displayed, without its unit. */
const written = (value, { scale = 1 }) =>
  typeof value === 'number' ? String(Number((value * scale).toPrecision(4))) : '';

function Way({ way, set, subscription, sign }) {
  const why = subscription === undefined ? 'The host has no rule for this number.' : closedBecause();
  return html`<fieldset>
    <legend>Told by</legend>
    <label class="tick"
      ><input type="radio" name="way" value="notify" checked=${way === 'notify'} onChange=${() => set('notify')} /> a notification of this
      browser</label
    >
    <p class="sub">Judged here, from the answers of the page. It works while a tab of this page is open, hidden or not, and at no other time.</p>
    <label class="tick"
      ><input type="radio" name="way" value="hook" disabled=${why !== undefined} checked=${way === 'hook'} onChange=${() => set('hook')} /> a
      webhook of the host</label
    >
    <p class="sub">
      ${
        why === undefined
          ? `Judged by the host${sign === 'changes' ? ' when the state is published' : ', once an hour, with each published hour of the nowcast'}; no page has to be open.`
          : html`${why} ${subscription !== undefined && html`<a href="#/key">Access</a>`}`
      }
    </p>
  </fieldset>`;
}

function When({ of, sign, setSign, text, setText }) {
  return html`<div class="row">
    <label for="alert-sign">When it</label>
    <select id="alert-sign" value=${sign} onChange=${({ target }) => setSign(target.value)}>
      ${Object.entries(SIGNS)
        .filter(([id]) => (id === 'changes') === (of.isWord === true))
        .map(([id, name]) => html`<option key=${id} value=${id}>${name}</option>`)}
    </select>
    ${
      sign !== 'changes' &&
      html`<input
          aria-label="Level"
          id="alert-level"
          inputmode="decimal"
          autocomplete="off"
          value=${text}
          onInput=${({ target }) => setText(target.value)}
        /><span>${of.unit}</span>`
    }
  </div>`;
}

/** Outcome of an alert. */
const Outcome = ({ of }) =>
  html`<div role="status">
    ${of.isBusy && html`<p>The host makes the webhook.</p>`}${of.problem && html`<p class="warn">${of.problem}</p>`}${of.done && html`<p class="warn">${of.done}</p>`}
    ${of.secret && html`<p>The webhook is made. The secret of its signatures, shown this once: <code class="secret">${of.secret}</code></p>`}
  </div>`;

function Form({ given, close }) {
  const [number, setNumber] = useState(given.number);
  const { coin } = given;
  const of = NUMBERS[number];
  const [sign, setSign] = useState(given.sign ?? (of.isWord ? 'changes' : '>'));
  const [typed, setTyped] = useState(given.level === undefined ? undefined : written(given.level, of));
  const [way, setWay] = useState('notify');
  const [outcome, setOutcome] = useState({});
  const result = useAnswer(...of.ask(coin));
  const value = valueOf({ number, coin }, result);
  const text = typed ?? written(value, of);
  // A new initial level drops the selection of the old one; what is typed next has to replace it, not follow it.
  useLayoutEffect(() => {
    const input = document.getElementById('alert-level');
    if (typed === undefined && input === document.activeElement) input?.select();
  }, [typed, text]);
  const level = levelOf(text);
  const alert = {
    number,
    coin,
    sign,
    ...(sign === 'changes' ? {} : { level: level === undefined ? undefined : level / (of.scale ?? 1) }),
  };
  const subscription = subscriptionOf({ ...alert, level: alert.level ?? 0 }, of);
  const numbers = useMemo(
    () => Object.entries(NUMBERS).filter(([, { isOfCoin = false }]) => isOfCoin === (coin !== undefined)),
    [coin],
  );
  const choose = (next) => {
    setNumber(next);
    setTyped(undefined);
    setSign(NUMBERS[next].isWord ? 'changes' : '>');
    setOutcome({});
  };
  const submit = async (event) => {
    event.preventDefault();
    if (sign !== 'changes' && level === undefined)
      return setOutcome({
        problem: `Level: expected a number such as ${written(value, of) || '50'}, got ${name24(text) || 'nothing'}`,
      });
    if (way === 'hook') {
      setOutcome({ isBusy: true });
      const made = await createHook({ url: event.target.elements.url.value.trim(), ...subscription });
      return setOutcome(made.problem === undefined ? { secret: made.secret } : { problem: made.problem });
    }
    putAlert(alertOf({ id: given.id ?? idOf(), ...alert }, value));
    const why = await permission();
    if (why === undefined) return close();
    return setOutcome({ done: `${why}: the alert is set, and is shown at the top of the page.` });
  };
  const isDone = outcome.secret !== undefined || outcome.done !== undefined;
  return html`<form method="dialog" onSubmit=${submit}>
    <h2 id="alert-h">${given.id === undefined ? 'Alert' : 'Edit the alert'}${coin !== undefined && `: ${name24(coin)}`}</h2>
    <div class="row">
      <label for="alert-number">Number</label>
      <select id="alert-number" value=${number} onChange=${({ target }) => choose(target.value)}>
        ${numbers.map(([id, { name }]) => html`<option key=${id} value=${id}>${name}</option>`)}
      </select>
    </div>
    <p class="sub">Now ${value === undefined ? `${DASH} (${result.message ?? result.state})` : of.text(value)}</p>
    <${When} of=${of} sign=${sign} setSign=${setSign} text=${text} setText=${setTyped} />
    <${Way} way=${way} set=${setWay} subscription=${subscription} sign=${sign} />
    ${
      way === 'hook' &&
      html`<div class="row">
          <label for="alert-url">Address</label>
          <input id="alert-url" name="url" type="url" required placeholder="https://example.com/hooks/barograph" />
        </div>
        <p class="sub">Rule: <code>${subscription?.when ?? subscription?.types}</code>, symbol <code>${subscription?.symbols}</code></p>`
    }
    <${Outcome} of=${outcome} />
    <div class="row end">
      <a href="#/alerts" onClick=${close}>All alerts</a>
      <button class="btn" type="button" onClick=${close}>${isDone ? 'Close' : 'Cancel'}</button>
      ${!isDone && html`<button class="btn main" type="submit" disabled=${outcome.isBusy}>${given.id === undefined ? 'Set the alert' : 'Save'}</button>`}
    </div>
  </form>`;
}

function Dialog({ given, gone }) {
  const ref = useRef(null);
  useEffect(() => {
    ref.current.showModal();
    document.getElementById('alert-level')?.select();
    // A link in the dialog closes it.
    const close = () => ref.current?.close();
    addEventListener('hashchange', close);
    return () => removeEventListener('hashchange', close);
  }, []);
  return html`<dialog class="alert-dialog" ref=${ref} aria-labelledby="alert-h" onClose=${gone}>
    <${Form} given=${given} close=${() => ref.current?.close()} />
  </dialog>`;
}

/** Opens the dialog. @param given `number` and `coin`, and all parts of an existing alert */
export function openAlert(given) {
  const place = document.createElement('div');
  document.body.append(place);
  const gone = () => {
    render(null, place);
    place.remove();
  };
  render(html`<${Dialog} given=${given} gone=${gone} />`, place);
}
