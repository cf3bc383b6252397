/**
 * Sells answers. A payment is stored as a row before it is settled, and one attempt at a time processes a row. Before
 * `settling` nothing is charged, and a failed attempt deletes the row. After that only the network knows whether it was
 * charged, and no answer asks for another payment. Every state ends, even when the replica that wrote it is gone:
 *
 * | state | the payer sends it again after the claim | the resolver reads the network | its time is over |
 * |---|---|---|---|
 * | `seen` | it is checked: `verified`, or deleted | | deleted |
 * | `verified` | its answer is made: `settling`, or deleted | | deleted |
 * | `settling` | moved: `settled`. Spent or ended: `failed`. Unused: it is settled again | moved: `settled`. Spent: `failed` | `failed` |
 * | `unknown` | waits for the resolver | moved: `settled`. Spent: `failed` | `failed` |
 * | `settled`, not delivered | its answer is made and delivered | | stays: the payer has paid |
 * | `settled`, delivered | the same answer for an hour, then 409 | | its answer is deleted |
 * | `failed` | 402 with a fresh price | | deleted |
 *
 * A payment is settled again only when the payer sends it again: rows hold no signature, and nobody is charged for an answer
 * without a waiting caller. The token moves money once per nonce, so a second settlement is safe. Its refusal proves nothing,
 * because the first settlement may still be pending.
 */

import { bazaarOf, priceOf, problem, usdcUnits, type Origin, type Problem } from '@barograph/contract';
import { err, ok } from '@barograph/core';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { answerOfBytes, type Answer, createBoundedLog } from '@barograph/runtime';
import { type Clock, deadlines, unlessLate } from '@barograph/sources';
import { type Brakes, type Claim, type PaymentId, type PaymentRow, type Payments, sha256 } from '@barograph/store';
import { unfit } from './check.ts';
import { brakeSales } from './brake-sales.ts';
import { PAYMENTS_V1, type PaymentsConfig } from './config.ts';
import { readPayment, type Payment } from './payment.ts';
import { createSale, fingerprintOf, type ForSale, type Outcome, type Sale } from './sale.ts';
import { SEALING, type Sealing } from './sealed.ts';
import { resolveOutcome } from './resolver.ts';
import type { Due, Settlement, Settler } from './settler.ts';
import { isPlain, isSigned } from './signature.ts';
import { paymentRequired, priceText, receiptHeaders, type Rail, type Terms } from './terms.ts';

/** Options of a seller. */
export interface SellerParts {
  readonly rail: Rail;
  readonly settler: Settler;
  readonly payments: Payments;
  readonly brakes: Pick<Brakes, 'take'>;
  readonly wall: Clock;
  readonly networkOf: (origin: Origin) => string;
  readonly publicUrl: () => string;
  readonly log: Logger;
  readonly config?: PaymentsConfig | undefined;
  /** Replaced in tests: packing takes time that no virtual clock has. */
  readonly sealing?: Sealing | undefined;
}

/** Sells answers. */
export interface Seller {
  sell(request: ForSale): Promise<Outcome>;
}

/** Request being processed, with its payment. */
interface Attempt {
  readonly request: ForSale;
  readonly payment: Payment;
  readonly due: Due;
  readonly id: PaymentId;
  readonly fingerprint: string;
  readonly clientNetwork: string;
  /** Id of the attempt in claims. */
  readonly by: string;
}

/** The row has changed: read it again. */
const AGAIN = Symbol('again');
type Step = Outcome | typeof AGAIN;

const replayed = (message: string): Outcome => err(problem('payment_replayed', message));
const DELIVERED = 'This payment was settled, and what it bought was delivered; it buys nothing again.';
const OTHER = 'This payment is that of another request. Nothing more was charged.';

