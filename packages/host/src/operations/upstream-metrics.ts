/** Prometheus counters of upstream sources, read at each scrape. */

import { Counter, type Registry } from 'prom-client';
import type { UpstreamReading } from '@barograph/sources';

/**
 * Registers the counters of all upstream sources.
 * @param read counts of all sources since the start of the process; one source may have several.
 */
export function addUpstreamMetrics(registry: Registry, read: () => readonly UpstreamReading[]): void {
  const counter = (
    name: string,
    help: string,
    labels: readonly string[],
    add: (reading: UpstreamReading, counter: Counter) => void,
  ): void => {
    // oxlint-disable-next-line no-new -- registers itself
    new Counter({
      name: `barograph_upstream_${name}`,
      help,
      labelNames: ['source', ...labels],
      registers: [registry],
      collect() {
        this.reset();
        for (const reading of read()) add(reading, this);
      },
    });
  };
  counter('requests_total', 'Attempts at requests, by outcome.', ['outcome'], ({ source, requests }, counter) => {
    for (const [outcome, count] of Object.entries(requests)) counter.inc({ source, outcome }, count);
  });
  counter('unknown_fields_total', 'Fields that no schema names, by place.', ['field'], ({ source, drift }, counter) => {
    for (const [field, count] of Object.entries(drift)) counter.inc({ source, field }, count);
  });
  counter(
    'dropped_rows_total',
    'Rows left out, by kind and reason.',
    ['rows', 'reason'],
    ({ source, dropped }, counter) => {
      for (const [name, count] of Object.entries(dropped)) {
        const [rows, reason] = name.split(' ', 2);
        counter.inc({ source, rows: rows!, reason: reason! }, count);
      }
    },
  );
  const plain = (name: string, help: string, value: (reading: UpstreamReading) => number): void =>
    counter(name, help, [], (reading, counter) => counter.inc({ source: reading.source }, value(reading)));
  plain('weight_total', 'Weight of all requests sent, as the source counts it.', ({ weight }) => weight);
  plain('bad_frames_total', 'Frames of streams that could not be read.', ({ badFrames }) => badFrames);
  plain('reconnects_total', 'Connections of streams opened again.', ({ reconnects }) => reconnects);
  plain('gaps_total', 'Gaps of streams that have ended.', ({ gaps }) => gaps);
  plain('gap_seconds_total', 'Length of those gaps.', ({ gapMs }) => gapMs / 1000);
}
