// Small helpers for the page's elements.

export const $ = (id) => document.getElementById(id);
export const scheme = matchMedia("(prefers-color-scheme: dark)");
export const clamp = (x, low, high) => Math.min(Math.max(x, low), high);

export function make(tag, facts = {}, ...children) {
  const element = Object.assign(document.createElement(tag), facts);
  element.append(...children);
  return element;
}

export async function json(address) {
  const reply = await fetch(address);
  if (!reply.ok) throw new Error(`${address}: ${reply.status}`);
  return reply.json();
}

export function complain(text) {
  $("trouble").textContent = text;
  $("trouble").hidden = false;
}

// a number in five characters or so, with a minus that is as wide as a digit
export function digits(value) {
  if (!Number.isFinite(value)) return "–";
  const places = [1, 10, 100, 1000].filter((limit) => Math.abs(value) >= limit).length;
  return value.toFixed([3, 3, 2, 1, 0][places]).replace("-", "−");
}
