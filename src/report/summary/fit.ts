/** Keeping the parts of a summary within a budget of bytes. Pure. */

export const bytes = (text: string): number => Buffer.byteLength(text, 'utf8');

/** The longest of ever shorter renderings that fits; sanitising may lengthen a text, so only the outcome is measured. */
export function fitting(length: number, budget: number, render: (max: number) => string): string {
  for (let max = Math.min(length, budget); ; max = Math.floor(max * 0.6)) {
    const rendered = render(max);
    if (bytes(rendered) <= budget || max === 0) return rendered;
  }
}

export interface Shown {
  readonly shown: readonly string[];
  readonly rest: number;
}

/** As many whole items as fit; they are rendered one by one, so that what does not fit costs nothing. */
export function fittingItems<T>(items: readonly T[], budget: number, render: (item: T) => string): Shown {
  const shown: string[] = [];
  let left = budget;
  for (const item of items) {
    const rendered = render(item);
    left -= bytes(rendered);
    if (left < 0) break;
    shown.push(rendered);
  }
  return { shown, rest: items.length - shown.length };
}

/** Folded content with a title of Markdown without breaks. A blank line on both sides lets Markdown inside stay Markdown. */
export function folded(title: string, content: string): string {
  return content === '' ? '' : `<details><summary>${title}</summary>\n\n${content}\n\n</details>`;
}
