/** SIGNUM_RGG and the indicators behind it. */

export * from '@barograph/indicators';
