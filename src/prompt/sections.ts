/** Other people's text in a frame that it cannot leave: cleaned, cut with a mark, between two lines with a random marker (contract 6.2). */
import { cut, ellipsis, head, visibleLine } from '../report/sanitize/text.ts';
import { withoutHidden } from './strip-hidden.ts';

/** One thing the event tells: facts on a line each, and at most one long text. */
export interface Section {
  readonly title: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly text: string;
}

const LINE_MAX = 300;
/** No body on GitHub is longer; more is not worth cleaning. */
const TEXT_MAX = 300_000;

export function says({ facts, text }: Section): boolean {
  return text !== '' || facts.some(([, value]) => value !== '');
}

function headOf(section: Section): string {
  const line = (text: string): string => ellipsis(visibleLine(withoutHidden(head(text, LINE_MAX * 8))), LINE_MAX);
  const facts = section.facts.filter(([, value]) => value !== '').map(([name, value]) => `${name}: ${line(value)}`);
  return [line(section.title), ...facts].join('\n');
}

/** How much of `room` each gets that wants so much; what the first ones leave is for the last. */
export function shares(wanted: readonly number[], room: number): readonly number[] {
  let left = room;
  return wanted.map((want, index) => {
    const later = wanted.slice(index + 1).reduce((sum, other) => sum + other, 0);
    const share = Math.min(want, Math.max(Math.floor(left / (wanted.length - index)), left - later, 0));
    left -= share;
    return share;
  });
}

/** The sections as one text of at most `room` units. */
function draw(sections: readonly Section[], room: number): string {
  const heads = sections.map(headOf);
  const texts = sections.map((section) => withoutHidden(head(section.text, TEXT_MAX)));
  const taken = heads.reduce((sum, text) => sum + text.length + 4, 0);
  const rooms = shares(
    texts.map((text) => text.length),
    Math.max(0, room - taken),
  );
  const parts = heads.map((text, index) => {
    const fitted = cut(texts[index] ?? '', rooms[index] ?? 0);
    return fitted === '' ? text : `${text}\n\n${fitted}`;
  });
  return cut(parts.join('\n\n'), room);
}

export interface Frame {
  /** What is inside, for the two lines. */
  readonly name: string;
  /** Random, of this step alone; nothing in the text can contain it. */
  readonly marker: string;
  /** UTF-16 units, the two lines included. */
  readonly room: number;
}

/** The sections between a line that begins and one that ends them. */
export function framed(sections: readonly Section[], { name, marker, room }: Frame): string {
  const before = `----- begin of ${name} ${marker} -----`;
  const after = `----- end of ${name} ${marker} -----`;
  const inside = room - before.length - after.length - 2;
  // Broken, not removed: taking it out could bring another one together.
  const broken = `${marker.slice(0, 1)} ${marker.slice(1)}`;
  const drawn = draw(sections, inside).replaceAll(marker, () => broken);
  return `${before}\n${cut(drawn, inside)}\n${after}`;
}
