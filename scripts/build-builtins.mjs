// Makes a bundle of modules load Node's own modules lazily. An `import` of such a module evaluates all of its lazy exports. Those of
// `node:http` alone load all of `fetch`. That costs 29 ms of processor time in each thread that imports the usual dozen. By property
// access, only the used export is loaded.

import { builtinModules, createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const NAMES = new Set(builtinModules.filter((name) => !name.startsWith('_') && !name.startsWith('node:')));
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** @param {string} path */
const bareName = (path) => path.replace(/^node:/, '');

/** Makes the exports of one module. The bundler drops unused names, because reading them has no side effect. @param {string} path */
const moduleOf = (path) => {
  const names = Object.getOwnPropertyNames(require(path)).filter(
    (name) => IDENTIFIER.test(name) && name !== 'default',
  );
  return [
    `const found = /* @__PURE__ */ process.getBuiltinModule('${path}');`,
    'const get = (name) => found[name];',
    ...names.map((name, at) => `const e${at} = /* @__PURE__ */ get('${name}');`),
    `export { ${names.map((name, at) => `e${at} as ${name}`).join(', ')} };`,
    'export default found;',
  ].join('\n');
};

/** @type {import('esbuild').Plugin} */
export const builtinsByName = {
  name: 'builtins-by-name',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^[a-z]/ }, ({ path, kind }) => {
      if (kind === 'require-call' || kind === 'require-resolve') return undefined;
      const isOne = path.startsWith('node:') || NAMES.has(path);
      return isOne ? { path: `node:${bareName(path)}`, namespace: 'builtin', sideEffects: false } : undefined;
    });
    onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => ({ contents: moduleOf(path) }));
  },
};

/** Dependencies written as CommonJS call `require` for Node's own modules. */
export const requireInModules =
  "const require = process.getBuiltinModule('node:module').createRequire(import.meta.url);";
