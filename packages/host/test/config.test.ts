import * as fc from 'fast-check';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { cexaAddresses } from '../../sources/src/cexa/definition.ts';
import { askingOf } from '../../sources/src/configured.ts';
import { chainUrl } from '../../sources/src/pools/definition.ts';
import { CONFIG_FIELDS } from '../src/config-fields.ts';
import { configTable, helpText, shownConfig } from '../src/config-text.ts';
import type { HostConfig } from '../src/host-config.ts';
import { readConfig, unknownVariables } from '../src/config.ts';
import { CHAIN_URLS } from '../../sources/src/pools/config.ts';
import { modelsFolder } from '../src/models-folder.ts';

type Name = keyof HostConfig;
const NAMES = Object.keys(CONFIG_FIELDS) as Name[];
const DEFAULTS = Object.fromEntries(NAMES.map((name) => [name, CONFIG_FIELDS[name].fallback]));

/** A valid value for every field, as text and parsed; no value is the default. */
const GOOD: { readonly [N in Name]: readonly [text: string, value: HostConfig[N]] } = {
  host: ['0.0.0.0', '0.0.0.0'],
  port: ['0', 0],
  data: ['bars', 'bars'],
  spot: ['spot', 'spot'],
  derivatives: ['derivatives', 'derivatives'],
  reference: ['reference', 'reference'],
  from: ['2025-01-01', Date.UTC(2025, 0, 1)],
  speed: ['2.5', 2.5],
  seed: ['42', '42'],
  live: ['true', true],
  perpdexUrl: ['http://127.0.0.1:8790/perpdex/', 'http://127.0.0.1:8790/perpdex'],
  cexaUrl: ['http://127.0.0.1:8790/cexa/', 'http://127.0.0.1:8790/cexa'],
  cexaFuturesUrl: ['http://127.0.0.1:8791/', 'http://127.0.0.1:8791'],
  cexaWsUrl: ['ws://127.0.0.1:8790/cexa', 'ws://127.0.0.1:8790/cexa'],
  optionsUrl: ['http://127.0.0.1:8790/options/', 'http://127.0.0.1:8790/options'],
  coinsUrl: ['http://127.0.0.1:8790/coins/', 'http://127.0.0.1:8790/coins'],
  coinsKey: ['CG-0123abc', 'CG-0123abc'],
  unlocksUrl: ['http://127.0.0.1:8790/unlocks/', 'http://127.0.0.1:8790/unlocks'],
  livePools: ['true', true],
  poolsUrl: ['http://127.0.0.1:8790/pools/', 'http://127.0.0.1:8790/pools'],
  promotionsUrl: ['http://127.0.0.1:8790/promotions/', 'http://127.0.0.1:8790/promotions'],
  goplusUrl: ['http://127.0.0.1:8790/goplus/', 'http://127.0.0.1:8790/goplus'],
  honeypotUrl: ['http://127.0.0.1:8790/honeypot/', 'http://127.0.0.1:8790/honeypot'],
  rugcheckUrl: ['http://127.0.0.1:8790/rugcheck/', 'http://127.0.0.1:8790/rugcheck'],
  perpdexWsUrl: ['ws://127.0.0.1:8790/perpdex/ws', 'ws://127.0.0.1:8790/perpdex/ws'],
  perpdexStatsUrl: ['http://127.0.0.1:8790/perpdex/', 'http://127.0.0.1:8790/perpdex'],
  dexbUrl: ['http://127.0.0.1:8790/dexb/', 'http://127.0.0.1:8790/dexb'],
  dexbWsUrl: ['ws://127.0.0.1:8790/dexb/v5/public/linear', 'ws://127.0.0.1:8790/dexb/v5/public/linear'],
  cexbUrl: ['http://127.0.0.1:8790/cexb/', 'http://127.0.0.1:8790/cexb'],
  cexbWsUrl: ['wss://127.0.0.1:8790/cexb/ws/v5/public', 'wss://127.0.0.1:8790/cexb/ws/v5/public'],
  liquidators: [`0x${'0A'.repeat(20)}, 0x${'1'.repeat(40)}`, [`0x${'0a'.repeat(20)}`, `0x${'1'.repeat(40)}`]],
  fearGreedUrl: ['http://127.0.0.1:8790/outlook/', 'http://127.0.0.1:8790/outlook'],
  cmcUrl: ['http://127.0.0.1:8790/outlook/', 'http://127.0.0.1:8790/outlook'],
  cmcKey: ['0123abc', '0123abc'],
  fredUrl: ['http://127.0.0.1:8790/outlook/', 'http://127.0.0.1:8790/outlook'],
  fredApiUrl: ['http://127.0.0.1:8790/outlook/', 'http://127.0.0.1:8790/outlook'],
  fredKey: ['0123abc', '0123abc'],
  treasuryUrl: ['http://127.0.0.1:8790/outlook/', 'http://127.0.0.1:8790/outlook'],
  ecbUrl: ['http://127.0.0.1:8790/outlook/', 'http://127.0.0.1:8790/outlook'],
  stablecoinsUrl: ['http://127.0.0.1:8790/outlook/stablecoins/', 'http://127.0.0.1:8790/outlook/stablecoins'],
  hacksUrl: ['http://127.0.0.1:8790/outlook/hacks/', 'http://127.0.0.1:8790/outlook/hacks'],
  defillamaKey: ['0123abc', '0123abc'],
  mediaUrl: ['http://127.0.0.1:8790/outlook/media/', 'http://127.0.0.1:8790/outlook/media'],
  registerUrl: ['http://127.0.0.1:8790/outlook/register/', 'http://127.0.0.1:8790/outlook/register'],
  headlines: ['feeds.json', 'feeds.json'],
  news: ['news.json', 'news.json'],
  contact: ['desk@example.org', 'desk@example.org'],
  etf: ['flows', 'flows'],
  etfUrl: ['http://127.0.0.1:9/etf', 'http://127.0.0.1:9/etf'],
  etfKey: ['0123abc', '0123abc'],
  rpcEthereumUrl: ['https://127.0.0.1:8545/v2/key/', 'https://127.0.0.1:8545/v2/key'],
  exchangeAddresses: ['wallets.csv', 'wallets.csv'],
  positioning: ['off', false],
  pageSession: ['off', false],
  kernels: ['off', false],
  recalibration: ['off', false],
  threads: ['3', 3],
  venues: ['venues.json', 'venues.json'],
  composites: ['composites.json', 'composites.json'],
  repair: ['true', true],
  skipBad: ['true', true],
  layout: ['klines', 'klines'],
  models: ['elsewhere', 'elsewhere'],
  dataDir: ['state', 'state'],
  webhooksPrivate: ['true', true],
  webhookKey: ['0F'.repeat(32), [Buffer.alloc(32, 15)]],
  archive: ['s3://bucket/a', 's3://bucket/a'],
  archiveEngine: ['duckdb', 'duckdb'],
  archiveDays: ['2.5', 2.5],
  archiveGigabytes: ['1', 1],
  databaseUrl: ['postgres://a:b@c:1/d', 'postgres://a:b@c:1/d'],
  databaseReadUrl: ['postgres://a:b@e:1/d', 'postgres://a:b@e:1/d'],
  redisUrl: ['redis://:p@c:6379', 'redis://:p@c:6379'],
  publicUrl: ['https://example.org/', 'https://example.org'],
  pricingUrl: ['https://example.org/plans', 'https://example.org/plans'],
  smtpUrl: ['smtp://u:p@mail:25', 'smtp://u:p@mail:25'],
  mailFrom: ['A <a@example.org>', 'A <a@example.org>'],
  trustedProxies: ['10.0.0.0/8,::1', '10.0.0.0/8,::1'],
  mintsPerNetwork: ['0', 0],
  mintsPerHour: ['7', 7],
  mailsPerHour: ['5', 5],
  payTo: [`0x${'Ab'.repeat(20)}`, `0x${'Ab'.repeat(20)}`],
  payNetwork: ['base-sepolia', 'base-sepolia'],
  facilitatorUrl: ['https://pay.example.org/', 'https://pay.example.org'],
  payRpcUrl: ['http://localhost:8545', 'http://localhost:8545'],
  payKey: [`0x${'AB'.repeat(32)}`, `0x${'ab'.repeat(32)}`],
  corsOrigin: ['https://a.org, http://b.org:8080', ['https://a.org', 'http://b.org:8080']],
  forcedDays: ['90', 90],
  sampleDays: ['365', 365],
  ledgerDigests: ['digests.ndjson', 'digests.ndjson'],
  edgeGuard: ['true', true],
  logLevel: ['debug', 'debug'],
};
const BAD: { readonly [N in Name]: string } = {
  host: '',
  port: '65536',
  data: '',
  spot: '',
  derivatives: '',
  reference: '',
  from: 'yesterday',
  speed: '-1',
  seed: '',
  live: 'maybe',
  perpdexUrl: 'venue',
  cexaUrl: 'ws://venue',
  cexaFuturesUrl: 'venue',
  cexaWsUrl: 'http://venue',
  optionsUrl: 'ws://venue',
  coinsUrl: 'ws://venue',
  coinsKey: 'a key',
  unlocksUrl: 'ws://venue',
  livePools: 'maybe',
  poolsUrl: 'pools',
  promotionsUrl: 'ws://promotions',
  goplusUrl: 'goplus',
  honeypotUrl: 'ws://honeypot',
  rugcheckUrl: 'rugcheck',
  perpdexWsUrl: 'http://venue',
  perpdexStatsUrl: 'ws://venue',
  dexbUrl: 'ws://venue',
  dexbWsUrl: 'http://venue',
  cexbUrl: 'venue',
  cexbWsUrl: 'venue',
  liquidators: `0x${'1'.repeat(40)},0x${'1'.repeat(40)}`,
  fearGreedUrl: 'nowhere',
  cmcUrl: 'nowhere',
  cmcKey: 'a key',
  fredUrl: 'nowhere',
  fredApiUrl: 'nowhere',
  fredKey: 'a key',
  treasuryUrl: 'nowhere',
  ecbUrl: 'nowhere',
  stablecoinsUrl: 'ws://venue',
  hacksUrl: 'venue',
  defillamaKey: 'a key',
  mediaUrl: 'ws://venue',
  registerUrl: 'venue',
  headlines: '',
  news: '',
  contact: 'a b',
  etf: '',
  etfUrl: 'x',
  etfKey: 'a key',
  rpcEthereumUrl: 'ws://node',
  exchangeAddresses: '',
  positioning: 'maybe',
  kernels: 'maybe',
  recalibration: 'maybe',
  threads: '0',
  pageSession: 'maybe',
  venues: '',
  composites: '',
  repair: 'maybe',
  skipBad: 'maybe',
  layout: 'mexc',
  models: '',
  dataDir: '',
  webhooksPrivate: 'maybe',
  webhookKey: '0f'.repeat(31),
  archive: 's3://',
  archiveEngine: 'sqlite',
  archiveDays: '-1',
  archiveGigabytes: '0',
  databaseUrl: 'mysql://x',
  databaseReadUrl: 'replica:5432',
  redisUrl: 'http://c:6379',
  publicUrl: 'example.org',
  pricingUrl: 'ftp://x',
  smtpUrl: 'mail:25',
  mailFrom: 'nobody',
  trustedProxies: '10.0.0.0/33',
  mintsPerNetwork: '-1',
  mintsPerHour: '1.5',
  mailsPerHour: 'many',
  payTo: '0x1234',
  payNetwork: 'mainnet',
  facilitatorUrl: 'pay.example.org',
  payRpcUrl: 'ws://localhost',
  payKey: '0xsecret',
  corsOrigin: 'https://a.org/',
  forcedDays: '0',
  sampleDays: '180',
  ledgerDigests: '',
  edgeGuard: 'maybe',
  logLevel: 'loud',
};

