/** Fan-out of events to 1, 10, 100 and 1,000 clients against the plain `res.write` loop (`sse/compare.ts`). */

import { loadavg } from 'node:os';
import { compare, median, type Round } from './sse/compare.ts';

const COUNTS = (process.env['CLIENTS'] ?? '1,10,100,1000').split(',').map(Number);
const size = {
  messages: Number(process.env['MESSAGES'] ?? 50_000),
  rounds: Number(process.env['ROUNDS'] ?? 7),
};

console.log(`medians of ${size.rounds} rounds of ${size.messages} messages, or 10,000 events; load ${loadavg()[0]}`);
console.log('                 messages a second               processor µs a message');
console.log('clients  events        loop      host   of loop      loop      host   cheaper');
for (const count of COUNTS) {
  for (const [pace, rounds] of Object.entries(await compare(count, size))) {
    const medianOf = (pick: (round: Round) => number, digits: number): string =>
      median(rounds.map(pick)).toFixed(digits).padStart(10);
    console.log(
      `${String(count).padStart(7)}  ${pace.padEnd(8)}` +
        medianOf(({ loop: { perSecond } }) => perSecond, 0) +
        medianOf(({ host: { perSecond } }) => perSecond, 0) +
        medianOf((round) => round.host.perSecond / round.loop.perSecond, 2) +
        medianOf(({ loop: { cpu } }) => cpu, 2) +
        medianOf(({ host: { cpu } }) => cpu, 2) +
        medianOf((round) => round.loop.cpu / round.host.cpu, 2),
    );
  }
}
console.log(`load at the end ${loadavg()[0]}`);
