import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalystOf } from './catalyst-rules.ts';
import { checkNewsConfig, NEWS_CATEGORIES, NEWS_TIERS, NEWS_V1 } from './config.ts';
import { nameablePerps } from './coin.ts';
import { entityTable, matchEntities } from './entities.ts';
import { impact, newsBias, newsTone } from './impact.ts';
import { newsItem } from './item.ts';
import { fingerprintDistance, nearDuplicate, simHash } from './near-duplicate.ts';
import { NEWS_WORDS_V1 } from './words.ts';

const PERPS = ['BTC', 'ETH', 'SOL', 'NEAR', 'LINK', 'OP', 'ARB', 'kPEPE', 'W', 'SPX', 'MEME'];
const table = entityTable(PERPS);
const found = (title: string): string => matchEntities(title, table).map(({ symbol, mode }) => `${symbol} ${mode}`).join(', '); // prettier-ignore

describe('[#418] [#419] symbols of a title', () => {
  it.each([
    ['Bitcoin near record as traders link move to rates', 'BTC name'],
    ['NEAR Protocol exploited', 'NEAR name'],
    ['NEAR exploited for millions', ''],
    ['$NEAR exploited for millions', 'NEAR cashtag'],
    ['$near and $link', 'LINK cashtag, NEAR cashtag'],
    ['ARB unlock ahead, Chainlink too', 'ARB ticker, LINK name'],
    ['Arb trade is back', ''],
    ['Ethereum’s $ETH and ETH', 'ETH cashtag'],
    ['PEPE, $kPEPE, $PEPE', 'kPEPE cashtag'],
    ['COURT FINES ARB DESK', ''],
    ['W shaped recovery in crypto', 'MARKET market'],
    ['SPX falls', ''],
    ['$SPX falls', 'SPX cashtag'],
    ['Raised $5 million and $ETHER', ''],
    ['Bitcoin-backed loans for farmers', 'BTC name'],
    ['ETH-like token and BTCUSD pair', ''],
    ['Stablecoin bill passes, banks cheer', 'MARKET market'],
    ['Grain exports rise', ''],
    ['$1000PEPE and 1000PEPE contract halted', 'kPEPE cashtag'],
    ['1000PEPE contract halted', 'kPEPE ticker'],
    ['kPEPE contract halted', 'kPEPE ticker'],
    ['Raised $1000ARB and 1000ETH', ''],
  ])('%s: %s', (title, expected) => {
    expect(found(title)).toBe(expected);
  });

  it('[#427] names the perps that only a cashtag can find', () => {
    expect(table.unresolvable).toEqual(['MEME', 'SPX']);
    expect(entityTable(['BTC', '2Z', 'CC']).unresolvable).toEqual(['2Z', 'CC']);
    for (const perp of table.unresolvable) expect(found(`$${perp} listed`)).toBe(`${perp} cashtag`);
    expect(() => entityTable(['BTC', 'BTC'])).toThrow(/every coin once/);
    expect(() => entityTable(['b t'])).toThrow(/names of perps/);
  });

  it('takes perps by the thousand and the million for their coin, and amounts for none [#427]', () => {
    const many = entityTable(['1000BONK', '1000000MOG', 'SHIB1000', '1MBABYDOGE', '1000CAT', '1INCH', 'MLN']);
    const all = (title: string): readonly string[] =>
      matchEntities(title, many).map(({ symbol, mode }) => `${symbol} ${mode}`);
    expect(all('Holders of BONK, MOG and SHIB are in profit again')).toEqual([
      '1000000MOG ticker',
      '1000BONK ticker',
      'SHIB1000 ticker',
    ]);
    expect(all('Shiba Inu and $BONK, $1MBABYDOGE')).toEqual([
      '1000BONK cashtag',
      '1MBABYDOGE cashtag',
      'SHIB1000 name',
    ]);
    // CAT is a word; 1000CAT is not, so it is a ticker.
    expect(all('CAT rises')).toEqual([]);
    expect(all('1000CAT rises')).toEqual(['1000CAT ticker']);
    expect(all('1INCH pools emptied')).toEqual(['1INCH ticker']);
    expect(all('A fund of $1000MLN')).toEqual([]);
    expect(nameablePerps(['kPEPE', '1000PEPE', 'PEPE', 'b t', 'BTC'])).toEqual(['kPEPE', 'BTC']);
  });

  it('lists no name that is an ordinary ticker or a word of the market', () => {
    const names = Object.values(NEWS_WORDS_V1.names).flat();
    const ordinary = new Set(NEWS_WORDS_V1.ordinary.map((word) => word.toLowerCase()));
    expect(names.filter((name) => ordinary.has(name) || name !== name.toLowerCase())).toEqual([]);
    expect(new Set(NEWS_WORDS_V1.ordinary).size).toBe(NEWS_WORDS_V1.ordinary.length);
  });

  it('takes any text without harm, each symbol once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const symbols = matchEntities(`${text} $BTC ${text} bitcoin`, table).map(({ symbol }) => symbol);
        expect(new Set(symbols).size).toBe(symbols.length);
        expect(symbols.every((symbol) => PERPS.includes(symbol) || symbol === 'MARKET')).toBe(true);
      }),
    );
  });
});

