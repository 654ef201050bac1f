/**
 * Agent text on its way out (contract 6.4): one module for each sink over a common core (`text.ts`). Whatever comes
 * from the service or from an event is agent text: status words, tool names, message types and error bodies as well.
 */
export { outputValue, fileNamePart } from './output.ts';
export { htmlText, scriptJson } from './html.ts';
export {
  annotation,
  annotationTitle,
  beginAgentText,
  endAgentText,
  logInline,
  logJoined,
  logLines,
  logPiece,
} from './log.ts';
export type { LogLinesOptions } from './log.ts';
export {
  markdownCode,
  markdownEscaped,
  markdownFence,
  markdownLineStart,
  markdownLink,
  markdownRunnerLink,
  markdownText,
} from './markdown.ts';
export { safeHttpsUrl, safeRunnerUrl } from './url.ts';
