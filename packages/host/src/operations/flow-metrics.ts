/** Prometheus counter of trades that the taker flow dropped. */

import { Counter, type Registry } from 'prom-client';

/**
 * Registers the counter of dropped trades.
 * @param read counts by reason, equal on every replica and kept over restarts; undefined before the first run.
 */
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
