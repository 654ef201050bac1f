/**
 * The picture of the flow, as SVG: side by side, and one below the other for a phone, each for a
 * light and a dark page. Boxes leave room for wide fonts; `pictures.ts` measures it. Pure.
 */

const FLOW_LABEL =
  'A comment, a push or a schedule starts a step; the step follows the agent at its service; ' +
  'a pull request, a comment and a report come back';

export type Theme = 'dark' | 'light';
export type Shape = 'phone' | 'wide';

interface Colours {
  readonly box: string;
  readonly border: string;
  readonly text: string;
  readonly soft: string;
  readonly done: string;
}

const COLOURS: Readonly<Record<Theme, Colours>> = {
  light: { box: '#f6f8fa', border: '#d1d9e0', text: '#1f2328', soft: '#59636e', done: '#1f883d' },
  dark: { box: '#151b23', border: '#3d444d', text: '#f0f6fc', soft: '#9198a1', done: '#238636' },
};

interface Box {
  readonly title: string;
  readonly lines: readonly string[];
}

const EVENT: Box = {
  title: 'In your repository',
  lines: ['a comment with @agent', 'a pull request, a push', 'a schedule, a click'],
};
const ACTION: Box = {
  title: 'This action, in your job',
  lines: ['starts one agent, never two', 'follows its status and log'],
};
const SERVICE: Box = {
  title: 'The agent, at its service',
  lines: ['Cursor, Devin, Copilot, …'],
};
const BACK: Box = {
  title: 'What comes back',
  lines: [
    '✓ pull request, or a review',
    '✓ comment, summary, report',
    '✓ outputs for the next step',
  ],
};

interface Placed extends Box {
  readonly x: number;
  readonly y: number;
  readonly height: number;
  readonly hasBar?: boolean;
}

interface Layout {
  readonly width: number;
  readonly height: number;
  readonly boxWidth: number;
  readonly boxes: readonly Placed[];
  /** Paths of lines that end in an arrow. */
  readonly arrows: readonly string[];
}

const at = (box: Box, place: Omit<Placed, 'title' | 'lines'>): Placed =>
  Object.assign({}, box, place);

const LAYOUTS: Readonly<Record<Shape, Layout>> = {
  wide: {
    width: 960,
    height: 250,
    boxWidth: 284,
    boxes: [
      at(EVENT, { x: 2, y: 8, height: 122 }),
      at(ACTION, { x: 338, y: 8, height: 122, hasBar: true }),
      at(SERVICE, { x: 338, y: 172, height: 70 }),
      at(BACK, { x: 674, y: 8, height: 122 }),
    ],
    arrows: ['M288 69H334', 'M624 69H670', 'M430 132V168', 'M530 170V134'],
  },
  phone: {
    width: 360,
    height: 490,
    boxWidth: 300,
    boxes: [
      at(EVENT, { x: 30, y: 4, height: 116 }),
      at(ACTION, { x: 30, y: 146, height: 106, hasBar: true }),
      at(SERVICE, { x: 30, y: 278, height: 70 }),
      at(BACK, { x: 30, y: 370, height: 116 }),
    ],
    arrows: ['M180 122V142', 'M130 254V274', 'M230 276V256', 'M30 216H14V428H26'],
  },
};

const PADDING = 16;
const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

export function flowSvg({
  shape,
  theme,
}: {
  readonly shape: Shape;
  readonly theme: Theme;
}): string {
  const { width, height, boxWidth, boxes, arrows } = LAYOUTS[shape];
  const { box, border, text, soft, done } = COLOURS[theme];
  const style =
    `.box{fill:${box};stroke:${border}}.title{fill:${text};font-weight:600}` +
    `.soft{fill:${soft};font-size:13px}.line{stroke:${soft};fill:none;stroke-width:1.5}` +
    `.end{fill:${soft}}.done{fill:${done}}.rest{fill:${border}}`;
  const marker =
    '<defs><marker id="end" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" ' +
    'markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z" class="end"/></marker></defs>';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ` +
      `width="${width}" height="${height}" role="img" aria-label="${escaped(FLOW_LABEL)}" ` +
      'font-family="system-ui, -apple-system, Segoe UI, Helvetica, Arial, sans-serif" ' +
      'font-size="15">',
    `<style>${style}</style>`,
    marker,
    ...boxes.flatMap((placed) => boxSvg(placed, boxWidth)),
    ...arrows.map((path) => `<path class="line" d="${path}" marker-end="url(#end)"/>`),
    '</svg>',
    '',
  ].join('\n');
}

function boxSvg({ title, lines, x, y, height, hasBar }: Placed, width: number): readonly string[] {
  const left = x + PADDING;
  const texts = lines.map(
    (line, nth) =>
      `<text class="soft" x="${left}" y="${y + 54 + 22 * nth}">${escaped(line)}</text>`,
  );
  const full = width - 2 * PADDING;
  const barY = y + 66 + 22 * (lines.length - 1);
  const bar = [
    `<rect class="rest" x="${left}" y="${barY}" width="${full}" height="6" rx="3"/>`,
    `<rect class="done" x="${left}" y="${barY}" width="${full * 0.6}" height="6" rx="3"/>`,
  ];
  return [
    `<rect class="box" x="${x}" y="${y}" width="${width}" height="${height}" rx="8"/>`,
    `<text class="title" x="${left}" y="${y + 29}">${escaped(title)}</text>`,
    ...texts,
    ...(hasBar === true ? bar : []),
  ];
}
