/** Fills of accounts, each question with its weight. */

import { err, ok, type Result } from '@barograph/core';
import type { Upstream } from '../upstream/ask.ts';
import { describeUpstreamProblem } from '../upstream/problem.ts';
import { rowsWeight } from './config.ts';
import { fillsPayload } from './fill-rows.ts';
import type { PerpdexFillsConfig } from './fills-config.ts';

/** Asks for every fill of an account within `[from, to]`, epoch ms. @returns the rows in no order, some of them twice. */
export type FillsClient = (account: string, from: number, to: number) => Promise<Result<readonly unknown[], string>>;

/** Moment of a fill; NaN of what is none. */
function timeOf(row: unknown): number {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked in the next line
  const { time } = (typeof row === 'object' && row !== null ? row : {}) as Readonly<Record<string, unknown>>;
  return typeof time === 'number' ? time : NaN;
}

/**
 * A full answer leaves out the oldest fills or the newest ones, which is not documented: both ends are asked for again.
 *
 * @param request within the budget of the venue.
 */
export function createFillsClient(request: Upstream['request'], config: PerpdexFillsConfig): FillsClient {
  const { weight, rows: most, rowsPerWeight, pages } = config;
  const weightFor = (rows: number): number => rowsWeight(weight, Math.min(rows, most), rowsPerWeight);
  return async (account, from, to) => {
    const all: unknown[] = [];
    const spans: (readonly [number, number])[] = [[from, to]];
    for (let asked = 0; spans.length > 0; asked++) {
      if (asked >= pages) return err(`expected fewer than ${pages * most} fills of ${account}, got more`);
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
      // More fills of one moment than an answer holds cannot be asked for.
      if (oldest > begin && oldest < end) spans.push([begin, oldest]);
      if (newest < end && newest > begin) spans.push([newest, end]);
    }
    return ok(all);
  };
}
