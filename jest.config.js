import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// An editor's own runner may bring an older Node, whose failures explain nothing.
if (!process.features.typescript) {
  throw new Error(
    `These tests need the pinned Node 24, and this is Node ${process.versions.node}. ` +
      'Run "npm test", or point the editor at node_modules/.bin/node.',
  );
}

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
};

const promises = '/__tests__/promises/.*\\.test\\.ts$';
const conformance = '/__tests__/conformance/.*\\.test\\.ts$';
const e2e = [
  '/__tests__/dist/.*\\.test\\.ts$',
  '/__tests__/browser/.*\\.test\\.ts$',
  '/__tests__/sandbox/processes\\.test\\.ts$',
];
const property = ['/__tests__/sim/.*\\.test\\.ts$', '\\.property\\.test\\.ts$'];

export default {
  // Only to find what hangs: a loaded machine may be many times slower than an idle one.
  testTimeout: 120_000,
  // Jest leaves one core to itself by default, which is half of a machine with two.
  maxWorkers: '100%',
  // The scripts of package.json choose one of these.
  projects: [
    {
      ...base,
      displayName: 'unit',
      testMatch: ['**/*.test.ts'],
      testPathIgnorePatterns: [promises, conformance, ...e2e, ...property],
    },
    // The promises of the contract, over the committed bundle as processes and real HTTP.
    { ...base, displayName: 'promises', testRegex: promises },
    // The certificate of the services (contract 18.9): one suite for all, over the committed
    // bundle and real HTTP.
    { ...base, displayName: 'conformance', testRegex: conformance },
    // The committed bundles as processes, and the trace report in Chromium.
    { ...base, displayName: 'e2e', testRegex: e2e },
    // The committed bundle against a real OpenHands server: `npm run live:openhands`.
    {
      ...base,
      displayName: 'live',
      roots: ['<rootDir>/live'],
      testRegex: '/live/.*\\.test\\.ts$',
    },
    // Properties over random inputs, and the simulation in virtual time.
    { ...base, displayName: 'property', testRegex: property },
  ],
  collectCoverageFrom: ['src/**/*.ts', '!src/**/*.d.ts'],
  // Only with --coverage, and of what runs in this process: some modules are driven through the
  // bundle alone (`npm run test:e2e`), whose processes are not counted.
  coverageThreshold: { global: { statements: 95 } },
};
