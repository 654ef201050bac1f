/**
 * Jest's runner for mutation tests: the files that are left when a mutant is killed are not even
 * loaded, which takes longer than their tests. The file that killed the mutant before this one
 * runs first, because mutants come module by module.
 */
import TestRunner from 'jest-runner';
import { isKilled } from './mutation-environment.mjs';

let lastKiller = '';

export default class extends TestRunner {
  async runTests(tests, watcher, options) {
    const isLastKiller = ({ path }) => path === lastKiller;
    const inOrder = [...tests.filter(isLastKiller), ...tests.filter((test) => !isLastKiller(test))];
    for (const test of inOrder) {
      await super.runTests([test], watcher, options);
      if (isKilled()) {
        lastKiller = test.path;
        return;
      }
    }
  }
}
