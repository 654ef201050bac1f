// What @actions/core gets in the bundle instead of its own job summary: the host appends to the file by itself.
export const summary = undefined;
export const markdownSummary = undefined;
