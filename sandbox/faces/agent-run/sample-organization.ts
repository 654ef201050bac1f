/**
 * The data of the sandbox's organization: the token's owner, users, repositories and integrations.
 */

export interface Repository {
  readonly id: number;
  /** `owner/name` */
  readonly fullName: string;
  readonly archived?: boolean;
}

export interface User {
  readonly id: number;
  readonly login: string;
  readonly isAdmin?: boolean;
}

export interface Organization {
  readonly name: string;
  /** The owner of the token. */
  readonly me: User;
  readonly users: readonly User[];
  readonly repositories: readonly Repository[];
  readonly integrations: readonly { readonly type: string; readonly active: boolean }[];
}

const ME: User = { id: 11, login: 'octo-dev', isAdmin: true };

export const SAMPLE_ORGANIZATION: Organization = {
  name: 'Octo Shop',
  me: ME,
  users: [ME, { id: 12, login: 'octo-reviewer' }],
  repositories: [
    { id: 1, fullName: 'octo/shop' },
    { id: 2, fullName: 'octo/shop-api' },
    { id: 3, fullName: 'octo/docs' },
    { id: 4, fullName: 'octo/legacy-shop', archived: true },
  ],
  integrations: [
    { type: 'github', active: true },
    { type: 'slack', active: false },
  ],
};
