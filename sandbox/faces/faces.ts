/** The faces by the name of their service. */
import { AgentRunFace, type AgentRunOptions } from './agent-run/face.ts';
import { CopilotFace, type CopilotOptions } from './copilot/face.ts';
import { CursorFace } from './cursor/face.ts';
import { DevinFace } from './devin/face.ts';
import type { Face, ServiceName } from './face.ts';
import { JulesFace } from './jules/face.ts';
import { OpenHandsFace } from './openhands/face.ts';

/** The settings of all services. Each face reads its own. */
export interface FaceOptions extends AgentRunOptions, CopilotOptions {}

const FACES: Readonly<Record<ServiceName, (options: FaceOptions) => Face>> = {
  'agent-run': (options) => new AgentRunFace(options),
  cursor: () => new CursorFace(),
  devin: () => new DevinFace(),
  copilot: (options) => new CopilotFace(options),
  jules: () => new JulesFace(),
  openhands: () => new OpenHandsFace(),
};

export function createFace(service: ServiceName, options: FaceOptions): Face {
  return FACES[service](options);
}
