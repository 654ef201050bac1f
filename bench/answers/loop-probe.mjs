// Preloaded into the bundle (`node --import`). Writes the longest work between two turns of the event loop after the
// run was created to the file in INPUT_BENCH_STRETCH_FILE, in milliseconds of the main thread's CPU time, which depends
// little on the machine's load. The longest JSON.parse of each stretch is subtracted (contract 6.5).
import { writeFileSync } from 'node:fs';

const cpu = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
let [since, parsing, worst, started] = [cpu(), 0, 0, false];

function turn() {
  const now = cpu();
  if (started) worst = Math.max(worst, now - since - parsing);
  [since, parsing] = [now, 0];
}
setInterval(turn, 2).unref();
process.on('exit', () => {
  turn();
  writeFileSync(process.env.INPUT_BENCH_STRETCH_FILE, String(Math.round(worst)));
});

const { parse } = JSON;
JSON.parse = (...given) => {
  const begun = cpu();
  try {
    return parse(...given);
  } finally {
    parsing = Math.max(parsing, cpu() - begun);
  }
};
const { write } = process.stdout;
process.stdout.write = function (text, ...rest) {
  if (!started && String(text).includes('created')) {
    turn();
    started = true;
  }
  return write.call(this, text, ...rest);
};
