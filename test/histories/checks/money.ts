/** Money: transfers = settled = granted, once. */

import { grouped, named, type Buy, type Check, type History, type Operation, type Violation } from './history.ts';

/** Payments as buyers and the chain know them, and a list of what they break. */
function paymentsOf(history: History) {
  const violations: Violation[] = [];
  const buys = grouped(named(history, 'buy'), ({ payment }) => payment);
  const moved = grouped(history.ending.transfers, (payment) => payment);
  const complain = (payment: string, message: string): void => {
    const operations: readonly Operation[] = buys.get(payment) ?? [];
    violations.push({ check: 'money', message: `payment ${payment}: ${message}`, operations });
  };
  return { violations, buys, moved, complain };
}

const keysOf = (attempts: readonly Buy[]): ReadonlySet<string> =>
  new Set(attempts.flatMap(({ granted }) => (granted === undefined ? [] : [granted])));

/** Answers agree with the chain, at any time. */
export const checkAnswers: Check = (history) => {
  const { violations, buys, moved, complain } = paymentsOf(history);
  for (const payment of new Set([...buys.keys(), ...moved.keys()])) {
    const attempts = buys.get(payment) ?? [];
    const count = moved.get(payment)?.length ?? 0;
    const { size: granted } = keysOf(attempts);
    if (count > 1) complain(payment, `moved money ${count} times`);
    if (granted > 1) complain(payment, `granted ${granted} keys`);
    if (granted > 0 && count === 0) complain(payment, 'granted a key and moved no money');
    if (count > 0 && attempts.some(({ code }) => code === 'payment_failed')) {
      complain(payment, 'moved money and was answered with payment_failed');
    }
  }
  return violations;
};

/** Every payment that moved money has bought one key, and no other has. */
export const checkMoney: Check = (history) => {
  const { payments, boughtKeys } = history.ending;
  const { violations, buys, moved, complain } = paymentsOf(history);
  const rows = new Map(payments.map((row) => [row.payment, row]));
  for (const payment of new Set([...buys.keys(), ...moved.keys(), ...rows.keys()])) {
    const attempts = buys.get(payment) ?? [];
    const count = moved.get(payment)?.length ?? 0;
    const row = rows.get(payment);
    const { size: granted } = keysOf(attempts);
    if (count > 0 && row?.state !== 'settled') complain(payment, `moved money and is ${row?.state ?? 'gone'}`);
    if (count === 0 && row?.state === 'settled') complain(payment, 'is settled and moved no money');
    if (granted > 0 && row?.key === null) complain(payment, 'granted a key that the store lacks');
    if (count > 0 && granted === 0 && attempts.at(-1)?.status !== 409)
      complain(payment, 'moved money and granted nothing');
  }
  const keyed = payments.flatMap(({ key }) => (key === null ? [] : [key])).toSorted();
  if (keyed.join() !== boughtKeys.toSorted().join()) {
    const message = `${boughtKeys.length} keys were made by ${keyed.length} payments`;
    violations.push({ check: 'money', message, operations: [] });
  }
  return violations;
};
