// Properties over random inputs, and the simulation in virtual time.
import { base, property } from './jest.config.js';

export default {
  ...base,
  testRegex: property.map((path) => (path.endsWith('/') ? `${path}.*\\.test\\.ts$` : path)),
};
