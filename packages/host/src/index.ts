export { composeHost, type Host, type HostParts } from './compose.ts';
export { CONFIG_FIELDS } from './config-fields.ts';
export { configTable, helpText } from './config-text.ts';
export { readConfig } from './config.ts';
export type { HostConfig } from './host-config.ts';
export { run, type RunIo } from './run.ts';
