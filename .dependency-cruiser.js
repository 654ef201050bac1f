/**
 * The direction of imports (docs/architecture.md): a module may import from its own layer and from
 * those below, types included, there are no cycles, and only few modules reach the world. `npm run
 * architecture` checks it.
 */

/** From the top down. */
const LAYERS = [
  ['index', 'artifact'],
  ['main', 'post'],
  ['fleet'],
  ['step'],
  ['context'],
  ['secrets'],
  ['thread', 'review'],
  ['report'],
  ['run'],
  ['github', 'inputs'],
  ['agents'],
  ['http'],
  ['runner'],
  ['safe'],
  ['outcomes', 'message-types'],
];
/** What reaches the world, and the modules of `src` that alone may import it. */
const EDGES = {
  'network-only-at-the-edge': {
    allowed: '(http/undici|github/octokit)[.]ts$',
    to: { path: '^(node_modules/undici/|(https?|net|tls|dns|http2|dgram)(/|$))' },
  },
  'file-system-only-at-the-edge': {
    allowed: '(index|runner/files)[.]ts$',
    to: { path: '^fs(/promises)?$' },
  },
  'process-only-for-its-times': {
    allowed: 'runner/(clock|within)[.]ts$',
    to: { path: '^process$' },
  },
  'packages-of-github-only-at-the-edge': {
    allowed: '(index|artifact|github/octokit)[.]ts$',
    to: { path: '(^|node_modules/)@(actions|octokit)/', dependencyTypesNot: ['type-only'] },
  },
  'types-of-github-only-near-the-edge': {
    allowed: '((index|artifact)[.]ts$|github/|runner/)',
    to: { path: '(^|node_modules/)@(actions|octokit)/' },
  },
};
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
      name: 'no-module-that-nobody-loads',
      severity: 'error',
      // A thread of its own, in a file of its own.
      to: { path: '^src/', pathNot: '^src/artifact[.]ts$', reachable: false },
      from: { path: '^src/index[.]ts$' },
    },
    {
      name: 'services-are-behind-the-port',
      comment: 'Above the adapters nothing knows a service: docs/architecture.md',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/agents/' },
      to: { path: '^src/agents/[^/]+/' },
    },
    {
      name: 'services-know-nothing-of-each-other',
      severity: 'error',
      comment: 'What is the same for all stands in the kit, which knows none of them.',
      from: { path: '^src/agents/([^/]+)/' },
      to: { path: '^src/agents/[^/]+/', pathNot: '^src/agents/($1|kit)/' },
    },
    {
      name: 'the-kit-knows-no-service',
      severity: 'error',
      from: { path: '^src/agents/kit/' },
      to: { path: '^src/agents/[^/]+/', pathNot: '^src/agents/kit/' },
    },
    {
      name: 'services-share-the-port-alone',
      comment: 'They see the port and its words, not how the services are chosen or opened.',
      severity: 'error',
      from: { path: '^src/agents/[^/]+/' },
      to: { path: '^src/agents/(services|service-table)[.]ts$' },
    },
    ...Object.entries(EDGES).map(([name, { allowed, to }]) => ({
      name,
      severity: 'error',
      from: { path: '^src/', pathNot: `^src/${allowed}` },
      to,
    })),
    {
      name: 'parts-on-demand',
      comment: 'What only some steps need: docs/decisions/build.md',
      severity: 'error',
      from: { path: '^src/' },
      to: {
        dynamic: true,
        pathNot:
          '^(src/(agents/[^/]+/(agent|index)|fleet/|thread/turn|github/trigger-phrase|run/untrusted-text|review/review|github/octokit|report/page/index|run/output-schema)|node_modules/yaml/)',
      },
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
