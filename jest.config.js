import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// What tests write to the system's temporary folder goes with the process that runs them all. In
// the tests themselves `process` is a copy, whose exit no listener notices.
const temporary = mkdtempSync(join(tmpdir(), 'agent-run-action-tests-'));
process.env['TMPDIR'] = temporary;
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));

// ESM all the way: swc strips the types, node's own module loader runs the rest.
export const base = {
  testEnvironment: 'node',
  roots: ['<rootDir>/__tests__', '<rootDir>/report-page'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2024', parser: { syntax: 'typescript' } } }],
  },
  // The same seed for properties in each run.
  moduleNameMapper: { '^fast-check$': '<rootDir>/__tests__/support/fast-check.ts' },
  // Only to find what hangs: a loaded machine may be many times slower than an idle one.
  testTimeout: 120_000,
  // Jest leaves one core to itself by default, which is half of a machine with two.
  maxWorkers: '100%',
};

/** Suites of their own: what starts processes or a browser, and what explores at random. */
export const e2e = [
  '/__tests__/dist/',
  '/__tests__/browser/',
  '/__tests__/sandbox/processes\\.test\\.ts$',
];
export const promises = ['/__tests__/promises/.*\\.test\\.ts$'];
export const conformance = ['/__tests__/conformance/.*\\.test\\.ts$'];
export const property = ['/__tests__/sim/', '\\.property\\.test\\.ts$'];

export default {
  ...base,
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['/__tests__/promises/', '/__tests__/conformance/', ...e2e, ...property],
  collectCoverageFrom: ['src/**/*.ts', '!src/**/*.d.ts'],
  // Only with --coverage, and of what runs in this process: some modules are driven through the
  // bundle alone (`npm run test:e2e`), whose processes are not counted.
  coverageThreshold: { global: { statements: 95 } },
};
