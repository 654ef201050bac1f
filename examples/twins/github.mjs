// GitHub for the twins: the tests' own, on a loopback port, until it is killed. Prints its address. `maintainer` may write,
// everyone else may read; there are the threads 12 and 42 in the repository octo/repo.
import { startFakeGitHub } from '../../__tests__/support/fake-github.ts';

const github = await startFakeGitHub({ threads: [12, 42] });
github.permissions.set('maintainer', { permission: 'write', role_name: 'write' });
console.log(github.url);
