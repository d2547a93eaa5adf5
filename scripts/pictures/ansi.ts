// Draws a terminal's screen as SVG, from tmux's output with colours. It knows only the colours that Cairn uses.

const CELL_PX = 8.4;
const LINE_PX = 20;
const PAD_PX = 18;
const BAR_PX = 30;

/** SGR codes: bold and dim, and the seven colours, on a dark background. */
const COLOURS: Readonly<Record<string, string>> = {
  '31': '#ff7b72',
  '32': '#7ee787',
  '33': '#e3b341',
  '34': '#79c0ff',
  '35': '#d2a8ff',
  '36': '#76e3ea',
};

interface Paint {
  readonly bold: boolean;
  readonly dim: boolean;
  readonly colour: string | null;
}
const PLAIN: Paint = { bold: false, dim: false, colour: null };

const painted = (before: Paint, codes: readonly string[]): Paint => {
  let { bold, dim, colour } = before;
  for (const code of codes) {
    if (code === '' || code === '0') [bold, dim, colour] = [false, false, null];
    if (code === '1') bold = true;
    if (code === '2') dim = true;
    if (code === '22') [bold, dim] = [false, false];
    if (code === '39') colour = null;
    colour = COLOURS[code] ?? colour;
  }
  return { bold, dim, colour };
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const span = (text: string, { bold, dim, colour }: Paint): string => {
  const look = [
    colour === null ? '' : `fill="${colour}"`,
    bold ? 'font-weight="700"' : '',
    dim ? 'opacity=".62"' : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
  return look === '' ? escaped(text) : `<tspan ${look}>${escaped(text)}</tspan>`;
};

/** Returns the lines as SVG. A colour lasts until it is reset, also across lines. */
const linesSvg = (lines: readonly string[]): readonly string[] => {
  let paint = PLAIN;
  return lines.map((line, at) => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one.
    const parts = line.split(/\u001b\[([\d;]*)m/);
    const spans = parts.map((part, index) => {
      if (index % 2 === 0) return part === '' ? '' : span(part, paint);
      paint = painted(paint, part.split(';'));
      return '';
    });
    const y = BAR_PX + PAD_PX + LINE_PX * (at + 0.7);
    return `<text x="${PAD_PX}" y="${y}" xml:space="preserve">${spans.join('')}</text>`;
  });
};

/** Returns the screen as SVG. `title` is the alternative text. */
export const screenSvg = (screen: string, columns: number, title: string): string => {
  const lines = screen.trimEnd().split('\n');
  const width = Math.ceil(columns * CELL_PX + 2 * PAD_PX);
  const height = BAR_PX + 2 * PAD_PX + lines.length * LINE_PX;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" rx="10" fill="#0d1117"/>`,
    ...['#ff5f57', '#febc2e', '#28c840'].map(
      (fill, at) => `<circle cx="${22 + at * 20}" cy="18" r="6" fill="${fill}"/>`,
    ),
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="#e6edf3">`,
    ...linesSvg(lines),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
};
