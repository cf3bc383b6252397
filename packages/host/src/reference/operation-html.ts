/** An operation of the reference as HTML: description, parameters, a form to call it, an example, and its fields. */

import type { FieldFacts, OperationFacts, ParameterFacts } from '@barograph/contract';
import { html, type Html } from './html.ts';

function parameterRow({ name, where, type, isRequired, fallback, description }: ParameterFacts): Html {
  const need = isRequired ? 'required' : fallback === undefined ? 'optional' : `default ${fallback}`;
  return html`<tr>
    <th scope="row"><code>${name}</code></th>
    <td>${where}</td>
    <td>${type}</td>
    <td>${need}</td>
    <td>${description}</td>
  </tr>`;
}

function parameterTable(parameters: readonly ParameterFacts[]): Html {
  if (parameters.length === 0) return html`<p class="quiet">No parameters.</p>`;
  return html`<div class="wide">
    <table>
      <caption>
        Parameters
      </caption>
      <thead>
        <tr>
          <th scope="col">name</th>
          <th scope="col">in</th>
          <th scope="col">type</th>
          <th scope="col">need</th>
          <th scope="col">meaning</th>
        </tr>
      </thead>
      <tbody>
        ${parameters.map(parameterRow)}
      </tbody>
    </table>
  </div>`;
}

function fieldRow({ name, type, description }: FieldFacts): Html {
  return html`<tr>
    <th scope="row"><code>${name}</code></th>
    <td>${type}</td>
    <td>${description}</td>
  </tr>`;
}

/** Input of a parameter; a select for an enumeration. */
function control(id: string, parameter: ParameterFacts): Html {
  const { name, where, type, choices, isRequired, fallback, example } = parameter;
  const place = `try-${id}-${name}`;
  const value = where === 'path' || isRequired ? (example ?? '') : '';
  const words = type === 'boolean' ? ['true', 'false'] : choices;
  const input =
    words.length === 0
      ? html`<input
          id="${place}"
          name="${name}"
          data-in="${where}"
          value="${value}"
          placeholder="${fallback ?? ''}"
          autocomplete="off"
          spellcheck="false"
        />`
      : html`<select id="${place}" name="${name}" data-in="${where}">
          <option value="">${fallback === undefined ? '' : `${fallback} (default)`}</option>
          ${words.map((word) => html`<option>${word}</option>`)}
        </select>`;
  return html`<p><label for="${place}">${name}</label>${input}</p>`;
}

function form({ id, method, path, parameters, body, isStream }: OperationFacts): Html {
  const place = `try-${id}-body`;
  const text =
    body === undefined
      ? undefined
      : html`<p>
          <label for="${place}">body</label
          ><textarea id="${place}" data-in="body" rows="4" spellcheck="false">${body}</textarea>
        </p>`;
  return html`<form class="try" data-method="${method}" data-path="${path}" data-stream="${isStream ? 'yes' : 'no'}">
    <fieldset>
      <legend>Try it</legend>
      ${parameters.map((parameter) => control(id, parameter))}${text}
      <p><button type="submit">Send</button> <code class="line" aria-label="The request"></code></p>
    </fieldset>
    <output aria-live="polite"></output>
  </form>`;
}

/** Section of an operation. */
export function operationHtml(facts: OperationFacts): Html {
  const { id, method, path, summary, reading, ways, type, parameters, example, fields, errors } = facts;
  return html`<section id="${id}" aria-labelledby="title-${id}">
    <h2 id="title-${id}">
      <span class="method">${method}</span> <code>${path}</code>
      <a class="anchor" href="#${id}" aria-label="Link to ${id}">#</a>
    </h2>
    <p>${summary}</p>
    <p class="quiet"><span class="badge">${ways}</span> id <code>${id}</code>, answers with <code>${type}</code></p>
    ${
      reading.length === 0
        ? undefined
        : html`<h3>How to read it</h3>
            ${reading.map((text) => html`<p>${text}</p>`)}`
    }
    ${parameterTable(parameters)} ${form(facts)}
    ${
      example === undefined
        ? undefined
        : html`<details>
            <summary>Example of an answer</summary>
            <p class="quiet">Of the simulator, lists cut to two.</p>
            <pre tabindex="0">${example}</pre>
          </details>`
    }
    ${
      fields.length === 0
        ? undefined
        : html`<details>
            <summary>${fields.length} fields</summary>
            <div class="wide">
              <table>
                <thead>
                  <tr>
                    <th scope="col">field</th>
                    <th scope="col">type</th>
                    <th scope="col">meaning</th>
                  </tr>
                </thead>
                <tbody>
                  ${fields.map(fieldRow)}
                </tbody>
              </table>
            </div>
          </details>`
    }
    <details>
      <summary>Other statuses</summary>
      <dl>
        ${errors.map(
          ({ status, reasons }) =>
            html`<dt>${status}</dt>
              <dd>${reasons}</dd>`,
        )}
      </dl>
    </details>
  </section>`;
}
