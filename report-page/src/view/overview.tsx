/**
 * What the overview shows besides the text that the report was written with: the files changed, and
 * where the time went.
 */
import { render } from 'preact';
import type { JSX, TargetedMouseEvent } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { FollowUp } from '../../../src/report/page/data.ts';
import { counted } from '../../../src/safe/text.ts';
import type { ViewState } from '../data/address.ts';
import { editSteps, readChanges } from '../data/edits.ts';
import type { ChangedFile, Changes } from '../data/edits.ts';
import { idle } from '../data/page.ts';
import { stepNumbered, stepsIn, sumName, sumsBy } from '../data/run.ts';
import type { Run, Step } from '../data/run.ts';
import { clock, length } from '../data/time.ts';
import { Counts, Edits } from './diff.tsx';
import type { ShownEdit } from './diff.tsx';
import type { Model } from './model.ts';
import { Button, Adopted, Copy, Fold, Icon, Scroll, shortName, Some, Text } from './parts.tsx';
import { Terminal } from './prose.tsx';

const ROWS_MAX = 12;
const FILES_AT_ONCE = 50;

/** The edits of one file, each with its step. */
function hunksOf(file: ChangedFile, model: Model): readonly ShownEdit[] {
  return file.hunks.map(({ step, size, lines }) => {
    const title = `Step ${step.number}`;
    const above = (
      <Button class="link" onClick={() => model.choose(step.index)}>
        {title}
      </Button>
    );
    return { size, lines, above, title: `Edit of step ${step.number}` };
  });
}

/** All edits by path, with sums. They are read when the page has nothing else to do. */
function FilesChanged({ model }: { readonly model: Model }): JSX.Element | null {
  const { run, texts } = model;
  const [changes, setChanges] = useState<Changes | null>(null);
  const isEdited = useMemo(() => editSteps(run).length > 0, [run]);
  useEffect(() => {
    if (!isEdited) {
      return;
    }
    const ended = new AbortController();
    void idle()
      .then(() => readChanges({ run, texts }, { pause: idle, signal: ended.signal }))
      .then((read) => read !== null && setChanges(read));
    return () => ended.abort();
  }, [run]);
  if (!isEdited || changes?.files.length === 0) {
    return null;
  }
  const sum = (kind: 'added' | 'removed'): number =>
    changes?.files.reduce((all, file) => all + file[kind], 0) ?? 0;
  return (
    <section class="part files">
      <div class="part-head">
        <h3>Files changed{changes !== null && ` (${changes.files.length})`}</h3>
        {changes !== null && <Counts added={sum('added')} removed={sum('removed')} />}
      </div>
      {changes === null && <p class="note">Reading the edits…</p>}
      <Some items={changes?.files ?? []} atOnce={FILES_AT_ONCE} what="files">
        {(file) => (
          <Fold
            class="file"
            title={[
              <code>
                <Text>{file.path}</Text>
              </code>,
              file.hunks.length > 1 && (
                <span class="soft">{counted(file.hunks.length, 'edit')}</span>
              ),
              <Counts added={file.added} removed={file.removed} />,
            ]}
          >
            {() => (
              <div class="hunk">
                <Edits edits={hunksOf(file, model)} />
              </div>
            )}
          </Fold>
        )}
      </Some>
      {changes !== null && changes.left > 0 && (
        <p class="note">{`${counted(changes.left, 'later edit')} not counted.`}</p>
      )}
    </section>
  );
}

/** The names with the longest total time, each a button that shows its steps. */
function TimeTable({
  run,
  range,
  show,
}: {
  readonly run: Run;
  /** The period that is summed, null for all of the run. */
  readonly range: ViewState['range'];
  readonly show: (step: Step) => void;
}): JSX.Element {
  const steps = useMemo(
    () => (range === null ? run.steps : stepsIn(run.steps, range)),
    [run, range],
  );
  const total = range === null ? run.total : range[1] - range[0];
  const { sums, examples } = useMemo(() => {
    const found = new Map<string, Step>();
    for (const step of steps) {
      if (!found.has(sumName(step))) {
        found.set(sumName(step), step);
      }
    }
    return { sums: sumsBy(steps, sumName), examples: found };
  }, [steps]);
  const row = ({ name, steps, ms }: (typeof sums)[number]): JSX.Element => {
    const example = examples.get(name);
    const share = total === 0 ? 0 : ms / total;
    return (
      <tr>
        <th scope="row">
          <Button class="link" onClick={() => example !== undefined && show(example)}>
            <span class="step">
              {example !== undefined && <Icon category={example.category} />}
              {shortName(name)}
            </span>
          </Button>
        </th>
        <td>{steps}</td>
        <td>{length(ms)}</td>
        <td>
          <span class="share">
            <span class="lane">
              <span
                class={`bar k-${example?.category ?? 'tool'}`}
                style={{ width: `${Math.max(100 * share, 1)}%` }}
              />
            </span>
            {`${Math.round(100 * share)} %`}
          </span>
        </td>
      </tr>
    );
  };
  return (
    <section class="part">
      <h3>
        Where the time went
        {range !== null && `, ${clock(range[0])} to ${clock(range[1])}`}
      </h3>
      <Scroll class="table" label="Where the time went">
        <table>
          <thead>
            <tr>
              {['Step', 'Count', 'Time', 'Share'].map((title) => (
                <th scope="col">{title}</th>
              ))}
            </tr>
          </thead>
          <tbody>{sums.slice(0, ROWS_MAX).map(row)}</tbody>
        </table>
      </Scroll>
      {sums.length > ROWS_MAX && (
        <p class="note">{`${sums.length - ROWS_MAX} more kinds of steps.`}</p>
      )}
    </section>
  );
}

/** The follow-up that the run was written with, or null. */
function followUpIn(run: Element | null): FollowUp | null {
  const data = run?.querySelector('script.follow-up')?.textContent ?? null;
  return data === null ? null : (JSON.parse(data) as FollowUp);
}

/** Adds to the written overview what needs the script: the error's text in colours, and to copy. */
export function completeOverview(overview: Element): void {
  const message = overview.querySelector('.panel pre.error');
  if (message === null) {
    return;
  }
  const text = message.textContent;
  const followUp = followUpIn(overview.parentElement);
  const copy = document.createElement('span');
  copy.className = 'copies';
  message.previousElementSibling?.append(' ', copy);
  render(
    <>
      <Copy what="the error" text={() => text} />
      {followUp !== null && (
        <>
          <Copy what="as prompt" text={() => followUp.prompt} label="Copy as prompt" />
          <Copy what="as YAML" text={() => followUp.yaml} label="Copy as YAML" />
        </>
      )}
    </>,
    copy,
  );
  const place = document.createElement('div');
  message.replaceWith(place);
  render(<Terminal text={text} label="Error" />, place);
}

export function Overview({
  model,
  written,
}: {
  readonly model: Model;
  readonly written: Element;
}): JSX.Element {
  const { run } = model;
  const follow = (event: TargetedMouseEvent<HTMLElement>): void => {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-step]') : null;
    const step = link === null ? undefined : stepNumbered(run, Number(link.dataset['step']) + 1);
    if (step === undefined) {
      return;
    }
    event.preventDefault();
    model.choose(step.index);
  };
  return (
    <div onClick={follow}>
      <Adopted element={written} />
      <FilesChanged model={model} />
      {run.steps.length > 0 && (
        <TimeTable run={run} range={model.state.range} show={(step) => model.showAlike(step)} />
      )}
    </div>
  );
}
