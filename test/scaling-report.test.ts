/** The report of the scaling benchmark on constructed runs. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { between } from '../benchmarks/goals/markers.ts';
import { compared, figuresOf, isBeyond, worstOf } from '../benchmarks/scaling/compared.ts';
import { fitted } from '../benchmarks/scaling/crowding.ts';
import {
  BASE,
  countingIsFirst,
  loadTable,
  lookupsOverCounting,
  needsOf,
  processorsOf,
  reachedAt,
  times,
} from '../benchmarks/scaling/forecast.ts';
import { beyondList, blocksOf, errorLines, idleLines, spreadLines } from '../benchmarks/scaling/report.ts';
import type { Run } from '../benchmarks/scaling/runs.ts';
import { demand, runOf, RUNS } from './scaling-support.ts';

/** The runs of one replica with those of two and four, in which the model is right but for one: a quarter too cheap. */
const WRONG = { replicas: 4, part: 'symbols', size: 20 };
const more = (replicas: number): readonly Run[] => RUNS.map(({ part, size, of }) => runOf(part, replicas, size, of));
const runs: readonly Run[] = [...RUNS, ...more(2), ...more(4)].map((run) =>
  run.part === WRONG.part && run.replicas === WRONG.replicas && run.size === WRONG.size
    ? { ...run, worker: run.worker * 1.34 }
    : run,
);
const first: Run = { ...runOf('written', 1, 20, 40), part: 'first' };
const report = { machine: '2026-01-01, a machine', runs: [...runs, first], ...fitted([...runs, first]) };

describe('what is compared', () => {
  it('finds the one figure that is off, and by how much', () => {
    const figures = figuresOf(report.demand, report.crowding, runs);
    const beyond = figures.filter(isBeyond);
    expect(beyond).toHaveLength(1);
    expect(beyond[0]).toMatchObject({ part: 'symbols', place: 'worker', run: { replicas: 4, size: 20 } });
    expect(beyond[0]!.error).toBeCloseTo(1 / 1.34 - 1, 6);
    expect(worstOf(figures)).toBe(beyond[0]);
    // Every kind, place and number of replicas is among them, and the fits reproduce what they were made of.
    const ofSizes = 4 * 4 + 4 * 5 + 4 * 6 + 4 + 1 + 1 + 3 * 5 + 6 * 2 + 2 * 4;
    expect(figures).toHaveLength(3 * ofSizes);
    expect(figures.filter(({ error }) => Math.abs(error) > 1e-3)).toEqual(beyond);
  });

  it('puts runs of one size beside each other, by the number of replicas', () => {
    const order = compared('symbols', report.demand, report.crowding, runs).map(({ run }) => [run.size, run.replicas]);
    expect(order).toEqual([20, 40, 80].flatMap((size) => [1, 2, 4].map((replicas) => [size, replicas])));
  });
});

