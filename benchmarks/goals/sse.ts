/** Messages a second of the stream of the host, against a loop of `res.write`. */

import { compare, median, type Round } from '../sse/compare.ts';
import type { Figure, Line, Row } from './row.ts';

const SIZE = { messages: 50_000, rounds: 5 };

/** Clients, and the figures of issue 25. */
const CASES = [
  { count: 10, before: 0.24, goal: 1 },
  { count: 1_000, before: 2, goal: 2.5 },
];

/** The row. */
export const SSE: Row = {
  key: 'sse',
  title: 'SSE',
  run: async () => {
    const lines: Line[] = [];
    const figures: Figure[] = [];
    for (const { count, before, goal } of CASES) {
      const { singly, 'at once': atOnce } = await compare(count, SIZE);
      const clients = count.toLocaleString('en-US');
      const title = `SSE messages a second at ${clients} clients, against \`res.write\``;
      lines.push({ title, before, goal, now: median(atOnce.map(faster)), unit: '×', more: true });
      const perSecond = (way: keyof Round): number => median(atOnce.map((round) => round[way].perSecond));
      figures.push(
        { name: `${clients} clients`, value: perSecond('host'), unit: 'messages a second' },
        { name: '`res.write`', value: perSecond('loop'), unit: 'messages a second' },
        { name: 'event by event', value: median(singly.map(faster)), unit: '×' },
        { name: 'processor time of the loop by ours', value: median(atOnce.map(cheaper)), unit: '×' },
      );
    }
    return { lines, figures, missing: [] };
  },
};

const faster = ({ host, loop }: Round): number => host.perSecond / loop.perSecond;
const cheaper = ({ host, loop }: Round): number => loop.cpu / host.cpu;
