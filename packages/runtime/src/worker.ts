/** Worker thread of the host: runs heavy producers outside the request thread. */

import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadData } from './thread/messages.ts';
import { serveRuns } from './thread/serve.ts';

if (parentPort === null) throw new Error('expected a worker thread, got the main thread');
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- started by `createThreadComputation` alone
serveRuns(parentPort, workerData as ThreadData);