describe('the blocks of the document', () => {
  const blocks = blocksOf(report);

  it('are those whose markers docs/evidence/scaling.md has', () => {
    let document = readFileSync('docs/evidence/scaling.md', 'utf8');
    for (const [name, lines] of Object.entries(blocks)) document = between(document, name, lines);
    for (const lines of Object.values(blocks)) expect(document).toContain(lines.join('\n'));
    expect(document.match(/<!-- scaling-[a-z]+: begin -->/g)).toHaveLength(Object.keys(blocks).length);
    expect(document).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('say how many figures are within a fifth, and name the others', () => {
    const status = blocks['scaling-status']!.join('\n');
    expect(status).toContain('Measured on 2026-01-01, a machine; 1 to 1 rounds of each run.');
    expect(status).toContain('201 of the 202 figures of more than one replica are predicted within a fifth');
    expect(status).toMatch(
      /- symbols, 4 replicas, 20 symbols: worker -25 % \(rounds of ([\d,]+) to \1 µs, the model [\d,]+\)/,
    );
    const right = runs.filter(({ part }) => part !== 'symbols');
    const figures = figuresOf(report.demand, report.crowding, right);
    expect(beyondList(figures)).toEqual([]);
    expect(blocksOf({ ...report, runs: right })['scaling-status']!.join('\n')).toContain(
      'Each of the 172 figures of more than one replica is predicted within a fifth.',
    );
  });

  it('say what was not measured', () => {
    const some = runs.filter(({ part }) => part !== 'symbols');
    const { 'scaling-symbols': symbols, 'scaling-loads': loads, ...others } = blocksOf({ ...report, runs: some });
    expect(symbols).toEqual(['Not measured yet with commits that wait for the disk.']);
    expect(loads![0]).toBe('Without symbols, which were not measured.');
    expect(blocks['scaling-loads']!.join('\n')).not.toContain('Without');
    for (const lines of Object.values(others)) expect(lines.join('\n')).not.toContain('Not measured');
  });

  it('have a row for each run, in a table of as many columns', () => {
    for (const [name, lines] of Object.entries(blocks)) {
      const widths = lines.map((line) => (line.startsWith('|') ? line.split('|').length : 0));
      for (const [i, width] of widths.entries()) {
        if (width > 0 && (widths[i - 1] ?? 0) > 0) expect({ name, width }).toEqual({ name, width: widths[i - 1] });
      }
    }
    expect(blocks['scaling-calls']!.filter((line) => / connections/.test(line))).toHaveLength(4);
    expect(blocks['scaling-events']!.filter((line) => / an append, /.test(line))).toHaveLength(8);
    // Each cell has the numbers of replicas beside each other, the model in brackets.
    expect(blocks['scaling-locks']!).toContain(
      '| an append of one event, four at a time on each replica | 1,500 (1,500), 1,500 (1,500), 1,500 (1,500) |',
    );
    expect(blocks['scaling-written']!).toContain(
      '| an event, through Redis, 20 an append | 215 (215), 215 (215), 215 (215) | 0.05 (0.05), 0.05 (0.05), 0.05 (0.05) |',
    );
    expect(blocks['scaling-archive']!.join('\n')).toContain('each of the first 40 files of a process 9.1 ms');
  });

  it('come with every error and with how far rounds lie apart', () => {
    expect(errorLines(report).join('\n')).toContain(
      '  4 replicas, 20 symbols: replica 0 %, worker -25 %, Postgres 0 %',
    );
    const [run] = RUNS;
    const twice = [run!, { ...run!, replica: run!.replica * 2 }];
    expect(spreadLines(twice)).toEqual(['  calls 1 1 0: 2 rounds, 2.00']);
    const idle: Run = { ...run!, part: 'idle', replica: 3000, forReplicas: 645, background: 9, redis: 4 };
    expect(idleLines([...twice, idle])).toEqual([
      'idle, 1 replicas, µs a second: a replica 3,000, Postgres for them 645, its own processes 9, Redis 4',
    ]);
  });
});

describe('larger loads', () => {
  it('meet limits in an order, each where it is first met', () => {
    const base = { ...BASE, batch: 20 };
    const at = reachedAt(demand, base, 'connections of Postgres')!;
    expect(needsOf(demand, times(base, at)).connections).toBeGreaterThan(100);
    expect(needsOf(demand, times(base, at / 1.02)).connections).toBeLessThanOrEqual(100);
    expect(reachedAt(demand, base, 'one replica')!).toBeLessThan(at);
    expect(reachedAt(demand, { ...base, calls: 1e6 }, 'one replica')).toBe(1);
    expect(reachedAt(demand, { ...base, calls: 1, events: 0, pages: 0 }, 'every replica')).toBeUndefined();
  });

  it('have a row for each that is asked for, and none for a number of replicas that does not exist', () => {
    const rows = loadTable(demand).slice(2);
    const named = rows.map((row) => row.split(' | ').slice(0, 2).join(' '));
    expect(named).toEqual([
      '| 1 as it comes',
      ...['as it comes', 'balancer by key'].map((name) => `| 10 ${name}`),
      ...['100', '1,000'].flatMap((n) =>
        ['as it comes', 'balancer by key', '`--redis-url`', 'twenty events an append'].map((name) => `| ${n} ${name}`),
      ),
    ]);
    expect(rows[0]).toContain('nothing');
    expect(rows[7]).toContain('no number is enough');
    expect(rows[7]).toContain('lock of the event counter');
  });

  it('hold the lock of the event counter for each append, and that of wake-ups a hundred times a second at most', () => {
    const many = { ...BASE, calls: 0, events: 2000 };
    const { counter, notify, wal, commits } = needsOf(demand, many);
    expect(counter).toBeCloseTo((2000 * 1500) / 1e6, 9);
    expect(notify).toBeCloseTo((100 * 250) / 1e6, 9);
    expect(needsOf(demand, { ...many, batch: 20 }).counter).toBeCloseTo(counter / 20, 9);
    expect(needsOf(demand, { ...many, isRedis: true }).notify).toBe(0);
    // Each event of its own: 500 bytes and two commits, beside calls, renewals and refreshes.
    const none = needsOf(demand, { ...many, events: 0 });
    expect(wal - none.wal).toBeCloseTo(2000 * 500, 3);
    expect(commits - none.commits).toBeCloseTo(4000, 6);
  });

  it('cost a processor for each replica, those of Postgres at seven tenths, and that of Redis', () => {
    const needs = needsOf(demand, BASE);
    const busy = Object.values(needs.database).reduce((sum, value) => sum + value, 0);
    expect(processorsOf(needs, false)).toBe(needs.replicas! + Math.max(1, Math.ceil(busy / 0.7)));
    expect(processorsOf(needs, true)).toBe(processorsOf(needs, false) + 1);
  });

  it('say that counting comes first only where it does', () => {
    expect(countingIsFirst(demand)).toBe(false);
    const { calls } = demand;
    const dear = { ...calls, database: { perItem: 500, perBatch: 5000 }, lookup: { replica: 1, database: 1, wal: 0 } };
    const counted = { ...demand, calls: dear };
    expect(countingIsFirst(counted)).toBe(true);
    expect(Math.max(...lookupsOverCounting(counted))).toBeLessThan(1);
  });
});
