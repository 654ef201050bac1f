/**
 * GitHub's results service, as far as uploading an artifact needs it: what the package
 * `@actions/artifact` 6.2 sends to it, and the storage that its addresses lead to.
 */
import { createServer } from 'node:http';
import { listen } from './loopback.ts';

export interface Artifact {
  readonly name: string;
  readonly mimeType: string;
  readonly body: string;
}

export interface ResultsService {
  /** What a runner gives a step. */
  readonly env: Readonly<Record<string, string>>;
  /** Those that were finalized, in order. The first has the ID 1. */
  readonly artifacts: readonly Artifact[];
  /** Whether the creation of an artifact was asked for. */
  readonly isAsked: () => boolean;
  readonly close: () => Promise<void>;
}

interface Called {
  readonly name?: string;
  readonly mime_type?: string;
}

const PREFIX = '/twirp/github.actions.results.api.v1.ArtifactService/';

/** Names the run and the job, as the token of a job does. Its signature is not looked at. */
function runtimeToken(): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return [part({ alg: 'none' }), part({ scp: 'Actions.Results:run:job' }), 'x'].join('.');
}

/** @param options.refuse answers the creation with this status, or hangs */
export async function resultsService({
  refuse = null,
}: { readonly refuse?: number | 'hang' | null } = {}): Promise<ResultsService> {
  const blocks = new Map<string, string[]>();
  const created = new Map<string, Called>();
  const artifacts: Artifact[] = [];
  let asked = 0;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const answer = (status: number, body: object): void => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body));
      };
      if (url.pathname.startsWith('/storage/')) {
        const kept = blocks.get(url.pathname) ?? [];
        blocks.set(url.pathname, url.searchParams.get('comp') === 'block' ? [...kept, text] : kept);
        response.writeHead(201).end();
        return;
      }
      const called = JSON.parse(text) as Called;
      const { name = '' } = called;
      asked += 1;
      const place = `/storage/${encodeURIComponent(name)}`;
      if (url.pathname === `${PREFIX}CreateArtifact` && refuse === 'hang') {
        return;
      }
      if (url.pathname === `${PREFIX}CreateArtifact` && refuse !== null) {
        answer(Number(refuse), { code: 'refused', msg: 'not for this job' });
      } else if (url.pathname === `${PREFIX}CreateArtifact` && created.has(name)) {
        answer(409, { code: 'already_exists', msg: 'an artifact with this name already exists' });
      } else if (url.pathname === `${PREFIX}CreateArtifact`) {
        created.set(name, called);
        const address = `http://${String(request.headers.host)}${place}?sig=s3cret`;
        answer(200, { ok: true, signed_upload_url: address });
      } else {
        const mimeType = created.get(name)?.mime_type ?? '';
        artifacts.push({ name, mimeType, body: (blocks.get(place) ?? []).join('') });
        answer(200, { ok: true, artifact_id: String(artifacts.length) });
      }
    });
  });
  const { host, close } = await listen(server);
  const origin = `http://${host}`;
  return {
    env: {
      ACTIONS_RESULTS_URL: `${origin}/`,
      ACTIONS_RUNTIME_TOKEN: runtimeToken(),
      GITHUB_RUN_ID: '7001',
    },
    artifacts,
    isAsked: () => asked > 0,
    close,
  };
}
