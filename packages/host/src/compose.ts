/** Composition root: creates, starts and stops the services and the server of one host. */

import { once, type Worker } from '@barograph/store';
import { CONFIRMATION_TASK } from './accounts/confirmer.ts';
import type { Host, HostParts } from './host.ts';
import { createHostServer } from './host-server.ts';
import { createServices, wholeParts } from './host-services.ts';
import { keepTickShape } from './tick-shape.ts';

export type { Host, HostParts } from './host.ts';

/** Creates a host that serves nothing yet. */
export function composeHost(given: HostParts): Host {
  const parts = wholeParts(given);
  const { clock, store } = parts;
  const services = createServices(parts);
  const { archive, callers, confirmer, deliverer, health, payments, snapshots, stream, work } = services;
  let isStopping = false;
  const { server, metrics, endStatus } = createHostServer(parts, services, () => isStopping);
  let worker: Worker | undefined;

  return {
    server,
    health,
    start: async (retry = once) => {
      keepTickShape();
      await retry(async () => snapshots.open());
      await retry(async () => snapshots.rewind(clock.now()));
      await retry(async () => archive.open(snapshots.all()));
      await retry(async () => stream.start());
      deliverer.start();
      payments?.resolver.start();
      if (confirmer !== undefined) {
        const tasks = { [CONFIRMATION_TASK]: confirmer.task };
        worker = await retry(async () => store.jobs.startWorker(tasks));
      }
      await retry(async () => work.start(metrics.jobDone));
    },
    ready: async () => work.ready(),
    stop: async () => {
      isStopping = true;
      await work.stop();
      await deliverer.stop();
      await payments?.resolver.stop();
      await stream.stop(); // before the server, which waits for open streams
      await server.close();
      await endStatus();
      await worker?.stop();
      callers.close();
      snapshots.close();
      parts.tables?.close();
      await parts.tracing?.close();
    },
  };
}
