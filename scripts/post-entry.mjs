// The entry of the post step, which the build copies beside each bundle as `post.js`. The argument
// is set before the bundle is loaded, so the bundle knows itself as the post step whatever the main
// step could save (contract 1). The import is dynamic because a static one would run first.
process.argv[2] = 'post';
await import('./index.js');
