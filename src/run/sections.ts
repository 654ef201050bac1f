/**
 * Frames other people's text so that it cannot break out: cleaned, truncated with a mark, and between two lines with a
 * random marker (contract 6.2).
 */
import { cut, ellipsis, head } from '../safe/text.ts';
import { eventLine, eventText, plainEventText } from '../safe/event-text.ts';

/** One part of the event: facts on one line each, and at most one long text. */
export interface Section {
  readonly title: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly text: string;
  /** The text is shown as it is. By default it is Markdown. */
  readonly isPlain?: boolean;
}

const LINE_MAX = 300;

export function says({ facts, text }: Section): boolean {
  return text !== '' || facts.some(([, value]) => value !== '');
}

function headOf(section: Section): string {
  const line = (text: string): string => ellipsis(eventLine(head(text, LINE_MAX * 8)), LINE_MAX);
  const facts = section.facts.filter(([, value]) => value !== '').map(([name, value]) => `${name}: ${line(value)}`);
  return [line(section.title), ...facts].join('\n');
}

/** Divides `room` among texts of the wanted lengths. Later ones can use what earlier ones leave. */
export function shares(wanted: readonly number[], room: number): readonly number[] {
  let left = room;
  return wanted.map((want, index) => {
    const later = wanted.slice(index + 1).reduce((sum, other) => sum + other, 0);
    const share = Math.min(want, Math.max(Math.floor(left / (wanted.length - index)), left - later, 0));
    left -= share;
    return share;
  });
}

/** The sections as one text of at most `room` UTF-16 units. */
function draw(sections: readonly Section[], room: number): string {
  const heads = sections.map(headOf);
  const texts = sections.map(({ text, isPlain = false }) => (isPlain ? plainEventText(text) : eventText(text)));
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
  /** Names the content in the two marker lines. */
  readonly name: string;
  /** Random, generated for this step, so that no text can contain it. */
  readonly marker: string;
  /** UTF-16 units, including the two marker lines. */
  readonly room: number;
}

/** The sections between an opening and a closing marker line. */
export function framed(sections: readonly Section[], { name, marker, room }: Frame): string {
  const before = `----- begin of ${name} ${marker} -----`;
  const after = `----- end of ${name} ${marker} -----`;
  const inside = room - before.length - after.length - 2;
  // Broken up rather than removed, because removing it could join another one.
  const broken = `${marker.slice(0, 1)} ${marker.slice(1)}`;
  const drawn = draw(sections, inside).replaceAll(marker, () => broken);
  return `${before}\n${cut(drawn, inside)}\n${after}`;
}
