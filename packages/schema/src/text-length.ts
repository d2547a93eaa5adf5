/** How long a text is. Characters are Unicode code points, so that an emoji counts as one. */

/** For well-formed text. */
export const countChars = (text: string): number => {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0xdc00 || unit > 0xdfff) count++;
  }
  return count;
};

/** No text has more characters than units, so most need not be counted. */
export const isLongerThan = (text: string, charsMax: number): boolean =>
  text.length > charsMax && countChars(text) > charsMax;

/** Valid Unicode without NUL, which databases do not keep. */
export const isKeepable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
