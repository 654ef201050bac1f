/**
 * Reads the proxy environment variables (contract 2.4) and determines which part of them is secret.
 */
import { unescape } from 'node:querystring';

/** Supported proxy protocols. */
const SCHEME = /^(?:https?|socks5?):$/;
/** This action reads them for the service, and GitHub's client package reads them for GitHub. */
export const PROXY_VARIABLES = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY'] as const;

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/** Whether the host name of a URL is an address of this machine. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}

/**
 * The proxy's URL, with `http://` if no scheme is given. Empty if none is set, null if it is
 * invalid.
 */
export function proxyUrl(value: string | undefined): string | null {
  const given = value?.trim() ?? '';
  if (given === '') {
    return '';
  }
  const url = URL.parse(given.includes('://') ? given : `http://${given}`);
  return url !== null && SCHEME.test(url.protocol) && url.hostname !== '' ? url.href : null;
}

/**
 * The passwords of all proxies, alone and combined with the user name as in the
 * `Proxy-Authorization` header.
 */
export function proxySecrets(env: Readonly<Record<string, string | undefined>>): string[] {
  return PROXY_VARIABLES.flatMap((name) => {
    const address = proxyUrl(env[name]);
    const { username, password } = new URL(
      address === null || address === '' ? 'http://none' : address,
    );
    if (password === '') {
      return [];
    }
    return [password, `${username}:${password}`].flatMap((text) => [unescape(text), text]);
  });
}

/**
 * `NO_PROXY` as GitHub's client package reads it, which knows `.corp.test` but no `*.corp.test`,
 * and commas alone between hosts: so that GitHub is reached directly where the service is.
 */
export function plainNoProxy(value: string): string {
  return value
    .split(/[,\s]+/)
    .map((host) => host.replace(/^\*\./, '.'))
    .join(',');
}