function read(argv: readonly string[], env: Record<string, string> = {}, file = '{}'): ReturnType<typeof readConfig> {
  return readConfig({ argv, env, readFile: () => file });
}
/** Fields that require another field. */
const BESIDE: Readonly<Partial<Record<Name, readonly string[]>>> = {
  speed: ['--from', '2025-01-01'],
  payTo: ['--facilitator-url', 'https://pay.example.org'],
  facilitatorUrl: ['--pay-to', '0x00000000000000000000000000000000000000aA'],
  payKey: ['--pay-to', '0x00000000000000000000000000000000000000aA'],
};
const beside = (name: Name): readonly string[] => BESIDE[name] ?? [];
function valueOf(result: ReturnType<typeof readConfig>, name: Name): unknown {
  if (!result.ok) throw new Error(result.error);
  return result.value.kind === 'serve' ? result.value.config[name] : result.value.kind;
}
function messageOf(result: ReturnType<typeof readConfig>): string {
  return result.ok ? 'no error' : result.error;
}

describe('a live host', () => {
  it.each(['data', 'spot', 'derivatives', 'from', 'seed'] as const)('refuses %s, naming it', (name) => {
    for (const live of [['--live'], ['--perpdex-url', 'http://venue']]) {
      const asked = read([...live, CONFIG_FIELDS[name].flag, GOOD[name][0]]);
      expect(asked).toEqual({
        ok: false,
        error: `${name}: expected without live, got both (${CONFIG_FIELDS[name].flag})`,
      });
    }
    expect(read(['--live']).ok).toBe(true);
  });
});

