/** The reference in a browser: requests that are sent with the visitor's key, and a filter of the operations. */

const KEY = 'barograph-key';
/** Longest body that is shown, characters. */
const SHOWN_MOST = 200_000;
/** Pieces of a stream that are shown before it is ended. */
const PIECES_MOST = 20;

const field = document.querySelector('#key');
field.value = sessionStorage.getItem(KEY) ?? '';
field.addEventListener('input', () => sessionStorage.setItem(KEY, field.value.trim()));
document.querySelector('#key-form').addEventListener('submit', (event) => event.preventDefault());

/** The request that a form asks for. */
function requestOf(form) {
  let { path } = form.dataset;
  const query = new URLSearchParams();
  const headers = {};
  let body;
  for (const control of form.querySelectorAll('[data-in]')) {
    const value = control.value.trim();
    const where = control.dataset.in;
    if (where === 'path') path = path.replace(`{${control.name}}`, encodeURIComponent(value));
    else if (where === 'body') body = value;
    else if (value !== '' && where === 'query') query.set(control.name, value);
    else if (value !== '' && where === 'header') headers[control.name] = value;
  }
  const text = query.toString();
  return { method: form.dataset.method, url: text === '' ? path : `${path}?${text}`, headers, body };
}

/** The request as a command, with a place for the key. */
function commandOf({ method, url, headers, body }) {
  const quoted = (one) => `'${one.replaceAll("'", String.raw`'\''`)}'`;
  const parts = [
    'curl',
    ...(method === 'GET' ? [] : ['-X', method]),
    quoted(`${location.origin}${url}`),
    "-H 'X-API-Key: …'",
  ];
  for (const [name, value] of Object.entries(headers)) parts.push('-H', quoted(`${name}: ${value}`));
  if (body !== undefined) parts.push('-d', quoted(body));
  return parts.join(' ');
}

function prettyOf(text) {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

/** The first pieces of a stream. */
async function beginningOf(response, controller) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const timer = setTimeout(() => controller.abort(), 20_000);
  let text = '';
  try {
    for (let i = 0; i < PIECES_MOST; i++) {
      const { done, value } = await reader.read();
      if (done) break;
      text += value;
    }
  } catch {
    text += '\n(ended here)';
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
  return text;
}

async function send(form) {
  const output = form.querySelector('output');
  const { method, url, headers, body } = requestOf(form);
  output.textContent = 'Waiting …';
  const key = field.value.trim();
  const controller = new AbortController();
  const began = performance.now();
  try {
    const response = await fetch(url, {
      method,
      headers: {
        ...headers,
        ...(key === '' ? {} : { 'X-API-Key': key }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      body,
      signal: controller.signal,
    });
    const isStream = form.dataset.stream === 'yes' && response.ok;
    const text = isStream ? await beginningOf(response, controller) : await response.text();
    const pretty = prettyOf(text);
    const told = ['content-type', 'x-ratelimit-remaining', 'retry-after', 'etag', 'x-request-id']
      .filter((name) => response.headers.has(name))
      .map((name) => `${name}: ${response.headers.get(name)}`);
    const status = document.createElement('p');
    status.className = response.ok ? 'good' : 'bad';
    status.textContent = `${response.status} in ${Math.round(performance.now() - began)} ms. ${told.join(', ')}`;
    const shown = document.createElement('pre');
    shown.tabIndex = 0;
    shown.textContent =
      pretty.length > SHOWN_MOST ? `${pretty.slice(0, SHOWN_MOST)}\n… ${pretty.length} characters in all` : pretty;
    output.replaceChildren(status, shown);
  } catch (error) {
    output.textContent = `Nothing answered: ${error.message}`;
  }
}

for (const form of document.querySelectorAll('form.try')) {
  const command = () => {
    form.querySelector('.line').textContent = commandOf(requestOf(form));
  };
  command();
  form.addEventListener('input', command);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form);
  });
}

const filter = document.querySelector('#filter');
filter?.addEventListener('input', () => {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const family of document.querySelectorAll('.family')) {
    let any = false;
    for (const item of family.querySelectorAll('li')) {
      const fits = words.every((word) => item.dataset.text.includes(word));
      item.hidden = !fits;
      any ||= fits;
    }
    family.hidden = !any;
  }
});
