// What @actions/core gets in the bundle instead of @actions/http-client: it needs that only for OIDC tokens, which this
// action never asks for, and the real one brings a whole HTTP client to every start (docs/decisions/start-up.md).
export function HttpClient() {
  throw new Error('OIDC is not part of this bundle');
}
