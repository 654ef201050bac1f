// ESM all the way: swc strips the types, node's own module loader runs the rest.
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/__tests__'],
  testMatch: ['**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2024', parser: { syntax: 'typescript' } } }],
  },
  // The same seed for properties in each run.
  moduleNameMapper: { '^fast-check$': '<rootDir>/__tests__/support/fast-check.ts' },
  // The report's script runs in a browser, where nothing collects its counters.
  collectCoverageFrom: ['src/**/*.ts', '!src/**/*.d.ts', '!src/report/trace/client/*.ts'],
  // Only with --coverage.
  coverageThreshold: { global: { statements: 95 } },
  testTimeout: 30_000,
};
