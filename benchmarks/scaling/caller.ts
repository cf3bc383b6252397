/** Calls all replicas equally from one process; a caller per replica would compete with them for processors. */

import { run } from '../http/load.ts';
import { tell } from '../http/process.ts';

const [urls = '', keys = '', perReplica = '1', others = '0'] = process.argv.slice(2);
const replicas = urls.split(',').map((url, replica, { length }) => {
  const address = new URL(url);
  const from = replica * Number(perReplica);
  const headersOf = (first: number, count: number) =>
    Array.from({ length: count }, (_, i) => ({ 'x-api-key': `${keys}${first + i}` }));
  const known = headersOf(from, Number(perReplica));
  const strange = headersOf(length * Number(perReplica) + replica * Number(others), Number(others));
  return {
    url: address.origin,
    path: `${address.pathname}/recent?limit=1`,
    status: 200,
    passedOver: 503,
    known,
    strange,
  };
});
tell({ url: urls }, async ({ connections, answers, areNew }) => {
  const until = { answers: Number(answers) };
  const load = { connections: Number(connections), until, sleeps: true };
  const outcomes = await Promise.all(
    replicas.map(async ({ known, strange, ...replica }) => {
      // Each key is used once.
      const headers = areNew === true ? strange.splice(0, Number(answers) + Number(connections)) : known;
      return run({ ...replica, headers, ...load });
    }),
  );
  return { answers: outcomes.reduce((sum, outcome) => sum + outcome.answers, 0) };
});
