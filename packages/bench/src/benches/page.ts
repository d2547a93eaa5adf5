/** Measures the page in a real browser with a store of 100,000 memories: first view, typing, scrolling and changes from other devices. */
import { gzipSync } from 'node:zlib';
import { openResult } from '@cairn/schema';
import { chromiumFlags, findChromium } from '@cairn/test-support';
import { type Browser, chromium, type Page } from 'playwright-core';
import { eachInTurn, range, sleep } from '../measure.ts';
import { type Device, makeDevice } from '../processes/device.ts';
import { fillStore } from '../processes/embedded-store.ts';
import { startServer } from '../processes/server.ts';
import { awaitSynced, startPair } from '../processes/vault.ts';
import { belowRow, factRow, named } from '../report.ts';
import { createCorpus } from '../text/corpus.ts';
import type { Bench, World } from '../world.ts';

const FIRST_VIEW_MS = 500;
const JUMP_MS = 300;
/** Milliseconds after which the page has loaded the position of each day in the list. */
const SETTLED_MS = 2_000;
const BUNDLE_KB = 120;
const KEY_MS = 80;
const FRAME_MS = 50;
const CHANGE_MS = 200;
const SYNCED_MS_MAX = 60_000;
/** Milliseconds between two keys, as when a person types. */
const KEY_PAUSE_MS = 120;

export const page: Bench = async (world) => {
  const program = findChromium();
  if (program === null) throw new Error('this bench needs Chromium (Debian: apt-get install chromium)');
  const browser = await chromium.launch({ executablePath: program, args: [...chromiumFlags()] });
  world.cleanup.add(() => browser.close());
  const stored = world.size(100_000, 2_000);
  const corpus = createCorpus('page');
  const device = await makeDevice(world, 'page');
  world.say(`page: filling a store with ${stored} memories`);
  await fillStore(device.paths.database, corpus.memories(stored));
  await device.start();
  const ofStore = stored.toLocaleString('en-US');
  world.say('page: the first view');
  const views = await firstViews(world, browser, device);
  world.say('page: typing');
  const keys = await typing(world, browser, device, corpus.questions(world.size(15, 3), stored));
  world.say('page: scrolling');
  const frames = await scrolling(world, browser, device);
  world.say('page: jumping to the middle');
  const jumps = await jumping(world, browser, device, SETTLED_MS);
  const early = await jumping(world, browser, device, 0);
  const bundle = await bundleKb(device);
  await device.stop();
  world.say('page: a change on another device');
  const changes = await changesElsewhere(world, browser);
  return [
    belowRow(named('page.first', `first view of ${ofStore} memories`), views, 'median', FIRST_VIEW_MS),
    factRow(named('page.bundle', 'script, style and document, gzipped', 'kB'), bundle, BUNDLE_KB),
    belowRow(named('page.key', `key to results among ${ofStore}`), keys, 'p95', KEY_MS),
    belowRow(named('page.frame', `frames while ${ofStore} are scrolled`), frames, 'p99', FRAME_MS),
    factRow(named('page.frame.max', 'the longest of these frames'), Math.max(...frames), FRAME_MS),
    belowRow(
      named('page.jump', `a jump to the middle of ${ofStore}, until its texts are read`),
      jumps,
      'p95',
      JUMP_MS,
    ),
    belowRow(
      named('page.jump.first', 'the same in the moment in which the first rows appear'),
      early,
      'p95',
      JUMP_MS,
    ),
    belowRow(named('page.change', 'saved on another device, seen on the page'), changes, 'median', CHANGE_MS),
  ];
};

/** Each page has a context of its own, with an empty cache. */
const VIEW = { viewport: { width: 1_280, height: 900 } };

const openedBy = async (device: Device): Promise<string> =>
  openResult.parse(await device.ask('POST', '/v1/open', {})).url;

const openTimeline = async (browser: Browser, device: Device): Promise<Page> => {
  const opened = await browser.newPage(VIEW);
  await opened.goto(await openedBy(device));
  await opened.locator('.row').first().waitFor();
  return opened;
};

/** Measures from the start of the navigation until rows are drawn. The start is this process's time, the end the browser's. */
const firstViews = async (world: World, browser: Browser, device: Device): Promise<readonly number[]> => {
  return eachInTurn(range(world.size(15, 2)), async () => {
    const opened = await browser.newPage(VIEW);
    const url = await openedBy(device);
    const from = performance.timeOrigin + performance.now();
    await opened.goto(url, { waitUntil: 'commit' });
    const shownAt = Number(await opened.evaluate(SHOWN));
    await opened.context().close();
    return shownAt - from;
  });
};

/** Script for the page. It resolves when a row is drawn, to milliseconds since 1970. */
const SHOWN = `new Promise((resolve) => {
  const now = () => performance.timeOrigin + performance.now();
  const look = () => document.querySelector('.row') !== null
    ? requestAnimationFrame(() => resolve(now()))
    : requestAnimationFrame(look);
  look();
})`;

/**
 * Script for the page: it measures from each key until the results for the field's text are drawn. A key gives no sample if the next
 * key is typed before its results are drawn.
 */
