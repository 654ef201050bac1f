/**
 * The little of the DOM that the report's script uses. The project is compiled without the DOM library, so that no
 * other module can mistake itself for a browser.
 */
export interface Rect {
  readonly left: number;
  readonly width: number;
}

export interface UiEvent {
  readonly key: string;
  readonly clientX: number;
  readonly target: El | null;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  preventDefault(): void;
}

export interface Pen {
  fillStyle: string;
  globalAlpha: number;
  clearRect(x: number, y: number, width: number, height: number): void;
  fillRect(x: number, y: number, width: number, height: number): void;
  scale(x: number, y: number): void;
}

export interface El {
  textContent: string | null;
  className: string;
  id: string;
  hidden: boolean;
  value: string;
  open: boolean;
  disabled: boolean;
  scrollTop: number;
  width: number;
  height: number;
  readonly clientHeight: number;
  readonly clientWidth: number;
  readonly dataset: Record<string, string>;
  readonly style: Record<string, string>;
  append(...nodes: readonly (El | string)[]): void;
  replaceChildren(...nodes: readonly (El | string)[]): void;
  remove(): void;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  addEventListener(type: string, listener: (event: UiEvent) => void): void;
  closest(selector: string): El | null;
  getBoundingClientRect(): Rect;
  getContext(kind: '2d'): Pen | null;
  focus(): void;
  select(): void;
}

export interface Doc {
  readonly documentElement: El;
  readonly body: El;
  createElement(tag: string): El;
  getElementById(id: string): El | null;
  addEventListener(type: string, listener: (event: UiEvent) => void): void;
  execCommand(command: 'copy'): boolean;
}

export interface Media {
  addEventListener(type: 'change', listener: () => void): void;
}

export interface Win {
  readonly document: Doc;
  readonly devicePixelRatio: number;
  readonly location: { readonly hash: string };
  readonly history: { replaceState(state: null, title: '', url: string): void };
  readonly navigator: { readonly clipboard?: { writeText(text: string): Promise<void> } };
  matchMedia(query: string): Media;
  getComputedStyle(element: El): { getPropertyValue(name: string): string };
  requestAnimationFrame(callback: () => void): void;
  setTimeout(callback: () => void, ms: number): void;
  addEventListener(type: string, listener: () => void): void;
}
