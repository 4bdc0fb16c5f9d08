// Serves the built page with a session of `waxwing engine` for each WebSocket: for work on the page.
//
//   npm run dev                                    with `waxwing` of the path
//   WAXWING_ENGINE="…/waxwing engine" npm run dev  with another program that speaks the messages over its pipes
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { WebSocketServer } from "ws";

const assets = fileURLToPath(new URL("../../assets", import.meta.url));
const [program, ...words] = (process.env.WAXWING_ENGINE ?? "waxwing engine").split(" ");
const port = Number(process.env.PORT ?? 8123);
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " +
  "connect-src 'self'; worker-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const server = createServer(async ({ url }, response) => {
  const path = normalize(new URL(url, "http://page").pathname).replace(/^\/assets\//, "/");
  try {
    if (path === "/experiments") return response.end("[]");
    const file = path === "/" ? "/index.html" : path;
    const body = await readFile(join(assets, file));
    response.writeHead(200, { "content-type": `${TYPES[extname(file)] ?? "text/plain"}; charset=utf-8`, "content-security-policy": POLICY });
    response.end(body);
  } catch {
    response.writeHead(404).end("There is no such page.");
  }
});

new WebSocketServer({ server, path: "/ws" }).on("connection", (socket) => {
  const engine = spawn(program, words, { stdio: ["pipe", "pipe", "inherit"] });
  createInterface(engine.stdout).on("line", (line) => socket.send(line));
  socket.on("message", (line) => engine.stdin.write(`${line}\n`));
  socket.on("close", () => engine.kill());
  engine.on("exit", () => socket.close());
});

server.listen(port, "127.0.0.1", () => console.log(`http://127.0.0.1:${port}/`));
