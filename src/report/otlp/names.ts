/**
 * Every name in the traces. The GenAI conventions are in development, so a later version changes only this table (docs/decisions/otlp.md).
 */

/** Names as in OpenTelemetry semantic conventions 1.41, the last version that includes the GenAI conventions. */
export const SCHEMA_URL = 'https://opentelemetry.io/schemas/1.41.0';

export const OPERATION = { invokeAgent: 'invoke_agent', executeTool: 'execute_tool' } as const;

export const ATTRIBUTE = {
  operation: 'gen_ai.operation.name',
  provider: 'gen_ai.provider.name',
  conversation: 'gen_ai.conversation.id',
  model: 'gen_ai.request.model',
  inputMessages: 'gen_ai.input.messages',
  outputMessages: 'gen_ai.output.messages',
  toolName: 'gen_ai.tool.name',
  toolType: 'gen_ai.tool.type',
  toolArguments: 'gen_ai.tool.call.arguments',
  toolResult: 'gen_ai.tool.call.result',
  errorType: 'error.type',
  exitCode: 'process.exit.code',
  serverAddress: 'server.address',
  serverPort: 'server.port',
  serviceName: 'service.name',
  serviceVersion: 'service.version',
  pipelineName: 'cicd.pipeline.name',
  pipelineRunUrl: 'cicd.pipeline.run.url.full',
  // Custom names, where the conventions have none.
  runId: 'agent_run.id',
  organization: 'agent_run.organization.id',
  runUrl: 'agent_run.url',
  outcome: 'agent_run.outcome',
  status: 'agent_run.status',
  entryIndex: 'agent_run.entry.index',
  entryType: 'agent_run.entry.type',
  /**
   * The start of a tool's span, or the start or end of the run's span, is the time of a neighbouring entry, because an entry has only one
   * time stamp.
   */
  timeInferred: 'agent_run.time.inferred',
  thought: 'agent_run.thought',
  observation: 'agent_run.observation',
} as const;

/** Prefix of the span events for entries other than tool executions: `agent_run.plan_evaluation`. */
export const EVENT_PREFIX = 'agent_run.';
