/** `barograph wiki`: searches the wiki, or prints one page. */

import { openWiki, type WikiIndex } from '@barograph/catalogue/wiki';
import { snippetOf } from '@barograph/contract';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { CommandError, type Io } from '../io.ts';
import { writeRows } from '../output.ts';
import { addTable, type TableFlags } from '../table-options.ts';

interface WikiFlags extends TableFlags {
  readonly limit: number;
  readonly type?: string;
  readonly page?: boolean;
  readonly out?: string;
}

function limit(text: string): number {
  if (!/^(?:[1-9]|[1-4]\d|50)$/.test(text)) throw new InvalidArgumentError('expected 1…50.');
  return Number(text);
}

/** Adds the command to the program. */
export function addWiki(program: Command, io: Io): void {
  addTable(program.command('wiki'), 'shown', true)
    .summary('pages about strategies, indicators and how numbers are made')
    .description('Searches the wiki; the results are those of GET /wiki/search. Its texts are CC BY 4.0.')
    .argument('<query...>', 'words, or the path of a page with --page')
    .addOption(new Option('--limit <n>', 'maximum number of results').argParser(limit).default(10))
    .addOption(new Option('--type <type>', 'pages of one type').choices(['strategy', 'indicator', 'concept']))
    .option('--page', 'print the page with this path, or with a path that ends so, as Markdown')
    .option('--out <file>', 'write a file instead of standard output')
    .addHelpText(
      'after',
      `
Examples:
  $ barograph wiki funding carry
  $ barograph wiki squeeze --type indicator --format json
  $ barograph wiki --page arms-index`,
    )
    .action(async (words: readonly string[], flags: WikiFlags) => runWiki(io, words.join(' '), flags));
}

async function runWiki(io: Io, q: string, flags: WikiFlags): Promise<void> {
  const file = createRequire(import.meta.url).resolve('@barograph/catalogue/wiki-index.json');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- openWiki validates it
  const wiki = openWiki(JSON.parse(await readFile(file, 'utf8')) as WikiIndex);
  if (flags.page === true) {
    const page = wiki.page(q);
    if (page === undefined) {
      throw new CommandError(`"path" expected that of one page, got ${q}; near to it: ${wiki.near(q).join(', ')}`);
    }
    io.stdout.write(page.markdown);
    return;
  }
  const types = flags.type === undefined ? {} : { type: [flags.type] };
  const { found } = wiki.search({ q, limit: flags.limit, ...types });
  const rows = found.map((page) => ({
    path: page.page.path,
    title: page.page.title,
    type: page.page.type,
    score: page.score,
    snippet: snippetOf({ ...page, q }),
  }));
  await writeRows(io, flags, ['path', 'title', 'type', 'score'], rows);
}
