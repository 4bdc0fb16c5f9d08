// Compiles Svelte's files for esbuild: components, and modules that hold state (`*.svelte.ts`).
import { readFile } from "node:fs/promises";
import { basename, relative } from "node:path";
import { transform } from "esbuild";
import { compile, compileModule } from "svelte/compiler";

/** The plugin. Styles of components are gathered into the one style sheet. */
export function svelte({ generate = "client" } = {}) {
  return {
    name: "svelte",
    setup(build) {
      const styles = new Map();
      build.onLoad({ filter: /\.svelte$/ }, async ({ path }) => {
        const filename = relative(process.cwd(), path);
        const { js, css, warnings } = compile(await readFile(path, "utf8"), {
          filename,
          generate,
          css: "external",
          // The name of a class depends on the style alone, so that it is the same on every machine.
          cssHash: ({ hash, css }) => `s${hash(css)}`,
        });
        let code = js.code;
        if (css?.code) {
          styles.set(path, css.code);
          code += `\nimport ${JSON.stringify(`${path}.css`)};`;
        }
        return { contents: code, loader: "js", warnings: warnings.map((warning) => say(warning, path)) };
      });
      build.onLoad({ filter: /\.svelte\.ts$/ }, async ({ path }) => {
        const { code } = await transform(await readFile(path, "utf8"), { loader: "ts", target: "es2022" });
        return { contents: compileModule(code, { filename: basename(path), generate }).js.code, loader: "js" };
      });
      build.onResolve({ filter: /\.svelte\.css$/ }, ({ path }) => ({ path, namespace: "style" }));
      build.onLoad({ filter: /.*/, namespace: "style" }, ({ path }) => {
        return { contents: styles.get(path.slice(0, -".css".length)) ?? "", loader: "css" };
      });
    },
  };
}

function say(warning, file) {
  const { line = 1, column = 0 } = warning.start ?? {};
  return { text: `${warning.code}: ${warning.message}`, location: { file, line, column } };
}
