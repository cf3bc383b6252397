/** The umbrella in a bundle for browsers: no file access, no module of Node, and the names that are pure. */

import { build, type BuildResult } from 'esbuild';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand, type Ran } from './run-command.ts';
import { ROOT } from './workspace.ts';

async function bundled(contents: string): Promise<{ readonly code: string; readonly inputs: readonly string[] }> {
  const built: BuildResult<{ write: false; metafile: true }> = await build({
    stdin: { contents, resolveDir: join(ROOT, 'test') },
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    logLevel: 'silent',
  });
  return { code: built.outputFiles[0]!.text, inputs: Object.keys(built.metafile.inputs) };
}

/** Runs a bundle in a realm with nothing of Node. @returns what it leaves in `answer`, printed. */
async function answerOf(code: string): Promise<Ran> {
  const realm = `const { runInNewContext } = require('node:vm'); const bare = {};
    bare.globalThis = bare; runInNewContext(${JSON.stringify(`(() => {${code}})()`)}, bare);
    console.log(JSON.stringify(bare.answer));`;
  return runCommand(process.execPath, ['-e', realm]);
}

const BARS = `candlesOf(Array.from({ length: 60 }, (_, i) => (
  { time: i * 864e5, open: 100 + i, high: 102 + i, low: 99 + i, close: 101 + i, volume: 10 })))`;

describe.skipIf(!existsSync(join(ROOT, 'packages/barograph/dist/browser.js')))(
  'the built umbrella in a browser (needs npm run build)',
  () => {
    it('bundles, without files, and runs where there is no Node', async () => {
      const { code, inputs } = await bundled(
        `import { candlesOf, signum, spans, toColumns, toRows } from 'barograph';
         const bars = ${BARS};
         const table = toColumns(signum(bars), { bars });
         globalThis.answer = [toRows(table).at(-1).color, spans(table.time, table.color).length];`,
      );
      expect(inputs.some((path) => path.endsWith('packages/barograph/dist/browser.js'))).toBe(true);
      expect(inputs.filter((path) => /packages\/files|hyparquet|node:/.test(path))).toEqual([]);
      expect(await answerOf(code)).toEqual({ code: 0, stdout: '["green",3]\n', stderr: '' });
    });

    it('computes with kernels after one import, and to the same bits', async () => {
      const { code, inputs } = await bundled(
        `import '@barograph/kernels/install';
         import { hasKernels, withoutKernels } from '@barograph/kernels';
         import { kernelsInUse, rollingRank } from 'barograph';
         const values = Float64Array.from({ length: 500 }, (_, i) => Math.sin(i * i));
         const [fast, plain] = [rollingRank(values, 90), withoutKernels(() => rollingRank(values, 90))];
         globalThis.answer = [hasKernels(), kernelsInUse() !== undefined, fast.every((x, i) => Object.is(x, plain[i]))];`,
      );
      expect(inputs.filter((path) => /node:/.test(path))).toEqual([]);
      expect(await answerOf(code)).toEqual({ code: 0, stdout: '[true,true,true]\n', stderr: '' });
    });

    it('has every name of the umbrella but those of files', async () => {
      const names = "import * as all from 'barograph'; console.log(Object.keys(all).join())";
      const namesOf = async (...flags: readonly string[]): Promise<readonly string[]> => {
        const { stdout } = await runCommand(process.execPath, [...flags, '--input-type=module', '-e', names]);
        return stdout.trim().split(',');
      };
      const [inNode, inBrowser] = [await namesOf(), await namesOf('--conditions=browser')];
      const files = (
        await runCommand(process.execPath, [
          '--input-type=module',
          '-e',
          names.replace("'barograph'", "'@barograph/files'"),
        ])
      ).stdout;
      // The names of layouts are core's, which the files export too.
      const ofFiles = new Set([...files.trim().split(','), 'loadShippedModel', 'writeParquet']);
      ofFiles.delete('LAYOUT_NAMES');
      expect(inBrowser).toEqual(
        expect.arrayContaining(['signum', 'openModel', 'nowcastHistory', 'resumeFrom', 'unwrap']),
      );
      expect(inBrowser.filter((name) => ofFiles.has(name))).toEqual([]);
      expect(inNode.filter((name) => !inBrowser.includes(name))).toEqual([...ofFiles].toSorted());
    });
  },
);
