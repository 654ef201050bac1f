/**
 * Jest's environment for mutation tests: one failing test kills a mutant, so later tests are
 * skipped. Stryker cannot configure that, because Jest's `bail` counts files.
 */
import { TestEnvironment } from 'jest-environment-node';

/** The mutant that was already killed. The files of one run share this module. */
let killed = '';

const activeMutant = () => process.env.__STRYKER_ACTIVE_MUTANT__ ?? '';

/** Whether a test has failed with the mutant that is active now. False without one. */
export const isKilled = () => killed !== '' && killed === activeMutant();

export default class extends TestEnvironment {
  async handleTestEvent(event) {
    if (event.name === 'test_fn_failure') {
      killed = activeMutant();
    }
    if (event.name === 'test_start' && isKilled()) {
      event.test.mode = 'skip';
    }
  }
}
