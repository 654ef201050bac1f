// The promises of the contract, over the committed bundle as processes and real HTTP.
import { base, promises } from './jest.config.js';

// More workers than cores, because these tests wait for timers and processes.
export default { ...base, testRegex: promises, maxWorkers: 6 };
