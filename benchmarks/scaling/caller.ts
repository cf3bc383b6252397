/** Calls of all replicas in one process, as many of each: a caller to each replica would take the processors from them. */

import { run } from '../http/load.ts';
import { tell } from '../http/process.ts';

const [urls = '', keys = '', perReplica = '1', others = '0'] = process.argv.slice(2);
const replicas = urls.split(',').map((url, replica, { length }) => {
  const of = new URL(url);
  const from = replica * Number(perReplica);
  const headersOf = (first: number, count: number) =>
    Array.from({ length: count }, (_, i) => ({ 'x-api-key': `${keys}${first + i}` }));
  const known = headersOf(from, Number(perReplica));
  const strange = headersOf(length * Number(perReplica) + replica * Number(others), Number(others));
  return { url: of.origin, path: `${of.pathname}/recent?limit=1`, status: 200, passedOver: 503, known, strange };
});
tell({ url: urls }, async ({ connections, answers, areNew }) => {
  const until = { answers: Number(answers) };
  const load = { connections: Number(connections), until, sleeps: true };
  const outcomes = await Promise.all(
    replicas.map(async ({ known, strange, ...replica }) => {
      // Each of them is called once, ever.
      const headers = areNew === true ? strange.splice(0, Number(answers) + Number(connections)) : known;
      return run({ ...replica, headers, ...load });
    }),
  );
  return { answers: outcomes.reduce((sum, one) => sum + one.answers, 0) };
});
