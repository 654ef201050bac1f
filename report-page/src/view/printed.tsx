/**
 * The steps of a run on paper: all of them, because a list that scrolls prints only what is seen.
 * They exist while the page is printed.
 */
import { render } from 'preact';
import type { JSX } from 'preact';
import type { Run, Step } from '../data/run.ts';
import { clock, length } from '../data/time.ts';
import { visible } from '../data/visible.ts';
import { Exit } from './parts.tsx';

function PrintedStep({ step }: { readonly step: Step }): JSX.Element {
  return (
    <tr class={step.problem ? 'problem' : ''}>
      <td>{step.number}</td>
      <td>{clock(step.at)}</td>
      <th scope="row">{visible(step.name)}</th>
      <td>
        {step.exit !== 0 && <Exit code={step.exit} />} {visible(step.headline)}
      </td>
      <td>{length(step.end - step.start)}</td>
    </tr>
  );
}

function Printed({ run }: { readonly run: Run }): JSX.Element {
  return (
    <>
      <h2>Steps</h2>
      <table>
        <thead>
          <tr>
            {['#', 'At', 'Step', 'What', 'Took'].map((title) => (
              <th scope="col">{title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {run.steps.map((step) => (
            <PrintedStep key={step.index} step={step} />
          ))}
        </tbody>
      </table>
    </>
  );
}

/** Puts the steps into `place` while the page is printed. Returns what ends that. */
export function printSteps(place: HTMLElement, run: Run): () => void {
  const paper = matchMedia('print');
  const follow = (): void => render(paper.matches ? <Printed run={run} /> : null, place);
  const before = (): void => render(<Printed run={run} />, place);
  const after = (): void => render(null, place);
  window.addEventListener('beforeprint', before);
  window.addEventListener('afterprint', after);
  paper.addEventListener('change', follow);
  return () => {
    window.removeEventListener('beforeprint', before);
    window.removeEventListener('afterprint', after);
    paper.removeEventListener('change', follow);
    after();
  };
}
