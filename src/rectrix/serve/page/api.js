// The server's own API. A key, if the server wants one, is asked for once and kept for this tab.
const KEY = "rectrix-key";
export const state = { model: "", models: [], text: "" };

async function send(method, path, body, signal) {
  const headers = body === undefined ? {} : { "content-type": "application/json" };
  const key = sessionStorage.getItem(KEY);
  if (key) headers.authorization = `Bearer ${key}`;
  return fetch(path, { method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body) });
}

export async function call(method, path, body, signal) {
  let answer = await send(method, path, body, signal);
  if (answer.status === 403) {
    const key = prompt("This server needs a key:");
    if (key) {
      sessionStorage.setItem(KEY, key);
      answer = await send(method, path, body, signal);
    }
  }
  const read = await answer.json().catch(() => ({ error: `status ${answer.status}` }));
  if (!answer.ok) throw new Error(read.error ?? `status ${answer.status}`);
  return read;
}

export const get = (path) => call("GET", path);
export const post = (path, body, signal) => call("POST", path, { model: state.model, ...body }, signal);
export const modelPath = (rest = "") => `/v1/models/${encodeURIComponent(state.model)}${rest}`;

export function say(text) {
  document.getElementById("status").textContent = text;
}

export function complain(error) {
  document.getElementById("problem").textContent = error ? error.message : "";
}

// Runs work of a view; what goes wrong is said, and what was overtaken is forgotten.
export async function attempt(work) {
  complain(null);
  try {
    return await work();
  } catch (error) {
    if (error.name !== "AbortError") complain(error);
    return undefined;
  }
}
