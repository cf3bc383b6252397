import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entityTable } from '../entities.ts';
import { implicatedBy } from './implicated.ts';
import { inflected } from './inflect.ts';
import { NEWS_READER_V1 } from './lexicon.ts';
import { readHeadline } from './read.ts';
import { sharedKeys } from './same-story.ts';
import { clausesOf, latinShare, tokensOf } from './tokens.ts';

const table = entityTable(['BTC', 'ETH', 'SOL', 'UNI', 'ARB', 'AVAX', 'ADA', 'XRP', 'CRV']);
const symbolsOf = (title: string): string =>
  implicatedBy(readHeadline(title), title, table)
    .map(({ symbol }) => symbol)
    .join(' ');

describe('[#56] a headline by clauses', () => {
  it.each([
    ['Curve Finance pools emptied through compiler bug, $52M gone', 'hack', -1],
    ['Solana wallets drained as private keys leak', 'hack', -1],
    ['Unconfirmed reports of breach at Ethereum bridge, $4M moved', 'exploit_rumour', -1],
    ['Suspected hackers steal $30 million from crypto exchange', 'hack', -1],
    ['SEC drops lawsuit against crypto exchange', 'regulatory', 1],
    ['SEC rejects Solana ETF', 'regulatory', -1],
    ['Germany ends tax exemption for crypto gains', 'regulatory', -1],
    ['Court orders SEC to approve Ethereum trust', 'regulatory', 1],
    ['Treasury lifts sanctions on crypto mixer', 'regulatory', 1],
    ['Solana goes down for five hours', 'product', -1],
  ])('%s: %s %s', (title, category, sign) => {
    expect(readHeadline(title)).toMatchObject({ category, sign, blocker: null });
  });

  it.each([
    ['Exchange denies it was hacked, calls Ethereum outflows routine', 'denial'],
    ['Ethereum pools were not exploited', 'negation'],
    ['Bitcoin unfazed by theft of $3 million at exchange', 'unaffected'],
    ['If Solana bridges were hacked for $1 billion', 'modal'],
    ['Ten years after the bitcoin heist that took $400 million', 'past'],
    ['Film about stolen bitcoin opens, $5 million gross', 'fiction'],
    ['Red team drains Solana vault in drill', 'drill'],
    ['White hat drains Arbitrum pool to save $10M', 'bounty'],
    ['Hacker returns $9M of ether', 'recovered'],
    ['Attack on Ethereum bridge fails, $20M in place', 'thwarted'],
    ['Why bridges of Ethereum get hacked', 'question'],
    ['"We hacked Ethereum," says band of its single', 'quote'],
    ['Judge sets hearing date as SEC sues crypto firm', null],
    ['SEC sets hearing date in lawsuit over Solana', 'procedure'],
    ['Rumour: SEC approves Solana ETF', 'rumour'],
    ['Investors sue crypto exchange over SEC fines', 'private'],
  ])('%s is no event: %s', (title, blocker) => {
    const reading = readHeadline(title);
    if (blocker === null) return expect(reading.category).toBe('regulatory');
    expect([null, 'opinion']).toContain(reading.category);
    expect(reading.blocker).toBe(blocker);
  });

  it.each([
    ['Phishing attack on Uniswap users nets thieves 7,500 ETH', 'UNI'],
    ['Arbitrum lender hacked for $5M, Ethereum deployment safe', 'ARB'],
    ['Solana wallets drained while Bitcoin holds $60,000', 'SOL'],
    ['As Curve Finance pools are drained, Ethereum shrugs', 'CRV'],
    ['$305 million in bitcoin vanishes from exchange', 'BTC'],
    ['SEC sues over BTC, Ethereum, Solana and ARB sales', 'ARB BTC ETH SOL'],
    ['ADA lawsuit: restaurants charged by court', ''],
    ['French police arrest crypto founder as XRP slides', 'MARKET'],
  ])('%s is about %s', (title, symbols) => {
    expect(symbolsOf(title)).toBe(symbols);
  });

  it('never asserts an attack once its verb is negated, whoever is attacked', () => {
    const verb = fc.constantFrom('hacked', 'exploited', 'drained', 'breached', 'robbed');
    const subject = fc.constantFrom('Solana bridge', 'Ethereum vault', 'Crypto exchange', 'Curve Finance pool');
    const negation = fc.constantFrom('was not', 'was never', "wasn't", 'has not been');
    fc.assert(
      fc.property(subject, negation, verb, (who, no, what) => {
        expect(readHeadline(`${who} ${what} for $5 million`).category).toBe('hack');
        expect(readHeadline(`${who} ${no} ${what} for $5 million`).category).toBeNull();
      }),
    );
  });

  it('reads any text without harm, and the same whatever follows its first 400 characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
        const reading = readHeadline(text);
        expect([-1, 0, 1]).toContain(reading.sign);
        if (reading.category === null) expect(reading.about).toEqual([]);
        for (const part of reading.about) expect(part.length).toBeLessThanOrEqual(2 * 400);
        expect(readHeadline(`${text.slice(0, 400).padEnd(400)}drained`)).toEqual(
          readHeadline(text.slice(0, 400).padEnd(400)),
        );
      }),
    );
  });

  it('counts other scripts as not read', () => {
    expect(readHeadline('比特币交易所遭黑客攻击，损失一亿美元')).toMatchObject({ isRead: false, category: null });
    expect(readHeadline('Биржа взломана: похищены bitcoin')).toMatchObject({ isRead: false });
    expect(latinShare('$5 — 100 %')).toBe(1);
  });
});

describe('[#56] parts of the reader', () => {
  it('puts each word in at most one clause, in order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'hack', ',', ';', 'as', 'while', ':', '"x"', 'and'), { maxLength: 30 }),
        (words) => {
          const clauses = clausesOf(tokensOf(words.join(' ')));
          let last = 0;
          for (const { from, to } of clauses) {
            expect(from).toBeGreaterThanOrEqual(last);
            expect(to).toBeGreaterThan(from);
            last = to;
          }
        },
      ),
    );
  });

  it('knows the forms of verbs', () => {
    expect(inflected('ban')).toEqual(['ban', 'bans', 'banned', 'banning']);
    expect(inflected('deny')).toEqual(['deny', 'denies', 'denied', 'denying']);
    expect(inflected('steal')).toContain('stolen');
    expect(inflected('breach')).toContain('breaches');
  });

  it('finds the names and sums that reports of one story share', () => {
    expect(sharedKeys('BtcTurk robbed of nearly $50 million', 'Outflows at exchange BtcTurk top $48M')).toBe(2);
    expect(sharedKeys('SEC sues exchange', 'SEC sues exchange over tokens')).toBe(0);
  });

  it('lists no phrase twice under one tag', () => {
    for (const [tag, text] of Object.entries(NEWS_READER_V1.words)) {
      const phrases = text.split(/\s+/).filter((one) => one !== '');
      expect([tag, phrases.filter((one, i) => phrases.indexOf(one) !== i)]).toEqual([tag, []]);
    }
  });
});
