/** Code that GitHub renders as a drawing, map, model or formula: the text in it that readers see (contract 6.2). Pure. */
import { hidesText, shownFormula } from '../shared/page/formula.ts';
import { isRecord } from '../shared/json.ts';

/** The visible part of a drawing's source. */
export interface Drawing {
  /** Null if it has no visible text. */
  readonly source: string | null;
  /** Describes what was left out, or null if nothing was. */
  readonly leftOut: string | null;
}

/** The visible text of a fenced block in `language`, or null if GitHub shows the block as code. */
export function drawingOf(language: string, source: string): Drawing | null {
  switch (language.toLowerCase()) {
    case 'mermaid':
      return mermaid(source);
    case 'geojson':
      return geoJson(source);
    case 'topojson':
      return { source: null, leftOut: 'a map, whose source readers do not see' };
    case 'stl':
      return { source: null, leftOut: 'a 3D model, whose source readers do not see' };
    case 'math':
      return formula(source);
    default:
      return null;
  }
}

/** A formula, with its delimiters or as the text of a fenced block. */
export function formula(source: string): Drawing {
  if (!hidesText(source)) return { source, leftOut: null };
  const shown = shownFormula(source);
  return shown === null
    ? { source: null, leftOut: 'a formula with commands that can hide text' }
    : { source: shown, leftOut: 'comments in the formula' };
}

/** Settings, comments, descriptions for screen readers, and statements about styles and links. */
const MERMAID_HIDDEN: readonly RegExp[] = [
  /^\s*---[ \t]*\n[^]*?\n---[ \t]*(?:\n|$)/,
  /%%\{[^]*?\}%%/g,
  /%%[^\n]*/g,
  /^[ \t]*accDescr\s*\{[^}]*\}?/gim,
  /^[ \t]*acc(?:Title|Descr)[ \t]*:[^\n]*/gim,
  /(?<=^|;)[ \t]*(?:style|classDef|cssClass|class|linkStyle|click|href|callback|links?)[ \t][^;\n]*/gm,
];

function mermaid(source: string): Drawing {
  const shown = MERMAID_HIDDEN.reduce((text, pattern) => text.replace(pattern, ''), source);
  const leftOut = shown === source ? null : "the diagram's comments, settings, descriptions, styles and links";
  return { source: shown.replace(/^\s*\n/gm, ''), leftOut };
}

const SHAPES: ReadonlySet<unknown> = new Set(
  'Feature FeatureCollection GeometryCollection LineString MultiLineString MultiPoint MultiPolygon Point Polygon'.split(
    ' ',
  ),
);
const PARTS: ReadonlySet<string> = new Set(['bbox', 'coordinates', 'features', 'geometries', 'geometry', 'type']);
/** Maximum JSON depth. A collection of multi-polygons has eleven levels. */
const MAP_DEPTH = 20;

function geoJson(source: string): Drawing {
  try {
    const shown = `${JSON.stringify(shape(JSON.parse(source), 0))}\n`;
    return { source: shown, leftOut: "all of the map's data but shapes and coordinates" };
  } catch {
    return { source: null, leftOut: 'a map that cannot be read' };
  }
}

/** The numbers and known words of a map. Everything else becomes `undefined`, which JSON omits. */
function shape(value: unknown, depth: number): unknown {
  if (depth > MAP_DEPTH) throw new RangeError('The map is nested too deep.');
  if (typeof value === 'number' || SHAPES.has(value)) return value;
  if (Array.isArray(value)) return value.map((item) => shape(item, depth + 1) ?? null);
  if (!isRecord(value)) return undefined;
  const parts = Object.entries(value).filter(([name]) => PARTS.has(name));
  return Object.fromEntries(parts.map(([name, part]) => [name, shape(part, depth + 1)]));
}
