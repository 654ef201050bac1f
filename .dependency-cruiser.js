/**
 * The direction of imports (docs/architecture.md): a module may import from its own layer and from those below, types included,
 * and there are no cycles. `scripts/checks.sh architecture` checks it.
 */

/** From the top down. */
const LAYERS = [
  ['index'],
  ['main', 'post'],
  ['fleet'],
  ['step'],
  ['context'],
  ['thread', 'review'],
  ['report'],
  ['run'],
  ['github', 'inputs', 'runner'],
  ['service'],
  ['safe'],
  ['ports', 'version'],
];
const pathOf = (names) => `^src/(${names.join('|')})(/|[.]ts$)`;

export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    ...LAYERS.slice(1).map((layer, index) => ({
      name: `${layer.join('-')}-imports-only-downward`.slice(0, 60),
      severity: 'error',
      from: { path: pathOf(layer) },
      to: { path: pathOf(LAYERS.slice(0, index + 1).flat()) },
    })),
    {
      name: 'every-folder-has-a-layer',
      severity: 'error',
      from: { path: '^src/', pathNot: pathOf(LAYERS.flat()) },
      to: {},
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, path: '^src/', pathNot: '[.]d[.]ts$' },
      to: {},
    },
    {
      name: 'network-only-at-the-edge',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(service/http|github)/' },
      to: { path: '^(undici|https?|net|tls|dns|http2|dgram)(/|$)' },
    },
    {
      name: 'file-system-only-at-the-edge',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(index|runner/files)[.]ts$' },
      to: { path: '^fs(/promises)?$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Types count: an arrow that only a type draws is still an arrow.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.js', '.json'] },
  },
};