const WATCH_KEYS = `(() => {
  const samples = [];
  let typed = null;
  document.addEventListener('input', ({ target }) => {
    typed = { query: target.value.trim(), at: performance.now() };
  }, true);
  new MutationObserver(() => {
    const shown = document.querySelector('[data-query]')?.dataset.query;
    if (typed === null || shown !== typed.query) return;
    const { at } = typed;
    typed = null;
    requestAnimationFrame(() => samples.push(performance.now() - at));
  }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  globalThis.keySamples = samples;
})()`;

const typing = async (world: World, browser: Browser, device: Device, questions: readonly string[]) => {
  const opened = await openTimeline(browser, device);
  await opened.keyboard.press('/');
  await opened.getByRole('searchbox').waitFor();
  await opened.keyboard.type('warming up', { delay: KEY_PAUSE_MS });
  await opened.evaluate(WATCH_KEYS);
  let keys = 0;
  for (const question of questions) {
    const words = question.slice(0, world.size(40, 12)).trim();
    await opened.getByRole('searchbox').fill('');
    await opened.keyboard.type(words, { delay: KEY_PAUSE_MS });
    await sleep(2 * KEY_PAUSE_MS);
    keys += words.length;
  }
  const samples = numbersOf(await opened.evaluate('globalThis.keySamples'));
  await opened.context().close();
  world.say(`page: ${samples.length} of ${keys} keys had results before the next one`);
  return samples;
};

/** Returns a script for the page: it scrolls in every frame, jumps in every 120th, and measures the time between frames. */
const SCROLL = (ms: number): string => `new Promise((resolve) => {
  const list = document.querySelector('.scroller');
  const frames = [];
  const from = performance.now();
  let last = from;
  let n = 0;
  const frame = (now) => {
    frames.push(now - last);
    last = now;
    n += 1;
    list.scrollTop = n % 120 === 0 ? list.scrollTop + 40000 : list.scrollTop + 160;
    if (now - from < ${ms}) requestAnimationFrame(frame);
    else resolve(frames.slice(1));
  };
  requestAnimationFrame(frame);
})`;

const scrolling = async (world: World, browser: Browser, device: Device): Promise<readonly number[]> => {
  const opened = await openTimeline(browser, device);
  await opened.evaluate(SCROLL(1_000));
  const frames = numbersOf(await opened.evaluate(SCROLL(world.size(20_000, 1_000))));
  await opened.context().close();
  return frames;
};

/** Script for the page: it measures from a jump to the first frame in which a visible row of the list has its text. */
const JUMP = `new Promise((resolve) => {
  const list = document.querySelector('.scroller');
  const from = performance.now();
  list.scrollTop = list.scrollHeight / 2;
  const isRead = (row) => {
    const { top, bottom } = row.getBoundingClientRect();
    const box = list.getBoundingClientRect();
    return bottom > box.top && top < box.bottom && row.textContent.trim() !== '';
  };
  const look = (now) =>
    [...document.querySelectorAll('.row .content')].some(isRead) ? resolve(now - from) : requestAnimationFrame(look);
  requestAnimationFrame(look);
})`;

const jumping = async (world: World, browser: Browser, device: Device, pauseMs: number) => {
  return eachInTurn(range(world.size(15, 2)), async () => {
    const opened = await openTimeline(browser, device);
    await sleep(pauseMs);
    const ms = Number(await opened.evaluate(JUMP));
    await opened.context().close();
    return ms;
  });
};

const changesElsewhere = async (world: World, browser: Browser): Promise<readonly number[]> => {
  const server = await startServer(world, null);
  const [a, b] = await startPair(world, [server, server]);
  await a.ask('POST', '/v1/memories', { content: 'Something to begin with' });
  for (const one of [a, b]) await awaitSynced(one, SYNCED_MS_MAX);
  const opened = await openTimeline(browser, b);
  const samples = await eachInTurn(range(world.size(100, 5)), async (at) => {
    await sleep(100);
    const seen = opened.evaluate(SEES_TEXT(`number ${at} `));
    // Waits until `SEES_TEXT` has started, so that it watches before the memory is saved.
    await opened.evaluate('0');
    const from = performance.timeOrigin + performance.now();
    await a.ask('POST', '/v1/memories', { content: `What another device says, number ${at} of them` });
    return Number(await seen) - from;
  });
  for (const one of [a, b]) await one.stop();
  return samples;
};

const SEES_TEXT = (text: string): string => `new Promise((resolve) => {
  const look = () => [...document.querySelectorAll('.row .content')].some((row) => row.textContent.includes(${JSON.stringify(text)}))
    ? resolve(performance.timeOrigin + performance.now())
    : requestAnimationFrame(look);
  look();
})`;

/** Returns the size of the document and its assets, each gzipped, in kilobytes of 1,000 bytes. */
const bundleKb = async (device: Device): Promise<number> => {
  const origin = `http://127.0.0.1:${device.port()}`;
  const html = await (await fetch(`${origin}/`)).text();
  const paths = [...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
  const files = await Promise.all(
    paths.map(async (path) => new Uint8Array(await (await fetch(`${origin}${path}`)).arrayBuffer())),
  );
  const bytes = [new TextEncoder().encode(html), ...files].map((file) => gzipSync(file, { level: 9 }).length);
  return bytes.reduce((sum, one) => sum + one, 0) / 1_000;
};

const numbersOf = (value: unknown): readonly number[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'number') : [];
