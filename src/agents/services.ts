/** How each service is opened, by the name that the input `service` has for it. */
import type { OpenAgent } from './port.ts';
import type { ServiceName } from './service-table.ts';

export const SERVICES: Readonly<Record<ServiceName, OpenAgent>> = {
  async 'agent-run'(ports) {
    const { openAgentRun } = await import(/* webpackMode: "eager" */ './agent-run/index.ts');
    return openAgentRun(ports);
  },
  async cursor(ports) {
    const { openCursor } = await import(/* webpackMode: "eager" */ './cursor/index.ts');
    return openCursor(ports);
  },
  async devin(ports) {
    const { openDevin } = await import(/* webpackMode: "eager" */ './devin/index.ts');
    return openDevin(ports);
  },
  async copilot(ports) {
    const { openCopilot } = await import(/* webpackMode: "eager" */ './copilot/index.ts');
    return openCopilot(ports);
  },
  async jules(ports) {
    const { openJules } = await import(/* webpackMode: "eager" */ './jules/index.ts');
    return openJules(ports);
  },
  async openhands(ports) {
    const { openOpenHands } = await import(/* webpackMode: "eager" */ './openhands/index.ts');
    return openOpenHands(ports);
  },
};
