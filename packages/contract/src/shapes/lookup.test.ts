import { describe, expect, it } from 'vitest';
import { createSymbolLookup, type LookupConfig } from './lookup.ts';

const SNAPSHOT = {
  head: { warming: ['NEW', 'kNEW'], pending: ['LATE'] },
  records: ['BTC', 'kPEPE', 'PEPE', 'kBONK', 'FLOKI', 'kAI', 'KAI'].map((symbol) => ({ value: { symbol }, json: '' })),
};
const config = (kPrefix: LookupConfig['kPrefix']): LookupConfig => ({
  resource: 'VOL',
  lacks: 'too few days',
  kPrefix,
});
const lookUpThat = (kPrefix: LookupConfig['kPrefix']) => {
  const lookUp = createSymbolLookup(SNAPSHOT, config(kPrefix));
  return (name: string) => lookUp(name, () => 90);
};
const alias = lookUpThat('alias');
const suggest = lookUpThat('suggest');

describe.each([
  ['alias', alias],
  ['suggest', suggest],
])('a look-up that may %s', (_, lookUp) => {
  it.each([
    ['BTC', 'BTC'],
    ['btc', 'BTC'],
    ['kPEPE', 'kPEPE'],
    ['KPEPE', 'kPEPE'],
    ['PEPE', 'PEPE'],
    ['pepe', 'PEPE'],
    ['kAI', 'kAI'],
    ['KAI', 'KAI'],
    ['kai', 'KAI'],
  ])('takes %s for %s', (name, symbol) => {
    expect(lookUp(name)).toEqual({ ok: true, value: { symbol } });
  });

  it('says of what warms up that it has too little history', () => {
    expect(lookUp('new')).toMatchObject({
      error: { body: { detail: { error: 'too_little_history', message: 'new is listed, but has too few days.' } } },
    });
  });

  it('says of what is still being fetched when to come again', () => {
    expect(lookUp('late')).toMatchObject({
      error: { status: 503, headers: { 'retry-after': '90' }, body: { detail: { error: 'warming_up' } } },
    });
  });

  it('says of what is nowhere that it is unknown', () => {
    expect(lookUp('ZZZZ')).toMatchObject({
      error: { body: { detail: { error: 'unknown_symbol', message: 'No VOL row is named ZZZZ.', suggestions: [] } } },
    });
  });
});

describe('a k-prefixed ticker', () => {
  it.each([
    ['BONK', 'kBONK'],
    ['kFLOKI', 'FLOKI'],
    ['KFLOKI', 'FLOKI'],
  ])('%s stands for %s where it is an alias, and is told apart elsewhere', (name, symbol) => {
    expect(alias(name)).toEqual({ ok: true, value: { symbol } });
    expect(suggest(name)).toMatchObject({
      error: { body: { detail: { error: 'unknown_symbol', suggestions: [symbol] } } },
    });
  });

  it('that warms up is not hidden behind its plain symbol', () => {
    expect(alias('kNEW')).toMatchObject({ error: { body: { detail: { error: 'too_little_history' } } } });
  });
});
