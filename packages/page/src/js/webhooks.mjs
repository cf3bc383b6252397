/** Webhooks of the reader's account: whether this caller may use them, and the requests that change them. */

import { access, headers } from './access.mjs';
import { foreseen, refreshNow } from './ask.mjs';
import { say } from './format.mjs';

/** Reason that this caller may not use webhooks; undefined when it may. */
export function closedBecause() {
  const { by } = access();
  if (by === 'session')
    return 'The session of the printed link only reads. Enter the key itself at Access to use webhooks.';
  if (by === 'nobody') return 'Webhooks need a key.';
  const closed = foreseen('webhooks', 'POST');
  if (closed === undefined) return undefined;
  return closed.tier ? `Webhooks need a key of tier ${say(closed.tier)}.` : closed.message;
}

/** Calls an operation. @returns the answer, or `{ problem }` with the host's message */
async function call(method, path, body) {
  try {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await fetch(`api/v1/${path}`, { ...sent, method, headers: { ...headers(), ...type } });
    const data = await answer.json().catch(() => undefined);
    if (answer.ok) return data;
    const detail = Array.isArray(data?.detail) ? data.detail[0] : data?.detail;
    return { problem: detail?.message ?? detail?.msg ?? `The host answered ${answer.status}.` };
  } catch {
    return { problem: 'The host cannot be reached.' };
  }
}

async function changed(result) {
  if (result.problem === undefined) await refreshNow('webhooks');
  return result;
}

/** Subscribes a receiver. @returns `{ webhook, secret }`: the secret is shown only once */
export const createHook = async (subscription) => changed(await call('POST', 'webhooks', subscription));
export const deleteHook = async (id) => changed(await call('DELETE', `webhooks/${encodeURIComponent(id)}`));
export const resumeHook = async (id) => changed(await call('POST', `webhooks/${encodeURIComponent(id)}/resume`));
/** Sends a test event. @returns `{ delivered, status, error }` */
export const pingHook = async (id) => call('POST', `webhooks/${encodeURIComponent(id)}/ping`);
