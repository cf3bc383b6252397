/** Addresses of exchanges: those that ship with a source of each, and what is wrong with a file of the operator. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exchangeLabels } from '@barograph/stress/news';
import { describe, expect, it } from 'vitest';
import { parseExchangeAddresses, readExchangeAddresses, shippedExchangeAddresses } from '../src/exchange-addresses.ts';

const HOT = '0x28C6c06298d514Db089934071355E5743bf21d60';
const file = (...rows: readonly string[]): string => ['label,chain,address,source', ...rows].join('\n');

describe('addresses that ship', () => {
  it('name their source, and those of 20 bytes stand for ethereum', () => {
    const labels = shippedExchangeAddresses();
    expect(labels).toHaveLength(711);
    expect(labels.filter(({ chain }) => chain === 'ethereum')).toHaveLength(429);
    expect(labels.every(({ exchange, chain, address, source }) => [exchange, chain, address].every((text) => text !== '') && source.startsWith('http'))).toBe(true); // prettier-ignore
    expect(new Set(labels.map(({ exchange }) => exchange))).toContain('binance');
  });
});

describe("the operator's file", () => {
  it('has columns in any order, cells in quotes, and exchanges as identifiers', () => {
    const text = `\uFEFFAddress,source,chain,label\r\n${HOT},"https://a.example/x, page 2",Ethereum,"Northgate ""Prime"" Ltd"\r\n\r\n`;
    expect(parseExchangeAddresses(text, 'own.csv')).toEqual({
      ok: true,
      value: [
        { exchange: 'northgate-prime-ltd', chain: 'ethereum', address: HOT, source: 'https://a.example/x, page 2' },
      ],
    });
    expect(parseExchangeAddresses(file('Kraken,bitcoin,bc1qa24tsgchvuxsaccp8vrnkfd85hrcpafg20kmjw,mail'), 'f').ok).toBe(true); // prettier-ignore
  });

  it.each([
    ['', 'own.csv:1: expected the columns label, chain, address, source, got ""'],
    ['label,chain,address', 'own.csv:1: expected the columns label, chain, address, source, got "label,chain,address"'],
    [file(`A,ethereum,${HOT}`), /^own\.csv:2: expected 4 cells, got "A,ethereum,/],
    [file(`A,ethereum,${HOT},s`, `"A,ethereum,${HOT},s`), /^own\.csv:3: expected 4 cells, got "\\"A,ethereum,/],
    [file(`A,ethereum,0x12,s`), 'own.csv:2: address expected an address, got "0x12"'],
    [file(`A,ethereum,,s`), 'own.csv:2: address expected an address, got ""'],
    [file(`A,,${HOT},s`), 'own.csv:2: chain expected a chain such as ethereum, got ""'],
    [file(`!!,ethereum,${HOT},s`), 'own.csv:2: label expected a name of 1 to 60 characters, got "!!"'],
    [file(`A,ethereum,${HOT},`), 'own.csv:2: source expected the source of the claim, 1 to 500 characters, got ""'],
    [file(`A,1,${HOT},`), /^own\.csv:2: chain [^\n]*\nown\.csv:2: source [^\n]*$/],
    [file(...Array.from({ length: 14 }, () => `A,ethereum,0x1,s`)), /\nown\.csv:11: [^\n]*\nand 4 more$/],
  ])('is refused with line and field: %j', (text, fault) => {
    const parsed = parseExchangeAddresses(text, 'own.csv');
    expect(parsed.ok).toBe(false);
    if (!parsed.ok) expect(parsed.error).toMatch(fault);
  });

  it('extends the addresses that ship, and corrects them', () => {
    const folder = mkdtempSync(join(tmpdir(), 'barograph-addresses-'));
    const path = join(folder, 'own.csv');
    const first = shippedExchangeAddresses().find(({ chain }) => chain === 'ethereum');
    try {
      writeFileSync(path, file(`Mine,ethereum,${first!.address.toUpperCase().replace('0X', '0x')},me`, `Mine,ethereum,${HOT.replace('28', '29')},me`)); // prettier-ignore
      const read = readExchangeAddresses(path);
      if (!read.ok) throw new Error(read.error);
      expect(read.value).toHaveLength(713);
      const table = exchangeLabels(read.value);
      expect(table.get(`ethereum:${first!.address.toLowerCase()}`)?.exchange).toBe('mine');
      writeFileSync(path, 'label\n');
      expect(readExchangeAddresses(path)).toMatchObject({ ok: false, error: expect.stringMatching(/^exchangeAddresses: .*own\.csv:1: expected the columns/) }); // prettier-ignore
    } finally {
      rmSync(folder, { recursive: true });
    }
    expect(readExchangeAddresses(path)).toMatchObject({ ok: false, error: expect.stringContaining('cannot be read') });
    expect(readExchangeAddresses(undefined)).toMatchObject({ ok: true });
  });
});
