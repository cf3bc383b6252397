import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HEADLINE_RULES_V1, HEADLINE_RULES_V2 } from './headline-rules.ts';
import { NEWS_READER_V1 } from '../news/reader/lexicon.ts';
import { classifyHeadline } from './headlines.ts';

describe('a headline', () => {
  it.each([
    ['SEC sues Coinbase over unregistered securities', 'restrictive', 'enforcement'],
    ['SEC drops its lawsuit against Ripple', 'supportive', 'dismissal'],
    ['Judge sides with Grayscale in bitcoin ETF case against SEC', 'supportive', 'court-win'],
    ['SEC delays decision on ether ETF applications', 'restrictive', 'rejection'],
    ['SEC approves spot bitcoin ETFs', 'supportive', 'approval'],
    ['China bans crypto mining', 'restrictive', 'ban'],
    ['SEC rescinds crypto accounting guidance SAB 121', 'supportive', 'repeal'],
    ['House passes stablecoin framework', 'supportive', 'clarity'],
    ['DOJ   investigates\nTether', 'restrictive', 'probe'],
    ['Grayscale files for ether ETF', 'neutral', 'filing-first'],
    ['Bitcoin climbs above $70,000', 'neutral', null],
  ])('%s', (text, of, rule) => {
    expect(classifyHeadline(text, HEADLINE_RULES_V2)).toMatchObject({ class: of, rule, isSubject: true });
    expect(classifyHeadline(text)).toMatchObject({ class: of, isSubject: true });
  });

  it.each([
    ['Coinbase appeals key point in SEC lawsuit', 'restrictive', 'neutral', 'challenge'],
    ['Crypto exchange gets registration license in Canada amid crackdown', 'restrictive', 'supportive', 'licence'],
    ['Bitcoin miner signs partnership with grocer', 'supportive', 'neutral', null],
    ['Binance founder to spend four months in prison', 'neutral', 'restrictive', 'enforcement'],
    ['Influencer who swindled millions in crypto sentenced', 'restrictive', 'neutral', 'crime'],
    ['Grayscale files to register shares of its ether trust', 'supportive', 'neutral', 'filing-first'],
  ])('%s: the second edition reads it anew', (text, before, after, rule) => {
    expect(classifyHeadline(text, HEADLINE_RULES_V1).class).toBe(before);
    expect(classifyHeadline(text, HEADLINE_RULES_V2)).toMatchObject({ class: after, rule });
    expect(classifyHeadline(text).class).toBe(after);
  });

  it('about something else is neutral, whatever words it has', () => {
    expect(classifyHeadline('City sues landlord, court approves settlement')).toEqual({
      class: 'neutral',
      confidence: 0,
      rule: null,
      isSubject: false,
      rulesVersion: NEWS_READER_V1.version,
    });
  });

  it('of any text has a class at once, the same in any case', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
        const read = classifyHeadline(`bitcoin ${text}`);
        expect(['restrictive', 'neutral', 'supportive']).toContain(read.class);
        expect(read.confidence >= 0 && read.confidence <= 1).toBe(true);
        expect(classifyHeadline(`BITCOIN ${text}`)).toEqual(read);
      }),
    );
    expect(classifyHeadline(`sec ${'drops '.repeat(20_000)}`, HEADLINE_RULES_V2).rule).toBeNull();
  });
});
