// The committed bundles as processes, and the trace report in Chromium.
import { base, e2e } from './jest.config.js';

export default {
  ...base,
  testRegex: e2e.map((path) => (path.endsWith('/') ? `${path}.*\\.test\\.ts$` : path)),
};
