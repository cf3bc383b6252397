/** The checks on records of a service that keeps its promises, and on the same records with one of them broken. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Ending, Fault, LedgerEnd, History, Operation } from './history.ts';
import { judge, judgeEarly } from './index.ts';

/** After midnight and within a minute: no window turns within the record. */
const ORIGIN = Date.UTC(2026, 0, 1, 0, 1, 10);
/** Pause between two operations, ms. */
const STEP_MS = 40;

type Written = {
  [Name in Operation['name']]: Omit<Extract<Operation, { name: Name }>, 'id' | 'start' | 'end' | 'client'>;
}[Operation['name']];
const DAY_MS = 86_400_000;
const chain = 'live of t';
/** Two hours of two scopes, a grade, and two closed days. */
const LEDGER: LedgerEnd = {
  rows: [
    ...[0, 1].flatMap((hour) =>
      ['market 4h', 'BTC 4h'].map((place) => ({ chain, id: `${place} ${hour}`, hour, place })),
    ),
    { chain, id: 'market 4h 0 grade', hour: null, place: 'market 4h' },
  ],
  days: [
    { chain, day: 0, previous: '', digest: 'a', made: 'a' },
    { chain, day: DAY_MS, previous: 'a', digest: 'b', made: 'b' },
    { chain: 'reconstructed of t', day: 5 * DAY_MS, previous: '', digest: 'c', made: 'c' },
  ],
};

type Act = 'mint' | 'call' | 'rotate' | 'revoke' | 'old' | 'buy' | 'event' | 'past' | 'file';
const acts: readonly Act[] = ['mint', 'call', 'rotate', 'revoke', 'old', 'buy', 'event', 'past', 'file'];

/** Writes a record as a service would fill it that does one thing after the other and breaks nothing. */
function recordOf(drawn: readonly Act[]): History {
  const operations: Operation[] = [];
  const write = (client: string, written: Written): void => {
    const start = operations.length * STEP_MS;
    operations.push({ id: operations.length, client, start, end: start + STEP_MS / 2, ...written });
  };
  const counted = new Map<string, number>();
  let live: { key: string; account: string } | undefined;
  let ended: string | undefined;
  let total = 0;
  const ok = { result: 'ok', status: 200 } as const;
  const ending = { payments: [], transfers: [], boughtKeys: [], events: [], files: [] } as {
    -readonly [Name in 'payments' | 'transfers' | 'boughtKeys' | 'events' | 'files']: Ending[Name][number][];
  };
  const doing: Readonly<Record<Act, () => void>> = {
    mint: () => {
      const key = `k${++total}`;
      live = { key, account: key };
      write('keys', { name: 'mint', ...ok, key, email: `${key}@example.org` });
    },
    call: () => {
      if (live === undefined) return;
      const count = (counted.get(live.account) ?? 0) + 1;
      if (count > 10) return write('keys', { name: 'call', result: 'error', status: 429, key: live.key });
      counted.set(live.account, count);
      return write('keys', { name: 'call', ...ok, key: live.key, dayLeft: 100 - count, minuteLeft: 10 - count });
    },
    rotate: () => {
      if (live === undefined) return;
      const next = `k${++total}`;
      write('keys', { name: 'rotate', ...ok, key: live.key, next });
      ended = live.key;
      live = { ...live, key: next };
    },
    revoke: () => {
      if (live === undefined) return;
      write('keys', { name: 'revoke', ...ok, key: live.key });
      ended = live.key;
      live = undefined;
    },
    old: () => {
      if (ended !== undefined) write('keys', { name: 'call', result: 'error', status: 401, key: ended });
    },
    buy: () => {
      const payment = String(ending.payments.length + 1);
      write('buyer', { name: 'buy', result: 'unknown', payment });
      write('buyer', { name: 'buy', ...ok, payment, granted: `bought-${payment}` });
      ending.payments.push({ payment, state: 'settled', key: `id-${payment}` });
      ending.transfers.push(payment);
      ending.boughtKeys.push(`id-${payment}`);
    },
    event: () => {
      const event = { id: ending.events.length + 1, same: `funding BTC ${ending.events.length}` };
      ending.events.push(event);
      write('stream', { name: 'event', ...ok, event: event.id, same: event.same });
      write('webhook', { name: 'delivery', ...ok, event: event.id, same: event.same });
    },
    past: () => write('past', { name: 'past', ...ok, path: '/heatmap', moment: 1, digest: 'a' }),
    file: () => {
      const file = `file-${ending.files.length}`;
      ending.files.push({ file, promised: 'a', stored: 'a' });
      write('files', { name: 'file', ...ok, file, promised: 'a', came: 'a' });
    },
  };
  for (const act of drawn) doing[act]();
  const lastEvent = ending.events.length;
  return {
    origin: ORIGIN,
    operations,
    faults: [],
    ending: { ...ending, counted, lastEvent, givenOut: lastEvent, ledger: LEDGER },
  };
}

