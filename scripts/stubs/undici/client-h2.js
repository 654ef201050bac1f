// What undici gets in the bundle instead of its HTTP/2 client: no dispatcher here allows HTTP/2, so that no server is offered
// it, and the real one brings node:http2 to every start.
module.exports = () => {
  throw new Error('HTTP/2 is not part of this bundle');
};
