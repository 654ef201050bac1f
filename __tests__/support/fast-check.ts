/**
 * fast-check with a fixed seed, so that a change cannot fail because of unrelated random input.
 * Other seeds run every night (`.github/workflows/nightly.yml`), and by hand with
 * `PROPERTY_SEED=$RANDOM npm test`.
 */
import fc from '../../node_modules/fast-check/lib/fast-check.js';

const USUAL_SEED = 20_260_101;

fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  seed: Number(process.env['PROPERTY_SEED'] ?? USUAL_SEED),
});

export default fc;
