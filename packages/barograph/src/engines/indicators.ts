/** SIGNUM_RGG and the indicators under it, by themselves. */

export * from '@barograph/indicators';