describe('a host with live pools', () => {
  it.each(['data', 'spot', 'from'] as const)('refuses %s, naming it', (name) => {
    for (const live of [['--live-pools'], ['--rugcheck-url', 'http://checks']]) {
      const { flag } = CONFIG_FIELDS[name];
      const error = `${name}: expected without live pools, got both (${flag})`;
      expect(read([...live, flag, GOOD[name][0]])).toEqual({ ok: false, error });
    }
  });

  it('asks all five sources, or those alone that have an address', () => {
    const chainFields = ['poolsUrl', 'promotionsUrl', 'goplusUrl', 'honeypotUrl', 'rugcheckUrl'] as const;
    const urls = (argv: readonly string[]) => {
      const asked = read(argv);
      if (!asked.ok || asked.value.kind !== 'serve') throw new Error('expected a config');
      const { config } = asked.value;
      return Object.fromEntries(chainFields.map((name) => [name, chainUrl(config, name)]));
    };
    const none = Object.fromEntries(chainFields.map((name) => [name, undefined]));
    expect(urls([])).toEqual(none);
    expect(urls(['--live'])).toEqual(none);
    expect(urls(['--live-pools'])).toEqual(CHAIN_URLS);
    expect(urls(['--goplus-url', 'http://checks'])).toEqual({ ...none, goplusUrl: 'http://checks' });
    expect(urls(['--live-pools', '--pools-url', 'http://pools'])).toEqual({ ...CHAIN_URLS, poolsUrl: 'http://pools' });
  });
});

