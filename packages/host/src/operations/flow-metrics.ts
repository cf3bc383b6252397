/** Trades that the taker flow dropped, as Prometheus reads them. */

import { Counter, type Registry } from 'prom-client';

/** @param read counts by reason; the same on every replica, and they survive a restart. undefined before the first run. */
export function addFlowMetrics(registry: Registry, read: () => Readonly<Record<string, number>> | undefined): void {
  // oxlint-disable-next-line no-new -- it registers itself
  new Counter({
    name: 'barograph_trade_flow_dropped_trades_total',
    help: 'Trades that the taker flow left out, by reason.',
    labelNames: ['reason'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [reason, count] of Object.entries(read() ?? {})) this.inc({ reason }, count);
    },
  });
}
