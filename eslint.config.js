import tseslint from 'typescript-eslint';

// Rules that need types take most of the time, so a change is judged by them where the product is.
// At night they see the rest as well (`scripts/nightly.sh lint`).
const untyped = ['**/*.js', '**/*.mjs'];
if (process.env.LINT_TYPES !== 'all') {
  untyped.push(
    '__tests__/**',
    'report-page/__tests__/**',
    'bench/**',
    'live/**',
    'scripts/**',
    'examples/**',
  );
}

const SPREAD_LITERAL = {
  selector: ':matches(SpreadElement, JSXSpreadAttribute) > ObjectExpression',
  message:
    'Write the fields themselves: inside a spread object literal, TypeScript does not check their names.',
};
const SPREAD_CONDITION = {
  selector:
    'ObjectExpression > SpreadElement > :matches(LogicalExpression, ConditionalExpression) > ' +
    'ObjectExpression[properties.length > 0]',
  message:
    'Let the field be undefined, or add it in an `if`: here TypeScript does not check its name.',
};

export default tseslint.config(
  {
    ignores: [
      'dist',
      'sandbox/dist',
      'build',
      'coverage',
      'reports',
      'node_modules',
      '.stryker-tmp',
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['*.js', 'scripts/*.mjs'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      'max-params': 'off',
      '@typescript-eslint/max-params': ['error', { max: 3 }],
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'Only src/index.ts reads the environment; take it as an argument.',
        },
      ],
      // Leaving fields out of an object is a use of their names.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      eqeqeq: 'error',
      curly: ['error', 'all'],
      'no-nested-ternary': 'error',
      // The formatter wraps code at 100 columns and leaves comments alone.
      'max-len': ['error', { code: 10_000, comments: 100, ignoreUrls: true }],
      'no-restricted-syntax': ['error', SPREAD_LITERAL],
      'no-duplicate-case': 'error',
    },
  },
  {
    files: [
      '*.js',
      'src/index.ts',
      'sandbox/**',
      '__tests__/**',
      'bench/**',
      'live/**',
      'scripts/**',
      'report-page/**',
    ],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: ['src/**'],
    rules: { 'no-restricted-syntax': ['error', SPREAD_LITERAL, SPREAD_CONDITION] },
  },
  {
    files: ['__tests__/**', 'report-page/__tests__/**'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    // The promises see the bundle from outside, so that the inside can be rewritten under them.
    files: ['__tests__/promises/**'],
    rules: { 'no-restricted-imports': ['error', { patterns: ['**/src/**'] }] },
  },
  { files: untyped, ...tseslint.configs.disableTypeChecked },
);