const FULL: readonly Act[] = [...acts, 'event', 'mint', 'call', 'call', 'event', 'past', 'revoke', 'old', 'event'];
const record = recordOf(FULL);
type Change = (operation: Operation) => readonly Operation[];
const operationsOf = (change: Change): History => ({ ...record, operations: record.operations.flatMap(change) });
const endingOf = (ending: Partial<Ending>): History => ({ ...record, ending: { ...record.ending, ...ending } });
/** Changes the last operation of a kind. */
function last<Name extends Operation['name']>(
  name: Name,
  change: (operation: Extract<Operation, { name: Name }>) => readonly Operation[],
): History {
  const found = record.operations.findLast(
    (operation): operation is Extract<Operation, { name: Name }> => operation.name === name,
  )!;
  return operationsOf((operation) => (operation === found ? change(found) : [operation]));
}
const later = (operation: Operation, ms: number): Operation => ({
  ...operation,
  start: operation.start + ms,
  end: operation.end + ms,
});
const { events, payments, transfers, boughtKeys, files, counted } = record.ending;

/** The record with another closed day of the ledger. */
function ledgerDay(index: number, change: Partial<LedgerEnd['days'][number]>): History {
  const days = LEDGER.days.map((day, i) => (i === index ? { ...day, ...change } : day));
  return endingOf({ ledger: { ...LEDGER, days } });
}

/** Broken promises, each with the check that finds it. */
const BROKEN: readonly (readonly [string, string, History])[] = [
  [
    'a number given twice',
    'usage',
    last('call', (call) => [{ ...call, id: 0, result: 'ok', status: 200, key: 'k3', dayLeft: 99 }]),
  ],
  [
    'a number beyond the calls',
    'usage',
    operationsOf((operation) => [
      operation.name === 'call' && operation.dayLeft === 98 ? { ...operation, dayLeft: 90 } : operation,
    ]),
  ],
  ['more calls of a minute than allowed', 'usage', recordOfCalls(11)],
  [
    'a count that was lost',
    'usage',
    endingOf({ counted: new Map([...counted].map(([account, count]) => [account, count - 1])) }),
  ],
  [
    'a key that works after its end',
    'keys',
    last('call', (call) => [later({ ...call, result: 'ok', status: 200 }, 3100)]),
  ],
  ['a key that has limits after its end', 'keys', last('call', (call) => [later({ ...call, status: 429 }, 3100)])],
  [
    'a key that is lost',
    'keys',
    operationsOf((operation) => [
      operation.name === 'call' && operation.dayLeft === 99
        ? { ...operation, result: 'error', status: 401 }
        : operation,
    ]),
  ],
  [
    'a key for an address in its cooldown',
    'cooldown',
    last('event', (event) => [event, later({ ...event, name: 'mint', email: 'k3@example.org', key: 'k9' }, 1)]),
  ],
  ['money that moved twice', 'money', endingOf({ transfers: [...transfers, ...transfers] })],
  [
    'money that moved for nothing',
    'money',
    endingOf({ payments: payments.map((row) => ({ ...row, state: 'failed' })) }),
  ],
  ['a key without a payment', 'money', endingOf({ boughtKeys: [...boughtKeys, 'other'] })],
  ['a key without money', 'money', endingOf({ transfers: [] })],
  ['two keys of a payment', 'money', last('buy', (buy) => [buy, { ...buy, granted: 'other' }])],
  [
    'a failure that moved money',
    'money',
    last('buy', (buy) => [{ ...buy, result: 'error', code: 'payment_failed' }, buy]),
  ],
  ['a gap in the log', 'events', endingOf({ events: events.filter(({ id }) => id !== 2) })],
  ['an id given out for nothing', 'events', endingOf({ givenOut: 9 })],
  [
    'an event stored twice',
    'events',
    endingOf({ events: [...events, { ...events[0]!, id: events.length + 1 }], givenOut: events.length + 1 }),
  ],
  [
    'an event that a stream lacks',
    'streams',
    operationsOf((operation) => (operation.name === 'event' && operation.event === 2 ? [] : [operation])),
  ],
  ['an event that a stream brings twice', 'streams', last('event', (event) => [event, event])],
  ['an end that a stream lacks', 'streams', last('event', () => [])],
  ['an event that comes late to a stream', 'streams', last('event', (event) => [later(event, 31_000)])],
  ['an announced gap', 'streams', last('event', (event) => [event, { ...event, name: 'gap', text: '{}' }])],
  ['an event that came altered', 'events', last('event', (event) => [{ ...event, same: 'other' }])],
  [
    'an event that a webhook lacks',
    'webhooks',
    operationsOf((operation) => (operation.name === 'delivery' && operation.event === 2 ? [] : [operation])),
  ],
  ['an event that a webhook repeats without a fault', 'webhooks', last('delivery', (delivery) => [delivery, delivery])],
  ['two answers for a moment', 'past', last('past', (past) => [{ ...past, digest: 'b' }])],
  ['a file that came torn', 'files', last('file', (file) => [{ ...file, came: 'b' }])],
  [
    'a row of the ledger that is there twice',
    'ledger',
    endingOf({ ledger: { ...LEDGER, rows: [...LEDGER.rows, LEDGER.rows[0]!] } }),
  ],
  [
    'an hour of the ledger with a part of its forecasts',
    'ledger',
    endingOf({ ledger: { ...LEDGER, rows: LEDGER.rows.slice(1) } }),
  ],
  ['a row that came after its day was closed', 'ledger', ledgerDay(1, { made: 'x' })],
  ['a digest that follows another one', 'ledger', ledgerDay(1, { previous: 'x' })],
  ['a day of the ledger that is left open', 'ledger', ledgerDay(1, { day: 2 * DAY_MS })],
  ['a listed file that is not there', 'files', endingOf({ files: files.map((file) => ({ ...file, stored: null })) })],
];