/** Creates a seller. */
// oxlint-disable-next-line eslint/max-lines-per-function -- the steps of a payment wait for and hand over to each other
export function createSeller(parts: SellerParts): Seller {
  const {
    rail,
    settler,
    payments,
    brakes,
    wall,
    networkOf,
    publicUrl,
    config = PAYMENTS_V1,
    sealing = SEALING,
  } = parts;
  const log = createBoundedLog(parts.log);

  const termsOf = ({ operation, url, asked }: ForSale): Terms => {
    const { payable } = operation;
    return {
      ...rail,
      amount: usdcUnits(payable === undefined ? '0' : priceOf(payable, asked)),
      resource: `${publicUrl().replace(/\/$/, '')}${url}`,
      description: payable?.description ?? '',
      validSeconds: config.validSeconds,
      bazaar: bazaarOf(operation, asked.path),
    };
  };
  const unknownYet = (): Outcome => {
    const message = 'This payment may have been settled. Send the same one again after Retry-After, never a new one.';
    return err(problem('payment_unknown', message, { retryAfter: config.retrySeconds }));
  };
  const claimOf = ({ by }: Attempt, ms: number): Claim => ({ by, until: wall.now() + ms });
  const refused = (
    { due: { terms } }: Attempt,
    code: Parameters<typeof paymentRequired>[1],
    message: string,
  ): Outcome => err(paymentRequired(terms, code, message));

  const paid = ({ payment, id }: Attempt, answer: Answer<unknown>, transaction: string): Outcome => {
    const headers = { ...answer.headers, ...receiptHeaders(rail, payment.version, id.payer, transaction) };
    return ok({ ...answer, headers });
  };

  /** Returns a stored purchase to its buyer again. */
  const again = async (attempt: Attempt, row: PaymentRow): Promise<Outcome> => {
    if (row.clientNetwork !== attempt.clientNetwork) return replayed(DELIVERED);
    if (row.keyId !== null && (await payments.isUsed(row.keyId))) return replayed(DELIVERED);
    if ((row.answeredAt ?? 0) + config.answersMs <= wall.now()) return replayed(DELIVERED);
    if (row.answer === null || row.transaction === null) return replayed(DELIVERED);
    const { type, headers, bytes } = await sealing.unseal(row.answer, attempt.due.signature);
    return paid(attempt, { ...answerOfBytes(bytes, type), headers }, row.transaction);
  };

  /** Stores an answer with its settlement, and returns it. */
  const deliver = async (attempt: Attempt, sale: Sale, answer: Answer<unknown>, transaction: string): Promise<Step> => {
    const { json: bytes, type, headers = {} } = answer;
    const isDone = await payments.deliver(attempt.id, attempt.by, {
      answer: await sealing.seal({ type, headers, bytes }, attempt.due.signature),
      at: wall.now(),
      transaction,
      effect: sale.sold?.effect,
      keyId: sale.sold?.keyId ?? null,
    });
    return isDone ? paid(attempt, answer, transaction) : AGAIN;
  };

  const performed = async ({ request, id }: Attempt): Promise<{ outcome: Outcome; sale: Sale }> => {
    const sale = createSale(id.nonce, rail.isTest);
    return { outcome: await request.perform(sale), sale };
  };

  /** Records a settlement that came too late for its answer. */
  const settledLate = async (attempt: Attempt, settlement: Settlement): Promise<void> => {
    const now = wall.now();
    if (settlement.kind === 'settled') {
      await payments.resolve(attempt.id, { state: 'settled', transaction: settlement.transaction, at: now }, now);
    }
  };

  /** Settles the payment. @param from `settling` when an earlier attempt may have sent it. */
  const settle = async (
    attempt: Attempt,
    sale: Sale,
    answer: Answer<unknown>,
    from: 'verified' | 'settling',
  ): Promise<Step> => {
    const { id, by, due } = attempt;
    const now = wall.now();
    if (!(await payments.settling(id, claimOf(attempt, config.settleMs + config.graceMs), now))) return AGAIN;
    try {
      // Use the signed values: the price may have changed since the row was written.
      const { value: amount, to: payTo } = due.authorization;
      const settling = settler.settle({ ...due, terms: { ...due.terms, amount, payTo } });
      const settlement = await unlessLate(config.settleMs, settling, (): Settlement => ({ kind: 'unknown' }));
      if (settlement.kind === 'settled') return await deliver(attempt, sale, answer, settlement.transaction);
      if (settlement.kind === 'failed' && from === 'verified') {
        if (!(await payments.failed(id, by, settlement.reason))) return AGAIN;
        return refused(attempt, 'payment_failed', `The payment was not settled (${settlement.reason}).`);
      }
      await payments.unknown(id, by);
      settling.then(async (late) => settledLate(attempt, late)).catch(() => undefined);
      return unknownYet();
    } catch (error) {
      // The transaction may be pending: the network decides.
      log.warn({ err: nameOf(error), nonce: id.nonce }, 'settlement unknown');
      await payments.unknown(id, by).catch(() => undefined);
      return unknownYet();
    }
  };

  /** Continues from a claimed row for which nothing was charged. */
  const carry = async (attempt: Attempt, state: 'seen' | 'verified'): Promise<Step> => {
    const { id, by, due } = attempt;
    try {
      if (state === 'seen') {
        const refusal = await unlessLate(config.verifyMs, settler.verify(due), async () =>
          Promise.reject(new Error('The check of a payment was late.')),
        );
        if (refusal !== undefined) {
          await payments.release(id, by);
          const message = `The payment cannot be settled (${refusal.reason}).`;
          return refusal.code === 'payment_replayed' ? replayed(message) : refused(attempt, refusal.code, message);
        }
        if (!(await payments.verified(id, by))) return AGAIN;
      }
    } catch (error) {
      log.warn({ err: nameOf(error) }, 'payment not verified');
      await payments.release(id, by);
      const message = 'Payments cannot be checked right now. Nothing was charged.';
      return err(problem('payments_unavailable', message, { retryAfter: config.retrySeconds }));
    }
    let settlement: Awaited<ReturnType<typeof performed>>;
    try {
      settlement = await performed(attempt);
    } catch (error) {
      await payments.release(id, by);
      throw error;
    }
    const { outcome, sale } = settlement;
    if (!outcome.ok || 'attach' in outcome.value) {
      await payments.release(id, by);
      return outcome;
    }
    return settle(attempt, sale, outcome.value, 'verified');
  };

  /** Finishes a payment whose attempt ended during or after the settlement. */
  const catchUp = async (attempt: Attempt, row: PaymentRow): Promise<Step> => {
    const { outcome, sale } = await performed(attempt);
    const isAnswer = outcome.ok && !('attach' in outcome.value);
    if (row.state === 'settling') return isAnswer ? settle(attempt, sale, outcome.value, 'settling') : unknownYet();
    return isAnswer ? deliver(attempt, sale, outcome.value, row.transaction ?? '') : outcome;
  };

  /** Whether the network knows the outcome of a payment whose attempt ended during the settlement. */
  const isResolved = async (row: PaymentRow): Promise<boolean> =>
    unlessLate(config.verifyMs, resolveOutcome(parts, row), async () =>
      Promise.reject(new Error('The outcome of a payment was late.')),
    );

  /** Claims a payment and finishes it; undefined when another attempt was faster. */
  const finish = async (attempt: Attempt, row: PaymentRow): Promise<Step | undefined> => {
    const { id, by } = attempt;
    if (!(await payments.takeOver(id, claimOf(attempt, config.claimMs), wall.now(), row.state))) return undefined;
    try {
      return await catchUp(attempt, row);
    } finally {
      // A claim that cannot be released now expires.
      await payments.unclaim(id, by).catch(() => undefined);
    }
  };

  const isOfRow = ({ fingerprint, due }: Attempt, row: PaymentRow): boolean =>
    row.fingerprint === fingerprint && row.signatureHash === hashOf(due);

  /** Processes the row once; undefined while another attempt works on it. */
  const step = async (attempt: Attempt, row: PaymentRow): Promise<Step | undefined> => {
    if (!isOfRow(attempt, row)) return replayed(OTHER);
    const now = wall.now();
    switch (row.state) {
      case 'failed':
        return refused(attempt, 'payment_failed', `The payment was not settled (${row.reason ?? 'unknown'}).`);
      case 'unknown':
        return unknownYet();
      case 'settling':
        if (row.claimedUntil > now) return undefined;
        try {
          if (await isResolved(row)) return AGAIN;
        } catch (error) {
          log.warn({ err: nameOf(error) }, 'payment not resolved');
          return unknownYet();
        }
        return row.clientNetwork === attempt.clientNetwork ? finish(attempt, row) : unknownYet();
      case 'settled':
        if (row.answeredAt !== null) return again(attempt, row);
        return row.clientNetwork === attempt.clientNetwork ? finish(attempt, row) : replayed(DELIVERED);
      case 'seen':
      case 'verified':
        if (!(await payments.takeOver(attempt.id, claimOf(attempt, config.claimMs), now, row.state))) return undefined;
        return carry(attempt, row.state);
    }
  };

  const pursue = async (attempt: Attempt): Promise<Outcome> => {
    const until = deadlines.now() + config.waitMs;
    for (;;) {
      const row = await payments.find(attempt.id);
      let next: Step | undefined = AGAIN;
      if (row !== undefined) next = await step(attempt, row);
      else if (await begin(attempt)) next = await carry(attempt, 'seen');
      if (next !== undefined && next !== AGAIN) return next;
      if (deadlines.now() >= until) return unknownYet();
      if (next === undefined) await pause(config.pollMs);
    }
  };

  const begin = async (attempt: Attempt): Promise<boolean> => {
    const { id, request, due, fingerprint, clientNetwork } = attempt;
    const { terms, authorization } = due;
    const payment = {
      ...id,
      fingerprint,
      signatureHash: hashOf(due),
      clientNetwork,
      resource: request.url.slice(0, 1000),
      payTo: terms.payTo,
      amount: terms.amount.toString(),
      validBefore: Number(authorization.validBefore) * 1000,
      seenAt: wall.now(),
    };
    return payments.begin(payment, claimOf(attempt, config.claimMs));
  };

  /** Returns the problem of a new payment; undefined when accepted. */
  const refusedNew = async (attempt: Attempt): Promise<Problem | undefined> => {
    const { payment, due } = attempt;
    const found = unfit(payment, due.terms, wall.now(), config);
    if (found !== undefined) return paymentRequired(due.terms, found.code, found.message);
    if (isPlain(due) ? await isSigned(due) : !rail.isTest) return undefined;
    return paymentRequired(due.terms, 'payment_bad_signature', 'Expected a signature of the payer, got another.');
  };

  return {
    sell: async (request) => {
      const read = readPayment(request.headers, config.headerBytes);
      const isWork = (read.ok && read.value !== undefined) || request.operation.unsaleable !== undefined;
      const slow = isWork ? await brakeSales({ brakes, networkOf, wall, config }, request) : undefined;
      if (slow !== undefined) return err(slow);
      const stop = await request.unsaleable();
      if (stop !== undefined) return err(stop);
      if (!read.ok) return read;
      const terms = termsOf(request);
      const payment = read.value;
      if (payment === undefined) return err(paymentRequired(terms, 'x402', priceText(terms)));
      const { authorization, signature } = payment;
      const { network, asset } = rail;
      const attempt: Attempt = {
        request,
        payment,
        due: { terms, authorization, signature },
        id: { network, asset, payer: authorization.from, nonce: authorization.nonce },
        fingerprint: fingerprintOf(request),
        clientNetwork: networkOf({ headers: request.headers, remote: request.remote }),
        by: randomUUID(),
      };
      // A settled payment may have expired since.
      if ((await payments.find(attempt.id)) === undefined) {
        const refusal = await refusedNew(attempt);
        if (refusal !== undefined) return err(refusal);
      }
      return pursue(attempt);
    },
  };
}

/** Hash of a signed authorization, which does not reveal the signature. */
function hashOf({ authorization, signature }: Due): string {
  const { from, to, value, validAfter, validBefore, nonce } = authorization;
  return sha256([from, to, value, validAfter, validBefore, nonce, signature].map(String).join(' '));
}

/** Loggable part of an error: messages of wallets and facilitators may quote signed data. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}
