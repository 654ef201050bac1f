// The certificate of the services (contract 18.9): one suite for all, over the committed bundle and
// real HTTP.
import { base, conformance } from './jest.config.js';

export default { ...base, testRegex: conformance, maxWorkers: 2 };
