// What @actions/core gets in the bundle instead of @actions/exec: it needs that only to name the operating system, which
// nobody asks for, and the real one brings @actions/io and child processes to every start.
export function getExecOutput() {
  throw new Error('running programs is not part of this bundle');
}