/** A key with so many served calls at once. */
function recordOfCalls(count: number): History {
  const mint = recordOf(['mint']);
  const call = (_: unknown, i: number): Operation => ({
    id: i + 1,
    client: 'keys',
    start: 100,
    end: 200,
    name: 'call',
    result: 'ok',
    status: 200,
    key: 'k1',
    dayLeft: 99 - i,
    minuteLeft: 0,
  });
  return { ...mint, operations: [...mint.operations, ...Array.from({ length: count }, call)] };
}

const found = (history: History): readonly string[] => judge(history).map(({ check }) => check);

describe('the checks of a record', () => {
  it('find nothing in one that keeps all promises', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...acts), { maxLength: 60 }), (drawn) => {
        expect(judge(recordOf(drawn))).toEqual([]);
      }),
    );
    expect(judge(record)).toEqual([]);
  });

  it.each(BROKEN)('find %s (%s)', (_, check, history) => {
    expect(found(history)).toContain(check);
  });

  it('wait, in a run that goes on, for what began before an operation and is not recorded yet', () => {
    const operations = recordOfCalls(2).operations.filter(
      (operation) => operation.name !== 'call' || operation.dayLeft !== 99,
    );
    const under = { origin: ORIGIN, operations, faults: [] };
    const { end } = operations.at(-1)!;
    expect(judgeEarly(under, [], end - 1)).toEqual([]);
    expect(judgeEarly(under, [], end).map(({ check }) => check)).toEqual(['usage']);
  });

  it('excuse a webhook that repeats after a fault, and a key that lives on for its documented time', () => {
    const fault: Fault = { kind: 'kill', target: 'replica-1', start: 0, end: 10_000 };
    const all: Fault = { ...fault, kind: 'crash', target: 'all' };
    expect(found({ ...last('delivery', (delivery) => [delivery, delivery]), faults: [fault] })).toEqual([]);
    const alive = (ms: number): History => last('call', (call) => [later({ ...call, result: 'ok', status: 200 }, ms)]);
    expect(found({ ...alive(3100), faults: [all] })).toEqual([]);
    expect(found({ ...alive(30_100), faults: [all] })).toContain('keys');
  });

  it('compare answers of a moment within a build', () => {
    const changed = (build: string): History =>
      last('past', (one) => [
        { ...one, build: 'present' },
        { ...one, build, digest: 'b' },
      ]);
    expect(found(changed('eaf94e84'))).toEqual([]);
    expect(found(changed('present'))).toEqual(['past']);
  });

  it('count calls that failed as perhaps counted', () => {
    const unknown = last('call', (call) => [call, { ...call, key: 'k3', result: 'unknown' }]);
    const account = 'k3';
    const more = new Map([...counted, [account, counted.get(account)! + 1]]);
    expect(found({ ...unknown, ending: { ...unknown.ending, counted: more } })).toEqual([]);
    expect(found(endingOf({ counted: more }))).toContain('usage');
  });
});