describe('readConfig', () => {
  it('is the defaults when nothing is said', () => {
    expect(read([])).toEqual({ ok: true, value: { kind: 'serve', config: DEFAULTS } });
  });

  it.each(NAMES)('reads %s from a flag, the environment and a file', (name) => {
    const { flag, env } = CONFIG_FIELDS[name];
    const [text, value] = GOOD[name];
    expect(valueOf(read([flag, text, ...beside(name)]), name)).toEqual(value);
    expect(valueOf(read([`${flag}=${text}`, ...beside(name)]), name)).toEqual(value);
    expect(valueOf(read(beside(name), { [env]: text }), name)).toEqual(value);
    const file = JSON.stringify({ [name]: text });
    expect(valueOf(read([...beside(name), '--config', 'x.json'], {}, file), name)).toEqual(value);
    expect(valueOf(read(beside(name), { BAROGRAPH_CONFIG: 'x.json' }, file), name)).toEqual(value);
  });

  it.each(NAMES)('names %s when it is wrong, with what was expected and where it came from', (name) => {
    const { flag, env, expected, isSecret } = CONFIG_FIELDS[name];
    const bad = BAD[name];
    const got = isSecret === true ? 'another text' : `"${bad}"`;
    const message = (place: string): string => `${name}: expected ${expected}, got ${got} (${place})`;
    expect(messageOf(read([`${flag}=${bad}`]))).toBe(message(flag));
    expect(messageOf(read([], { [env]: bad }))).toBe(message(env));
    expect(messageOf(read(['--config', 'x.json'], {}, JSON.stringify({ [name]: bad })))).toBe(message('x.json'));
  });

  it('lets flags win over the environment, and the environment over the file', () => {
    const file = '{"port": 1}';
    expect(valueOf(read(['--config', 'f', '--port', '3'], { BAROGRAPH_PORT: '2' }, file), 'port')).toBe(3);
    expect(valueOf(read(['--config', 'f'], { BAROGRAPH_PORT: '2' }, file), 'port')).toBe(2);
    expect(valueOf(read(['--config', 'f'], {}, file), 'port')).toBe(1);
  });

  describe('reads a secret from the file that a variable names', () => {
    const secret = NAMES.filter((name) => CONFIG_FIELDS[name].isSecret === true);
    const ofFile = (name: Name, text: string, env: Record<string, string> = {}): ReturnType<typeof readConfig> => {
      const files: Record<string, string> = { '/run/secrets/one': text };
      const readFile = (path: string): string => {
        const found = files[path];
        if (found === undefined) throw Object.assign(new Error('no'), { code: 'ENOENT' });
        return found;
      };
      const places = { [`${CONFIG_FIELDS[name].env}_FILE`]: '/run/secrets/one', ...env };
      return readConfig({ argv: beside(name), env: places, readFile });
    };

    it.each(secret)('%s', (name) => {
      const { env, expected } = CONFIG_FIELDS[name];
      const [text, value] = GOOD[name];
      const variable = `${env}_FILE`;
      expect(valueOf(ofFile(name, `${text}\n`), name)).toEqual(value);
      expect(messageOf(ofFile(name, BAD[name]))).toBe(`${name}: expected ${expected}, got another text (${variable})`);
      expect(messageOf(ofFile(name, text, { [env]: text }))).toBe(`${name}: expected ${env} or ${variable}, got both`);
      expect(messageOf(ofFile(name, text, { [variable]: '/nowhere' }))).toBe(
        `${name}: expected a file with the value, got no such file: /nowhere (${variable})`,
      );
      expect(unknownVariables({ [variable]: 'x' })).toEqual([]);
    });

    it('and what is no secret from no file', () => {
      expect(secret.length).toBeGreaterThan(5);
      expect(unknownVariables({ BAROGRAPH_PORT_FILE: 'x' })).toEqual(['BAROGRAPH_PORT_FILE']);
      expect(valueOf(read([], { BAROGRAPH_PORT_FILE: 'x' }, '1'), 'port')).toBe(8787);
    });
  });

  it('takes whole ports within 0…65535 and no others', () => {
    const good = (text: string): boolean => read(['--port', text]).ok;
    fc.assert(
      fc.property(
        fc.integer({ min: -10, max: 70_000 }),
        (port) => good(String(port)) === (port >= 0 && port <= 65_535),
      ),
    );
    for (const text of ['8080.5', '1e3', '0x10', ' 80', 'eighty']) expect(good(text)).toBe(false);
  });

  it('takes a switch bare or with its value', () => {
    expect(valueOf(read(['--repair']), 'repair')).toBe(true);
    expect(valueOf(read(['--repair', 'false']), 'repair')).toBe(false);
    expect(valueOf(read(['--repair', '--port', '1']), 'port')).toBe(1);
  });

  it('refuses unknown flags and fields, and flags without a value', () => {
    expect(messageOf(read(['--prot', '80']))).toBe('unknown flag --prot (did you mean --port?); --help lists them');
    expect(messageOf(read(['--retries', '8']))).toBe('unknown flag --retries; --help lists them');
    expect(messageOf(read(['keys']))).toBe('unknown word keys (did you mean key?); --help lists them');
    expect(messageOf(read(['8080']))).toBe('unknown word 8080; --help lists them');
    expect(messageOf(read(['--port']))).toBe('port: expected a value after --port');
    expect(messageOf(read(['--config', 'x.json'], {}, '{"prot": 80}'))).toBe('prot: unknown field in x.json');
    expect(messageOf(read(['--config', 'x.json'], {}, '{"port": [80]}'))).toMatch(/^port: expected a text, number/);
    expect(messageOf(read(['--config', 'x.json'], {}, '[]'))).toBe(
      'config: expected a JSON object in x.json, got an array of 0',
    );
  });

  it('[12.11] refuses a config file that is no JSON or not there in its own words, not in those of a library', () => {
    expect(messageOf(read(['--config', 'x.json'], {}, '{ "port": 80, }'))).toBe(
      'config: expected a JSON object in x.json, got "{ \\"port\\": 80, }"',
    );
    expect(messageOf(read(['--config', 'x.json'], {}, ''))).toBe('config: expected a JSON object in x.json, got ""');
    const missing = Object.assign(new Error('ENOENT: no such file or directory'), { code: 'ENOENT' });
    const readFile = (): string => {
      throw missing;
    };
    expect(messageOf(readConfig({ argv: ['--config', 'x.json'], env: {}, readFile }))).toBe(
      'config: expected a JSON file, got no such file: x.json',
    );
  });

  it('refuses a speed without a start', () => {
    expect(messageOf(read(['--speed', '2']))).toBe('speed: expected together with from');
  });

  it('answers --help and --version before anything else', () => {
    expect(read(['--prot', '--help'])).toEqual({ ok: true, value: { kind: 'help' } });
    expect(read(['-h'])).toEqual({ ok: true, value: { kind: 'help' } });
    expect(read(['--version'])).toEqual({ ok: true, value: { kind: 'version' } });
  });
});

