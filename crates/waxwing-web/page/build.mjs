// Builds the page into `../assets`: app.js, app.css and worker.js, beside index.html, which is written by hand. The same sources
// give the same bytes.
import { mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { svelte } from "./svelte-plugin.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const assets = join(here, "..", "assets");

mkdirSync(assets, { recursive: true });
for (const name of readdirSync(assets)) if (name !== "index.html") rmSync(join(assets, name), { recursive: true });
await build({
  absWorkingDir: here,
  entryPoints: { app: "src/main.ts", worker: "src/worker.ts" },
  outdir: assets,
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2022", "safari16"],
  conditions: ["production", "browser", "svelte"],
  mainFields: ["svelte", "browser", "module", "main"],
  charset: "utf8",
  legalComments: "none",
  loader: { ".svg": "dataurl" },
  plugins: [svelte()],
  logLevel: "warning",
});

for (const name of ["app.js", "app.css", "worker.js"]) {
  const bytes = readFileSync(join(assets, name));
  console.log(`${name.padEnd(12)} ${String(bytes.length).padStart(8)} bytes, ${gzipSync(bytes).length} compressed`);
}
