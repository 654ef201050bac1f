/** `npm run doctor`, as a process, for each service (contract 12). */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { SERVICES, type ServiceName } from '../../sandbox/faces/face.ts';
import { startSandbox, type Sandbox } from '../../sandbox/server.ts';
import { COMPILED } from '../support/run-action.ts';

const ROOT = resolve(import.meta.dirname, '../..');

interface Told {
  readonly code: number | string | undefined;
  readonly lines: readonly string[];
}

function examine(options: readonly string[], token: string): Promise<Told> {
  const env = { PATH: process.env['PATH'], INPUT_TOKEN: token, ...COMPILED };
  const args = ['scripts/doctor.ts', ...options];
  return new Promise((done) => {
    execFile(process.execPath, args, { cwd: ROOT, env }, (error, stdout, stderr) => {
      const lines = `${stdout}${stderr}`.trim().split('\n');
      done({ code: error === null ? 0 : (error.code ?? undefined), lines });
    });
  });
}

describe.each(SERVICES)('%s', (service: ServiceName) => {
  let sandbox: Sandbox;
  afterAll(() => sandbox.close());
  const examineWith = async (token?: string): Promise<Told> => {
    sandbox ??= await startSandbox({ service });
    const options = ['--service', service, '--base-url', sandbox.url, '--repo', 'octo/shop'];
    const organization = sandbox.orgId === '' ? [] : ['--org-id', sandbox.orgId];
    return examine([...options, ...organization], token ?? sandbox.token);
  };

  it('finds nothing to change, and starts nothing', async () => {
    const { code, lines } = await examineWith();
    expect([code, lines.filter((line) => !/^(?:ok|note) {4,6}\S/.test(line))]).toEqual([0, []]);
    expect(lines.join('\n')).not.toContain(sandbox.token);
    expect(sandbox.store.created).toBe(0);
  });

  it('says of a token that is refused where to set another', async () => {
    const { code, lines } = await examineWith('of-no-one-0123456789');
    expect(code).toBe(1);
    expect(lines.at(-1)).toMatch(/^PROBLEM .*[Tt]he variable INPUT_TOKEN \(/);
    expect(lines.join('\n')).not.toMatch(/the the|of-no-one/i);
  });
});
