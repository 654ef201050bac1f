/** A sandbox for `many.ts`, in a process of its own. */
import { startSandbox } from '../../sandbox/server.ts';
import { evenRun } from './scenario.ts';

const scenario = evenRun({ calls: 100, durationMs: 10_000 });
const { url, token } = await startSandbox({ service: 'cursor', scenario });
process.send?.({ url: url.replace(/\/$/, ''), token });
