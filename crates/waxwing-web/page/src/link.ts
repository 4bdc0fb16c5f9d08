// The way to a session: a server's WebSocket, or a worker of the browser. Both take requests and give answers.

import type { Answer, Ask, ErrorView, Say } from "./messages";

/** What a session said cannot be done. */
export class Refused extends Error {
  constructor(readonly view: ErrorView) {
    super(view.message);
  }
}

export interface Link {
  /** Asks, and returns the first answer. Fails with [`Refused`] if it is an error. */
  ask(table: number, ask: Ask): Promise<Say>;
  /** Hears every answer, also those that were awaited; of errors only those that nobody awaits. */
  listen(hear: (answer: Answer) => void): void;
  /** Hears whether there is a connection, and if not, why. */
  watch(tell: (connected: boolean, why?: string) => void): void;
}

/** Matches answers with requests. */
abstract class Requests implements Link {
  #next = 1;
  #awaited = new Map<number, { resolve: (say: Say) => void; reject: (error: Error) => void }>();
  #hear: (answer: Answer) => void = () => {};
  protected tell: (connected: boolean, why?: string) => void = () => {};

  protected abstract send(line: string): boolean;

  ask(table: number, ask: Ask): Promise<Say> {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#awaited.set(id, { resolve, reject });
      if (!this.send(JSON.stringify({ id, table, ...ask }))) {
        this.#awaited.delete(id);
        reject(new Refused({ message: "There is no connection." }));
      }
    });
  }

  listen(hear: (answer: Answer) => void) {
    this.#hear = hear;
  }

  watch(tell: (connected: boolean, why?: string) => void) {
    this.tell = tell;
  }

  protected take(line: string) {
    const answer = JSON.parse(line) as Answer;
    const awaited = this.#awaited.get(answer.id);
    this.#awaited.delete(answer.id);
    if (awaited && answer.type === "error") return awaited.reject(new Refused(answer));
    this.#hear(answer);
    awaited?.resolve(answer);
  }

  protected forget() {
    const error = new Refused({ message: "The connection was lost." });
    this.#awaited.forEach(({ reject }) => reject(error));
    this.#awaited.clear();
  }
}

/** A server at the page's own address. It is called again when the connection is lost. */
export class Socket extends Requests {
  #socket: WebSocket | null = null;
  #wait = 250;

  constructor(private readonly address: string) {
    super();
    this.#open();
  }

  #open() {
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    socket.onopen = () => {
      this.#wait = 250;
      this.tell(true);
    };
    socket.onmessage = ({ data }) => this.take(String(data));
    socket.onclose = () => {
      this.forget();
      this.tell(false, "The server does not answer. Trying again…");
      setTimeout(() => this.#open(), this.#wait);
      this.#wait = Math.min(10_000, this.#wait * 2);
    };
  }

  protected send(line: string) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(line);
    return true;
  }
}

/** A session in a worker of this page. */
export class InWorker extends Requests {
  #worker: Worker;

  constructor(script: string) {
    super();
    this.#worker = new Worker(script, { type: "module" });
    this.#worker.onmessage = ({ data }: MessageEvent<string | { ready: boolean; message?: string }>) => {
      if (typeof data === "string") this.take(data);
      else this.tell(data.ready, data.message);
    };
    this.#worker.onerror = ({ message }) => this.tell(false, `The workshop has failed: ${message}`);
  }

  protected send(line: string) {
    this.#worker.postMessage(line);
    return true;
  }
}

/** The name of this page's session, with which it is found again after a reload or a lost connection. */
function key(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const drawn = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  try {
    const kept = sessionStorage.getItem("waxwing-session") ?? drawn;
    sessionStorage.setItem("waxwing-session", kept);
    return kept;
  } catch {
    return drawn;
  }
}

/** The link that the page was made for: `<meta name="waxwing-link" content="worker">` says that there is no server. */
export function connect(): Link {
  const said = document.querySelector<HTMLMetaElement>('meta[name="waxwing-link"]');
  if (said?.content === "worker") return new InWorker(new URL("worker.js", import.meta.url).href);
  const address = new URL("ws", location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  address.search = new URLSearchParams({ session: key() }).toString();
  address.hash = "";
  return new Socket(address.href);
}

/** Whether a server may offer more than a session, such as experiments. */
export function hasServer(): boolean {
  return document.querySelector('meta[name="waxwing-link"][content="worker"]') === null;
}
