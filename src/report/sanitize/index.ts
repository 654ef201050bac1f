/**
 * Sanitizers for agent text (contract 6.4): one module per destination, based on a common core (`text.ts`). All text from the service or an
 * event is agent text, including status words, tool names, message types and error bodies.
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
  markdownMessage,
  markdownRunnerLink,
  markdownText,
} from './markdown.ts';
export { safeHttpsUrl, safeRunnerUrl } from './url.ts';
