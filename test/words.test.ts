import { describe, expect, it } from 'vitest';
import { BANNED, commentProblems, documentProblems, logMessagesOf, logProblems } from './words.ts';
import { filesBelow, readText, workspaces } from './workspace.ts';

const read = (path: string) => ({ path, text: readText(path) });
const folders = workspaces().map(({ folder }) => folder);
const path = 'packages/core/src/x.ts';

describe('the words of the repository', () => {
  it.each(folders)('comments of %s are plain technical English', (folder) => {
    const sources = [...filesBelow(`packages/${folder}/src`, '.ts'), ...filesBelow(`packages/${folder}/test`, '.ts')];
    expect(sources.length).toBeGreaterThan(0);
    // Comments of generated types are descriptions of fields, which the contract shows as they are.
    const written = sources.filter((source) => !source.includes('/generated/'));
    expect(written.flatMap((source) => commentProblems(read(source)))).toEqual([]);
  });

  it.each(['test', 'benchmarks'])('comments of the %s of the whole are plain technical English', (folder) => {
    const sources = filesBelow(folder, '.ts').filter((source) => source !== 'test/words.test.ts');
    expect(sources.length).toBeGreaterThan(0);
    expect(sources.flatMap((source) => commentProblems(read(source)))).toEqual([]);
  });

  it('documents use the usual terms', () => {
    const documents = [
      'README.md',
      'CONTRIBUTING.md',
      'docs/architecture.md',
      'docs/operations.md',
      ...filesBelow('docs/chapters', '.md'),
      ...filesBelow('.changeset', '.md'),
      ...folders.map((folder) => `packages/${folder}/README.md`),
    ];
    expect(documents.length).toBeGreaterThan(20);
    expect(documents.flatMap((document) => documentProblems(read(document)))).toEqual([]);
  });

  it('log messages of the service are stable terms', () => {
    const service = ['host', 'payments', 'runtime', 'sources', 'store', 'venue'];
    const sources = service
      .flatMap((folder) => filesBelow(`packages/${folder}/src`, '.ts'))
      .filter((source) => !source.endsWith('.test.ts'));
    const messages = sources.flatMap((source) => logMessagesOf(readText(source)));
    expect(messages.length).toBeGreaterThan(30);
    expect(messages).toContain('leadership lost');
    expect(sources.flatMap((source) => logProblems(read(source)))).toEqual([]);
  });
});

describe('the rules on words catch', () => {
  it.each(['What', 'How', 'Where', 'Whose', 'Why', 'Which'])('a doc comment that opens with %s', (word) => {
    expect(commentProblems({ path, text: `const a = 1;\n/**\n * ${word} it is.\n */\nconst b = 1;` })).toEqual([
      `${path}:2: opens with "${word}": expected a noun phrase or a verb`,
    ]);
    expect(commentProblems({ path, text: `// ${word} it is\nconst b = 1;` })).toEqual([]);
    expect(commentProblems({ path, text: `const b = '/** ${word} it is. */';` })).toEqual([]);
  });

  it('a phrase that is broken over two lines of a comment', () => {
    expect(commentProblems({ path, text: '/**\n * Rows. The reader is\n * told so.\n */' })).toHaveLength(1);
    expect(commentProblems({ path, text: '// the caller is told' })).toHaveLength(1);
  });

  it('every phrase of the list in a document, but not in its code', () => {
    const phrases = [
      'Whoever comes',
      'it is told',
      'told apart',
      'rows speak of it',
      'it speaks for the market',
      'there is no more of it',
      'not to be told',
      'no skill worth the name',
      'closed without a word',
      'Result for weather',
      'leads no more',
      'Clocked work',
      'The short way',
      'Counting together',
      'logs hear of it',
      'however it was come by',
    ];
    expect(phrases).toHaveLength(BANNED.length);
    for (const [i, [phrase]] of BANNED.entries()) expect(phrases[i]).toMatch(phrase);
    for (const phrase of phrases) {
      expect(documentProblems({ path: 'a.md', text: `One.\n\n${phrase}.` })).not.toEqual([]);
      expect(documentProblems({ path: 'a.md', text: `One.\n\n\`\`\`\n${phrase}\n\`\`\`\n` })).toEqual([]);
    }
  });

  it.each([
    ["log.warn({ err, rows: n(1) }, 'the rows did not come');", 1],
    ["log.warn('Rows missing');", 1],
    ['log.info(`took ${ms} ms`);', 1],
    ["log.info({ leads }, leads ? 'leadership acquired' : 'this replica leads no more');", 2],
    ["log.error(\n  { err: error, reason: 'Anything' },\n  'scheduled job failed; slot will be retried',\n);", 0],
    ["other.error('The rows');", 0],
  ])('a log message that narrates: %s', (text, problems) => {
    expect(logProblems({ path, text })).toHaveLength(problems);
  });
});
