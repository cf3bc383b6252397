/** Pages of the reference: an overview, and one per family. */

import {
  API_VERSION,
  PROBLEM_STATUS,
  QUESTIONS,
  TIER_LIMITS,
  TIERS,
  type FamilyFacts,
  type Reference,
} from '@barograph/contract';
import { html, type Html } from './html.ts';
import { operationHtml } from './operation-html.ts';

function page(title: string, families: readonly FamilyFacts[], here: string | undefined, body: Html): string {
  const links = families.map(
    ({ name }) =>
      html`<li><a href="/docs/api/${name}" ${name === here ? html` aria-current="page"` : undefined}>${name}</a></li>`,
  );
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="/docs/api/icon.svg" />
        <link rel="stylesheet" href="/docs/api/reference.css" />
        <script type="module" src="/docs/api/reference.js"></script>
      </head>
      <body>
        <a class="skip" href="#main">To the content</a>
        <header>
          <p><a href="/docs/api">Barograph API</a> <span class="quiet">contract ${API_VERSION}</span></p>
          <form id="key-form">
            <label for="key">Key</label>
            <input
              id="key"
              type="password"
              autocomplete="off"
              spellcheck="false"
              placeholder="bg_live_…"
              aria-describedby="key-note"
            />
            <span id="key-note" class="quiet">kept in this tab only</span>
          </form>
        </header>
        <nav aria-label="Families">
          <ul>
            ${links}
          </ul>
        </nav>
        <main id="main">${body}</main>
      </body>
    </html>`.html;
}

function limits({ unconfirmedDaily }: Reference): Html {
  const rows = TIERS.map((tier) => {
    const { daily, perMinute } = TIER_LIMITS[tier];
    const note = tier === 'free' ? `, ${unconfirmedDaily} until the address is confirmed` : '';
    return html`<tr>
      <th scope="row">${tier}</th>
      <td>${daily}${note}</td>
      <td>${perMinute}</td>
    </tr>`;
  });
  return html`<div class="wide">
    <table>
      <caption>
        Limits of a key
      </caption>
      <thead>
        <tr>
          <th scope="col">tier</th>
          <th scope="col">requests per UTC day</th>
          <th scope="col">per UTC minute</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

/** Error codes by status. */
function codes(): Html {
  const entries = Object.entries(PROBLEM_STATUS);
  const statuses = [...new Set(entries.map(([, status]) => status))].sort((a, b) => a - b);
  const rows = statuses.map((status) => {
    const named = entries.filter(([, code]) => code === status).map(([code]) => code);
    return html`<tr>
      <th scope="row">${status}</th>
      <td>${named.map((code) => html`<code>${code}</code> `)}</td>
    </tr>`;
  });
  return html`<div class="wide">
    <table>
      <caption>
        Codes of errors,
        <code>detail.error</code>
      </caption>
      <thead>
        <tr>
          <th scope="col">status</th>
          <th scope="col">codes</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

/** Scores and indices, which have a rule for reading them. */
const isScore = (id: string): boolean =>
  /score$|_score_|^volatility\.index$|^quant\.gex$|^quant\.market$|^regimes\.current$/.test(id);

/** Reading rules of each score, from its own operation. */
function scores({ families }: Reference): Html {
  const found = families
    .flatMap(({ operations }) => operations)
    .filter(({ id, reading }) => isScore(id) && reading.length > 0);
  return html`<h2 id="scores">How to read the scores</h2>
    <dl>
      ${found.map(
        ({ id, family, summary, reading }) =>
          html`<dt><a href="/docs/api/${family}#${id}">${summary}</a></dt>
            <dd>${reading[0]}</dd>`,
      )}
    </dl>`;
}

function operations(families: readonly FamilyFacts[]): Html {
  const groups = families.map(
    ({ name, text, operations: those }) =>
      html`<section class="family">
        <h3><a href="/docs/api/${name}">${name}</a></h3>
        <p>${text}</p>
        <ul>
          ${those.map(
            ({ id, method, path, summary, ways }) =>
              html`<li data-text="${`${id} ${path} ${summary}`.toLowerCase()}">
                <a href="/docs/api/${name}#${id}"><span class="method">${method}</span> <code>${path}</code></a>
                ${summary} <span class="badge">${ways}</span>
              </li>`,
          )}
        </ul>
      </section>`,
  );
  return html`<h2 id="operations">Operations</h2>
    <p>
      <label for="filter">Filter</label>
      <input id="filter" type="search" autocomplete="off" placeholder="funding, signum, liquidations …" />
    </p>
    ${groups}`;
}

/** Overview page. */
export function overviewPage(reference: Reference): string {
  const { families } = reference;
  const known = new Map(families.flatMap(({ operations: those }) => those.map((facts) => [facts.id, facts] as const)));
  const questions = QUESTIONS.filter((question) => question.operations.every((id) => known.has(id)));
  return page(
    'Barograph API',
    families,
    undefined,
    html`<h1>Barograph API</h1>
      <p>
        Numbers of crypto markets as JSON. Times are epoch milliseconds UTC unless a field says otherwise;
        <code>null</code> means unknown, never zero. <code>data_source</code> says where numbers come from:
        <code>files</code>, <code>simulated</code> or <code>live</code>. Simulated numbers are made up.
      </p>
      <h2 id="key-how">A key</h2>
      <p>
        <code>POST /api/v1/auth/keys</code> with <code>{"email": "you@example.org"}</code>
        <a href="/docs/api/accounts#auth.keys.create">makes a free one</a>; send it as <code>X-API-Key</code>. Pasted
        above, it stays in this tab and is sent to this host alone. Operations marked
        <span class="badge">no key</span> need none.
      </p>
      ${limits(reference)}
      <p>
        <code>X-RateLimit-Limit</code>, <code>-Remaining</code>, <code>-Reset</code> and <code>-Window</code> tell of
        the window with fewer calls left, <code>RateLimit</code> of both. Refusals (401, 403, 429) and answers with 304
        cost nothing: send <code>If-None-Match</code> with the <code>ETag</code> that you have. 429 and 503 say in
        <code>Retry-After</code> when to come again.
      </p>
      ${codes()}
      <p>
        A 422 has a list of faults instead, each with <code>loc</code>, <code>msg</code> and <code>type</code>. Name
        <code>X-Request-Id</code> when you report a fault.
      </p>
      <h2 id="questions">Three questions</h2>
      <dl>
        ${questions.map(
          (question) =>
            html`<dt>${question.title}</dt>
              <dd>
                ${question.operations.map((id) => html`<a href="/docs/api/${known.get(id)!.family}#${id}"><code>${known.get(id)!.path}</code></a> `)}<br />${question.advice}
              </dd>`,
        )}
      </dl>
      ${scores(reference)} ${operations(families)}
      <h2 id="programs">For programs and agents</h2>
      <ul>
        <li><a href="/api/openapi.json">OpenAPI 3.1</a></li>
        <li>
          <a href="/llms.txt">llms.txt</a> and <a href="/llms-full.txt">llms-full.txt</a>; each family as Markdown at
          <code>/docs/api/{family}.md</code>
        </li>
        <li>MCP at <code>/mcp</code> (streamable HTTP), or <code>npx @barograph/mcp --url</code> and this address</li>
        <li>TypeScript: <code>@barograph/client</code></li>
      </ul>`,
  );
}

/** Page of a family. */
export function familyPage({ families }: Reference, { name, text, operations: those }: FamilyFacts): string {
  return page(
    `${name}, Barograph API`,
    families,
    name,
    html`<h1>${name}</h1>
      <p>${text}</p>
      <ul class="contents">
        ${those.map(
          ({ id, method, path }) =>
            html`<li>
              <a href="#${id}">${method} <code>${path}</code></a>
            </li>`,
        )}
      </ul>
      ${those.map(operationHtml)}`,
  );
}
