// The committed bundles as processes, and the trace report in Chromium.
import { base, e2e } from './jest.config.js';

// Mostly waits for processes: with one worker for each core, most of the machine would be idle.
export default {
  ...base,
  maxWorkers: '200%',
  testRegex: e2e.map((path) => (path.endsWith('/') ? `${path}.*\\.test\\.ts$` : path)),
};
