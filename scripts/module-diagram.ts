/** The folders of `src` and their imports, including types, as a Mermaid flowchart for docs/architecture.md. */
import { cruise, type ICruiseResult } from 'dependency-cruiser';

/** `src/run` → `run`; `src/main.ts` → `main`. */
const nameOf = (path: string): string => path.replace(/^src\//, '').replace(/\.ts$/, '');

/** Used by every folder, so they would only clutter the diagram. */
const EVERYWHERE: ReadonlySet<string> = new Set(['ports', 'version']);

/** One arrow per pair of folders. An arrow that a longer path already implies is left out. */
export async function moduleDiagram(root: string): Promise<string> {
  const { output } = await cruise(['src'], {
    baseDir: root,
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    includeOnly: '^src/',
    collapse: '^src/[^/]+',
  });
  const uses = new Map(
    (output as ICruiseResult).modules
      .filter(({ source }) => !EVERYWHERE.has(nameOf(source)))
      .map(({ source, dependencies }) => {
        const targets = dependencies.map(({ resolved }) => nameOf(resolved)).filter((to) => !EVERYWHERE.has(to));
        return [nameOf(source), new Set(targets)] as const;
      }),
  );
  const implied = (from: string, to: string): boolean =>
    [...(uses.get(from) ?? [])].some((next) => next !== to && reaches(uses, { from: next, to }));
  const arrows = [...uses].flatMap(([from, targets]) =>
    [...targets].filter((to) => !implied(from, to)).map((to) => `  ${from} --> ${to}`),
  );
  return ['```mermaid', 'flowchart TD', ...arrows.sort(), '```'].join('\n');
}

function reaches(
  uses: ReadonlyMap<string, ReadonlySet<string>>,
  { from, to, seen = new Set() }: { readonly from: string; readonly to: string; readonly seen?: Set<string> },
): boolean {
  if (seen.has(from)) return false;
  seen.add(from);
  return [...(uses.get(from) ?? [])].some((next) => next === to || reaches(uses, { from: next, to, seen }));
}
