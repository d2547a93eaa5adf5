import { expect, test } from 'vitest';
import { countLongText, countTokens } from './count-tokens.ts';

const ENGLISH = 'The garden gate opens to the north and closes at dusk. ';
const CHINESE = '花园的门朝北开，黄昏时关闭。';

test.each([
  ['English', ENGLISH.repeat(400)],
  ['English, then Chinese', ENGLISH.repeat(80) + CHINESE.repeat(2_000)],
  ['Chinese, then English', CHINESE.repeat(300) + ENGLISH.repeat(500)],
  ['Chinese within English', ENGLISH.repeat(200) + CHINESE.repeat(400) + ENGLISH.repeat(200)],
  ['one character more than is counted', `${'a b '.repeat(1_000)}c`],
])('the estimate of a long text is within a tenth of its count: %s', (_, text) => {
  const share = countLongText(text) / countTokens(text);
  expect(share).toBeGreaterThan(0.9);
  expect(share).toBeLessThan(1.1);
});
