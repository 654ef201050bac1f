// Preloaded into the bundle (`NODE_OPTIONS=--import`): every way out of the process is noted in
// EGRESS_LOG and refused, but for the hosts in EGRESS_ALLOWED (separated by spaces). Plain
// JavaScript, because it runs before anything else.
import { appendFileSync } from 'node:fs';
import childProcess from 'node:child_process';
import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

const { EGRESS_LOG = '', EGRESS_ALLOWED = '' } = process.env;
const allowed = new Set(EGRESS_ALLOWED.split(' '));
const refusal = (to) =>
  Object.assign(new Error(`connect ECONNREFUSED ${to}`), {
    code: 'ECONNREFUSED',
    syscall: 'connect',
  });
function isAllowed(to) {
  appendFileSync(EGRESS_LOG, `${to}\n`);
  return allowed.has(to);
}

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...args) {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  const { host, port, path } = typeof first === 'object' ? first : { port: first, host: second };
  const to =
    path === undefined || path === null ? `${host ?? 'localhost'}:${port}` : `socket ${path}`;
  if (isAllowed(to)) {
    return connect.apply(this, args);
  }
  process.nextTick(() => this.destroy(refusal(to)));
  return this;
};

dgram.createSocket = () => {
  isAllowed('a datagram');
  throw refusal('a datagram');
};
for (const api of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype]) {
  for (const name of Object.getOwnPropertyNames(api)) {
    if (/^(?:lookup|resolve|reverse)/.test(name) && typeof api[name] === 'function') {
      const original = api[name];
      // The name of an allowed host is looked up by its connection.
      api[name] = function (host, ...rest) {
        if (![...allowed].some((to) => to.startsWith(`${host}:`))) {
          isAllowed(`name of ${host}`);
        }
        return original.call(this, host, ...rest);
      };
    }
  }
}
for (const name of ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork']) {
  childProcess[name] = (command) => {
    isAllowed(`process ${command}`);
    throw refusal(`process ${command}`);
  };
}
syncBuiltinESMExports();
