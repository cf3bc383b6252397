/** Controls of the tape: types, coin, least size; stored in the address. */

import { useMemo } from '../vendor/preact-hooks.mjs';
import { setSettings, useSetting } from './address.mjs';
import { SIZES, typesOf } from './event-filter.mjs';
import { num, usd } from './format.mjs';
import { html } from './parts.mjs';
import { EVENTS } from './words.mjs';

const KNOWN = Object.keys(EVENTS);
const coinOf = (text) => (/^[\w.:/-]{1,24}$/.test(text) ? text : undefined);
const typesText = (text) => (typesOf(text, KNOWN) === undefined ? undefined : text);

/** Filter from the address. */
export function useFilter() {
  const [text] = useSetting('ev', typesText, '');
  const [coin] = useSetting('evcoin', coinOf, '');
  const [size] = useSetting('evusd', SIZES, '0');
  return useMemo(
    () => ({ types: text === '' ? undefined : typesOf(text, KNOWN), coin, least: Number(size) }),
    [text, coin, size],
  );
}

/** @param of the filter; @param count rows shown, @param all total rows */
export function TapeFilter({ of, count, all }) {
  const { types, coin, least } = of;
  const press = (type) => {
    const next =
      types === undefined ? [type] : types.includes(type) ? types.filter((one) => one !== type) : [...types, type];
    setSettings({ ev: typesOf(next.join(','), KNOWN)?.join(',') });
  };
  const isAll = types === undefined && coin === '' && least === 0;
  return html`<div class="table-bar tape-bar">
    <span class="seg" role="group" aria-label="Types of events">
      ${KNOWN.map((type) => html`<button type="button" key=${type} aria-pressed=${types?.includes(type) ? 'true' : 'false'} onClick=${() => press(type)}>${EVENTS[type]}</button>`)}
    </span>
    <input
      aria-label="Coin of the events"
      list="coins"
      value=${coin}
      maxlength="24"
      placeholder="any coin"
      autocomplete="off"
      spellcheck=${false}
      onInput=${({ target }) => setSettings({ evcoin: coinOf(target.value.trim()) })}
    />
    <select aria-label="Least size of the events" value=${String(least)} onChange=${({ target }) => setSettings({ evusd: target.value === '0' ? undefined : target.value })}>
      ${SIZES.map((size) => html`<option key=${size} value=${size}>${size === '0' ? 'any size' : `from ${usd(Number(size))}`}</option>`)}
    </select>
    <button class="link" type="button" disabled=${isAll} onClick=${() => setSettings({ ev: undefined, evcoin: undefined, evusd: undefined })}>Show all</button>
    <span class="sub" role="status">${!isAll && `${num(count)} of ${num(all)} fit`}</span>
  </div>`;
}
