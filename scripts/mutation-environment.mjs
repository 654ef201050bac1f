/**
 * Jest's environment while mutants run: one failing test kills a mutant, so the tests after it are left out. Stryker
 * cannot ask that of Jest, whose `bail` counts files.
 */
import { TestEnvironment } from 'jest-environment-node';

/** The mutant that is dead already; the files of one run share this module. */
let killed = '';

export default class extends TestEnvironment {
  #mutant = process.env.__STRYKER_ACTIVE_MUTANT__ ?? '';

  async handleTestEvent(event) {
    if (this.#mutant === '') return;
    if (event.name === 'test_fn_failure') killed = this.#mutant;
    if (event.name === 'test_start' && killed === this.#mutant) event.test.mode = 'skip';
  }
}
