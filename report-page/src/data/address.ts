/**
 * The state of the view in the URL, `#step-128&q=retry&errors`, so that a comment can link to it.
 * Pure.
 */

export interface ViewState {
  /** Index of the selected step, or null. */
  readonly step: number | null;
  readonly query: string;
  readonly kind: string;
  readonly tool: string;
  /** Only steps with a problem. The address calls it `errors`, as it always did. */
  readonly errors: boolean;
  /** The visible range in milliseconds from the first entry, or null for all. */
  readonly range: readonly [number, number] | null;
}

export const START: ViewState = {
  step: null,
  query: '',
  kind: '',
  tool: '',
  errors: false,
  range: null,
};

const number = (text: string): number | null => (/^\d{1,15}$/.test(text) ? Number(text) : null);

/** Unknown parts of a URL are ignored. */
export function readAddress(hash: string): ViewState {
  const [first = '', ...rest] = hash.replace(/^#/, '').split('&');
  const step = /^(?:step-)?(\d{1,9})$/.exec(first)?.[1];
  const fields = new URLSearchParams((step === undefined ? [first, ...rest] : rest).join('&'));
  const field = (name: string): string => (fields.get(name) ?? '').slice(0, 500);
  const [from = null, to = null] = field('t').split('-').map(number);
  return {
    step: step === undefined || Number(step) === 0 ? null : Number(step) - 1,
    query: field('q'),
    kind: field('kind'),
    tool: field('tool'),
    errors: fields.has('errors'),
    range: from !== null && to !== null && from < to ? [from, to] : null,
  };
}

export function writeAddress(state: ViewState): string {
  const fields = new URLSearchParams();
  if (state.query !== '') {
    fields.set('q', state.query);
  }
  if (state.kind !== '') {
    fields.set('kind', state.kind);
  }
  if (state.tool !== '') {
    fields.set('tool', state.tool);
  }
  if (state.errors) {
    fields.set('errors', '');
  }
  if (state.range !== null) {
    fields.set('t', state.range.map(Math.round).join('-'));
  }
  const parts = [
    state.step === null ? '' : `step-${state.step + 1}`,
    fields.toString().replace(/=(?=&|$)/g, ''),
  ];
  return `#${parts.filter((part) => part !== '').join('&')}`;
}
