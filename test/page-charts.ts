/** Checks of the charts over time, in a view that is open over a host on simulated data. */

import { expect } from 'vitest';
import type { Page } from './browser.ts';

const SLOW = { timeout: 20_000 };
const text = async (page: Page, selector: string): Promise<string> => page.locator(selector).first().innerText();

/** Opens the table of a chart, counts its rows and closes it. */
async function expectTable(page: Page, panel: string, least: number): Promise<void> {
  const summary = page.locator(`${panel} .as-table summary`).first();
  await summary.click();
  await expect.poll(async () => page.locator(`${panel} .as-table tbody tr`).count()).toBeGreaterThan(least);
  await summary.click();
}

/** A chart that is drawn again, here for other widths, is still read where it was. */
async function expectKept(page: Page, panel: string): Promise<void> {
  const canvas = page.locator(`${panel} .frame .plot canvas`).first();
  const widthOf = async (): Promise<string | null> => canvas.getAttribute('width');
  const [read, drawn] = [await text(page, `${panel} .frame > .readout`), await widthOf()];
  for (const [width, isSame] of [
    [1380, false],
    [1440, true],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(async () => (await widthOf()) === drawn).toBe(isSame);
    expect(await text(page, `${panel} .frame > .readout`)).toBe(read);
  }
}

/** Reads a chart back by one value, zooms in and shows all again, by keys and by its button. */
async function expectKeys(page: Page, panel: string): Promise<void> {
  const readout = `${panel} .frame > .readout`;
  const plot = page.locator(`${panel} .frame .plot`).first();
  await plot.focus();
  const newest = await text(page, readout);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(async () => text(page, readout)).not.toBe(newest);
  await expectKept(page, panel);
  await page.keyboard.press('End');
  await expect.poll(async () => text(page, readout)).toBe(newest);
  // The buttons that would do nothing are off until the chart is zoomed.
  const off = page.locator(`${panel} .frame .zoom button:disabled`);
  expect(await off.count()).toBe(4);
  await page.keyboard.press('+');
  await expect.poll(async () => off.count()).toBe(0);
  await page.locator(`${panel} .frame .zoom button`, { hasText: 'reset' }).click();
  await expect.poll(async () => off.count()).toBe(4);
}

/** The view at `#/history`. */
export async function expectHistory(page: Page): Promise<void> {
  await page.waitForSelector('.p-cycle-past canvas', SLOW);
  await page.waitForSelector('.p-hours-past canvas', SLOW);
  expect(await text(page, '.p-cycle-past')).toContain('Filled: reconstructed.');
  await expectKeys(page, '.p-cycle-past');
  // The newest day that has a reconstructed regime says why.
  await page.locator('.p-cycle-past .plot').focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(async () => text(page, '.p-cycle-past .readout')).toMatch(/reconstructed[^]*: .+;/);
  await expectTable(page, '.p-cycle-past', 5);
  for (const [range, part] of [
    ['90 days', '.baro canvas'],
    ['1 year', '.lanes canvas'],
  ] as const) {
    await page.locator('.p-hours-past .seg button', { hasText: range }).click();
    await page.waitForSelector(`.p-hours-past ${part}`, SLOW);
    expect(await page.locator('.p-hours-past .seg [aria-pressed="true"]').innerText()).toBe(range);
  }
  expect(await text(page, '.p-hours-past .readout')).toMatch(/held most of \d+ h/);
  await expectTable(page, '.p-hours-past', 300);
}

/** The view at `#/board`. */
export async function expectBoard(page: Page): Promise<void> {
  await page.waitForSelector('.p-board .board svg[role="img"]', SLOW);
  const coins = await page.locator('.p-board .board li').count();
  expect(coins).toBeGreaterThan(20);
  expect(await page.locator('.p-board .board svg[role="img"]').first().getAttribute('aria-label')).toMatch(
    /^\S+, seven days: [A-Z].* \d+\s%/,
  );
  const names = async (): Promise<readonly string[]> => page.locator('.p-board .board .name').allInnerTexts();
  await page.locator('.p-board .seg button', { hasText: 'name' }).click();
  await expect
    .poll(async () => (await names()).slice(0, 2))
    .toEqual((await names()).toSorted((a, b) => a.localeCompare(b)).slice(0, 2));
  await expectTable(page, '.p-board', coins - 1);
}

/** Charts of a coin that are loaded when they are scrolled to. */
export async function expectTraderCharts(page: Page): Promise<void> {
  // It may be there already: tables above it were scrolled to.
  if ((await page.locator('.when-seen').count()) > 0) await page.locator('.when-seen').scrollIntoViewIfNeeded();
  for (const panel of ['.p-funding', '.p-interest', '.p-accounts', '.p-heat', '.p-options'])
    await page.waitForSelector(`${panel} canvas`, SLOW);
  await expectKeys(page, '.p-funding');
  await expectKeys(page, '.p-heat');
  for (const [panel, least] of [
    ['.p-funding', 80],
    ['.p-interest', 20],
    ['.p-accounts', 20],
    ['.p-heat', 23],
    ['.p-options', 5],
  ] as const)
    await expectTable(page, panel, least);
  await page.locator('.p-funding .frame .plot').focus();
  await page.keyboard.press('ArrowLeft');
  // The day before is from the archive, which the present of a slow venue does not touch.
  await expect.poll(async () => text(page, '.p-funding .frame > .readout')).toMatch(/large exchange\s+[+−]?\d+\.\d\s%/);
  expect(await text(page, '.p-heat')).toMatch(/forced in 24 h, all venues \$/);
  expect(await text(page, '.p-options')).toContain('Skew is not shown');
  await page.locator('.p-funding .seg button', { hasText: '7 days' }).click();
  await expect.poll(async () => text(page, '.p-funding .frame > .readout')).toMatch(/\d\d:00 UTC/);
}
