/**
 * The clients that are asked for one agent: this action, and what vendors publish, at the versions
 * that the table in `bench/README.md` names.
 */
import type { ServiceName } from '../../src/agents/service-table.ts';

/** A package of a vendor, and the few lines that ask it for one agent. */
export interface Sdk {
  readonly name: string;
  readonly version: string;
  readonly registry: 'npm' | 'PyPI';
  /** A service of this action, or the create of another one. */
  readonly speaksTo: ServiceName | { readonly createPath: string; readonly answer: unknown };
  /** Reads `BASE_URL`, `TOKEN` and `ORG_ID` from the environment; the rest is default. */
  readonly code: string;
}

export const SDKS: readonly Sdk[] = [
  {
    name: 'codegen-api-client',
    version: '1.0.0',
    registry: 'PyPI',
    speaksTo: 'agent-run',
    code: `
import os
import codegen_api_client as codegen
client = codegen.ApiClient(codegen.Configuration(host=os.environ["BASE_URL"]))
codegen.AgentsApi(client).create_agent_run_v1_organizations_org_id_agent_run_post(
    int(os.environ["ORG_ID"]),
    codegen.CreateAgentRunInput(prompt="bench"),
    authorization="Bearer " + os.environ["TOKEN"],
)
`,
  },
  {
    name: 'devinai',
    version: '0.1.0',
    registry: 'PyPI',
    speaksTo: 'devin',
    code: `
import os
from devin_sdk import DevinSDK
client = DevinSDK(api_key=os.environ["TOKEN"], base_url=os.environ["BASE_URL"])
client.organizations.sessions.create(org_id=os.environ["ORG_ID"], prompt="bench")
`,
  },
  {
    name: '@cursor/sdk',
    version: '1.0.32',
    registry: 'npm',
    speaksTo: 'cursor',
    code: `
process.env.CURSOR_BACKEND_URL = process.env.BASE_URL;
const { Agent } = await import('@cursor/sdk');
const repos = [{ url: 'https://github.com/owner/name' }];
const agent = await Agent.create({ apiKey: process.env.TOKEN, cloud: { repos } });
await agent.send('bench');
process.exit(0);
`,
  },
  {
    name: 'oz-agent-sdk',
    version: '0.15.0',
    registry: 'PyPI',
    speaksTo: {
      createPath: '/agent/runs',
      answer: { run_id: 'r1', task_id: 'r1', state: 'QUEUED', at_capacity: false },
    },
    code: `
import os
from oz_agent_sdk import OzAPI
client = OzAPI(api_key=os.environ["TOKEN"], base_url=os.environ["BASE_URL"])
client.agent.run(prompt="bench")
`,
  },
  {
    name: '@google/jules-sdk',
    version: '0.2.0',
    registry: 'npm',
    speaksTo: {
      createPath: '/sessions',
      answer: { name: 'sessions/1', id: '1', title: '', prompt: 'bench', state: 'QUEUED' },
    },
    code: `
const { jules } = await import('@google/jules-sdk');
const { TOKEN, BASE_URL } = process.env;
await jules.with({ apiKey: TOKEN, baseUrl: BASE_URL }).session({ prompt: 'bench' });
process.exit(0);
`,
  },
];
