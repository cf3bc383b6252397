/** Requests of account fills, with their weights. */

import { err, ok, type Result } from '@barograph/core';
import type { Upstream } from '../upstream/ask.ts';
import { describeUpstreamProblem } from '../upstream/problem.ts';
import { rowsWeight } from './config.ts';
import { fillsPayload } from './fill-rows.ts';
import type { PerpdexFillsConfig } from './fills-config.ts';

/** Requests every fill of an account within `[from, to]`, epoch ms. @returns unordered rows, possibly with duplicates. */
export type FillsClient = (account: string, from: number, to: number) => Promise<Result<readonly unknown[], string>>;

/** Time of a fill; NaN when invalid. */
function timeOf(row: unknown): number {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked in the next line
  const { time } = (typeof row === 'object' && row !== null ? row : {}) as Readonly<Record<string, unknown>>;
  return typeof time === 'number' ? time : NaN;
}

/**
 * It is undocumented whether a full answer omits the oldest or the newest fills, so both ends are requested again.
 *
 * @param request sends requests within the venue's budget.
 */
export function createFillsClient(request: Upstream['request'], config: PerpdexFillsConfig): FillsClient {
  const { weight, rows: most, rowsPerWeight, pages } = config;
  const weightFor = (rows: number): number => rowsWeight(weight, Math.min(rows, most), rowsPerWeight);
  return async (account, from, to) => {
    const all: unknown[] = [];
    const spans: (readonly [number, number])[] = [[from, to]];
    for (let requests = 0; spans.length > 0; requests++) {
      if (requests >= pages) return err(`expected fewer than ${pages * most} fills of ${account}, got more`);
      const [begin, end] = spans.pop()!;
      const answer = await request({
        path: '/info',
        body: { type: 'userFillsByTime', user: account, startTime: begin, endTime: end },
        weight: weightFor(most),
        weightOf: (rows) => weightFor(rows.length),
        priority: 'bulk',
        schema: fillsPayload,
      });
      if (!answer.ok) return err(describeUpstreamProblem(answer.error));
      const { value: rows } = answer.value;
      for (const row of rows) all.push(row);
      if (rows.length < most) continue;
      const times = rows.map(timeOf).filter((time) => time >= begin && time <= end);
      const [oldest, newest] = [Math.min(...times), Math.max(...times)];
      // Fills of a timestamp beyond the rows of an answer cannot be requested.
      if (oldest > begin && oldest < end) spans.push([begin, oldest]);
      if (newest < end && newest > begin) spans.push([newest, end]);
    }
    return ok(all);
  };
}
