/** Texts made of the table of fields: help, the table of the README, and the configuration as the log may show it. */

import { CONFIG_FIELDS, fieldNames, type FieldName } from './config-fields.ts';
import type { HostConfig } from './host-config.ts';

/** The table as Markdown: the host's README carries exactly this. */
export function configTable(): string {
  const rows = fieldNames().map((name) => {
    const { flag, env, shape, fallback, fallbackText, meaning, isSecret } = CONFIG_FIELDS[name];
    const usage = shape === undefined ? flag : `${flag} ${shape.replaceAll('|', '\\|')}`;
    return `| \`${name}\` | \`${usage}\` | \`${env}\`${isSecret === true ? ' or `…_FILE`' : ''} | ${fallbackText ?? `\`${String(fallback)}\``} | ${meaning} |`;
  });
  return ['| field | flag | environment | default | meaning |', '|---|---|---|---|---|', ...rows].join('\n');
}

/** The configuration as the log may show it. */
export function shownConfig(config: HostConfig): Readonly<Record<string, unknown>> {
  const shown = (name: FieldName): unknown =>
    CONFIG_FIELDS[name].isSecret === true && config[name] !== undefined ? '[hidden]' : config[name];
  return Object.fromEntries(fieldNames().map((name) => [name, shown(name)]));
}

/** Text of `--help`. @param words the commands beside serving, with what they do. */
export function helpText(words: readonly string[] = []): string {
  const rows = fieldNames().map((name) => {
    const { flag, env, shape, fallback, fallbackText, meaning } = CONFIG_FIELDS[name];
    const usage = shape === undefined ? flag : `${flag} ${shape}`;
    return `  ${usage}\n      ${meaning} Default: ${fallbackText ?? String(fallback)}. Environment: ${env}.`;
  });
  const foot = [
    '  --config FILE\n      JSON object of fields (data, from, logLevel …). Flags win over the environment, that over the file. Environment: BAROGRAPH_CONFIG.',
    '  Environment variables of secrets also with _FILE behind the name: the path of a file that holds the value.',
    '  --help, --version',
  ];
  const list = words.length === 0 ? [] : ['', 'Words, each with the flags above:', ...words.map((word) => `  ${word}`)];
  return [
    'barograph-host [flags]',
    'Serves market regimes over HTTP until it is told to stop.',
    '',
    ...rows,
    ...foot,
    ...list,
  ].join('\n');
}