describe('fingerprints', () => {
  it('of copies are near, of other titles far', () => {
    const first = simHash('Harbor Bridge exploited for $80 million as ETH pools are emptied');
    expect(
      nearDuplicate(first, simHash('HARBOR BRIDGE exploited for $80 million, as ETH pools are <b>emptied</b>!')),
    ).toBe(true);
    expect(nearDuplicate(first, simHash('Attackers drain $80 million from Harbor Bridge'))).toBe(false);
    expect(nearDuplicate(simHash('SEC sues Coinbase'), simHash('Coinbase sues SEC'))).toBe(false);
    expect(simHash('')).toEqual(simHash(' !! '));
  });

  it('differ by 0…64 bits, the same either way, and not at all by case and marks', () => {
    const title = fc.string({ minLength: 1, maxLength: 80 });
    fc.assert(
      fc.property(title, title, (a, b) => {
        const [x, y] = [simHash(a), simHash(b)];
        const distance = fingerprintDistance(x, y);
        expect(distance >= 0 && distance <= 64 && Number.isInteger(distance)).toBe(true);
        expect(fingerprintDistance(y, x)).toBe(distance);
        expect(fingerprintDistance(x, simHash(`  ${a} …`))).toBe(0);
        let bits = 0;
        for (let i = 0; i < 32; i++) bits += (((x[0] ^ y[0]) >>> i) & 1) + (((x[1] ^ y[1]) >>> i) & 1);
        expect(distance).toBe(bits);
      }),
    );
  });
});

describe('kinds of titles', () => {
  it.each([
    ['Harbor Bridge exploited for $80 million', 'hack'],
    ['Protocol reportedly hacked, users warned', 'exploit_rumour'],
    ['Winners of the Solana hackathon announced', null],
    ['Hacker of Bitcoin exchange sentenced by court to five years', 'regulatory'],
    ['SEC approves spot ether ETFs', 'regulatory'],
    ['Bitcoin advances to $70,000 as traders return', null],
    ['Ripple partners with bank on payments', 'partnership'],
    ['Sui mainnet upgrade goes live', 'product'],
    ['Why bitcoin could hit $100,000', 'opinion'],
    ['Exchange lists ARB perpetual', null],
    ['Exchange to delist MATIC next week', null],
  ])('%s: %s', (title, category) => {
    expect(catalystOf(title)).toMatchObject({ isNoise: false, category });
  });

  it.each([
    'Bitcoin price prediction for May',
    'Beta Finance price tops $0.07 on Monday',
    'Vvs finance self reported market capitalization hits $212 million',
    'Coin (NASDAQ:COIN) shares sold by director',
    'BTC up',
  ])('%s is noise', (title) => {
    expect(catalystOf(title)).toMatchObject({ isNoise: true, category: null });
  });
});

