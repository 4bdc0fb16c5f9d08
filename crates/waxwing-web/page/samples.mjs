// Writes `test/samples.ts`: a sample of every answer of a session, as the types of `src/messages.ts` must have it. The compiler
// complains about what a session says and they do not know, and about what they know and a session does not say.
//
// The samples are those that the tests of `waxwing-session` compare with what a session says.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
// A copy of this folder elsewhere has a copy of the samples beside its tests.
const places = [join(here, "test", "samples.json"), join(here, "../../waxwing-session/tests/samples.json")];
const samples = JSON.parse(readFileSync(places.find(existsSync), "utf8"));

const lines = ['import type { Answer, Say } from "../src/messages";', "", "type Said<T extends Say[\"type\"]> = Extract<Answer, { type: T }>[];", ""];
for (const [type, answers] of Object.entries(samples)) lines.push(`export const ${type}: Said<"${type}"> = ${JSON.stringify(answers, null, 1)};`, "");
writeFileSync(join(here, "test", "samples.ts"), lines.join("\n"));
