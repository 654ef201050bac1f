/**
 * Every way to a sink, by name: who prints, writes or sends, and what. A new way fails here until somebody has looked
 * whether its text went through the sanitiser of its sink.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

const SRC = resolve(import.meta.dirname, '../../src');
/** The page of the trace report has a DOM, and no runner. */
const MODULES = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.ts') && !path.endsWith('.d.ts'),
);
const PRINTING = ['line', 'startGroup', 'notice', 'warning', 'error', 'debug', 'summary', 'info', 'issueCommand'];
const KEEPING = ['output', 'saveState', 'setOutput', 'write', 'append', 'writeFile'];
const SENDING = ['createComment', 'updateComment', 'createCommitStatus'];
/** The host itself, which everything goes through, is tested by its own. */
const ADAPTERS = ['runner/host.ts', 'runner/files.ts', 'github/octokit.ts', 'github/comments.ts', 'github/port.ts'];

interface Way {
  readonly from: string;
  /** `warning(annotation(message))`: the method and the argument that carries the text. */
  readonly call: string;
}

function waysIn(path: string, methods: readonly string[]): Way[] {
  const source = ts.createSourceFile(path, readFileSync(join(SRC, path), 'utf8'), ts.ScriptTarget.Latest, true);
  const found: Way[] = [];
  const argument = (call: ts.CallExpression, method: string): string => {
    const at = ['output', 'saveState', 'write', 'append', 'createComment', 'updateComment'].includes(method) ? 1 : 0;
    return (call.arguments[Math.min(at, call.arguments.length - 1)]?.getText(source) ?? '').replace(/\s+/g, ' ');
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const { expression: callee } = node;
      const name = ts.isPropertyAccessExpression(callee)
        ? callee.name.text
        : ts.isElementAccessExpression(callee)
          ? `[${callee.argumentExpression.getText(source)}]`
          : path.startsWith('report/')
            ? callee.getText(source)
            : '';
      const computed = name.startsWith('[') && methods === PRINTING;
      if (methods.includes(name) || computed) found.push({ from: path, call: `${name}(${argument(node, name)})` });
    }
    // A method taken out of its host could be called by any name.
    const declared = ts.isBindingElement(node) ? node.parent.parent : null;
    const origin =
      declared !== null && ts.isVariableDeclaration(declared) ? (declared.initializer?.getText(source) ?? '') : '';
    if (
      ts.isBindingElement(node) &&
      /(?:^|\.#?)(?:host|files|core|github)$/.test(origin) &&
      methods.includes((node.propertyName ?? node.name).getText(source))
    )
      found.push({ from: path, call: `taken out: ${node.getText(source)}` });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function ways(methods: readonly string[]): Record<string, string[]> {
  const all = MODULES.filter((path) => !ADAPTERS.includes(path)).flatMap((path) => waysIn(path, methods));
  return Object.fromEntries(
    [...new Set(all.map(({ from }) => from))]
      .sort()
      .map((from) => [from, all.filter((way) => way.from === from).map(({ call }) => call)]),
  );
}

describe('text leaves the process only', () => {
  it('through standard output and the summary as listed here', () => {
    expect(ways(PRINTING)).toEqual({
      'finish.ts': [
        'summary(many.summary())',
        // That of many runs: its text is in `fleet/summary.ts`.
        'summary()',
        'summary(renderSummary(step.view()))',
        '[verdict.level](annotation(verdict.message))',
        "line(logInline(`${line}${said === '' ? '' : ` ${said}`}`, 8_000))",
      ],
      // The lines of `rows` are joined of pieces that went through the job log's sanitizer.
      'fleet/fleet.ts': [
        'line(logInline(openingLine(this.#order)))',
        'notice(annotation(message))',
        'line(Rows.endLine(row, { ended: this.#ended.size, tasks: this.#order.tasks.length, elapsedMs }))',
        'line(Rows.progressLine(rows, clock.now() - startedAt))',
      ],
      'fleet/post.ts': [
        'warning(annotation(`The step was killed. ${lost}`))',
        'warning(annotation(`${told}${unreadInputs(parsed.problems)}`))',
        'line(logInline(` ${row.key}: ${row.message ?? row.outcome}`))',
        'warning(annotation(message))',
        'notice(annotation(stops))',
        'summary(fleetSummary({ rows, view: step.view(), runsFile: null, note: message }))',
      ],
      'review/review.ts': ['line(logInline(reviewLine(report)))'],
      // The names of events are the runner's.
      'thread/thread.ts': [
        expect.stringMatching(/^notice\(`The event \$\{event\.name[^$]*\} belongs to no issue[^$]*`\)$/),
        'line(logInline(message, NOTE_MAX))',
      ],
      // A stack is shown with debug logging on alone; the runner takes the whole of it for one command's text.
      'thread/turn.ts': ['line(logInline(message, NOTE_MAX))'],
      'report/step.ts': ['warning(annotation(message))'],
      // Words of ours, the name of an error's class and Node's own version.
      'index.ts': ['error(`Something went wrong at the very end of this step (${kind}).`)', 'error(tooOld)'],
      'main.ts': ['debug(error.stack ?? String(error))', 'notice(annotation(withoutRepository()))'],
      'run/check.ts': [
        'line(logInline(message, 400))',
        'line(logInline(`${MARKS[kind]} ${text}`))',
        "summary(`## Agent service check\\n\\n${rows.join('\\n')}\\n`)",
      ],
      'run/repo-input.ts': [
        'notice(annotation(`The run is created without a repository: ${why}`))',
        'line(logInline(`Looking up ${name}: ${message}`, 400))',
      ],
      'post.ts': [
        'warning(annotation(`The post step could not be finished: ${String(error)}`))',
        "debug(error.stack ?? '')",
        'line(logInline(`Run ${run.id} carries the key of the create that the killed step had sent.`))',
        'line(logInline(`The log of run ${Number(state.runId)} shows the follow-up that the killed step had sent.`))',
        'warning(annotation(`${killed(state)} ${stopped ?? standingText(step.view())}`))',
        'summary(renderSummary(step.view()))',
        'notice(annotation(stopped))',
        'line(logInline(standingText(step.view())))',
        'warning(annotation(`${standing}${unreadInputs(problems)}`))',
      ],
      // What its lines are made of is held by the tests of this folder, with hostile text in every field.
      'report/job-log/entry.ts': [
        'startGroup(title)',
        'line(beginAgentText(stopToken))',
        'line(` ${heading}`)',
        'line(line)',
        'line(endAgentText(stopToken))',
      ],
      'report/job-log/index.ts': [
        'warning(annotation(event.message))',
        // A run id in a sentence of our own.
        'notice(annotation(goneNotice(event.runId)))',
        'line(text)',
        // The names of the parts of a run are ours.
        "startGroup(PARTS[part] ?? '')",
      ],
    });
  });

  it('through outputs, state and files as listed here', () => {
    expect(ways(KEEPING)).toEqual({
      'finish.ts': ['write(step.view().result)', "write('')", 'append(chunk)'],
      'review/review.ts': ['write(text)'],
      // JSON, one object a line; the files redact.
      'fleet/fleet.ts': ["write(rows.map((row) => `${fileLine(row)}\\n`).join(''))"],
      'fleet/journal.ts': ['append(text)'],
      // The index of the reports, piece by piece.
      'fleet/outputs.ts': ["write('')", 'append(chunk)'],
      'runner/outputs.ts': ['output(values[name])'],
      // JSON whose texts are data; the files redact.
      'report/otlp/index.ts': ['write(encoded(source, spans))'],
      'report/otlp/step.ts': ["write('')", 'append(`${line}\\n`)'],
      'report/reporters.ts': [
        'output(value)',
        'output(String(event.runId))',
        'output(webUrlOutput(event.webUrl))',
        'output(String(runId))',
        'output(webUrlOutput(webUrl))',
      ],
      'runner/saved-state.ts': ["saveState(value === null ? '' : outputValue(String(value).slice(0, VALUE_MAX)))"],
      'main.ts': ["saveState('true')"],
      // The entries as received; the files redact.
      'report/log-file.ts': expect.any(Array),
      // The report, piece by piece.
      'report/page/index.ts': [
        "write(`${pageStart({ title: htmlText(tabTitle(head)), bodyClass: 'single' })}${runStart(head, null)}`)",
        'write(part)',
        expect.stringMatching(/^write\(`<p class="cut">The step was stopped: /),
        'write(`</div>\\n${pageEnd()}`)',
      ],
      'report/page/fleet.ts': [
        "write(pageStart({ title: htmlText(title), bodyClass: 'fleet' }))",
        'write(part)',
        'write(`<main class="index"><h1>${htmlText(title)}</h1>\\n`)',
        'write(`<div class="links" data-key="${htmlText(key)}">${linksHtml(head)}</div>\\n`)',
        expect.stringMatching(
          /^write\(`<script type="application\/json" class="fleet-rows">\[\$\{runs.map\(\(run\) => scriptJson\(/,
        ),
      ],
    });
  });

  it('to GitHub as the one comment and the commit status', () => {
    expect(ways(SENDING)).toEqual({
      'github/commit-status.ts': ['createCommitStatus(status)'],
      'thread/comment.ts': ['createComment(body)', 'updateComment(body)'],
      // A sentence of this action alone.
      'thread/thread.ts': ['createComment(MAY_EXIST)'],
    });
  });
});