describe('[12.16] unknown variables', () => {
  it('of BAROGRAPH_ are named, and those of the table and other programs are not', () => {
    const env = { BAROGRAPH_PROT: '1', BAROGRAPH_PORT: '1', BAROGRAPH_CONFIG: 'x', DATABASE_URL: 'x', PATH: 'x' };
    expect(unknownVariables(env)).toEqual(['BAROGRAPH_PROT']);
  });
});

describe('[12.16] the folder of models', () => {
  const root = mkdtempSync(join(tmpdir(), 'models-'));
  mkdirSync(join(root, 'models'));
  writeFileSync(join(root, 'models', 'manifest.json'), '[]');
  const inside = join(root, 'packages', 'host', 'dist', 'main.js');
  afterAll(() => rmSync(root, { recursive: true }));

  it('by default is found from any working directory, above the host', () => {
    const working = process.cwd();
    process.chdir(tmpdir());
    try {
      expect(modelsFolder('models', inside)).toBe(join(root, 'models'));
      expect(existsSync(join(modelsFolder('models'), 'manifest.json'))).toBe(true);
    } finally {
      process.chdir(working);
    }
  });

  it('that was named is taken as it is', () => {
    expect(modelsFolder('elsewhere', inside)).toBe(resolve('elsewhere'));
    expect(modelsFolder(join(root, 'models'), inside)).toBe(join(root, 'models'));
  });
});

