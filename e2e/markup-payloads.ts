// What each does when a browser takes it for markup: it writes down that it ran.
const runs = 'ran(1)'
const address = `javascript:${runs}`

const byHandler = [
  'img src=x onerror',
  'svg onload',
  'body onload',
  'video src=x onerror',
  'input autofocus onfocus',
  'details open ontoggle',
]
const byElement = [
  `<script>${runs}</script>`,
  `<SCRIPT SRC=data:text/javascript,${runs}></SCRIPT>`,
  `<svg><script>${runs}</script></svg>`,
  `<svg><a xlink:href="${address}"><text y=9>x</text></a></svg>`,
  `<math><mtext><script>${runs}</script></mtext></math>`,
  `<iframe src="${address}">`,
  `<iframe srcdoc="&lt;script&gt;parent.${runs}&lt;/script&gt;">`,
  `<object data="${address}">`,
  `<embed src="${address}">`,
  `<form action="${address}"><button>x</button></form>`,
  `<a href="${address}">x</a>`,
  `[x](${address})`,
  `<meta http-equiv=refresh content="0;url=${address}">`,
  `<base href="${address}//">`,
  `<link rel=stylesheet href="${address}">`,
  `<style>@import "${address}";</style>`,
  `<template><script>${runs}</script></template>`,
  `<noscript><img src=x onerror=${runs}></noscript>`,
]
// What goes before it leaves whatever it was put into: an attribute, a text field, a script, a comment, a template.
const exits = ['', '">', "'>", '</title>', '</textarea>', '</script>', 'x -->', '\\";', '${', '{{']

/** A hundred and fifty names that are markup: each way to run a script, out of each place where it may stand, as it is written and disguised. */
export function markupPayloads(count = 150): string[] {
  const plain = [...byHandler.map((handler) => `<${handler}=${runs}>`), ...byElement]
  const disguised = [
    ...byHandler.map((handler) => `<${handler.toUpperCase().replace(' ', '/')}=${runs}//`),
    ...byHandler.map((handler) => `<${handler}="&#114;an&#40;1&#41;">`),
    ...byHandler.map((handler) => `&lt;${handler}=${runs}&gt;`),
  ]
  const all = exits.flatMap((exit) => [...plain, ...disguised].map((markup) => exit + markup))
  // Every so many of them, so that each exit has its share.
  return Array.from({ length: count }, (_, i) => all[Math.floor((i * all.length) / count)] ?? '')
}
