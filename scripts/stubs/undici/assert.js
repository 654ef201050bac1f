// node:assert takes 2 ms to load, mostly for the words of comparisons that fail; undici only asks whether something holds.
'use strict';

module.exports = function assert(holds, message) {
  if (holds) return;
  if (message instanceof Error) throw message;
  throw Object.assign(new Error(message ?? 'an assertion of undici does not hold'), { code: 'ERR_ASSERTION' });
};
