// The promises of the contract, over the committed bundle as processes and real HTTP.
import { base, promises } from './jest.config.js';

export default { ...base, testRegex: promises };
