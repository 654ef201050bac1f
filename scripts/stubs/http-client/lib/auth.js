// See index.js.
export function BearerCredentialHandler() {
  throw new Error('OIDC is not part of this bundle');
}
