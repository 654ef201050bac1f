/** What the proxy variables of the environment say (contract 2.4), and which part of them is secret. */

/** Schemes that a proxy can be spoken to in. */
const SCHEME = /^(?:https?|socks5?):$/;
/** Read by this action for the service, and by GitHub's package for GitHub. */
export const PROXY_VARIABLES = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY'] as const;

/** The proxy's address, with `http://` where no scheme is given; empty when none is set, null when it is no address. */
export function proxyUrl(value: string | undefined): string | null {
  const given = value?.trim() ?? '';
  if (given === '') return '';
  const url = URL.parse(given.includes('://') ? given : `http://${given}`);
  return url !== null && SCHEME.test(url.protocol) && url.hostname !== '' ? url.href : null;
}

/** The passwords of all proxies, alone and with the user's name as the header to the proxy has them. */
export function proxySecrets(env: Readonly<Record<string, string | undefined>>): string[] {
  return PROXY_VARIABLES.flatMap((name) => {
    const address = proxyUrl(env[name]);
    const { username, password } = new URL(address === null || address === '' ? 'http://none' : address);
    if (password === '') return [];
    return [password, `${username}:${password}`].flatMap((text) => [decoded(text), text]);
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
