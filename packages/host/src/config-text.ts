/** Texts derived from the table of fields: help, the README's table, and the configuration as logged. */

import { CONFIG_FIELDS, fieldNames, type FieldName } from './config-fields.ts';
import type { HostConfig } from './host-config.ts';

/** The table as Markdown, identical to the table in the host's README. */
export function configTable(): string {
  const rows = fieldNames().map((name) => {
    const { flag, env, shape, fallback, fallbackText, meaning, isSecret } = CONFIG_FIELDS[name];
    const usage = shape === undefined ? flag : `${flag} ${shape.replaceAll('|', '\\|')}`;
    return `| \`${name}\` | \`${usage}\` | \`${env}\`${isSecret === true ? ' or `…_FILE`' : ''} | ${fallbackText ?? `\`${String(fallback)}\``} | ${meaning} |`;
  });
  return ['| field | flag | environment | default | meaning |', '|---|---|---|---|---|', ...rows].join('\n');
}

/** Configuration without secrets, for the log. */
export function shownConfig(config: HostConfig): Readonly<Record<string, unknown>> {
  const shown = (name: FieldName): unknown =>
    CONFIG_FIELDS[name].isSecret === true && config[name] !== undefined ? '[hidden]' : config[name];
  return Object.fromEntries(fieldNames().map((name) => [name, shown(name)]));
}

/** Text of `--help`. @param words commands other than serving, with their descriptions. */
export function helpText(words: readonly string[] = []): string {
  const rows = fieldNames().map((name) => {
    const { flag, env, shape, fallback, fallbackText, meaning } = CONFIG_FIELDS[name];
    const usage = shape === undefined ? flag : `${flag} ${shape}`;
    return `  ${usage}\n      ${meaning} Default: ${fallbackText ?? String(fallback)}. Environment: ${env}.`;
  });
  const foot = [
    '  --config FILE\n      JSON object of fields (data, from, logLevel …). Flags override the environment, which overrides the file. Environment: BAROGRAPH_CONFIG.',
    '  A secret can be read from a file: append _FILE to its variable and set it to the path.',
    '  --help, --version',
  ];
  const list =
    words.length === 0 ? [] : ['', 'Commands, each with the flags above:', ...words.map((word) => `  ${word}`)];
  return [
    'Usage: barograph-host [command] [flags]',
    'Serves market regimes over HTTP until it is stopped.',
    '',
    ...rows,
    ...foot,
    ...list,
  ].join('\n');
}
