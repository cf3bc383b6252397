import { mkdir, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { restoreLinks } from '../../src/embedded/binaries.ts';

describe('the library links of the embedded engine', () => {
  it('are made where they are missing, and only there', async () => {
    const home = await mkdtemp(join(tmpdir(), 'barograph-links-'));
    const lib = join(home, 'native', 'lib');
    await mkdir(lib, { recursive: true });
    await writeFile(join(lib, 'libx.so.1.2'), 'library');
    const links = ['libx.so', 'libx.so.1'].map((name) => ({
      source: 'native/lib/libx.so.1.2',
      target: `native/lib/${name}`,
    }));
    await writeFile(join(home, 'native', 'pg-symlinks.json'), JSON.stringify(links));
    expect(await restoreLinks(home)).toBe(2);
    expect(await readlink(join(lib, 'libx.so.1'))).toBe('libx.so.1.2');
    expect(await readFile(join(lib, 'libx.so'), 'utf8')).toBe('library');
    await rm(join(lib, 'libx.so'));
    expect(await restoreLinks(home)).toBe(1);
    expect(await restoreLinks(home)).toBe(0);
    await rm(join(home, 'native', 'pg-symlinks.json'));
    expect(await restoreLinks(home)).toBe(0);
    await rm(home, { recursive: true });
  });
});