describe('addresses of the large exchange', () => {
  const of = (more: Partial<HostConfig>) => {
    const config = { ...(DEFAULTS as unknown as HostConfig), ...more };
    return cexaAddresses(config, askingOf(config, 'live'));
  };
  it('are none beside files, the simulator, and a perp venue at another address', () => {
    expect(of({})).toBeUndefined();
    expect(of({ live: true, perpdexUrl: 'http://127.0.0.1:1/perpdex' })).toBeUndefined();
  });
  it('are those of the venue itself with live data', () => {
    expect(of({ live: true })).toEqual({
      url: 'https://api.binance.com',
      futuresUrl: 'https://fapi.binance.com',
      wsUrl: 'wss://fstream.binance.com',
    });
  });
  it('follow from the address of the spot market, never back to the venue itself', () => {
    expect(of({ cexaUrl: 'http://127.0.0.1:1/cexa' })).toEqual({
      url: 'http://127.0.0.1:1/cexa',
      futuresUrl: 'http://127.0.0.1:1/cexa',
      wsUrl: 'ws://127.0.0.1:1/cexa',
    });
    const apart = { cexaUrl: 'http://a', cexaFuturesUrl: 'https://b', cexaWsUrl: 'wss://c' };
    expect(of(apart)).toEqual({ url: 'http://a', futuresUrl: 'https://b', wsUrl: 'wss://c' });
  });
});

describe('the table of fields', () => {
  it('stands in the README word for word', () => {
    expect(readFileSync(new URL('../README.md', import.meta.url), 'utf8')).toContain(configTable());
  });

  it('is what --help prints', () => {
    for (const name of NAMES) expect(helpText()).toContain(CONFIG_FIELDS[name].flag);
  });
});

describe('shownConfig', () => {
  it('hides what carries a password, and nothing else', () => {
    const defaults = DEFAULTS as unknown as HostConfig;
    const config = { ...defaults, databaseUrl: 'postgres://a:secret@c/d', smtpUrl: 'smtp://u:secret@m' };
    const shown = shownConfig(config);
    expect(JSON.stringify(shown)).not.toContain('secret');
    expect(shown).toMatchObject({ port: 8787, databaseUrl: '[hidden]', smtpUrl: '[hidden]', dataDir: 'data' });
    expect(shownConfig(defaults)['databaseUrl']).toBeUndefined();
  });
});
