/**
 * Jest's environment for mutation tests: one failing test kills a mutant, so later tests are
 * skipped. Stryker cannot configure that, because Jest's `bail` counts files.
 */
import { TestEnvironment } from 'jest-environment-node';

/** The mutant that was already killed. The files of one run share this module. */
let killed = '';

export default class extends TestEnvironment {
  #mutant = process.env.__STRYKER_ACTIVE_MUTANT__ ?? '';

  async handleTestEvent(event) {
    if (this.#mutant === '') {
      return;
    }
    if (event.name === 'test_fn_failure') {
      killed = this.#mutant;
    }
    if (event.name === 'test_start' && killed === this.#mutant) {
      event.test.mode = 'skip';
    }
  }
}
