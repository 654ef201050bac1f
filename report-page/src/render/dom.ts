/** Creates elements from names and text. Nothing in this project turns text into markup. */

export type Child = Node | string;

type Attributes = Readonly<Record<string, string | boolean | null>>;

/**
 * `h('button', { class: 'x', type: 'button' }, 'Copy')`. Null and false omit an attribute, true sets it to the empty
 * string.
 */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== null && value !== false) element.setAttribute(name, value === true ? '' : value);
  element.append(...children);
  return element;
}

export function button(label: Child, attributes: Attributes, onClick: () => void): HTMLButtonElement {
  const element = h('button', { type: 'button', ...attributes }, label);
  element.addEventListener('click', onClick);
  return element;
}

/** For pages without clipboard access, which some browsers deny at `file:` addresses. */
function copyBySelection(text: string): void {
  const area = h('textarea', { class: 'offscreen' });
  area.value = text;
  document.body.append(area);
  area.select();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- no other API can copy if the clipboard is blocked
  document.execCommand('copy');
  area.remove();
}

export function copyButton(what: string, text: () => string, label = 'Copy'): HTMLButtonElement {
  const element = button(label, { class: 'small', 'aria-label': `Copy ${what}` }, () => {
    const done = (): void => {
      element.textContent = 'Copied';
      setTimeout(() => (element.textContent = label), 1500);
    };
    navigator.clipboard.writeText(text()).then(done, () => {
      copyBySelection(text());
      done();
    });
  });
  return element;
}

/** A collapsible section whose content is built when it is first opened. */
export function fold(title: readonly Child[], attributes: Attributes, build: () => Child): HTMLDetailsElement {
  const element = h('details', attributes, h('summary', {}, ...title));
  let built = false;
  const open = (): void => {
    if (built || !element.open) return;
    built = true;
    element.append(build());
  };
  element.addEventListener('toggle', open);
  open();
  return element;
}

/** A separately scrolling box that can be focused with the keyboard. */
export function scrollBox(className: string, label: string, ...children: readonly Child[]): HTMLDivElement {
  return h('div', { class: className, tabindex: '0', role: 'group', 'aria-label': label }, ...children);
}

/** Describes an image given as data, which is never loaded. */
export function imageNote(text: string): string | null {
  const match = /^data:(image\/[\w.+-]{1,40})[;,]/i.exec(text.slice(0, 80));
  return match === null ? null : `${match[1] ?? 'image'}, ${Math.ceil((text.length * 3) / 4096)} KB, not shown`;
}