describe('impact and bias', () => {
  it('is the logistic sum of its terms', () => {
    const { score, terms } = impact({ category: 'hack', tier: 2, corroboration: 1, isInTitle: true, lateMs: 0 });
    expect(score).toMatchOracle(1 / (1 + Math.exp(-(-2.2 + 2.2 + 0.3 + 0.7 * Math.LN2 + 0.5))), { rel: 1e-12, abs: 0 });
    expect(terms).toEqual({ intercept: -2.2, category: 2.2, tier: 0.3, corroboration: 0.7 * Math.LN2, centrality: 0.5, recency: 0 }); // prettier-ignore
    const opinion = impact({ category: 'opinion', tier: 1, corroboration: 6, isInTitle: true, lateMs: 0 }).score;
    expect(opinion).toBeLessThan(NEWS_V1.threshold);
  });

  it('lies in 0…1, grows with sources and standing, falls with lateness', () => {
    const features = fc.record({
      category: fc.constantFrom(...NEWS_CATEGORIES),
      tier: fc.constantFrom(...NEWS_TIERS),
      corroboration: fc.integer({ min: 1, max: 40 }),
      isInTitle: fc.boolean(),
      lateMs: fc.integer({ min: 0, max: 1e9 }),
    });
    fc.assert(
      fc.property(features, (one) => {
        const { score } = impact(one);
        expect(score > 0 && score < 1).toBe(true);
        expect(impact({ ...one, corroboration: one.corroboration + 1 }).score).toBeGreaterThan(score);
        expect(impact({ ...one, tier: 1 }).score).toBeGreaterThanOrEqual(score);
        expect(impact({ ...one, lateMs: one.lateMs + 1e6 }).score).toBeLessThanOrEqual(score);
      }),
    );
  });

  it('[#418] is signed: a hack is risk off, a denial half the other way, regulation as the rules read it', () => {
    expect(newsBias('Bridge hacked', 'hack')).toBeCloseTo(-0.6);
    expect(newsBias('Largest bridge hacked, all funds gone', 'hack')).toBeCloseTo(-1);
    expect(newsBias('Bridge denies hack', 'hack')).toBeCloseTo(0.3);
    expect(newsBias('SEC approves ether ETF', 'regulatory')).toBeCloseTo(0.6);
    expect(newsBias('SEC delays ether ETF application', 'regulatory')).toBeCloseTo(-0.3);
    expect(newsBias('Hearing on stablecoins in Congress', 'regulatory')).toBe(0);
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), fc.constantFrom(...NEWS_CATEGORIES), (text, category) => {
        expect(Math.abs(newsTone(text))).toBeLessThanOrEqual(1);
        expect(Math.abs(newsBias(`sec ${text}`, category))).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('refuses an invalid config', () => {
    const impactOf = (more: Partial<typeof NEWS_V1.impact>) => () => checkNewsConfig({ ...NEWS_V1, impact: { ...NEWS_V1.impact, ...more } }); // prettier-ignore
    expect(impactOf({ corroboration: -1 })).toThrow(/impact.corroboration/);
    expect(impactOf({ late: NaN })).toThrow(/impact.late/);
    expect(() => checkNewsConfig({ ...NEWS_V1, threshold: 2 })).toThrow(/threshold/);
    expect(() => checkNewsConfig({ ...NEWS_V1, duplicateBits: 64 })).toThrow(/duplicateBits/);
  });
});

describe('items from outside', () => {
  const now = 1_700_000_000_000;
  const good = { id: 'a', title: 'SEC sues Coinbase', url: 'https://x.example/a', domain: 'x.example', time: now };

  it('are taken with their time, at most the arrival', () => {
    expect(newsItem(good, 2, now + 5)).toEqual({ ok: true, value: { ...good, tier: 2, seenAt: now + 5 } });
    const ahead = newsItem({ ...good, time: now + 60_000 }, 2, now);
    expect(ahead.ok && ahead.value.time).toBe(now);
    const marks = newsItem({ ...good, title: 'SEC\u202e  sues\u0000\nCoinbase ' }, 2, now);
    expect(marks.ok && marks.value.title).toBe('SEC sues Coinbase');
  });

  it.each([
    ['no_id', 'empty id', { id: '' }],
    ['no_title', 'unseen signs', { title: ' \u200b ' }],
    ['no_title', 'null', { title: null }],
    ['long_title', '100 kB', { title: 'x'.repeat(100_000) }],
    ['markup', 'a script', { title: '<script>alert(1)</script>' }],
    ['markup', 'an open tag', { title: 'a <img src=x' }],
    ['no_time', 'no number', { time: NaN }],
    ['no_time', 'none', { time: undefined }],
    ['future', 'an hour ahead', { time: now + 3_600_000 }],
    ['no_domain', 'no domain', { domain: 'A b' }],
    ['bad_link', 'a script as link', { url: 'javascript:alert(1)' }],
    ['bad_link', 'a quote in the link', { url: 'https://x/"onload' }],
  ])('%s: %s', (fault, _, more) => {
    expect(newsItem({ ...good, ...more }, 2, now)).toEqual({ ok: false, error: fault });
  });
});

describe('a table of entities', () => {
  it('is made of the perps it is given, in any order', () => {
    for (const perps of [
      ['BTC', 'NEAR', 'ETH'],
      ['ETH', 'NEAR', 'BTC'],
    ]) {
      const made = entityTable(perps);
      expect(matchEntities('Bitcoin is near a record', made)).toEqual([{ symbol: 'BTC', mode: 'name' }]);
      expect(matchEntities('Traders prefer ETH over BTC today', made).map(({ symbol }) => symbol)).toEqual([
        'BTC',
        'ETH',
      ]);
      expect(matchEntities('Grain exports rise in April', made)).toEqual([]);
      expect(matchEntities(`${'x '.repeat(250)}Bitcoin`, made)).toEqual([]);
    }
  });

  it('names the perps that no title can name: ordinary words and short tickers without a name', () => {
    const words = { ...NEWS_WORDS_V1, ordinary: ['NEAR', 'LINK'], names: { LINK: ['chain link'] } };
    const made = entityTable(['OP', 'NEAR', 'SOL', 'LINK'], words);
    expect(made.unresolvable).toEqual(['NEAR', 'OP']);
    expect(matchEntities('NEAR, OP, SOL and LINK move with chain-link', made)).toEqual([
      { symbol: 'LINK', mode: 'name' },
      { symbol: 'SOL', mode: 'ticker' },
    ]);
  });
});
