// Runs the tests: bundles each file of `test/` and gives it to Node's test runner.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const files = readdirSync(join(here, "test")).filter((name) => name.endsWith(".test.ts"));
const out = mkdtempSync(join(tmpdir(), "waxwing-page-"));
await build({
  absWorkingDir: here,
  entryPoints: files.map((name) => `test/${name}`),
  outdir: out,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node18",
});
const tests = files.map((name) => join(out, name.replace(/\.ts$/, ".mjs")));
const { status } = spawnSync(process.execPath, ["--test", ...tests], { stdio: "inherit" });
rmSync(out, { recursive: true });
process.exit(status ?? 1);
