/** Readers of bar files and tables; Node only. */

export * from '@barograph/files';
